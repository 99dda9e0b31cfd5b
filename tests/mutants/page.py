"""Write the page of the catch rate, from what was counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

BOUNDS: Final = {
    "misspelt name": ("lint", 100),
    "wrong level": ("lint", 99),
    "wrong type": ("lint", 98),
    "wrong enum": ("lint", 98),
    "wrong zone": ("lint", 98),
    "wrong player": ("lint", 98),
    "deleted required part": ("lint", 98),
    "changed number": ("both", 92),
    "inverted comparison": ("both", 92),
    "dropped condition": ("both", 92),
}
"""The percentage of a kind to be caught, by lint alone or with examples and scripts."""
HEADS: Final = (
    "mistake", "counted", "by lint", "with examples and scripts", "by nobody", "bound", "none",
)  # fmt: skip
MOST_NAMED = 12

INTRO: Final = Path(__file__).with_suffix(".md").read_text("utf-8")


def page(rows: Sequence[Mapping[str, Any]], told: Mapping[str, Any]) -> str:
    """Return the page.

    Args:
        rows: One a kind: see `row`.
        told: What stands in the introduction.
    """
    lines = [INTRO.format(**told), "| " + " | ".join(HEADS) + " |", "| --- " * 7 + "|"]
    lines += [_line(row) for row in rows]
    lines += ["", "## What nobody catches", ""]
    for row in rows:
        lines += _survivors(row)
    return "\n".join(lines).rstrip("\n") + "\n"


def row(kind: str, verdicts: Iterable[Any]) -> dict[str, Any]:
    """Return the numbers of a kind as one plain object."""
    by: dict[str, list[str]] = {"lint": [], "scripts": [], "nobody": [], "same": [], "unseen": []}
    for verdict in verdicts:
        by[verdict.by].append(verdict.words)
    counted = len(by["lint"]) + len(by["scripts"]) + len(by["nobody"])
    sort, bound = BOUNDS.get(kind, (None, None))
    return {
        "kind": kind,
        "counted": counted,
        "lint": _percent(len(by["lint"]), counted),
        "both": _percent(counted - len(by["nobody"]), counted),
        "nobody": len(by["nobody"]),
        "none": len(by["same"]) + len(by["unseen"]),
        "bound": bound,
        "of": sort,
        "survivors": sorted(by["nobody"]),
        "not by lint": sorted(by["scripts"]),
    }


def is_kept(row: Mapping[str, Any]) -> bool:
    """Return whether a kind is caught as often as it must be."""
    return row["bound"] is None or not row["counted"] or row[row["of"]] >= row["bound"]


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 1) if whole else 100.0


def _line(row: Mapping[str, Any]) -> str:
    bound = "" if row["bound"] is None else f"{row['bound']} % ({row['of']})"
    bound += "" if is_kept(row) else ", **not reached**"
    return (
        f"| {row['kind']} | {row['counted']} | {row['lint']} % | {row['both']} % | {row['nobody']} "
        f"| {bound} | {row['none']} |"
    )


def _survivors(row: Mapping[str, Any]) -> list[str]:
    named = row["survivors"][:MOST_NAMED]
    if not named:
        return []
    more = len(row["survivors"]) - len(named)
    left = [f"- … and {more} more"] if more else []
    return [f"**{row['kind']}**", "", *(f"- `{words}`" for words in named), *left, ""]
