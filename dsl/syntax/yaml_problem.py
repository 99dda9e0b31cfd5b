"""Report in plain words why a text is not YAML, and read the rest of it all the same.

A mistake of YAML stops its reader for good. All lines of the entry in which it stands become
blanks, every other character keeps its place, and the text is read again: so all mistakes are
reported at once. Expressions that YAML cuts up without complaint are found here too: `{c: f(x,
y)}` loads as the two keys `c` and `y)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import yaml

from dsl.diagnostics.diagnostic import Report
from dsl.diagnostics.wording import Said
from dsl.model.documents import Mapping, Scalar, Sequence
from dsl.records import Source, Span

MOST_READ: Final = 400_000
MOST_PIECES: Final = 20
"""How many characters are read again, and how often."""


def tries_of(text: str) -> int:
    """Return how often a text is read again; a long one is not read often."""
    return min(MOST_PIECES, MOST_READ // max(1, len(text)))


def without_piece(source: Source, text: str, index: int, error: yaml.YAMLError) -> str | None:
    """Return a text without the entry at an index; None where nothing is left to take away.

    Args:
        source: The whole text, of which `text` has blanks in some places.
        index: Where the mistake was reported.
    """
    lines = text.split("\n")
    at = min(source.position(min(index, len(text)))[0], len(lines)) - 1
    first, last, mark = at, at + 1, getattr(error, "context_mark", None)
    if mark is not None and "flow" in str(getattr(error, "context", "")):
        first = min(at, mark.line)  # where the brackets begin
    own = indent_of(lines[first])
    while last < len(lines) and lines[last].strip() and indent_of(lines[last]) > own:
        last += 1
    blank = [" " * len(line) for line in lines[first:last]]
    if blank == lines[first:last]:
        return None
    return "\n".join([*lines[:first], *blank, *lines[last:]])


def indent_of(line: str) -> int:
    """Return how far a line is from the margin."""
    return len(line) - len(line.lstrip(" "))


_PAIRS = (("(", ")"), ("[", "]"), ("{", "}"))


def report_flow_trap(node: Mapping | Sequence, report: Report) -> bool:
    """Return whether a flow collection was cut wrongly, after a diagnostic at the first piece."""
    fault = next(_faults(node), None)
    if fault is None:
        return False
    scalar, key = fault
    bracket = Span(node.span.source, node.span.start, node.span.start + 1)
    span = scalar.span if scalar.span.end > scalar.span.start else bracket
    help_text = Said("flow-trap.as-list")
    if isinstance(node, Mapping):
        help_text = Said("flow-trap.as-block", first=node.entries[0].key.text)
    report.add(key, span, help_text, piece=scalar.text)
    return True


def _faults(node: Mapping | Sequence) -> Iterator[tuple[Scalar, str]]:
    """Yield the pieces that show a cut, with the key of what is wrong about them."""
    if isinstance(node, Sequence):
        pieces = node.items
    else:
        pieces = tuple(part for entry in node.entries for part in (entry.key, entry.value))
    for piece in pieces:
        if not isinstance(piece, Scalar) or not piece.is_plain:
            continue
        if any(
            piece.text.count(opening) != piece.text.count(closing) for opening, closing in _PAIRS
        ):
            yield piece, "flow-trap.cut"
    if isinstance(node, Mapping):
        for entry in node.entries:
            if isinstance(entry.value, Scalar) and entry.value.is_null:
                yield entry.key, "flow-trap.no-value"


_SPECIAL: Final = {
    "[": "yaml-syntax.list",
    "{": "yaml-syntax.mapping",
    '"': "yaml-syntax.quote",
    "'": "yaml-syntax.quote",
    "*": "yaml-syntax.first-sign",
    "&": "yaml-syntax.first-sign",
    "!": "yaml-syntax.first-sign",
    "@": "yaml-syntax.first-sign",
    "`": "yaml-syntax.backtick",
    "%": "yaml-syntax.first-sign",
    "|": "yaml-syntax.block-sign",
    ">": "yaml-syntax.block-sign",
}
_OPEN_QUOTE: Final = "unexpected end of stream"
_AT_ONCE: Final = (
    ("Unicode character escape", "yaml-syntax.no-character"),
    ("unknown escape character", "yaml-syntax.escape"),
    (_OPEN_QUOTE, "yaml-syntax.open-quote"),
)
_BY_LINE: Final = (
    ("mapping values are not allowed", "yaml-syntax.pair"),
    ("'-' indicator", "yaml-syntax.key-in-list"),
    ("but found '?'", "yaml-syntax.key-in-list"),
    ("expected key", "yaml-syntax.unfit"),
    ("expected <block end>", "yaml-syntax.unfit"),
    ("could not find expected ':'", "yaml-syntax.line-above"),
    ("did not find expected ',' or", "yaml-syntax.open-bracket"),
    ("expected ',' or", "yaml-syntax.open-bracket"),
)
"""Parts of what YAML's reader says, with the key of what people are told: of some it is certain
what to write, of others only where the line tells nothing better."""
_KEY_AND_VALUE = re.compile(r"[ ]*(?:- +)*(?P<key>[^\s:#][^:#]*?) *: +(?P<value>\S.*)$")

_TIGHT_COLON = re.compile(
    r"[ ]*(?:- +)*(?P<key>[^\s:#'\"\[{][^:#'\"]*)(?P<colon>:)(?P<value>[^\s:][^:]*)"
)
_LONE_KEY = re.compile(r"[ ]*(?:- +)*(?P<key>[\w-]+) *(?:#.*)?")


def report_yaml_error(error: yaml.YAMLError, source: Source, report: Report) -> None:
    """Report a YAML error at its place."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    context = getattr(error, "context_mark", None) or mark
    if mark is None or context is None:
        position = getattr(error, "position", 0)
        _add(report, source, int(position), "yaml-syntax.unknown")
        return
    index = min(mark.index, len(source.text))
    problem = getattr(error, "problem", None) or Said("yaml-syntax.unknown")
    for part, key in _AT_ONCE:
        if part in problem:
            _add(report, source, context.index if part == _OPEN_QUOTE else index, key)
            return
    above = _line_of(source, context.index)
    if "':'" in problem and _explain_lone_key(source, above, report):
        return
    if "':'" in problem and _explain_tight_colon(source, above, report):
        return
    if "mapping values" in problem and _explain_deep_key(source, index, report):
        return
    for number in dict.fromkeys((source.position(index)[0], _line_of(source, context.index))):
        if _explain_line(source, number, index, report):
            return
    keys = (key for part, key in _BY_LINE if part in problem)
    _add(report, source, index, next(keys, "yaml-syntax.other"), problem=problem)


