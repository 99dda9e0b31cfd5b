"""Answer how the values of attributes stand on a face: numbers, words, symbols of enums."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from cardwright.apps.cards.entries import Entry
from cardwright.apps.press.faces.colors import PLAIN
from cardwright.apps.press.faces.looks import member_color, member_symbol, number_sign
from cardwright.apps.text.literals import UNKNOWN
from cardwright.apps.text.names import Names, element_of
from cardwright.apps.text.units import all_of
from dsl.model import types as t
from dsl.records import record

_ANY: Final = "*"


@record
class Symbol:
    """A disc with a letter or two."""

    fill: str
    text: str


Piece: TypeAlias = str | Symbol
Pieces: TypeAlias = tuple[Piece, ...]


class Values:
    """The attributes of a card in a language, as pieces of its face."""

    def __init__(self, entry: Entry, lang: str) -> None:
        self.entry = entry
        self.names = Names(entry.model, lang)

    def type_of(self, name: str) -> t.Type:
        """Return the type of an attribute, without `maybe`."""
        return t.plain_type(self.entry.attributes[name].type)

    def said(self, name: str) -> Any:
        """Return a value in run-time form; None where nothing is said that a face could show."""
        value = self.entry.value(name)
        is_nothing = value is None or value is False or value == ()
        return None if is_nothing or t.is_effect(self.type_of(name)) else value

    def short(self, name: str) -> Pieces:
        """Return a value as numbers and symbols alone; nothing where it has no such form."""
        value, type_ = self.said(name), self.type_of(name)
        if value is None or value is UNKNOWN:
            return ()
        if type_ == t.INT:
            return (number_sign(self.entry, name, value, self.names.lang) or str(value),)
        if isinstance(type_, t.EnumType):
            return (self.symbol(type_.name, value),)
        of = element_of(type_)
        if of == t.INT and isinstance(type_, t.ListOf):
            return tuple(map(str, value))
        if not isinstance(of, t.EnumType):
            return ()
        if isinstance(type_, t.ListOf | t.SetOf):
            return tuple(self.symbol(of.name, each) for each in value)
        if isinstance(type_, t.BagOf):
            return tuple(self._units(value, of))
        return tuple(self._amount(value, of)) if isinstance(type_, t.AmountOf) else ()

    def _units(self, value: Any, of: t.EnumType) -> Iterator[Piece]:
        for key, count in value:
            yield from (str(count), self.symbol(of.name, key))

    def _amount(self, value: Any, of: t.EnumType) -> Iterator[Piece]:
        """Yield an amount; nothing where words are needed."""
        fixed, parts, reductions = value
        if reductions or any(len(keys) < len(all_of(of, self.names)) for keys, _ in parts):
            return
        yield from self._units(fixed, of)
        for _, count in parts:
            yield from (str(count), Symbol(PLAIN, _ANY))

    def symbol(self, enum: str, number: int) -> Symbol:
        """Return the disc of a member."""
        return Symbol(member_color(self.entry.model, enum, number), self._letters(enum)[number])

    def _letters(self, enum: str) -> list[str]:
        """Return what stands on the disc of each member."""
        numbers = range(len(self.entry.model.enums[enum].members))
        words = [self.names.member(enum, number).strip() for number in numbers]
        model, lang = self.entry.model, self.names.lang
        usual = zip(numbers, told_apart(words), strict=True)
        return [member_symbol(model, enum, number, lang) or short for number, short in usual]


def told_apart(words: list[str]) -> list[str]:
    """Return a letter or two of each word that others do not have there."""
    ways = ([w[:1].upper() for w in words], [w[:2] for w in words], [w[-1:].upper() for w in words])
    return [
        next((way[n] for way in ways if way.count(way[n]) == 1), word[:2])
        for n, word in enumerate(words)
    ]
