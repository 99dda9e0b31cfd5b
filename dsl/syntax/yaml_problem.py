"""Report in plain words why a text is not YAML, and read the rest of it all the same.

A mistake of YAML stops its reader for good. All lines of the entry in which it stands become
blanks, every other character keeps its place, and the text is read again: so all mistakes are
reported at once. Expressions that YAML cuts up without complaint are found here too: `{c: f(x,
y)}` loads as the two keys `c` and `y)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import yaml

from dsl.diagnostics.diagnostic import Report
from dsl.model.documents import Mapping, Scalar, Sequence
from dsl.source import Source, Span

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
    scalar, message = fault
    bracket = Span(node.span.source, node.span.start, node.span.start + 1)
    span = scalar.span if scalar.span.end > scalar.span.start else bracket
    block = "write the list as a block, each item on its own line after `- `, or"
    if isinstance(node, Mapping):
        first = node.entries[0].key.text if node.entries else "key"
        block = f"write a block, each key on its own line: `{first}: …`; or"
    report.add("flow-trap", message, span, f"{block} put the expression in quotes")
    return True


def _faults(node: Mapping | Sequence) -> Iterator[tuple[Scalar, str]]:
    """Yield the pieces that show a cut, with what is wrong about them."""
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
            yield piece, f"`{piece.text}` is a piece of an expression that was cut at a comma"
    if isinstance(node, Mapping):
        for entry in node.entries:
            if isinstance(entry.value, Scalar) and entry.value.is_null:
                yield entry.key, f"the key `{entry.key.text}` has no value"


_BLOCK = "write the text as a block: `{key}: |` and the text below it, indented"
_FLOW_HELP = (
    "put the whole value into quotes, or write a block, each key on its own line: `key: value`"
)
_SPECIAL = {
    "[": "a value that begins with `[` is a list",
    "{": "a value that begins with `{` is a mapping",
    '"': "a value that begins with a quote ends with that quote",
    "'": "a value that begins with a quote ends with that quote",
    "*": "a value cannot begin with `*`",
    "&": "a value cannot begin with `&`",
    "!": "a value cannot begin with `!`",
    "@": "a value cannot begin with `@`",
    "`": "a value cannot begin with a backtick",
    "%": "a value cannot begin with `%`",
    "|": "after `|` the line ends and the text stands below",
    ">": "after `>` the line ends and the text stands below",
}
_UNFIT = "this line fits no entry above; its indentation may be wrong"
_MEANT = (
    ("Unicode character escape", "an escape means no character", "write the character itself"),
    ("mapping values are not allowed", "a `key: value` stands where none can stand", ""),
    ("'-' indicator", "a key stands where the list above goes on with `- `", ""),
    ("but found '?'", "a key stands where the list above goes on with `- `", ""),
    ("expected key", _UNFIT, ""),
    ("expected <block end>", _UNFIT, ""),
    ("could not find expected ':'", "a line above lacks its `:`", ""),
    ("unknown escape character", "a backslash in double quotes begins an escape unknown to YAML",
     "write the text without quotes, or write `\\\\` for a backslash"),
    ("unexpected end of stream", "a quote is never closed", "add the quote at its end"),
    ("did not find expected ',' or", "a `,` or the closing bracket is missing", ""),
    ("expected ',' or", "a `,` or the closing bracket is missing", ""),
)  # fmt: skip
"""Parts of what YAML's reader says, with what people are told and what they can write; where that
depends on the line, nothing."""
_KEY_AND_VALUE = re.compile(r"[ ]*(?:- +)*(?P<key>[^\s:#][^:#]*?) *: +(?P<value>\S.*)$")

_LONE_KEY = re.compile(r"[ ]*(?:- +)*(?P<key>[\w-]+) *(?:#.*)?")


def report_yaml_error(error: yaml.YAMLError, source: Source, report: Report) -> None:
    """Report a YAML error at its place."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    context = getattr(error, "context_mark", None) or mark
    if mark is None or context is None:
        position = getattr(error, "position", 0)
        _add(report, source, int(position), "the text is not YAML")
        return
    index = min(mark.index, len(source.text))
    problem = str(getattr(error, "problem", None) or "the text is not YAML")
    rows = ((words, help_text) for part, words, help_text in _MEANT if part in problem)
    words, help_text = next(rows, (f"the text is not YAML: {problem}", ""))
    is_quote = "unexpected end of stream" in problem
    if help_text and ("quoted" in str(error) or not is_quote):
        _add(report, source, context.index if is_quote else index, words, help_text)
        return
    if "':'" in problem and _explain_lone_key(source, _line_of(source, context.index), report):
        return
    if "mapping values" in problem and _explain_deep_key(source, index, report):
        return
    for number in dict.fromkeys((source.position(index)[0], _line_of(source, context.index))):
        if _explain_line(source, number, index, report):
            return
    _add(report, source, index, words)


def _line_of(source: Source, index: int) -> int:
    """Return the line of an offset."""
    return source.position(min(index, len(source.text)))[0]


def _add(report: Report, source: Source, start: int, message: str, *helps: str) -> None:
    """Report at one character."""
    start = min(start, len(source.text))
    end = min(start + 1, len(source.text))
    report.add("yaml-syntax", message, Span(source, start, end), *helps)


def _explain_lone_key(source: Source, number: int, report: Report) -> bool:
    """Report a line with one word, a key that lacks its colon."""
    match = _LONE_KEY.fullmatch(source.line(number))
    if match is None:
        return False
    start = _start_of_line(source, number) + match.start("key")
    span = Span(source, start, start + len(match["key"]))
    report.add("yaml-syntax", f"`{match['key']}` has no `:`", span, f"write `{match['key']}:`")
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
    key, other = head.strip(), match["key"]
    message = f"`{key}` stands deeper than `{other}` above, whose value goes on here"
    help_text = f"give it the indentation of `{other}`, or write a long text below `{other}: |`"
    report.add("yaml-syntax", message, Span(source, index - len(key), index), help_text)
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
        _add(report, source, place, "a line is indented with a tab", "indent with two spaces")
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
    help_text = _BLOCK.format(key=match["key"])
    open_brackets: list[str] = []
    for char in value[: max(0, index - place)] if value[0] in "[{" else "":
        if char in "[{":
            open_brackets.append(char)
        elif char in "]}" and open_brackets:
            open_brackets.pop()
    flow = open_brackets[-1] if open_brackets else ""
    if flow and index - place < len(value) and value[index - place] in "[{(:\"'@`*&!%|>":
        sign = value[index - place]
        message = f"`{sign}` cannot stand in a value inside `{flow}`"
        report.add("flow-trap", message, Span(source, index, index + 1), _FLOW_HELP)
        return True
    if is_item:
        return False
    if value[0] in _SPECIAL:
        _add(report, source, place, _SPECIAL[value[0]], help_text)
        return True
    colon = re.search(r":(?= |$)", value)
    if colon is not None:
        message = "a text with `: ` cannot stand behind a key without quotes"
        _add(report, source, place + colon.start(), message, help_text)
        return True
    return False