def _line_of(source: Source, index: int) -> int:
    """Return the line of an offset."""
    return source.position(min(index, len(source.text)))[0]


def _add(report: Report, source: Source, start: int, key: str, /, **slots: Any) -> None:
    """Report at one character."""
    start = min(start, len(source.text))
    end = min(start + 1, len(source.text))
    report.add(key, Span(source, start, end), **slots)


def _explain_lone_key(source: Source, number: int, report: Report) -> bool:
    """Report a line with one word, a key that lacks its colon."""
    match = _LONE_KEY.fullmatch(source.line(number))
    if match is None:
        return False
    start = _start_of_line(source, number) + match.start("key")
    span = Span(source, start, start + len(match["key"]))
    report.add("yaml-syntax.lone-key", span, key=match["key"])
    return True


def _explain_tight_colon(source: Source, number: int, report: Report) -> bool:
    """Report a line whose colon is no colon of YAML, since no space stands behind it."""
    match = _TIGHT_COLON.fullmatch(source.line(number))
    if match is None:
        return False
    start = _start_of_line(source, number) + match.start("colon")
    key, value = match["key"].strip(), match["value"].strip()
    report.add("yaml-syntax.tight-colon", Span(source, start, start + 1), key=key, value=value)
    return True


def _explain_deep_key(source: Source, index: int, report: Report) -> bool:
    """Report a key that goes on with the text of the line above: it stands too deep, or that line
    lacks its colon."""
    number = _line_of(source, index)
    line_start = _start_of_line(source, number)
    head = source.text[line_start:index]
    above = next((n for n in range(number - 1, 0, -1) if source.line(n).strip()), 0)
    if not above or head.lstrip()[:1] in ("", "-", *_SPECIAL) or ": " in head or "\t" in head:
        return False
    if _explain_lone_key(source, above, report):
        return True
    match = _KEY_AND_VALUE.match(source.line(above))
    if match is None or match["value"][0] in ("#", *_SPECIAL):
        return False
    key = head.strip()
    span = Span(source, index - len(key), index)
    report.add("yaml-syntax.deep-key", span, key=key, above=match["key"])
    return True


def _explain_line(source: Source, number: int, index: int, report: Report) -> bool:
    """Report the trap that a line has run into, if it is one of the known ones."""
    line = source.line(number)
    line_start = index - source.position(index)[1] + 1
    if source.position(index)[0] != number:
        line_start = _start_of_line(source, number)
    indentation = line[: len(line) - len(line.lstrip())]
    if "\t" in indentation:
        place = line_start + indentation.index("\t")
        _add(report, source, place, "yaml-syntax.tab")
        return True
    match = _KEY_AND_VALUE.match(line)
    return match is not None and _explain_value(source, line_start, match, index, report)


def _start_of_line(source: Source, number: int) -> int:
    """Return the offset at which a line begins."""
    return sum(len(source.line(each)) + 1 for each in range(1, number))


def _explain_value(
    source: Source, line_start: int, match: re.Match[str], index: int, report: Report
) -> bool:
    """Report a value that begins with a special sign or holds `: `."""
    is_item = match["key"][0] in "[{"
    value = match[0][match.start("key") :] if is_item else match["value"]
    place = line_start + match.start("key" if is_item else "value")
    open_brackets: list[str] = []
    for char in value[: max(0, index - place)] if value[0] in "[{" else "":
        if char in "[{":
            open_brackets.append(char)
        elif char in "]}" and open_brackets:
            open_brackets.pop()
    flow = open_brackets[-1] if open_brackets else ""
    if flow and index - place < len(value) and value[index - place] in "[{(:\"'@`*&!%|>":
        sign = value[index - place]
        report.add("flow-trap.sign", Span(source, index, index + 1), sign=sign, flow=flow)
        return True
    if is_item:
        return False
    if value[0] in _SPECIAL:
        _add(report, source, place, _SPECIAL[value[0]], sign=value[0], key=match["key"])
        return True
    colon = re.search(r":(?= |$)", value)
    if colon is not None:
        _add(report, source, place + colon.start(), "yaml-syntax.colon", key=match["key"])
        return True
    return False
