"""Say what is seen on a table in words: cards, zones and state, in one language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from cardwright.text.names import OWNER, Names, element_of
from cardwright.view.names import card_name, in_language
from cardwright.view.observation import CardView, ZoneView
from dsl.model.game import Game
from dsl.model.types import EnumType, Type

UNSEEN: Final = "▒"
VACANT: Final = "·"
_MOST_UNSEEN: Final = 4
_MOST_ALIKE: Final = 2


class Words:
    """What the things of one game are called and how they are shown, in one language."""

    def __init__(self, model: Game, lang: str) -> None:
        default = model.manifest.default_language
        self._names = {each.id: card_name(model, each, lang) for each in model.definitions}
        self._zones = {
            (key.owner, key.name): in_language(zone.text, lang, default) or key.name
            for key, zone in model.zones.items()
        }
        self._entity_zones = {name: text for (_, name), text in self._zones.items()}
        self._state = {
            (key.owner, key.name): in_language(field.text, lang, default)
            for key, field in model.state.items()
        }
        self._members = {
            (key.owner, key.name): _members_of(field.type, model, lang)
            for key, field in model.state.items()
        }
        self._kinds = {each.id: _kinds_of(each.kind, model) for each in model.definitions}
        self._defaults = {(key.owner, key.name): each.default for key, each in model.state.items()}
        self._active = {
            each.id: frozenset(key.name for key in model.kinds[each.kind].active_in)
            for each in model.definitions
            if each.kind in model.kinds
        }

    def zone_name(self, name: str, owner: str | None = None) -> str:
        """Return what a zone of the table (None) or of a player is called."""
        return self._zones.get((owner, name), name)

    def inner_zone_name(self, name: str) -> str:
        """Return what a zone of a card is called."""
        return self._entity_zones.get(name, name)

    def zone_lines(self, name: str, zone: ZoneView) -> Iterator[tuple[str, str]]:
        """Yield the lines of a zone: one, or one a card where cards have zones of their own."""
        count = "?" if zone.count is None else str(zone.count)
        head = f"{name} ({count})"
        if not any(card is not None and card.zones for card in zone.cards):
            yield head, "  ".join(self.in_order(zone))
            return
        for number, card in enumerate(zone.cards, start=1):
            yield (head if number == 1 else ""), f"{number}. {self.card(card, zone.name)}"

    def in_order(self, zone: ZoneView) -> Iterator[str]:
        """Yield the cards of a zone, several that look alike in a row as one."""
        for text, group in groupby(zone.cards, lambda card: self.card(card, zone.name)):
            number = len(list(group))
            if number > (_MOST_UNSEEN if text == UNSEEN else _MOST_ALIKE):
                yield f"{text}×{number}"
            else:
                yield from [text] * number
        if zone.contents:
            yield "{" + ", ".join(map(self.name_of, zone.contents)) + "}"

    def card(self, card: CardView | None, zone: str) -> str:
        """Return a card in a zone with its state and what lies in its own zones."""
        if card is None:
            return VACANT
        text = UNSEEN if card.definition is None else self.name_of(card.definition)
        if state := self.card_state(card, zone):
            text += f" ({state})"
        zones = [self._inner_zone(zone) for zone in card.zones if zone.cards or zone.count]
        return text + ("  " + " ".join(zones) if zones else "")

    def _inner_zone(self, zone: ZoneView) -> str:
        """Return a zone of a card in brackets."""
        name = self.inner_zone_name(zone.name)
        cards = ", ".join(self.in_order(zone)) or str(zone.count)
        return f"[{name}: {cards}]"

    def card_state(self, card: CardView, zone: str = "") -> str:
        """Return the state of a card as `name value` pairs.

        Numbers that are 0 from the beginning are left out, and where its rules do not work, such as
        in a hand, all numbers that are as at the beginning.
        """
        kinds = self._kinds.get(card.definition or "", ())
        active = self._active.get(card.definition or "", frozenset())
        is_resting = bool(zone and active) and zone not in active
        told = {
            name: value
            for name, value in card.state.items()
            if not isinstance(value, int)
            or isinstance(value, bool)
            or value != self._default(name, kinds)
            or (value != 0 and not is_resting)
        }
        return self.state_text(told, kinds)

    def _default(self, name: str, kinds: Sequence[str]) -> object:
        """Return what a field of a card is at the beginning."""
        keys = ((kind, name) for kind in kinds)
        return next((self._defaults[key] for key in keys if key in self._defaults), None)

    def name_of(self, definition: str) -> str:
        """Return the name of a card by its id."""
        return self._names.get(definition, definition)

    def state_text(self, state: Mapping[str, Any], owners: Sequence[str | None]) -> str:
        """Return state as `name value` pairs; what is false, none or empty is left out.

        Args:
            owners: Whose state it is: None for the game, `player`, or the kinds of a card.
        """
        return ", ".join(
            self._field(name, value, owners)
            for name, value in state.items()
            if value is not None and value is not False and value not in ({}, [])
        )

    def _field(self, name: str, value: Any, owners: Sequence[str | None]) -> str:
        """Return one field of state with its value, by what the game calls both."""
        key = next(((owner, name) for owner in owners if (owner, name) in self._state), None)
        called = (self._state[key] if key else "") or name
        members = self._members[key] if key else {}
        called = called.replace(f"{OWNER}の", "").replace(OWNER, "it")
        return called if value is True else f"{called} {self._value(value, members)}"

    def _value(self, value: Any, members: Mapping[str, str]) -> str:
        """Return a plain value as text."""
        if isinstance(value, Mapping):
            pairs = ((self._value(key, members), count) for key, count in value.items())
            return " + ".join(f"{count} {key}" for key, count in pairs)
        if isinstance(value, list):
            return ", ".join(self._value(each, members) for each in value)
        if isinstance(value, str):
            return members.get(value) or self.name_of(value)
        return str(value)


def _members_of(type_: Type, model: Game, lang: str) -> dict[str, str]:
    """Return what the members that a field of state can hold are called."""
    of = element_of(type_)
    if not isinstance(of, EnumType):
        return {}
    enum, names = model.enums[of.name], Names(model, lang)
    return {member: names.member(of.name, number) for number, member in enumerate(enum.members)}


def _kinds_of(kind: str, model: Game) -> tuple[str, ...]:
    """Return a kind with what it extends, nearest first."""
    found, current = [], model.kinds.get(kind)
    while current is not None:
        found.append(current.name)
        current = model.kinds.get(current.extends or "")
    return tuple(found)
