"""Parse a query for cards, as a person writes it, into a tree, and report what is wrong with it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias

from cardwright.apps.cards.query_tables import Token, Unexpected, parse, query_tables
from dsl import Catalogue, Language, Record, Source, Span


class Term(Record):
    """A word, a quoted text or a pattern between slashes.

    Attributes:
        form: `word`, `quoted` or `pattern`.
        text: Without its quotes or slashes.
    """

    form: str
    text: str
    span: Span


class Field(Record):
    """A field with what it must be. `sign` is one of `: != < <= > >=`."""

    name: str
    sign: str
    value: Term
    name_span: Span
    sign_span: Span


class Not(Record):
    """What must not hold."""

    of: Query


class Both(Record):
    """What must all hold; of nothing, everything does."""

    parts: tuple[Query, ...]


class Either(Record):
    """What must hold in part."""

    parts: tuple[Query, ...]


Query: TypeAlias = Term | Field | Not | Both | Either


MOST_LETTERS: Final = 2000
MOST_NESTED: Final = 50
_OPENING: Final = frozenset('"「“')
_BETWEEN: Final = ("or", "and")


class QuerySyntaxError(ValueError):
    """What is written is no query.

    Attributes:
        reason: `too-long`, `too-deep`, `open-quote`, `open-pattern`, `open-parenthesis`,
            `stray-parenthesis`, `nothing-beside`, `no-name`, `no-value`, `stray`.
        span: The letters at fault.
    """

    def __init__(self, reason: str, span: Span) -> None:
        super().__init__(reason)
        self.reason = reason
        self.span = span


def read_query(text: str) -> Query:
    """Return what a text asks for; wide letters and signs are read as narrow ones.

    Raises:
        QuerySyntaxError: It is no query.
    """
    source = Source("query", narrow(text))
    if len(source.text) > MOST_LETTERS:
        raise QuerySyntaxError("too-long", Span(source, MOST_LETTERS, MOST_LETTERS + 1))
    depth = run = 0
    for at, letter in enumerate(source.text):
        depth += (letter == "(") - (letter == ")")
        run = run + 1 if letter == "-" else 0
        if max(depth, run) > MOST_NESTED:
            raise QuerySyntaxError("too-deep", Span(source, at, at + 1))
    if source.text.lower().count("not") > MOST_NESTED:
        at = source.text.lower().rindex("not")
        raise QuerySyntaxError("too-deep", Span(source, at, at + 3))
    builder = _Builder(source)
    try:
        query: Query = parse(
            query_tables(), source.text, lambda name, parts: builder.built(name, parts)
        )
    except Unexpected as error:
        raise _understood(error.at, source) from None
    return query


def narrow(text: str) -> str:
    """Return a text with narrow letters and signs for wide ones, letter for letter; in one line."""
    letters = (n if len(n := unicodedata.normalize("NFKC", c)) == 1 else c for c in text)
    return "".join(" " if c.isspace() or not c.isprintable() else c for c in letters)


class _Builder:
    """Turns what is read by the tables into trees."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._builds: Mapping[str, Callable[[list[Any]], Query]] = {
            "start": lambda parts: parts[0] if parts else Both(()),
            "either": lambda parts: Either(tuple(parts)) if len(parts) > 1 else parts[0],
            "both": lambda parts: Both(tuple(parts)) if len(parts) > 1 else parts[0],
            "negation": lambda parts: Not(parts[1]),
            "word": lambda parts: self._term(parts[0]),
            "pattern": lambda parts: self._term(parts[0]),
            "field": lambda parts: self._field(*parts),
        }

    def built(self, name: str, parts: list[Any]) -> Query:
        """Return what a rule of the grammar stands for."""
        return self._builds[name](parts)

    def _field(self, name: Token, sign: Token, value: Token) -> Query:
        """Return a field with its value."""
        sign_span = self._span(sign)
        if value.start != sign.end:
            raise QuerySyntaxError("no-value", sign_span)
        term = self._term(value)
        if not term.text:
            raise QuerySyntaxError("no-value", term.span)
        signed = ":" if sign.text == "=" else sign.text
        return Field(name.text, signed, term, self._span(name), sign_span)

    def _term(self, token: Token) -> Term:
        span = self._span(token)
        if token.type == "QUOTED":
            return Term("quoted", token.text[1:-1].strip(), span)
        if token.type == "PATTERN":
            return Term("pattern", token.text[1:-1], span)
        return Term("word", token.text, span)

    def _span(self, token: Token) -> Span:
        return Span(self._source, token.start, token.end)


