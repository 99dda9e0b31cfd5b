"""Find the cards that a query means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from cardwright.apps.cards.fields import (
    CHANGED,
    DEEDS,
    DIRECTIVES,
    FIELDS,
    MOST_DIGITS,
    SIGNS,
    TEXTS,
    WORDS,
    attribute_fit,
    attributes_called,
    field_called,
    field_names,
    keys_called,
    keys_saying,
    labels_with,
    shown_names,
    written_names,
)
from cardwright.apps.cards.folding import SHORTEST, folded, is_short, says
from cardwright.apps.cards.index import Fit, Index, Rows, changed_rows
from cardwright.apps.cards.patterns import Pattern, PatternError
from cardwright.apps.cards.query_reader import (
    Both,
    Either,
    Field,
    Not,
    Query,
    QueryError,
    Term,
    few,
)
from dsl import Span, nearest

Fitting = Callable[[str], bool]
Older = Callable[[str], Index]
"""Gives the index of an older version; raises `LookupError` where there is none."""


def fit_of(query: Query, index: Index, older: Older) -> Fit:
    """Return which cards of an index a query means; what says how they are shown fits all.

    Raises:
        QueryError: A word of it means nothing here.
    """
    return _Search(index, older).fit(query)


class _Search:
    """One query over one index."""

    def __init__(self, index: Index, older: Older) -> None:
        self._index, self._older = index, older

    def fit(self, query: Query) -> Fit:
        """Return which cards a query means."""
        match query:
            case Both(parts):
                found = Fit.of(Rows.every(len(self._index.ids)))
                for part in parts:
                    found = found & self.fit(part)
                return found
            case Either(parts):
                return Fit.any_of([self.fit(part) for part in parts])
            case Not(of):
                return self.fit(of).opposite()
            case Term():
                return Fit.of(self._said(query))
            case Field():
                return self._field(query)

    # --- words --------------------------------------------------------------------------------

    def _said(self, term: Term) -> Rows:
        """Return the cards that say a word anywhere."""
        index, fits = self._index, self._test(term)
        rows = Rows.of(map(fits, index.heads)) | self._saying(fits)
        if rows.is_empty and term.form != "pattern":
            raise QueryError("word", term.span, word=term.text,
                             guess=nearest(term.text, _words_of_cards(index)) or "")  # fmt: skip
        return rows

    def _saying(self, fits: Fitting) -> Rows:
        """Return the cards with a text or rule that fits."""
        values, rows = self._index.texts
        return Rows.having(rows, [*map(fits, values)])

    def _test(self, term: Term) -> Fitting:
        """Return the test of folded texts: by a word, a quoted text or a pattern."""
        if term.form == "pattern":
            return pattern_of(term)
        wanted = folded(term.text)
        if term.form == "word" and is_short(wanted):
            raise QueryError("short", term.span, word=term.text)
        return lambda text: says(text, wanted)

    # --- fields -------------------------------------------------------------------------------

    def _field(self, field: Field) -> Fit:
        """Return the cards in which a field is as asked."""
        known = field_called(field.name)
        columns = attributes_called(field.name, self._index) if known is None else []
        if known in DIRECTIVES:
            raise QueryError("directive", field.name_span, option=str(known))
        if known is None and not columns:
            names = field_names(self._index)
            raise QueryError("field", field.name_span, word=field.name, all=few(names),
                             guess=nearest(field.name, names) or "")  # fmt: skip
        is_pattern = field.value.form == "pattern"
        if is_pattern and field.sign not in (":", "!="):
            raise QueryError("pattern-sign", field.sign_span, word=field.sign)
        if known is None:
            return self._shown(field, columns) if is_pattern else attribute_fit(
                field, columns, self._index
            )  # fmt: skip
        if known == CHANGED:
            return self._changed(field)
        if known == "copies":
            return Fit.of(self._number(field))
        if field.sign not in (":", "!="):
            raise QueryError("sign", field.sign_span, word=field.sign, option=field.name)
        fit = Fit.of(self._text(field, known) if known in TEXTS else self._keyed(field, known))
        return fit if field.sign == ":" else fit.opposite()

    def _changed(self, field: Field) -> Fit:
        """Return the cards that are others than in an older version."""
        if field.sign not in (":", "!="):
            raise QueryError("sign", field.sign_span, word=field.sign, option=field.name)
        try:
            older = self._older(field.value.text)
        except LookupError:
            raise QueryError("version", field.value.span, word=field.value.text) from None
        fit = Fit.of(changed_rows(self._index, older))
        return fit if field.sign == ":" else fit.opposite()

    def _shown(self, field: Field, columns: Sequence[dict[str, Any]]) -> Fit:
        """Return the cards with an attribute whose words fit a pattern."""
        fits, wanted, found = pattern_of(field.value), field.sign == ":", list[Fit]()
        for column in columns:
            shown = [[*map(folded, words)] for _, *words in column["values"]]
            chosen = [any(map(fits, words)) == wanted for words in shown]
            found.append(Fit.of(Rows.having(column["rows"], chosen)))
        return Fit.any_of(found)

    def _number(self, field: Field) -> Rows:
        """Return the cards of which there are as many as asked."""
        text = folded(field.value.text)
        if not text.isascii() or not text.isdecimal() or len(text) > MOST_DIGITS:
            raise QueryError("number", field.value.span, word=field.value.text, option=field.name)
        values, rows = self._index.columns["copies"]
        test, wanted = SIGNS[field.sign], int(text)
        return Rows.having(rows, [test(value, wanted) for value in values])

    def _text(self, field: Field, known: str) -> Rows:
        """Return the cards whose id, names or texts are as asked."""
        index, term = self._index, field.value
        names: Iterable[str] = ()
        if known == "text":
            rows = self._saying(self._test(term))
        elif known == "name":
            called = [head.partition("\n")[2] for head in index.heads]
            rows = Rows.of(map(self._test(term), called))
            names = _with_words(name for called in index.names for name in called)
        else:
            wanted = folded(term.text)
            fits = pattern_of(term) if term.form == "pattern" else lambda id_: id_ == wanted
            rows = Rows.of(map(fits, index.ids))
            names = index.ids
        if rows.is_empty and term.form != "pattern":
            raise self._unknown(field, names)
        return rows

    def _keyed(self, field: Field, known: str) -> Rows:
        """Return the cards that have one of the keys that a value means."""
        values, rows = self._index.columns[known]
        if known in DEEDS:
            test = self._deed_test(field, known)
            return Rows.having(rows, [*map(test, values)])
        wanted = self._keys(field.value, FIELDS[known])
        if not wanted and field.value.form != "pattern":
            raise self._unknown(field, written_names(FIELDS[known], self._index))
        return Rows.having(rows, [not wanted.isdisjoint(keys) for keys in values])

    def _keys(self, term: Term, heads: Sequence[str]) -> set[str]:
        """Return the keys that a value means: by a name of theirs, else by their words."""
        index = self._index
        if term.form == "pattern":
            fits = pattern_of(term)
            return {key for key, (_, names) in labels_with(heads, index) if any(map(fits, names))}
        named = keys_called(term.text, heads, index)
        return named or keys_saying(term.text, heads, index)

    def _deed_test(self, field: Field, known: str) -> Callable[[Any], bool]:
        """Return the test for what is done: an event or step, then words of what it is done to."""
        heads = FIELDS[known]
        keys = self._keys(field.value, heads)
        if known == "costs" and field.value.form != "pattern":
            keys |= keys_called(field.value.text, ("state",), self._index)
        if keys or field.value.form == "pattern":
            return lambda deeds: any(
                key in keys or (key.startswith("step:") and not keys.isdisjoint(words))
                for key, words in deeds
            )
        words = folded(field.value.text).split()
        for end in range(len(words) - 1, 0, -1):
            text = "-".join(words[:end])
            keys = keys_called(text, heads, self._index) or keys_saying(text, heads, self._index)
            if keys:
                wanted = [self._word(field, word) for word in words[end:]]
                return lambda deeds: any(
                    key in keys and all(not each.isdisjoint(said) for each in wanted)
                    for key, said in deeds
                )
        raise self._unknown(field, written_names(heads, self._index))

    def _word(self, field: Field, word: str) -> set[str]:
        """Return the keys of what something is done to."""
        if word.isascii() and word.isdecimal():
            return {f"number:{int(word)}"}
        found = keys_called(word, WORDS, self._index)
        if not found:
            raise self._unknown(field, written_names(WORDS, self._index), word)
        return found

    def _unknown(self, field: Field, names: Iterable[str], word: str = "") -> QueryError:
        """Return that a value is unknown."""
        text, span = word or field.value.text, field.value.span
        at = folded(span.text).find(word) if word else -1
        if at >= 0:
            span = Span(span.source, span.start + at, span.start + at + len(word))
        listed = [*names]
        known = field_called(field.name)
        heads = FIELDS[known] if known is not None and known in FIELDS else ()
        shown = WORDS if word else heads
        possible = few(shown_names(shown, self._index)) if shown else few(listed)
        if known == "text":
            return QueryError("word", span, word=text)
        return QueryError("value", span, word=text, option=field.name, all=possible,
                          guess=nearest(text, listed) or "")  # fmt: skip


def _words_of_cards(index: Index) -> Iterator[str]:
    """Yield what may have been meant by a word: ids and names, then the words of names."""
    yield from _with_words(
        name for row, id_ in enumerate(index.ids) for name in (id_, *index.names[row])
    )


def _with_words(names: Iterable[str]) -> Iterator[str]:
    """Yield names, then the words of those that have several."""
    every = [*names]
    yield from every
    yield from (w for name in every for w in name.split() if w != name and len(w) > SHORTEST)


def pattern_of(term: Term) -> Fitting:
    """Return the test of a folded text for a pattern.

    Raises:
        QueryError: It cannot be read, or takes too long.
    """
    start = term.span.start + 1
    try:
        pattern = Pattern(term.text)
    except PatternError as error:
        at = Span(term.span.source, start + error.at, start + error.at + 1)
        raise QueryError(error.reason, at) from None

    def fits(text: str) -> bool:
        try:
            return pattern.is_in(text)
        except PatternError as error:
            raise QueryError(error.reason, term.span) from None

    return fits
