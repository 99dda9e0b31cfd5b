"""Test the attributes of cards: `worth>=2`, `subtypes:dragon`, `price:gold`, `price>=5`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from cardwright.cardbase.entries import Entry, members_of
from cardwright.cardbase.query_errors import QueryError, few, folded
from cardwright.text.literals import UNKNOWN
from cardwright.text.names import Names
from cardwright.text.units import are_listed
from dsl.diagnostics.spelling import nearest
from dsl.model.types import (
    BOOL,
    INT,
    AmountOf,
    BagOf,
    DefinitionType,
    EntityType,
    EnumType,
    ListOf,
    Maybe,
    SetOf,
    Type,
    is_effect,
    plain_type,
)
from dsl.records import record
from dsl.source import Span

_BOOLS: Final = {
    "true": True,
    "yes": True,
    "はい": True,
    "false": False,
    "no": False,
    "いいえ": False,
}
_NONES: Final = ("none", "なし")
_TESTS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    ":": lambda a, b: bool(a == b),
    "!=": lambda a, b: bool(a != b),
    "<": lambda a, b: bool(a < b),
    "<=": lambda a, b: bool(a <= b),
    ">": lambda a, b: bool(a > b),
    ">=": lambda a, b: bool(a >= b),
}
_ANY: Final = ("any", "好きな")
ANY: Final = object()
"""Wanted of an amount that has a part left open."""
Test = Callable[[Entry], bool | None]


@record
class Units:
    """So many units of a bag or an amount, whichever they are."""

    number: int


def attribute_test(
    key: str, sign: str, text: str, spans: tuple[Span, Span], cards: Sequence[Entry]
) -> Test:
    """Return the test for an attribute; a value must fit one of the kinds that have it."""
    having = [card for card in cards if key in card.attributes]
    wanted = {id(card): read_value(text, card.attributes[key].type, card) for card in having}
    if all(value is UNKNOWN for value in wanted.values()):
        model, type_ = having[0].model, having[0].attributes[key].type
        names = [*members_of(type_, model)]
        raise QueryError("card-value", spans[1], word=text, option=key,
                         all=few([*names, *_words_of(type_)]),
                         guess=nearest(text, names) or "")  # fmt: skip
    is_number = any(isinstance(value, Units) for value in wanted.values())
    has_order = is_number or any(_has_order(card.attributes[key].type) for card in having)
    if sign not in (":", "!=") and not has_order:
        sign_span = Span(spans[0].source, spans[0].end, spans[1].start)
        raise QueryError("card-sign", sign_span, word=sign, option=key, guess="")

    def test(entry: Entry) -> bool | None:
        value = wanted.get(id(entry), UNKNOWN)
        if value is UNKNOWN:
            return False
        known = entry.value(key)
        return None if known is UNKNOWN else _passes(known, sign, value, entry, key)

    return test


def _has_order(type_: Type) -> bool:
    return plain_type(type_) == INT or isinstance(plain_type(type_), EnumType)


def _words_of(type_: Type) -> list[str]:
    """Return what can be written for a value that is no name."""
    plain = plain_type(type_)
    counts = plain == INT or isinstance(plain, BagOf | AmountOf)
    words = ["true", "false"] if plain == BOOL else ["0", "1", "2"] if counts else []
    words += ["yes"] if is_effect(type_) else []
    words += ["any"] if isinstance(plain, AmountOf) else []
    return [*words, "none"] if isinstance(type_, Maybe) else words


def read_value(text: str, type_: Type, entry: Entry) -> Any:
    """Return what a text means for a type, in run-time form; of a collection, its element."""
    if isinstance(type_, Maybe) and folded(text) in _NONES:
        return None
    plain = plain_type(type_)
    if is_effect(type_):
        known = _BOOLS.get(folded(text))
        return UNKNOWN if known is None else 1 if known else None
    if isinstance(plain, BagOf | AmountOf) and re.fullmatch(r"[0-9]{1,13}", text):
        return Units(int(text))
    if isinstance(plain, AmountOf) and folded(text) in _ANY:
        return ANY
    if isinstance(plain, ListOf | SetOf | BagOf | AmountOf):
        return read_value(text, plain.of, entry)
    if plain == INT:
        return int(text) if re.fullmatch(r"-?[0-9]{1,13}", text) else UNKNOWN
    if plain == BOOL:
        return _BOOLS.get(folded(text), UNKNOWN)
    return _named(text, plain, entry)


def _named(text: str, type_: Type, entry: Entry) -> Any:
    """Return the number of the member or card that is called so."""
    wanted, model = folded(text), entry.model
    if isinstance(type_, EnumType):
        enum = model.enums[type_.name]
        for number, (member, texts) in enumerate(zip(enum.members, enum.texts, strict=True)):
            if wanted in map(folded, (member, *texts.values())):
                return number
    if isinstance(type_, DefinitionType | EntityType):
        for number, card in enumerate(model.definitions):
            if wanted in map(folded, (card.id, *card.name.values())):
                return number
    return UNKNOWN


def _passes(value: Any, sign: str, wanted: Any, entry: Entry, key: str) -> bool:
    """Return whether an attribute compares with a value as asked."""
    plain = plain_type(entry.attributes[key].type)
    if isinstance(plain, AmountOf):
        return _amount_passes(value, sign, wanted, Names(entry.model, "en"), plain.of)
    if isinstance(wanted, Units):
        return _TESTS[sign](sum(count for _, count in value), wanted.number)
    if isinstance(plain, ListOf | SetOf | BagOf):
        keys = [each[0] for each in value] if isinstance(plain, BagOf) else [*(value or ())]
        return (wanted in keys) == (sign == ":")
    if None in (value, wanted) and sign not in (":", "!="):
        return False
    return _TESTS[sign](value, wanted)


def _amount_passes(value: Any, sign: str, wanted: Any, names: Names, keys: Type) -> bool:
    """Return whether an amount has so many units, an open part, or asks for a key by name."""
    fixed, parts, reductions = value
    if isinstance(wanted, Units):
        size = sum(count for _, count in (*fixed, *parts)) - sum(count for _, count in reductions)
        return _TESTS[sign](max(0, size), wanted.number)
    if wanted is ANY:
        return bool(parts) == (sign == ":")
    named = {key for key, count in fixed if count > 0}
    for part, _ in parts:
        named.update(part if are_listed(part, keys, names) else ())
    return (wanted in named) == (sign == ":")
