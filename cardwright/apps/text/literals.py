"""Return the words for values known from the text: units, parts left open, amounts, constants."""

from __future__ import annotations

from typing import Any, Final

from cardwright.apps.text.inflection import beside, phrase
from cardwright.apps.text.names import Names
from dsl import Language
from dsl.model import expressions as e
from dsl.model import types as t
from dsl.model.traits import KEYWORD

_MOST_NAMED: Final = 3
_LETTERS: Final = frozenset("XYZ")


def is_short(number: str) -> bool:
    """Return whether a number can stand right before a noun: digits, or X."""
    return number.isdecimal() or number in _LETTERS


def so_many(number: str, names: Names) -> str:
    """Return a number that was named before as it stands before a noun, else nothing."""
    lang = names.lang
    if number == phrase(lang, "that", noun=phrase(lang, "number")):
        return phrase(lang, "that-many")
    return ""


def units(number: str, key: str, names: Names) -> str:
    """Return a number of units of a key: `2 gold`, `gold equal to the worth of that card`."""
    if number.isdecimal():
        return Language(names.lang).units(int(number), names.written(key))
    key = names.many(key) if names.written(key) != key else key
    if is_short(number):
        return phrase(names.lang, "unit-counted", count=number, key=key)
    if known := so_many(number, names):
        return phrase(names.lang, "unit-known", count=known, key=key)
    return phrase(names.lang, "unit-equal", count=number, key=key)


def units_of(count: str, key: int, type_: t.Type, names: Names) -> str:
    """Return a number of units of a known key; keywords are said with their numbers."""
    if type_ == t.EnumType(KEYWORD):
        return names.keyword(key, count)
    return units(count, _key(key, type_, names), names)


def open_units(number: str, keys: tuple[int, ...], type_: t.Type, names: Names) -> str:
    """Return a number of units of any of some keys: `3 essences except gold`, `1 life or death`.

    Args:
        keys: In run-time form, without repeats.
        type_: The type of the keys.
    """
    if are_listed(keys, type_, names):
        return _one_of(number, [_key(key, type_, names) for key in keys], names)
    missing = [key for key in all_of(type_, names) if key not in keys]
    noun = key_noun(type_, names)
    besides = Language(names.lang).together(_key(key, type_, names) for key in missing)
    shown = noun if number == "1" else names.many(noun)
    what = phrase(names.lang, "all-except" if besides else "of-any", noun=shown, besides=besides)
    if is_short(number):
        return phrase(names.lang, "unit-counted", count=number, key=what)
    if known := so_many(number, names):
        return phrase(names.lang, "unit-known", count=known, key=what)
    return phrase(names.lang, "units-equal", count=number, key=what)


def are_listed(keys: tuple[int, ...], type_: t.Type, names: Names) -> bool:
    """Return whether a part left open is said by its keys, not by those that are left out."""
    missing = [key for key in all_of(type_, names) if key not in keys]
    return bool(missing) and len(keys) <= max(_MOST_NAMED, len(missing))


def all_of(type_: t.Type, names: Names) -> tuple[int, ...]:
    """Return all keys of a type."""
    if isinstance(type_, t.EnumType):
        return tuple(range(len(names.game.enums[type_.name].members)))
    return tuple(range(len(names.game.definitions)))


def key_noun(type_: t.Type, names: Names) -> str:
    """Return what one of the keys is called where it is not known which."""
    has_text = isinstance(type_, t.EnumType) and bool(names.game.enums[type_.name].text)
    is_named = isinstance(type_, t.DefinitionType) or names.lang == "en" or has_text
    return names.noun(type_) if is_named else phrase(names.lang, "anything")


def _key(key: int, type_: t.Type, names: Names) -> str:
    """Return what a key is called."""
    return names.member(type_.name, key) if isinstance(type_, t.EnumType) else names.definition(key)


def _one_of(number: str, keys: list[str], names: Names) -> str:
    """Return a number of units of keys that are all named."""
    if not keys:
        return phrase(names.lang, "never-paid")
    lang = names.lang
    if number == "1" and (lang == "en" or len(keys) == 2):
        return phrase(lang, "unit-either", key=Language(lang).either(keys))
    listed = Language(lang).either(keys) if lang == "en" else beside(keys, lang)
    key = "unit-one-among" if number == "1" else "unit-among"
    return phrase(lang, key, count=number, key=listed)


def _without_wild(keys: tuple[int, ...], type_: t.Type, names: Names) -> tuple[int, ...]:
    """Return the one key of an open part that wild members may pay as well; else all its keys."""
    wild = names.game.enums[type_.name].wild if isinstance(type_, t.EnumType) else ()
    rest = tuple(key for key in keys if key not in wild)
    return rest if len(rest) == 1 and len(rest) + len(wild) == len(keys) else keys


def amount_words(value: Any, type_: t.Type, names: Names) -> str:
    """Return an amount known from the text.

    Args:
        value: In run-time form: fixed part, open parts, reductions.
        type_: The type of its keys.
    """
    fixed, parts, reductions = value
    shown = [units_of(str(count), key, type_, names) for key, count in fixed]
    for keys, count in parts:
        plain = _without_wild(keys, type_, names)
        shown.append(
            units_of(str(count), plain[0], type_, names)
            if len(plain) == 1
            else open_units(str(count), plain, type_, names)
        )
    whole = Language(names.lang).together(shown) or phrase(names.lang, "nothing")
    if not reductions:
        return whole
    less = (open_units(str(count), keys, type_, names) for keys, count in reductions)
    return phrase(names.lang, "reduced", left=whole, right=Language(names.lang).together(less))


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
    plain, value = t.one_of(t.plain_type(type_), value)
    if value is None:
        return phrase(names.lang, "nobody" if plain == t.PLAYER else "none")
    if isinstance(plain, t.ListOf | t.SetOf):
        shown = names.row(literal(each, plain.of, names) for each in value)
        return shown or phrase(names.lang, "nothing")
    if isinstance(plain, t.BagOf):
        of, is_enum = plain.of, isinstance(plain.of, t.EnumType)
        parts = (
            units_of(str(n), key, of, names) if is_enum
            else units(str(n), literal(key, of, names), names)
            for key, n in value
        )  # fmt: skip
        return Language(names.lang).together(parts) or phrase(names.lang, "nothing")
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
