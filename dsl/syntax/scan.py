"""List the reserved words of the effect language, and check a text before it is parsed.

`grammar.lark` holds the same words in its NAME; a test compares them. Size, characters and
brackets are checked here: nothing that could make a parser slow or a walk over its tree too deep
comes further.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from dsl.diagnostics.diagnostic import Instead
from dsl.diagnostics.wording import Said
from dsl.syntax.limits import EFFECT_BYTES, EFFECT_DEPTH, EFFECT_TOKENS, LARGEST_INTEGER
from dsl.syntax.problem import Problem

KEYWORDS: Final = (
    "if", "elif", "else", "for", "each", "in", "repeat", "times", "while", "may", "choose", "let",
    "set", "add", "subtract", "move", "order", "retire", "do", "require", "return", "stop", "end",
    "and", "or", "not", "is", "where", "except", "when", "to", "from", "on", "onto", "into",
    "with", "by", "at", "as", "of", "together", "then", "every", "any", "again", "one", "up",
    "so", "that", "empty", "none", "once", "top", "bottom",
)  # fmt: skip
"""They never become more within a version of the language."""
LATER_KEYWORDS: Final = ("can",)
"""They mean something before a bracket alone, where no package has a value of that name."""
RESERVED: Final = frozenset(KEYWORDS)
PREPOSITIONS: Final = (
    "to", "from", "on", "onto", "into", "with", "by", "for", "at", "as", "of",
)  # fmt: skip
STEP_KEYWORDS: Final = (
    "if", "elif", "else", "for", "repeat", "while", "may", "choose", "let", "set", "add",
    "subtract", "move", "order", "retire", "do", "require", "return", "stop", "end", "together",
    "at", "then",
)  # fmt: skip


PIECE = re.compile(
    r"(?P<blank>[ \t\n]+)|(?P<comment>#[^\n]*)"
    r"|(?P<word>[a-zA-Z_][a-zA-Z0-9_]*(?:-[a-zA-Z0-9_]+)*)|(?P<number>[0-9]+)"
    r"|(?P<open>[(\[])|(?P<close>[)\]])|(?P<sign>->|\.\.|==|!=|<=|>=|//|[-+*%<>.,:;=/])|(?P<other>.)"
)
_PARTNER = {")": "(", "]": "["}
_QUOTES = "\"'“”„‘’«»「」"
_MEANT = {"×": "*", "≤": "<=", "≥": ">=", "≠": "!=", "→": "->", "−": "-", "–": "-"}
_PERHAPS = {"&": "and", "|": "or"}
_ADVICE = {
    "!": "unknown-character.not",
    "{": "unknown-character.braces",
    "}": "unknown-character.braces",
    "÷": "unknown-character.divide",
    "?": "unknown-character.choice",
    "^": "unknown-character.power",
}
"""What to write for a character: that alone can be meant, that may be meant, or a key of a help."""


def scan(text: str, is_effect: bool) -> str:
    """Return the text for the parser, as long as the original: without comments, and outside an
    effect without line ends.

    Raises:
        Problem: Where the text is too large or holds what no effect text holds.
    """
    if len(text.encode("utf-8", "surrogatepass")) > EFFECT_BYTES:
        raise Problem("effect-too-long.bytes", 0, None, most=EFFECT_BYTES)
    tokens = 0
    brackets: list[tuple[str, int]] = []
    pieces: list[str] = []
    for match in PIECE.finditer(text):
        kind, piece = match.lastgroup, match.group()
        if kind == "comment":
            piece = " " * len(piece)
        elif kind == "blank":
            _check_tab(text, match.start(), piece, is_effect and not brackets)
        else:
            tokens += 1
            _check_piece(kind, piece, match.start(), brackets)
        pieces.append(piece)
        if tokens > EFFECT_TOKENS:
            raise Problem("effect-too-long.words", match.start(), None, most=EFFECT_TOKENS)
    if tokens == 0:
        raise Problem("empty-effect", 0, len(text.rstrip()))
    if brackets:
        piece, start = brackets[-1]
        other = ")" if piece == "(" else "]"
        raise Problem("unclosed-bracket.open", start, start + 1, bracket=piece, other=other)
    clean = "".join(pieces)
    return clean.rstrip() + "\n" if is_effect else clean.replace("\n", " ")


def _check_tab(text: str, start: int, blank: str, counts: bool) -> None:
    """Refuse tabs in the indentation, whose width nobody knows."""
    line_start = start == 0 or "\n" in blank
    tab = blank.rfind("\t")
    is_indentation = tab > blank.rfind("\n") and start + len(blank) < len(text)
    if counts and line_start and is_indentation:
        raise Problem("bad-indentation.tab", start + tab, start + tab + 1)


def _check_piece(kind: str | None, piece: str, start: int, brackets: list[tuple[str, int]]) -> None:
    """Refuse a wrong character, a wrong bracket or a large number."""
    if kind == "other":
        raise _wrong_character(piece, start)
    if kind == "number" and (len(piece) > 13 or int(piece) > LARGEST_INTEGER):
        raise Problem("number-too-large", start, start + len(piece), largest=LARGEST_INTEGER)
    if kind == "open":
        brackets.append((piece, start))
        if len(brackets) > EFFECT_DEPTH:
            raise Problem("effect-too-deep.brackets", start, start + 1, most=EFFECT_DEPTH)
    if kind == "close":
        if not brackets:
            raise Problem("unclosed-bracket.nothing", start, start + 1, bracket=piece)
        opening, _ = brackets.pop()
        if _PARTNER[piece] != opening:
            other = ")" if opening == "(" else "]"
            key, advice = "unclosed-bracket.crossed", Instead.sure(other)
            raise Problem(key, start, start + 1, advice, bracket=piece, opening=opening)


def _wrong_character(char: str, start: int) -> Problem:
    """Return the problem of a character outside the language."""
    if char in _QUOTES:
        return Problem("string-in-effect", start, start + 1, sign=char)
    return Problem("unknown-character", start, start + 1, _advice(char), sign=char)


def _advice(char: str) -> Said:
    """Return what to do about a character outside the language."""
    if char == "…":
        return Instead(Said("unknown-character.range"), "..", is_sure=True)
    if char in _ADVICE:
        return Said(_ADVICE[char])
    if char in _PERHAPS:
        return Instead.of(_PERHAPS[char])
    plain = _MEANT.get(char) or unicodedata.normalize("NFKC", char)
    is_meant = plain != char and plain.isascii()
    return Instead.sure(plain) if is_meant else Said("unknown-character.other")
