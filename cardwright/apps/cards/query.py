"""Return the result of a query for cards: which, in what order, and what is shown of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from cardwright.apps.cards.fields import (
    CHANGED,
    DEEDS,
    DIRECTIVES,
    FIELDS,
    attributes_called,
    field_called,
    field_names,
)
from cardwright.apps.cards.folding import folded
from cardwright.apps.cards.index import ABSENT, Column, Index
from cardwright.apps.cards.query_reader import (
    MESSAGES,
    Both,
    Field,
    QueryError,
    QuerySyntaxError,
    few,
    read_query,
)
from cardwright.apps.cards.searching import Older, fit_of
from cardwright.apps.face.console import show_table
from cardwright.apps.face.words import say
from dsl import Language, Record, Span, nearest

_SEPARATOR: Final = ","


class Found(Record):
    """What a query finds.

    Attributes:
        rows: The cards that fit, in order.
        depends: Those of which only a match can tell.
        show: The columns to be shown, by the names of their fields; nothing for the usual ones.
    """

    rows: tuple[int, ...]
    depends: tuple[int, ...]
    show: tuple[str, ...]


def find(text: str, index: Index, older: Older) -> Found:
    """Return the cards that a text means: one by its id or name, else all that fit the query.

    Args:
        older: Gives the index of an older version; raises `LookupError` where there is none.

    Raises:
        QueryError: The text is no query, or a word of it means nothing here.
    """
    if rows := called(text, index):
        return Found(rows, (), ())
    try:
        query = read_query(text)
    except QuerySyntaxError as error:
        word = error.span.text.strip()
        raise QueryError(error.reason, error.span, word=word) from None
    parts = query.parts if isinstance(query, Both) else (query,)
    fields = [each for each in parts if isinstance(each, Field)]
    directives = [each for each in fields if field_called(each.name) in DIRECTIVES]
    asked = Both(tuple(each for each in parts if each not in directives))
    fit = fit_of(asked, index, older)
    orders = []
    for each in directives:
        for item, span in _items(each) if field_called(each.name) == "sort" else ():
            name = _column_named(item.removeprefix("-"), span, index)
            orders.append((_keys(name, index), item.startswith("-")))
    shown = (each for each in directives if field_called(each.name) == "show")
    show = [_column_named(*item, index) for each in shown for item in _items(each)]
    found, depends = [*fit.sure], [*(fit.possible & fit.sure.opposite())]
    for order in reversed(orders):
        keys, is_falling = order
        having = [row for row in found if keys[row] is not None]
        having.sort(key=lambda row: keys[row], reverse=is_falling)
        found = [*having, *(row for row in found if keys[row] is None)]
    return Found(tuple(found), tuple(depends), tuple(show))


def called(text: str, index: Index) -> tuple[int, ...]:
    """Return the cards of which a text is the id or a name."""
    wanted = folded(text.strip())
    rows = [row for row, head in enumerate(index.heads) if wanted in head] if wanted else []
    return tuple(row for row in rows if wanted in index.heads[row].split("\n"))


def _items(field: Field) -> Iterator[tuple[str, Span]]:
    """Yield the names behind a directive with their places."""
    if field.sign != ":":
        raise QueryError("directive-sign", field.sign_span, option=field.name)
    at = field.value.span.start + (field.value.form != "word")
    for item in field.value.text.split(_SEPARATOR):
        yield item, Span(field.value.span.source, at, at + max(1, len(item)))
        at += len(item) + 1


def _column_named(name: str, span: Span, index: Index) -> str:
    """Return the field that a name means as a column."""
    known = field_called(name)
    if known in FIELDS:
        return str(known)
    columns = attributes_called(name, index)
    if not columns:
        names = [each for each in field_names(index) if each not in (*DIRECTIVES, CHANGED)]
        raise QueryError("field", span, word=name, all=few(names),
                         guess=nearest(name, names) or "")  # fmt: skip
    qualified = f"{columns[0]['kind']}.{columns[0]['name']}"
    return qualified if folded(name) == qualified else str(columns[0]["name"])


# --- sort: ------------------------------------------------------------------------------------

Order = tuple[list[Any], bool]
"""For each card what it is sorted by, and whether the largest comes first."""


def _keys(name: str, index: Index) -> list[Any]:
    """Return what cards are sorted by for a field; None for those that have nothing there."""
    if name == "id":
        return list(index.ids)
    if name == "name":
        return [head.split("\n", 2)[1] if "\n" in head else "" for head in index.heads]
    if name == "text":
        return [index.texts[0][value] for value in index.texts[1]]
    if name in FIELDS:
        values, rows = index.columns[name]
        ranks = [*(_rank(value, ()) for value in values), None]
        return [ranks[value] for value in rows]
    keys: list[Any] = [None] * len(index.ids)
    for column in attributes_called(name, index):
        order = index.members.get(column["of"].partition(":")[2], ())
        ranks = [_rank(value[0], order) for value in column["values"]]
        for row, value in enumerate(column["rows"]):
            if value != ABSENT:
                keys[row] = ranks[value]
    return keys


def _rank(value: Any, order: Sequence[str]) -> Any:
    """Return what a value is sorted by: numbers before names, collections by their size."""
    if value is None or value is ...:
        return None
    if isinstance(value, int):
        return (0, int(value), "")
    if isinstance(value, str):
        return (0, order.index(value), "") if value in order else (1, 0, value)
    is_units = len(value) == 3 and isinstance(value[1], bool)
    return (0, value[0], "") if is_units else (1, len(value), "\n".join(_names_in(value)))


def _names_in(value: Sequence[Any]) -> Iterator[str]:
    """Yield the names in a collection, those of its parts too."""
    for each in value:
        yield from (str(each),) if isinstance(each, str | int) else _names_in(each)


# --- show: ------------------------------------------------------------------------------------


def heading(name: str, lang: str, index: Index) -> str:
    """Return what stands above the column of a field."""
    if name in FIELDS:
        return MESSAGES.text(lang, f"field.{name}")
    columns = attributes_called(name, index)
    called = columns[0]["shown"] if columns else (name, name)
    return Language(lang).worded(called)


def cells(name: str, rows: Sequence[int], lang: str, index: Index) -> list[str]:
    """Return what is shown of cards in the column of a field."""
    if name == "id":
        return [index.ids[row] for row in rows]
    if name in ("name", "text"):
        return _in_words(index.shown_in(lang)[0 if name == "name" else -1], str, rows)
    if name in FIELDS:
        return _in_words(index.columns[name], lambda value: _said(value, name, index), rows)
    shown = [
        _in_words((column["values"], column["rows"]), lambda value: _worded(value, lang), rows)
        for column in attributes_called(name, index)
    ]
    return [next(filter(None, each), "") for each in zip(*shown, strict=True)]


def _in_words(column: Column, say: Callable[[Any], str], rows: Sequence[int]) -> list[str]:
    """Return the values of some rows in words, each different one said once; "" for none."""
    values, places = column
    said = [*map(say, values), ""]  # the last one is that of `ABSENT`
    return [said[places[row]] for row in rows]


def _said(value: Any, name: str, index: Index) -> str:
    """Return a number, or all keys of a field, in words."""
    if isinstance(value, int):
        return str(value)
    found = [key for key, _ in value] if name in DEEDS else value
    return ", ".join(dict.fromkeys(index.label(key) for key in found))


def _worded(value: Sequence[Any], lang: str) -> str:
    """Return a value of an attribute in words, which stand behind it."""
    plain, *words = value
    return "" if plain is None else Language(lang).worded(words)


def show_cards(rows: Sequence[int], index: Index, lang: str) -> None:
    """Print a table of cards."""
    found = [index.cells(row, lang) for row in rows]
    has_expansions = any(each[3] for each in found)
    keys = ["card-id", "card-name", "card-kind", "card-start"]
    heads = [*keys, *(["card-expansion"] if has_expansions else []), "card-attributes"]
    kept = [0, 1, 2, *([3] if has_expansions else []), 4]
    table = [[index.ids[row], *(each[i] for i in kept)]
             for row, each in zip(rows, found, strict=True)]  # fmt: skip
    show_table([say(lang, key) for key in heads], table)


def show_columns(rows: Sequence[int], names: Sequence[str], index: Index, lang: str) -> None:
    """Print a table of cards with the columns asked for, their ids first."""
    shown = ["id", *(name for name in names if name != "id")]
    table = zip(*(cells(name, rows, lang, index) for name in shown), strict=True)
    show_table([heading(name, lang, index) for name in shown], [[*each] for each in table])
