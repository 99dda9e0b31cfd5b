"""Check an effect text before it is parsed, and carry its problems out.

Size, characters and brackets are checked here: nothing that could make a parser slow or a walk over
its tree too deep comes further. A problem has a place and the words around it. Numbers as they are
written elsewhere (`1e3`, `0x10`, `1_000`, `1,000`, `.5`, `½`) are recognised. The language has
whole numbers in plain digits alone; a message gives the exact value, or says that the form is no
whole number.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from typing import Any, Final

from dsl.diagnostics.diagnostic import Instead, Report
from dsl.diagnostics.wording import Said
from dsl.model.documents import Scalar
from dsl.records import Record, Span
from dsl.syntax.limits import EFFECT_BYTES, EFFECT_DEPTH, EFFECT_TOKENS, LARGEST_INTEGER

_PLAIN: Final = r"(?<![\w.,'+/%-])"
FORMS: Final = re.compile(
    rf"{_PLAIN}(?P<based>0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+)(?![\w.])"
    rf"|{_PLAIN}(?P<zeros>0[0-9]+)(?![\w.,'/%-])"
    rf"|{_PLAIN}(?P<power>[0-9]+(?:\.[0-9]+)?[eE][+-]?[0-9]+)(?![\w.])"
    rf"|{_PLAIN}(?P<grouped>[0-9]{{1,3}}(?:(?P<by>[,_' ])[0-9]{{3}})(?:(?P=by)[0-9]{{3}})*"
    r"|[0-9]+(?:_[0-9]+)+)(?![\w.])"
    rf"|{_PLAIN}(?P<broken>[0-9]*\.[0-9]+(?:[.,][0-9]+)*|[0-9]+\.(?![\w.])|[0-9]+%(?![\w(])"
    r"|[0-9]+/[0-9]+)(?![\w])"
    r"|(?<![\w.)\]])(?P<signed>\+[0-9]+)(?![\w.])"
    r"|(?<![0-9A-Za-z])(?P<foreign>[^\W\x00-\x7f]+|[\u00bc-\u00be\u2150-\u215e]+)"
)
"""Each with what it is: of another base, with zeros before it, a power of ten, in groups …"""
NUMBER_WORDS: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
)  # fmt: skip
"""English words for numbers, from 0 on."""


class NumberForm(Record):
    """A number in a form that the language has not.

    Attributes:
        key: Of what is said of it.
        helps: What to write, where the catalogue does not say it.
    """

    start: int
    end: int
    key: str
    written: str
    helps: tuple[Instead, ...] = ()

    def report_to(self, report: Report, span: Span) -> None:
        """Add the diagnostic about the number."""
        report.add(self.key, span, *self.helps, written=self.written, largest=LARGEST_INTEGER)


def number_at(text: str, at: int) -> NumberForm | None:
    """Return the number that stands at an offset of a text, or ends or begins there."""
    for match in FORMS.finditer(text):
        end = match.end()
        while match[0][-1] in ".%" and text[end : end + 1] == " ":  # a sign waits for what follows
            end += 1
        if match.start() <= at <= end:
            return _form(match)
    return None


def _form(match: re.Match[str]) -> NumberForm | None:
    """Return what is said of a number; None of what is none."""
    kind, written = match.lastgroup, match[0]
    if kind == "by":
        kind = "grouped"
    value = _foreign(written) if kind == "foreign" else _value(str(kind), written)
    if value is None:
        return None
    start, end = match.span()
    if value != value.to_integral_value() or (kind == "broken" and not written.endswith(".")):
        return NumberForm(start, end, "bad-number.part", written)
    if value > LARGEST_INTEGER:
        return NumberForm(start, end, "bad-number.too-large", written)
    return NumberForm(start, end, "bad-number.form", written, (Instead.sure(f"{int(value)}"),))


def _value(kind: str, written: str) -> Decimal | None:
    """Return what a number comes to."""
    if kind == "based":
        return Decimal(int(written, 0))
    if kind == "grouped":
        return Decimal(re.sub(r"[^0-9]", "", written))
    if kind == "broken":
        return Decimal(written[:-1]) if written.endswith(".") else Decimal("0.5")
    return _power(written) if kind == "power" else Decimal(written)


def _power(written: str) -> Decimal:
    """Return what a number times a power of ten comes to. A power beyond all numbers is cut where
    the result is as much too large, or as little a whole number."""
    number, _, power = written.lower().partition("e")
    most = len(number) + len(str(LARGEST_INTEGER))
    return Decimal(f"{number}e{int(max(-most, min(most, float(power))))}")


def _foreign(written: str) -> Decimal | None:
    """Return the number in digits of another script, or a single sign for a number."""
    if all(unicodedata.decimal(each, None) is not None for each in written):
        return Decimal(written)
    number = unicodedata.numeric(written, None) if len(written) == 1 else None
    return None if number is None else Decimal(str(number))


class Problem(Exception):
    """One mistake in an effect text.

    Attributes:
        key: Of what is said of it: `effect-syntax.range`.
        start: Where in the text; an end of None means the word that stands there.
        helps: What to do, where the catalogue does not say it.
        slots: What fills the texts.
    """

    def __init__(self, key: str, start: int, end: int | None, /, *helps: str, **slots: Any) -> None:
        """Store what the diagnostic will say."""
        super().__init__(key)
        self.key = key
        self.start = start
        self.end = end
        self.helps = helps
        self.slots = slots

    def report_to(self, report: Report, scalar: Scalar) -> None:
        """Add the diagnostic, at its place in the file."""
        number = number_at(scalar.text, self.start)
        if number is not None:
            number.report_to(report, scalar.part(number.start, number.end))
            return
        length = len(scalar.text)
        start = min(self.start, length)
        end = self.end
        if end is None:  # that of the word which begins there; at least one character on
            end = start
            while end < length and (scalar.text[end].isalnum() or scalar.text[end] in "-_"):
                end += 1
            end = max(end, start + 1)
        end = min(end, length)
        report.add(self.key, scalar.part(start, end), *self.helps, **self.slots)


class Stop(Record):
    """Where the parser stopped.

    Attributes:
        kind: The type of the token; `$END` at the end of a text, `_NL` at the end of a line.
        word: What stands there.
        head_start: Where the step begins.
        expected: The types of tokens that could have followed.
        before: The words of the same step before it.
        line: The words of the same line before it.
        rest: The words of the same line after it.
    """

    kind: str
    word: str
    start: int
    end: int
    expected: frozenset[str]
    before: tuple[str, ...]
    line: tuple[str, ...]
    rest: tuple[str, ...]
    head_start: int

    @property
    def at_end(self) -> bool:
        """Return whether the line or text ends here."""
        return self.kind in ("$END", "_NL", "_DEDENT")

    @property
    def last(self) -> str:
        """Return the word before, or an empty text."""
        return self.line[-1] if self.line else ""

    @property
    def head(self) -> str:
        """Return the first word of the step."""
        return self.before[0] if self.before else ""

    def problem(self, key: str, *helps: str, **slots: Any) -> Problem:
        """Return the problem at this place."""
        return Problem(key, self.start, self.end, *helps, **slots)


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
        if piece in _QUOTES:
            raise Problem("string-in-effect", start, start + 1, sign=piece)
        raise Problem("unknown-character", start, start + 1, _advice(piece), sign=piece)
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
