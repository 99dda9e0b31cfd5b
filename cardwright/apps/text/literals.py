"""Say values known from the text, and work out those that are."""

from __future__ import annotations

from typing import Any

from cardwright.apps.text.names import Names
from cardwright.apps.text.units import amount_words, units
from cardwright.apps.text.vocabulary import phrase
from dsl.languages import together
from dsl.model import expressions as e
from dsl.model import types as t


class Unknown:
    """Stands for what only a match can tell."""


UNKNOWN = Unknown()


def static_value(node: e.Expression) -> Any:
    """Return the run-time form of an expression that is known from the text, else `UNKNOWN`."""
    match node:
        case e.Constant(value):
            return value
        case e.Primitive("to-set", (one,)) | e.Primitive("unique-entity", (one,)):
            return static_value(one)
        case e.ListOfItems(items):
            values = [static_value(item) for item in items]
            return UNKNOWN if UNKNOWN in values else tuple(values)
        case e.BagOfUnits(count, key):
            number, sort = static_value(count), static_value(key)
            return UNKNOWN if UNKNOWN in (number, sort) else ((sort, number),)
        case e.Arithmetic("neg", one):
            number = static_value(one)
            return UNKNOWN if number is UNKNOWN else -number
        case e.Combine("+", left, right):
            parts = static_value(left), static_value(right)
            return UNKNOWN if UNKNOWN in parts else (*parts[0], *parts[1])
        case _:
            return UNKNOWN


def literal(value: Any, type_: t.Type, names: Names) -> str:
    """Return the words for a value in its run-time form."""
    plain = t.plain_type(type_)
    if value is None:
        return phrase(names.lang, "nobody" if plain == t.PLAYER else "none")
    if isinstance(plain, t.ListOf | t.SetOf):
        shown = names.row(literal(each, plain.of, names) for each in value)
        return shown or phrase(names.lang, "nothing")
    if isinstance(plain, t.BagOf):
        parts = (units(str(n), literal(k, plain.of, names), names) for k, n in value)
        return together(parts, names.lang) or phrase(names.lang, "nothing")
    if isinstance(plain, t.AmountOf):
        return amount_words(value, plain.of, names)
    if isinstance(plain, t.EnumType):
        return names.member(plain.name, value)
    if isinstance(plain, t.DefinitionType | t.EntityType) and isinstance(value, int):
        return names.definition(value)
    if isinstance(value, bool):
        return phrase(names.lang, "yes" if value else "no")
    if plain == t.PLAYER:
        return names.seat(value)
    return str(value)
