"""Write a report for a terminal, as Markdown for a release note, or as plain data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import click

from cardwright.apps.authors.diff.compare import ADDED, CHANGED, GONE, RENAMED, Wording
from cardwright.apps.authors.diff.parts import Part, Thing
from cardwright.apps.authors.diff.report import Entry, Report
from cardwright.apps.authors.diff.text import MARKS, Line, Telling, flat
from dsl import Language, Span

SCHEMA: Final = 1
_ID: Final = re.compile(r"(`[\w.-]+`)")
_COLOURS: Final = {ADDED: "green", GONE: "red", RENAMED: "cyan", CHANGED: "yellow", "": None}


def terminal(report: Report, lang: str) -> str:
    """Return a report for a terminal, in colour."""
    telling = Telling(report, lang)
    lines = [click.style(telling.title(), bold=True), f"{report.old.shown} → {report.new.shown}"]
    for line in telling.lines():
        if line.depth == 0:
            lines += ["", click.style(line.text, bold=True, underline=True)]
        else:
            lines.append(_coloured(line))
    return "\n".join(lines)


def _coloured(line: Line) -> str:
    """Return a line with its mark and its pieces in colour."""
    colour = _COLOURS[line.what]
    is_told = line.depth != 2 or line.what
    mark = click.style(MARKS[line.what], fg=colour, bold=True)
    text = "".join(
        click.style(
            piece,
            fg=colour if strong or line.depth == 3 else None,
            bold=strong or None,
            dim=None if is_told else True,
        )
        for piece, strong in line.pieces
    )
    return f"{'    ' * (line.depth - 1)}{mark} {text}"


def markdown(report: Report, lang: str) -> str:
    """Return a report as Markdown; examples, scripts and files are left out."""
    telling = Telling(report, lang, with_checks=False)
    lines = [f"# {_safe(telling.title())}", ""]
    for line in telling.lines():
        if line.depth == 0:
            lines += [*([""] if lines[-1] else []), f"## {_safe(line.text)}", ""]
        else:
            sign = {ADDED: "**+** ", GONE: "**−** "}.get(line.what, "")
            if line.depth == 3:
                sign = {ADDED: "→ ", GONE: ""}[line.what]
            pieces = (_set_off(text) if strong else _safe(text) for text, strong in line.pieces)
            lines.append(f"{'  ' * (line.depth - 1)}- {sign}{''.join(pieces)}")
    return "\n".join(lines).rstrip()


def _set_off(text: str) -> str:
    """Return a stretch in bold, the blanks around it left outside."""
    inner = text.strip()
    if not inner:
        return text
    head, _, tail = text.partition(inner)
    return f"{head}**{_safe(inner)}**{tail}"


def _safe(text: str) -> str:
    """Return a text that Markdown takes as it is, but for ids in backticks, with its blanks."""
    from cardwright.apps.cards.export import marked

    parts = _ID.split(text)
    return "".join(
        part if number % 2 else re.sub(r"\S(.*\S)?", lambda found: marked(found[0]), part)
        for number, part in enumerate(parts)
    )


# --- plain data -------------------------------------------------------------------------------


def plain(report: Report) -> dict[str, Any]:
    """Return a report as plain data: see docs/diff.md."""
    sides = zip((report.old, report.new), report.games, strict=True)
    old, new = (
        {"shown": package.shown, "id": game.manifest.id, "version": game.manifest.version,
         "digest": game.digest}
        for package, game in sides
    )  # fmt: skip
    return {
        "schema": SCHEMA,
        "old": old,
        "new": new,
        "changes": [_entry(each) for each in report.entries],
        "wording": [each for wording in report.wording for each in _wording(wording)],
        "texts": [{"sort": c.thing.sort, "id": c.thing.id, "what": c.what} for c in report.free],
        "checks": [
            {"sort": each.sort, "title": each.title, "what": each.what, "place": each.span.place}
            for each in report.checks
        ],
        "files": list(report.files),
    }


def _entry(entry: Entry) -> dict[str, Any]:
    change = entry.change
    return {
        "sort": change.thing.sort,
        "id": change.thing.id,
        "name": dict(change.thing.name),
        "what": change.what,
        "was": change.old.id if change.what == RENAMED and change.old is not None else None,
        "expansion": entry.expansion,
        "place": {"old": _place(change.old), "new": _place(change.new)},
        "details": [
            {
                "aspect": each.aspect,
                "of": each.of or None,
                "what": each.what,
                "before": _words(each.before),
                "after": _words(each.after),
            }
            for each in change.details
        ],
        "impact": [
            {"sort": sort, "id": id_, "how": each.how, "through": list(each.through)}
            for each in entry.impact
            for sort, _, id_ in (each.key.partition(":"),)
        ],
    }


def _words(part: Part | None) -> dict[str, str] | None:
    return None if part is None else {lang: part.words(lang) for lang in Language.OWN}


def _place(thing: Thing | None) -> str | None:
    span: Span | None = None if thing is None else thing.span
    return None if span is None else span.place


def _wording(wording: Wording) -> Iterator[Mapping[str, Any]]:
    before, after = dict(flat(wording.before)), dict(flat(wording.after))
    for key in dict.fromkeys((*before, *after)):
        if before.get(key) != after.get(key):
            yield {
                "sort": wording.thing.sort, "id": wording.thing.id, "of": wording.name,
                "language": key or None, "before": before.get(key), "after": after.get(key),
            }  # fmt: skip
