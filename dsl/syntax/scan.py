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
_MEANT = {
    "!": "write `not`, or `!=` for different",
    "&": Instead.of("and"),
    "|": Instead.of("or"),
    "{": "write `[…]` for a list; there are no braces",
    "}": "write `[…]` for a list; there are no braces",
    "×": Instead.sure("*"),
    "÷": "write `//`, which rounds down",
    "≤": Instead.sure("<="),
    "≥": Instead.sure(">="),
    "≠": Instead.sure("!="),
    "→": Instead.sure("->"),
    "−": Instead.sure("-"),
    "–": Instead.sure("-"),
    "…": Instead("write `..` for a range", "..", is_sure=True),
    "?": "write `a if condition else b`",
    "^": "write a product; there are no powers",
}


def scan(text: str, is_effect: bool) -> str:
    """Return the text for the parser, as long as the original: without comments, and outside an
    effect without line ends.

    Raises:
        Problem: Where the text is too large or holds what no effect text holds.
    """
    if len(text.encode("utf-8", "surrogatepass")) > EFFECT_BYTES:
        raise _too_long(f"the text has more than {EFFECT_BYTES} bytes", 0)
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
            raise _too_long(
                f"the text has more than {EFFECT_TOKENS} words and signs", match.start()
            )
    if tokens == 0:
        raise Problem("empty-effect", "the text is empty", 0, len(text.rstrip()))
    if brackets:
        piece, start = brackets[-1]
        other = ")" if piece == "(" else "]"
        message = f"`{piece}` is never closed"
        raise Problem("unclosed-bracket", message, start, start + 1, (f"add the `{other}`",))
    clean = "".join(pieces)
    return clean.rstrip() + "\n" if is_effect else clean.replace("\n", " ")


def _too_long(message: str, start: int) -> Problem:
    """Return the problem of a long text."""
    return Problem(
        "effect-too-long", message, start, None, ("move parts into events or values of their own",)
    )


def _check_tab(text: str, start: int, blank: str, counts: bool) -> None:
    """Refuse tabs in the indentation, whose width nobody knows."""
    line_start = start == 0 or "\n" in blank
    tab = blank.rfind("\t")
    is_indentation = tab > blank.rfind("\n") and start + len(blank) < len(text)
    if counts and line_start and is_indentation:
        raise Problem(
            "bad-indentation",
            "a line is indented with a tab",
            start + tab,
            start + tab + 1,
            ("indent with two spaces",),
        )


def _check_piece(kind: str | None, piece: str, start: int, brackets: list[tuple[str, int]]) -> None:
    """Refuse a wrong character, a wrong bracket or a large number."""
    if kind == "other":
        raise _wrong_character(piece, start)
    if kind == "number" and (len(piece) > 13 or int(piece) > LARGEST_INTEGER):
        message = f"numbers end at {LARGEST_INTEGER}"
        raise Problem("number-too-large", message, start, start + len(piece))
    if kind == "open":
        brackets.append((piece, start))
        if len(brackets) > EFFECT_DEPTH:
            message = f"brackets are nested more than {EFFECT_DEPTH} levels deep"
            raise Problem("effect-too-deep", message, start, start + 1)
    if kind == "close":
        if not brackets:
            message = f"`{piece}` closes nothing"
            raise Problem("unclosed-bracket", message, start, start + 1, ("take it out",))
        opening, _ = brackets.pop()
        if _PARTNER[piece] != opening:
            other = ")" if opening == "(" else "]"
            message = f"`{piece}` closes a `{opening}`"
            raise Problem("unclosed-bracket", message, start, start + 1, (Instead.sure(other),))


def _wrong_character(char: str, start: int) -> Problem:
    """Return the problem of a character outside the language."""
    if char in _QUOTES:
        return Problem(
            "string-in-effect",
            f"effect texts hold no quoted text, but here is `{char}`",
            start,
            start + 1,
            ("put what people read under `text:` and write names without quotes",),
        )
    plain = unicodedata.normalize("NFKC", char)
    meant = Instead.sure(plain) if plain != char and plain.isascii() else "take it out"
    message = f"`{char}` is no character of the effect language"
    return Problem("unknown-character", message, start, start + 1, (_MEANT.get(char, meant),))
