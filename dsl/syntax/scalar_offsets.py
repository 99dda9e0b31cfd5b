"""Answer where in the file each character of a YAML text stands.

YAML resolves escapes and folds lines before anybody sees the text; this walks the written form a
second time and notes the offset of every character that is left. A wrong guess is noticed, because
the characters are compared with what YAML read.
"""

from __future__ import annotations

import re
from collections import abc

from dsl.syntax.yaml_pieces import indent_of

_FOLD = re.compile(r"[ \t]*\n[ \t\n]*")
_ESCAPE = re.compile(
    r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|(?P<line>\n[ \t]*)|.)", re.DOTALL
)
_QUOTES = ("'", '"')
_HEADER = re.compile(r"[|>][-+0-9]*[ \t]*(?:#[^\n]*)?\n?")


def map_offsets(text: str, start: int, end: int, style: str, value: str) -> abc.Sequence[int]:
    """Return the offset of each character of a value, and of its end.

    Args:
        text: The whole file.
        start: Where the scalar begins, its quote or `|` included.
        style: `'`, `"`, `|`, `>`, or empty for a plain scalar.
    """
    if style == "" and text.startswith(value, start) and end - start == len(value):
        return range(start, end + 1)
    if style in _QUOTES and end - start == len(value) + 2 and text.startswith(value, start + 1):
        return range(start + 1, end)
    if style in ("|", ">"):
        found = _map_block(text, start, end, value)
    else:
        found = _map_flow(text, start + bool(style), end - bool(style), style, value)
    return tuple(found) if found is not None else _rough(start, end, len(value))


def _rough(start: int, end: int, length: int) -> tuple[int, ...]:
    """Return offsets that lie inside the scalar and rise, where the exact ones are unknown."""
    return tuple(min(start + i, end) for i in range(length + 1))


def _map_flow(text: str, start: int, end: int, style: str, value: str) -> list[int] | None:
    """Return the offsets for a plain or quoted scalar, or None where they do not fit the value."""
    offsets: list[int] = []
    here = start
    while here < end:
        fold = _FOLD.match(text, here, end)
        escape = _ESCAPE.match(text, here, end) if style == '"' and text[here] == "\\" else None
        if fold is not None:
            offsets += _fold_offsets(text, fold)
            here = fold.end()
        elif escape is not None:
            offsets += [] if escape["line"] is not None else [here]
            here = min(escape.end(), end)
        else:
            offsets.append(here)
            here += 2 if style == "'" and text[here] == "'" else 1
    return [*offsets, end] if len(offsets) == len(value) else None


def _fold_offsets(text: str, fold: re.Match[str]) -> list[int]:
    """Return the offsets of what stays of line ends: one space, or all but the first."""
    line_ends = [i for i in range(fold.start(), fold.end()) if text[i] == "\n"]
    return line_ends if len(line_ends) == 1 else line_ends[1:]


def _map_block(text: str, start: int, end: int, value: str) -> list[int] | None:
    """Return the offsets for a block of lines, or None where they do not fit the value."""
    header = _HEADER.match(text, start)
    here = header.end() if header else start
    indentation = _block_indentation(text, here, end, value)
    offsets: list[int] = []
    while here < end and len(offsets) < len(value):
        line_end = text.find("\n", here)
        line_end = len(text) if line_end < 0 else line_end
        content = text[here + indentation : line_end]
        if content.strip(" \t"):
            begin = _find_content(value, len(offsets), content)
            if begin is None:
                return None
            offsets += [max(start, here - 1)] * (begin - len(offsets))
            offsets += range(here + indentation, line_end)
        here = line_end + 1
    last = min(offsets[-1] + 1 if offsets else end, len(text))
    offsets += [last] * (len(value) - len(offsets))
    return [*offsets, max(last, min(end, len(text)))]


def _block_indentation(text: str, here: int, end: int, value: str) -> int:
    """Return how many spaces of the written lines are not part of the value."""
    written = next((line for line in text[here:end].split("\n") if line.strip(" \t")), "")
    first = next((line for line in value.split("\n") if line.strip(" \t")), "")
    return max(0, indent_of(written) - indent_of(first))


def _find_content(value: str, begin: int, content: str) -> int | None:
    """Return where a written line continues the value, past the white space between lines."""
    while begin < len(value) and not value.startswith(content, begin):
        if value[begin] not in " \n\t":
            return None
        begin += 1
    return begin if begin < len(value) else None
