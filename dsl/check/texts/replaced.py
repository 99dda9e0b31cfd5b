"""List the keys that were replaced since the first release, and write what stands for them now.

A row is all that is known of a key that is gone: its finding tells the advice, and
`cardwright lint --fix` carries the same advice out. Comments stay where they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from dsl.diagnostics.diagnostic import Instead
from dsl.diagnostics.wording import Said
from dsl.keys.files import ImprintKeys
from dsl.keys.rules import ActionKeys
from dsl.model.documents import Entry, Mapping, Scalar, is_false
from dsl.records import Record, Span

Edit: TypeAlias = tuple[Span, str]
BLANK: Final = re.compile(r"[ \t]*")
FLOW: Final = re.compile(r"[,{}\[\]\n]|: | #")
LINE_END: Final = re.compile(r"[ \t]*\n")


class Replaced(Record):
    """A key that is gone.

    Attributes:
        key: The key as it was.
        beside: A key that belongs where this one did; it tells the place.
        advice: The key of the help.
        edits: What to change in the text of a mapping for its entry; none where only the author
            can tell.
    """

    key: str
    beside: str
    advice: str
    edits: Callable[[Mapping, Entry], tuple[Edit, ...]]


def help_for_replaced(key: str, known: Iterable[str], node: Mapping) -> str | None:
    """Return the help for a key that is gone; None for any other."""
    places = {*known}
    row = next((row for row in ROWS if row.key == key and row.beside in places), None)
    entry = None if row is None else node.entry(key)
    if row is None or entry is None:
        return None
    edits = row.edits(node, entry)
    if not edits:
        return Said(row.advice)
    ordered = sorted(edits, key=lambda edit: (edit[0].start, edit[0].end))
    first, last = ordered[0][0], ordered[-1][0]
    text, at = "", first.start  # one edit that goes from the first to the last
    for span, new in ordered:
        text += first.source.text[at : span.start] + new
        at = span.end
    whole = Span(first.source, first.start, last.end)
    return Instead(Said(row.advice), text, is_sure=True, span=whole)


def _without(mapping: Mapping, entry: Entry) -> Edit:
    """Return the edit that takes an entry out: its line, if nothing else stands there."""
    source, start, end = entry.key.span.source, entry.key.span.start, entry.value.span.end
    if mapping.is_flow:
        comma = re.compile(r"\s*,[ \t]*").match(source.text, end)
        if comma is not None:
            return Span(source, start, comma.end()), ""
        before = re.compile(r"\s*,\s*$").search(source.text[:start])
        return Span(source, start if before is None else before.start(), end), ""
    line_start = source.text.rfind("\n", 0, start) + 1
    line_end = LINE_END.match(source.text, end)
    if line_end is not None and BLANK.fullmatch(source.text[line_start:start]):
        return Span(source, line_start, line_end.end()), ""
    return Span(source, start, end), ""


# --- how each is written now --------------------------------------------------------------------


def _group(mapping: Mapping, entry: Entry) -> tuple[Edit, ...]:
    """Return the edits of an action that says it is a group: it is one if it has `actions`."""
    if mapping.entry(ActionKeys.actions.name) is not None or is_false(entry.value):
        return (_without(mapping, entry),) if len(mapping.entries) > 1 else ()
    span = Span(entry.key.span.source, entry.key.span.start, entry.value.span.end)
    return ((span, "actions: {}"),)


def _rules(manifest: Mapping, entry: Entry) -> tuple[Edit, ...]:
    """Return the edits that put the rules of a manifest under its `source`."""
    source = manifest.entry(ImprintKeys.source.name)
    if source is None:
        return ((entry.key.span, "source"),)
    if not isinstance(entry.value, Scalar):
        return ()
    text, gone = _in_one_line(entry.value), _without(manifest, entry)
    if isinstance(source.value, Scalar):
        both = f"{{rules: {text}, more: {_in_one_line(source.value)}}}"
        return (gone, (source.value.span, both))
    if not isinstance(source.value, Mapping):
        return ()
    older = source.value.entry("rules")
    if older is not None:  # nobody read it
        number = range(2, len(source.value.entries) + 3)
        names = ("more", *(f"more-{each}" for each in number))
        free = next(each for each in names if source.value.entry(each) is None)
        return (gone, (older.key.span, free), *_put_in(source.value, text))
    return (gone, *_put_in(source.value, text))


def _put_in(source: Mapping, text: str) -> tuple[Edit, ...]:
    """Return the edit that puts rules before what else a source says."""
    first = source.entries[0].key.span
    line = first.source.text.rfind("\n", 0, first.start) + 1
    end = ", " if source.is_flow else "\n" + first.source.text[line : first.start]
    return ((Span(first.source, first.start, first.start), f"rules: {text}{end}"),)


def _in_one_line(scalar: Scalar) -> str:
    """Return a text as it can stand in a line and between braces."""
    said = scalar.span.text
    is_open = scalar.is_plain and FLOW.search(said) is not None
    is_block = not scalar.is_plain and said[:1] in ("|", ">")
    return json.dumps(scalar.text, ensure_ascii=False) if is_open or is_block else said


ROWS: Final = (
    Replaced(
        "group",
        "actions",
        "help.actions-of-group",
        _group,
    ),
    Replaced("rules", "source", "help.rules-under-source", _rules),
)
