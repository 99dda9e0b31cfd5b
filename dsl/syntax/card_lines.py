"""Read what the cards of a pool say by their lines alone: keys with the text behind each.

Cards are written in many ways, and most of them plainly: a key a line, what belongs to it behind it
or below. Only such cards are read here; of all others nothing is said, so that somebody else reads
them with more time.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from dsl.syntax.cuts import CutText, Unit

_QUOTED: Final = r"\"(?P<double>[^\"\\\n]*)\"|'(?P<single>[^'\n]*)'"
_FIRST: Final = r"[^\s\-?:,\[\]{}#&*!|>'\"%@`~]"
_BLOCK: Final = rf"(?:{_QUOTED}|(?P<plain>{_FIRST}(?:[^\n:#]|:(?=\S)|(?<=\S)#)*))"
_FLOW: Final = (
    rf"(?:{_QUOTED}|(?P<plain>{_FIRST}(?:[^\n:#,\[\]{{}}]|:(?=[^\s,\[\]{{}}])|(?<=\S)#)*))"
)
_NAME: Final = r"(?P<key>[a-zA-Z][\w-]*):"
_ALONE: Final = re.compile(_BLOCK)
_PAIR: Final = re.compile(rf"\s*{_NAME} +{_FLOW} *(?:,|$)")
_LINE: Final = re.compile(rf"\n *{_NAME} +{_BLOCK} *(?=\n|$)")
_NULLS: Final = frozenset({"", "~", "null", "Null", "NULL"})


class Said(NamedTuple):
    """What stands behind a key of a card, and where the key and all that belongs to it stand."""

    text: str
    start: int
    end: int


def keys_of(text: CutText, unit: Unit) -> dict[str, Said] | None:
    """Return the keys of a card with what they say; None where it is not written plainly."""
    dash, column = _columns(text.text, unit.start)
    found: dict[str, Said] = {}
    last = None
    for each in _keys(dash, column).finditer(text.text, unit.start, unit.end):
        key = each["key"]
        if key is None or key in found:
            return None
        if last is not None:
            found[last[0]] = _said(text.text, *last[1:], each.start())
        last = (key, each.start(), each.end("key") + 1)
        found[key] = _NOTHING
    if last is None:
        return None
    found[last[0]] = _said(text.text, *last[1:], unit.end)
    return found


_NOTHING: Final = Said("", 0, 0)


def _columns(text: str, start: int) -> tuple[int, int]:
    """Return the columns of the dash of an item and of its keys; no dash is -1."""
    first = text.find("-", start)
    line = text.rfind("\n", 0, first) + 1
    if first < 0 or text[line:first].strip():
        return -1, 0
    dash = first - line
    while text[first + 1] == " ":
        first += 1
    return dash, first + 1 - line


def _said(text: str, start: int, behind: int, end: int) -> Said:
    """Return what stands behind a key, without lines at its end that say nothing."""
    said = text[behind:end].strip()
    if "\n" in said:
        lines = said.split("\n")
        while lines[-1].lstrip().startswith("#") or not lines[-1].strip():
            lines.pop()
        said = "\n".join(lines)
    return Said(said, start, end)


@lru_cache(maxsize=64)
def _keys(dash: int, column: int) -> re.Pattern[str]:
    """Return the keys in a column; without a name what stands there and is none."""
    before = rf"(?: {{{column}}}| {{{dash}}}- {{{column - dash - 1}}})" if column else ""
    return re.compile(rf"^{before}(?:(?P<key>[A-Za-z][\w-]*):(?=[ \n])|(?![ #\n]|- )\S)", re.M)


def words_of(said: str) -> str | dict[str, str] | None:
    """Return the one text that is said, or texts by key; None where they are not said plainly."""
    if not said:
        return None
    if (alone := _ALONE.fullmatch(said)) is not None:
        return _word(alone)
    if said[0] == "{" and said[-1] == "}" and "\n" not in said:
        return _pairs(_PAIR, said[1:-1])
    if "\n" in said:
        return _pairs(_LINE, f"\n{said}" if said[0] != "\n" else said)
    return None


def _pairs(pattern: re.Pattern[str], said: str) -> dict[str, str] | None:
    """Return texts by key that follow one another."""
    found: dict[str, str] = {}
    here = 0
    while here < len(said):
        each = pattern.match(said, here)
        word = None if each is None else _word(each)
        if each is None or word is None or each["key"] in found:
            return None
        found[each["key"]] = word
        here = each.end()
    return found


def _word(found: re.Match[str]) -> str | None:
    """Return a text as it is read; None for what stands for nothing."""
    if found["plain"] is None:
        return found["double"] if found["double"] is not None else found["single"]
    word = found["plain"].strip()
    return None if word in _NULLS else word