def _understood(at: int | None, source: Source) -> QuerySyntaxError:
    """Return what is wrong where reading stopped; None: at the end."""
    text = source.text
    if at is None:
        return _at_the_end(source)
    letter = text[at]
    if letter in _OPENING:
        return QuerySyntaxError("open-quote", Span(source, at, at + 1))
    if letter == "/":
        return QuerySyntaxError("open-pattern", Span(source, at, at + 1))
    if letter in ":=<>!":
        return QuerySyntaxError("no-name", Span(source, at, at + 1))
    before = text[:at].rstrip()
    if letter == ")":
        if text[:at].count("(") <= text[:at].count(")"):
            return QuerySyntaxError("stray-parenthesis", Span(source, at, at + 1))
        return _nothing_beside(source, len(before))
    if before and before[-1] in ":=<>":
        return _no_value(source, len(before))
    end = at + len(text[at:].split()[0])
    if letter == "-" or text[at:end].lower() in _BETWEEN:
        return QuerySyntaxError("nothing-beside", Span(source, at, end))
    return QuerySyntaxError("stray", Span(source, at, end))


def _at_the_end(source: Source) -> QuerySyntaxError:
    """Return what is missing where a query ends too soon."""
    text = source.text.rstrip()
    if text and text[-1] in ":=<>":
        return _no_value(source, len(text))
    last = text.split()[-1].lower() if text.split() else ""
    if last.lstrip("(-") in (*_BETWEEN, "not") or text.endswith(("(", "-")):
        return _nothing_beside(source, len(text))
    at = _unclosed(text)
    return QuerySyntaxError("open-parenthesis", Span(source, at, at + 1))


def _no_value(source: Source, end: int) -> QuerySyntaxError:
    """Return that a value is missing behind the sign that ends here."""
    start = end - (2 if source.text[end - 2 : end] in (">=", "<=", "!=") else 1)
    return QuerySyntaxError("no-value", Span(source, start, end))


def _nothing_beside(source: Source, end: int) -> QuerySyntaxError:
    """Return that something is missing behind the word that ends here."""
    start = end
    while start > 0 and source.text[start - 1].isalpha():
        start -= 1
    start = min(start, end - 1)
    return QuerySyntaxError("nothing-beside", Span(source, start, end))


def _unclosed(text: str) -> int:
    """Return where the innermost parenthesis stands that is not closed."""
    waiting: list[int] = []
    for at, letter in enumerate(text):
        if letter == "(":
            waiting.append(at)
        elif letter == ")" and waiting:
            waiting.pop()
    return waiting[-1] if waiting else max(0, len(text) - 1)


_SLOT: Final = re.compile(r"\{(\w+)\}")
MESSAGES: Final = Catalogue(__file__)


def in_all(key: str) -> list[str]:
    """Return a text in each language of the program, in their order."""
    return [MESSAGES.text(tag, key) for tag in Language.OWN]


MOST_SHOWN: Final = 16


class QueryError(ValueError):
    """A query, or a word of it, that means nothing here.

    Attributes:
        key: The message's key.
        slots: What stands in the message; `guess` is "" where nothing is near.
        span: The letters at fault.
    """

    def __init__(self, key: str, span: Span, **slots: str) -> None:
        super().__init__(key)
        self.key = key
        self.span = span
        self.slots = slots

    def message(self, lang: str) -> str:
        """Return what is wrong in words, with the nearest known word where there is one."""
        guess = self.slots.get("guess", "")
        key = f"{self.key}-near" if guess and f"error.{self.key}-near" in MESSAGES else self.key
        text = MESSAGES.text(lang, f"error.{key}")
        return _SLOT.sub(lambda found: self.slots.get(found[1], found[0]), text)

    def shown(self, lang: str) -> str:
        """Return what is wrong in words, and below it the query with carets."""
        return "\n".join((self.message(lang), *self.span.snippet()))

    def __str__(self) -> str:
        """Return the message in English, with the query below it."""
        return self.shown("en")


def few(names: Iterable[str]) -> str:
    """Return names in a row, not too many."""
    listed = [*dict.fromkeys(names)]
    return ", ".join(listed[:MOST_SHOWN]) + (", …" if len(listed) > MOST_SHOWN else "")
