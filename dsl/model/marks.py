"""Read the marks in the texts of cards: `**bold**`, `*italic*`, `{red:coloured}`, `{large:large}`.

Whoever does not draw a text reads it without its marks. A backslash lets `*` and `{` stand as they
are written; so does a mark that has no partner.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from msgspec.structs import replace

from dsl.records import Record

SIZES: Final = {"small": 0.8, "large": 1.25}
"""The words for sizes of letters, with how many times as large they are."""
_TOKEN: Final = re.compile(
    r"\\[*{}\\]|\*{1,2}|\{([A-Za-z#][A-Za-z0-9_-]*):[ \t]*(?=[^\s}])|[{}]|[^\\*{}]+|\\"
)


class Style(Record):
    """How letters look beside the plain ones of their text; `color` is as it was written."""

    is_bold: bool = False
    is_italic: bool = False
    color: str = ""
    scale: float = 1


PLAIN: Final = Style()


class Run(Record):
    """Letters of one style."""

    text: str
    style: Style = PLAIN


Runs: TypeAlias = tuple[Run, ...]


class Mark(Record):
    """A mark that opens something, as it stands in a text; `word` is a colour or size."""

    start: int
    end: int
    text: str
    word: str
    is_closed: bool


class _Token(Record):
    """A mark, or what stands between marks; `partner` is the place of the other end."""

    start: int
    text: str
    word: str = ""
    is_opening: bool = False
    partner: int | None = None


def _tokens(text: str) -> list[_Token]:
    """Return the marks of a text and what stands between them, in a time that grows as the text."""
    found, at = list[_Token](), 0
    opened: dict[str, list[int]] = {"{": [], "*": [], "**": []}  # the last is the nearest
    while at < len(text):
        match = _TOKEN.match(text, at)
        assert match is not None
        said, word, partner = match[0], match[1] or "", None
        before = text[at - 1 : at]
        if said == "**" and text[at + 2 : at + 3] == "*" and before.strip():
            nearest = max((each[-1] for each in opened.values() if each), default=-1)
            if opened["*"][-1:] == [nearest]:
                said = "*"  # of three that close two things
        end, is_opening = at + len(said), said == "{" or bool(word)
        if said == "}":
            partner = next(reversed(opened["{"]), None)
        elif said in ("*", "**"):
            if before.strip() and opened[said] and opened[said][-1] < len(found) - 1:
                partner = opened[said][-1]
            is_opening = partner is None and bool(text[end : end + 1].strip())
        if partner is not None:
            found[partner] = replace(found[partner], partner=len(found))
            for stack in opened.values():
                while stack and stack[-1] >= partner:
                    stack.pop()
        elif is_opening:
            opened["{" if said[0] == "{" else said].append(len(found))
        found.append(_Token(at, said, word, is_opening, partner))
        at = end
    return found


def _is_mark(token: _Token, found: list[_Token]) -> bool:
    """Return whether a part of a text is a mark with a partner."""
    if token.partner is None:
        return False
    return token.text[0] == "*" or bool(token.word or found[token.partner].word)


def runs_of(text: str) -> Runs:
    """Return the letters of a text by their style, without its marks."""
    found, styles, runs = _tokens(text), [PLAIN], list[Run]()
    for token in found:
        if not _is_mark(token, found):
            said = token.text[1:] if len(token.text) == 2 and token.text[0] == "\\" else token.text
            if runs and runs[-1].style == styles[-1]:
                said = runs.pop().text + said
            runs.append(Run(said, styles[-1]))
        elif not token.is_opening:
            styles.pop()
        else:
            styles.append(_marked(styles[-1], token))
    return tuple(runs)


def _marked(style: Style, token: _Token) -> Style:
    """Return a style with what a mark says."""
    if token.text == "**":
        return replace(style, is_bold=True)
    if token.text == "*":
        return replace(style, is_italic=True)
    if token.word in SIZES:
        return replace(style, scale=SIZES[token.word])
    return replace(style, color=token.word)


def without_marks(text: str) -> str:
    """Return a text as it is read, without its marks."""
    return "".join(run.text for run in runs_of(text)) if has_marks(text) else text


def has_marks(text: str) -> bool:
    """Return whether a text may hold marks."""
    return "*" in text or "\\" in text or (":" in text and "{" in text)


def opening(text: str) -> Iterator[Mark]:
    """Yield each mark that opens something."""
    for token in _tokens(text) if has_marks(text) else ():
        if token.is_opening and token.text != "{":
            end = token.start + len(token.text)
            yield Mark(token.start, end, token.text, token.word, token.partner is not None)


def lines_of(runs: Iterable[Run]) -> list[Runs]:
    """Return the lines of a text, none of them empty."""
    lines = list[list[Run]]([[]])
    for run in runs:
        first, *rest = run.text.split("\n")
        for number, part in enumerate((first, *rest)):
            if number:
                lines.append([])
            if part:
                lines[-1].append(Run(part, run.style))
    return [tuple(line) for line in lines if any(run.text.strip() for run in line)]
