"""Define the fields of a query, in each language; test attributes, and tell what a query needs.

An attribute is tested as `worth>=2`, `subtypes:dragon`, `price:gold` or `price>=5`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, Literal, TypeAlias, get_args

from cardwright.apps.cards.folding import folded, is_short, joined, listed, says
from cardwright.apps.cards.index import Fit, Index, Label, Rows
from cardwright.apps.cards.query_reader import (
    Both,
    Either,
    Field,
    Not,
    Query,
    QueryError,
    QuerySyntaxError,
    Term,
    few,
    in_all,
    read_query,
)
from dsl import Record, nearest
from dsl.model.amounts import COMPARISONS

_EVENTS: Final = ("event", "action", "phase")
_READ: Final = ("zone", "state", "value", "attribute")
FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "id": (),
    "name": (),
    "text": (),
    "kind": ("kind",),
    "zone": ("zone",),
    "copies": (),
    "expansion": ("expansion",),
    "source": ("source",),
    "does": ("event", "effect", "step"),
    "costs": ("event", "effect", "step"),
    "reads": _READ,
    "writes": ("zone", "state"),
    "asks": ("who",),
    "reacts": (*_EVENTS, *_READ),
    "replaces": _EVENTS,
    "forbids": _EVENTS,
    "changes": ("value", "attribute"),
    "until": ("scope",),
    "reaches": _EVENTS,
}
"""The fields of every game, with how the keys begin that can be their values: nothing for texts and
numbers. The other fields are the attributes of its cards."""
RULE_FIELDS: Final = tuple([*FIELDS][[*FIELDS].index("does") :])
"""The fields of what cards do."""
CHANGED: Final = "changed"
"""The field that compares with an older version; it is no column."""
DIRECTIVES: Final = ("sort", "show")
"""What says nothing of cards, but how they are shown."""
DEEDS: Final = ("does", "costs")
TEXTS: Final = ("id", "name", "text")
WORDS: Final = ("member", "card", "kind", "zone", "state", "attribute", "role")
"""How the keys begin that can stand behind what is done: what it is done to."""


@cache
def by_name() -> Mapping[str, str]:
    """Return the fields of every game and the directives, by all their names."""
    return {
        joined(name): field
        for field in (*FIELDS, CHANGED, *DIRECTIVES)
        for name in in_all(f"field.{field}")
    }


def field_called(name: str) -> str | None:
    """Return the field of every game, or the directive, that a name means."""
    return by_name().get(joined(name))


def attributes_called(name: str, index: Index) -> list[dict[str, Any]]:
    """Return the columns of the attributes that a name means."""
    wanted = joined(name)
    return [each for each in index.attributes if wanted in each["called"]]


def field_names(index: Index) -> list[str]:
    """Return the names of all fields, those of every game first."""
    own = (each["name"] for each in index.attributes)
    return [*dict.fromkeys((*FIELDS, CHANGED, *DIRECTIVES, *own))]


def keys_called(text: str, heads: Iterable[str], index: Index) -> set[str]:
    """Return the keys of some sorts that a name means."""
    wanted, found = joined(text), set[str]()
    for head in heads:
        for key, (_, names) in index.labels.get(head, {}).items():
            if wanted in names:
                found.add(key)
    return found


def labels_with(heads: Iterable[str], index: Index) -> Iterator[tuple[str, Label]]:
    """Yield the keys of some sorts with their labels."""
    for head in dict.fromkeys(heads):
        yield from index.labels.get(head, {}).items()


def keys_saying(text: str, heads: Iterable[str], index: Index) -> set[str]:
    """Return the events in whose words a text stands: no single letter."""
    wanted = joined(text)
    if is_short(wanted) or "event" not in heads:
        return set()
    return {key for key, texts in index.called.items() if any(wanted in each for each in texts)}


def shown_names(heads: Iterable[str], index: Index) -> Iterator[str]:
    """Yield what is shown for the keys of some sorts."""
    yield from (shown for _, (shown, _) in labels_with(heads, index))


def written_names(heads: Iterable[str], index: Index) -> Iterator[str]:
    """Yield all that can be written for the keys of some sorts."""
    yield from (name for _, (_, names) in labels_with(heads, index) for name in names)


@cache
def bools() -> Mapping[str, bool]:
    """Return what can be written for yes and no."""
    yes, no = in_all("value.yes"), in_all("value.no")
    return {**dict.fromkeys(("true", *yes), True), **dict.fromkeys(("false", *no), False)}


@cache
def nones() -> tuple[str, ...]:
    """Return what can be written for none."""
    return (*in_all("value.none"),)


@cache
def between() -> tuple[str, ...]:
    """Return what can stand between the elements of a list."""
    return (*in_all("value.and"),)


@cache
def anything() -> tuple[str, ...]:
    """Return what can be written for a part of an amount that is left open."""
    return (*in_all("value.any"),)


MOST_DIGITS: Final = 13
SIGNS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    ":": COMPARISONS["=="],
    **{sign: COMPARISONS[sign] for sign in ("!=", "<", "<=", ">", ">=")},
}
_EQUAL: Final = (":", "!=")
_UNITS: Final = ("bag", "amount")
_COUNTED: Final = re.compile(r"([^\s=:]+)\s*[=:]\s*([0-9]+)")


class _Units(Record):
    """A number of units of a bag or an amount, whichever they are."""

    number: int


class _Open(Record):
    """A part of an amount that is left open."""


Column = Mapping[str, Any]


def attribute_fit(field: Field, columns: Sequence[Column], index: Index) -> Fit:
    """Return which cards have an attribute as asked; the value must fit one kind that has it."""
    text = field.value.text
    wanted = [(column, value) for column in columns for value in _read(text, column, index)]
    if not wanted and field.sign in _EQUAL and (found := _printed_fit(field, columns)):
        return found
    if not wanted:
        names = [name for column in columns for name in _names(column, index)]
        raise QueryError("value", field.value.span, word=text, option=field.name,
                         all=few(names), guess=nearest(text, names) or "")  # fmt: skip
    if field.sign not in _EQUAL and not any(_has_order(column, v) for column, v in wanted):
        raise QueryError("sign", field.sign_span, word=field.sign, option=field.name)
    return Fit.any_of(_fit(column, field.sign, value, index) for column, value in wanted)


def _has_order(column: Column, wanted: object) -> bool:
    is_enum = column["of"].startswith("member:")
    return isinstance(wanted, _Units) or (
        column["shape"] == "one" and (column["of"] == "int" or is_enum)
    )


def _printed_fit(field: Field, columns: Sequence[Column]) -> Fit | None:
    """Return which cards have an attribute that is printed so; None where none is.

    What stands between the elements of a list does not count; `gold=2` is `2 gold`.
    """
    text = field.value.text
    counted = _COUNTED.fullmatch(text)
    wanted = listed(f"{counted[2]} {counted[1]}" if counted else text, between())
    fits, is_known = list[Fit](), False
    for column in columns:
        alike = [any(listed(each, between()) == wanted for each in words)
                 for _, *words in column["values"]]  # fmt: skip
        is_known = is_known or True in alike
        chosen = [each == (field.sign == ":") for each in alike]
        fits.append(Fit.of(Rows.having(column["rows"], chosen)))
    return Fit.any_of(fits) if is_known else None


# --- what a text means ------------------------------------------------------------------------


def _read(text: str, column: Column, index: Index) -> Iterator[object]:
    """Yield what a text means as a value of an attribute: nothing, or one thing."""
    of, shape, word = column["of"], column["shape"], folded(text)
    if column["maybe"] and word in nones():
        yield None
    elif shape == "effect":
        yield from (True if bools()[word] else None,) if word in bools() else ()
    elif shape in _UNITS and _is_number(word):
        yield _Units(int(word))
    elif shape == "amount" and word in anything():
        yield _Open()
    elif shape == "texts":
        yield from (word,) if any(says(said, word) for said in _texts_in(column)) else ()
    elif of == "int":
        yield from (int(word),) if _is_number(word.removeprefix("-")) else ()
    elif of == "bool":
        yield from (bools()[word],) if word in bools() else ()
    else:
        head, _, name = of.partition(":")
        start = f"member:{name}." if head == "member" else "card:"
        found = (key for key in keys_called(text, (head,), index) if key.startswith(start))
        yield from (key.removeprefix(start) for key in sorted(found)[:1])


def _texts_in(column: Column) -> Iterator[str]:
    """Yield the folded texts of a column of texts."""
    yield from (said for value, *_ in column["values"] for said in value[2])


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= MOST_DIGITS


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
    elif shape == "texts":
        yield from dict.fromkeys(shown for _, shown, *_ in column["values"])
    elif of == "bool":
        yield from ("true", "false")
    elif of == "int" or shape in _UNITS:
        yield from ("0", "1", "2")
    yield from ("any",) if shape == "amount" else ()
    if shape in _UNITS:
        printed = (str(shown) for _, shown, *_ in column["values"] if shown)
        first = next(printed, "")
        yield from (f'"{first}"',) if first else ()
    yield from ("none",) if column["maybe"] else ()


# --- which cards have it ----------------------------------------------------------------------


def _fit(column: Column, sign: str, wanted: object, index: Index) -> Fit:
    """Return the rows whose value compares as asked, each different value tried once."""
    order = index.members.get(column["of"].partition(":")[2], ())
    test = _test(column["shape"], sign, wanted, order)
    values = [value for value, *_ in column["values"]]
    sure = [value is not ... and test(value) for value in values]
    fit = Fit.of(Rows.having(column["rows"], sure))
    open_ = [value is ... for value in values]
    return Fit(fit.sure, fit.possible | Rows.having(column["rows"], open_)) if any(open_) else fit


def _test(shape: str, sign: str, wanted: object, order: Sequence[str]) -> Callable[[Any], bool]:
    """Return the test of a value."""
    compare = SIGNS[sign]
    if isinstance(wanted, _Units):
        return lambda value: value is not None and compare(value[0], wanted.number)
    if isinstance(wanted, _Open):
        return lambda value: value is not None and value[1] == (sign == ":")
    if shape == "texts":
        return lambda value: any(says(said, str(wanted)) for said in value[2]) == (sign == ":")
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


Needs: TypeAlias = Literal["data", "words", "rules", "whole"]
"""What cards are; words, which may stand in their rules too; what they do; all that they say."""
_OF_RULES: Final = (*RULE_FIELDS, "text")


def needs_of(text: str) -> Needs:
    """Return what a text needs; one that is no query needs nothing more to say so."""
    try:
        found = {*_needs(read_query(text))}
    except QuerySyntaxError:
        return "data"
    return max(found, key=get_args(Needs).index, default="data")


def _needs(query: Query) -> Iterator[Needs]:
    match query:
        case Both(parts) | Either(parts):
            for part in parts:
                yield from _needs(part)
        case Not(of):  # a card without a word has no rule with it either
            yield from ("rules" if each == "words" else each for each in _needs(of))
        case Term():
            yield "words"
        case Field():
            known = field_called(query.name)
            items = query.value.text.split(",") if known in DIRECTIVES else ()
            named = {known, *(field_called(each.removeprefix("-")) for each in items)}
            yield "whole" if CHANGED in named else "rules" if named & {*_OF_RULES} else "data"
