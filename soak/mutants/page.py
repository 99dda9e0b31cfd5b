"""Write the page of the catch rate, from what was counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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

INTRO: Final = """\
# What is caught

One mistake at a time is put into a shipped package, at a place drawn by a seed, in the tree of its
YAML or of an effect text. Then it is checked (`cardwright lint`), and where nothing is found its
examples and scripts are run (`cardwright test`). Written by `make lint-mutants`; a sample:
`make lint-mutants MUTANTS="--sample 5 --games durak"`.

*None* are those that are no mistake: the model is the same to the last digit, or nobody catches it
and {matches} random matches are the same to every option and its text. They do not count.

What a count shows is mended: rules of lint, examples and scripts are added for what nobody caught.
So the seed of this page is kinder than others; a fresh one says more of packages to come.

{count:,} mutants; packages: {packages}; at most {sample} of a kind in each; seed {seed}:
{games}.
"""


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
    bound = ""
    if row["bound"] is not None:
        sort = "lint" if row["of"] == "lint" else "both"
        bound = f"{row['bound']} % ({sort}){'' if is_kept(row) else ', **not reached**'}"
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
