"""Test the attributes of cards: `worth>=2`, `subtypes:dragon`, `price:gold`, `price>=5`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from cardwright.apps.cards.fields import keys_called, shown_names
from cardwright.apps.cards.fit import Fit
from cardwright.apps.cards.folding import folded
from cardwright.apps.cards.index import ABSENT, Index
from cardwright.apps.cards.query_errors import QueryError, few
from dsl.diagnostics.spelling import nearest
from dsl.model.comparisons import COMPARISONS
from dsl.records import record
from dsl.syntax.query_trees import Field

BOOLS: Final = {
    "true": True,
    "yes": True,
    "はい": True,
    "false": False,
    "no": False,
    "いいえ": False,
}
NONES: Final = ("none", "なし")
ANY: Final = ("any", "好きな")
MOST_DIGITS: Final = 13
SIGNS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    ":": COMPARISONS["=="],
    **{sign: COMPARISONS[sign] for sign in ("!=", "<", "<=", ">", ">=")},
}
_EQUAL: Final = (":", "!=")
_UNITS: Final = ("bag", "amount")


@record
class _Units:
    """So many units of a bag or an amount, whichever they are."""

    number: int


@record
class _Open:
    """A part of an amount that is left open."""


Column = Mapping[str, Any]


def attribute_fit(field: Field, columns: Sequence[Column], index: Index) -> Fit:
    """Return which cards have an attribute as asked; the value must fit one kind that has it."""
    text = field.value.text
    wanted = [(column, value) for column in columns for value in _read(text, column, index)]
    if not wanted:
        names = [name for column in columns for name in _names(column, index)]
        raise QueryError("value", field.value.span, word=text, option=field.name,
                         all=few(names), guess=nearest(text, names) or "")  # fmt: skip
    if field.sign not in _EQUAL and not any(_has_order(column, v) for column, v in wanted):
        raise QueryError("sign", field.sign_span, word=field.sign, option=field.name)
    fit = Fit.nothing()
    for column, value in wanted:
        fit = fit | _fit(column, field.sign, value, index)
    return fit


def _has_order(column: Column, wanted: object) -> bool:
    is_enum = column["of"].startswith("member:")
    return isinstance(wanted, _Units) or (
        column["shape"] == "one" and (column["of"] == "int" or is_enum)
    )


# --- what a text means ------------------------------------------------------------------------


def _read(text: str, column: Column, index: Index) -> Iterator[object]:
    """Yield what a text means as a value of an attribute: nothing, or one thing."""
    of, shape, word = column["of"], column["shape"], folded(text)
    if column["maybe"] and word in NONES:
        yield None
    elif shape == "effect":
        yield from (True if BOOLS[word] else None,) if word in BOOLS else ()
    elif shape in _UNITS and _is_number(word):
        yield _Units(int(word))
    elif shape == "amount" and word in ANY:
        yield _Open()
    elif of == "int":
        yield from (int(word),) if _is_number(word.removeprefix("-")) else ()
    elif of == "bool":
        yield from (BOOLS[word],) if word in BOOLS else ()
    else:
        yield from _named(text, of, index)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= MOST_DIGITS


def _named(text: str, of: str, index: Index) -> Iterator[str]:
    """Yield the id of the member or card that is called so."""
    head, _, name = of.partition(":")
    start = f"member:{name}." if head == "member" else "card:"
    found = (key for key in keys_called(text, (head,), index) if key.startswith(start))
    yield from (key.removeprefix(start) for key in sorted(found)[:1])


def _names(column: Column, index: Index) -> Iterator[str]:
    """Yield what can be written for a value."""
    of, shape = column["of"], column["shape"]
    head, _, name = of.partition(":")
    if head == "member":
        yield from index.members.get(name, ())
    elif head == "card":
        yield from shown_names(("card",), index)
    if shape == "effect":
        yield "yes"
    elif of == "bool":
        yield from ("true", "false")
    elif of == "int" or shape in _UNITS:
        yield from ("0", "1", "2")
    yield from ("any",) if shape == "amount" else ()
    yield from ("none",) if column["maybe"] else ()


# --- which cards have it ----------------------------------------------------------------------


def _fit(column: Column, sign: str, wanted: object, index: Index) -> Fit:
    """Return the rows whose value compares as asked, each different value tried once."""
    order = index.members.get(column["of"].partition(":")[2], ())
    test = _test(column["shape"], sign, wanted, order)
    sure, open_ = set(), set()
    for number, (value, _, _) in enumerate(column["values"]):
        if value is ...:
            open_.add(number)
        elif test(value):
            sure.add(number)
    rows = column["rows"]
    return Fit(
        frozenset(row for row, value in enumerate(rows) if value != ABSENT and value in sure),
        frozenset(
            row
            for row, value in enumerate(rows)
            if value != ABSENT and (value in sure or value in open_)
        ),
    )


def _test(shape: str, sign: str, wanted: object, order: Sequence[str]) -> Callable[[Any], bool]:
    """Return the test of a value."""
    compare = SIGNS[sign]
    if isinstance(wanted, _Units):
        return lambda value: value is not None and compare(value[0], wanted.number)
    if isinstance(wanted, _Open):
        return lambda value: value is not None and value[1] == (sign == ":")
    if shape not in ("one", "effect") and wanted is not None:
        return lambda value: (value is not None and wanted in value[2]) == (sign == ":")
    if order and sign not in _EQUAL:
        return lambda value: (
            value is not None and wanted is not None
            and compare(order.index(value), order.index(str(wanted)))
        )  # fmt: skip
    return lambda value: (
        compare(value, wanted) if None not in (value, wanted) or sign in _EQUAL else False
    )
