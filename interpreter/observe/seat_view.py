"""Define what one seat can tell of a match: the cards it can identify, and values in its words.

Everything that is shown of a match to a player is worded here, so that a hidden card has one
appearance whatever it is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, TypeAlias

from dsl.languages import Language
from dsl.model import types as t
from interpreter.state.record import State
from interpreter.state.values import Value
from interpreter.walk.labels import BLIND, Labels, between, in_language, place
from interpreter.walk.match import Match

Tells: TypeAlias = Callable[[int], bool]
"""Whether an entity can be told."""

ACT: Final = "act:"
"""How the events begin that are the taking of actions."""
ANY_CARD = t.EntityType("")
WATCHER = -1
"""In the place of a seat: who sees what every player sees, and nothing else."""


def _seen_by(st: State, seat: int | None) -> State:
    """Return a state as a seat may know it: what somebody else pays in secret is still there."""
    if st.before_secret is None or seat is None or (st.ask is not None and st.ask.decider == seat):
        return st
    seen = st.clone()
    seen.values[: len(st.before_secret)] = st.before_secret
    return seen


class Sight:
    """What a seat, or a watcher, can tell; with the seat None everything."""

    def __init__(self, match: Match, seat: int | None) -> None:
        self.machine, self.st, self.seat = match.machine, _seen_by(match.state, seat), seat
        self.program, self.knowledge = match.machine.program, match.machine.knowledge
        self.labels = Labels(self.program)

    def in_mask(self, mask: int) -> bool:
        """Return whether the seat is in a mask of players; a watcher where all of them are."""
        if self.seat == WATCHER:
            everyone = self.knowledge.everyone
            return mask & everyone == everyone
        return self.seat is None or bool(mask >> self.seat & 1)

    def tells(self, entity: int) -> bool:
        """Return whether the seat can tell what an entity shows: which card it is, or a veil."""
        return self.in_mask(self.knowledge.looks(self.st, entity))

    def knows(self, entity: int) -> bool:
        """Return whether the seat can tell which card an entity is by itself."""
        return self.in_mask(self.knowledge.identifies(self.st, entity))

    def sees(self, zone: int, word: str) -> bool:
        """Return whether the seat is among those an audience's word means for a zone."""
        return word == "everyone" or self.in_mask(self.knowledge.mask(self.st, zone, word))

    @cached_property
    def forgotten(self) -> frozenset[int]:
        """The cards that the seat can tell by memory alone, in zones where the game does not show
        that, and that nothing has named since the last action began."""
        families, st = self.program.families, self.st
        zones = [
            zone
            for zone, family in enumerate(st.zone_families)
            if not self.program.game.zones[families[family].key].is_remembered
            and not self.sees(zone, families[family].audience.cards)
        ]
        cards = {card for zone in zones for card in st.zones[zone] if card is not None}
        tops = {st.zones[zone][0] for zone in zones if st.zones[zone]
                and self.sees(zone, families[st.zone_families[zone]].audience.top)}  # fmt: skip
        news, record = set[int](), st.log
        while cards and record is not None:
            entry, record = record
            news |= {card for card, _ in entry.named()}
            if entry.event.startswith(ACT):
                break
        return frozenset(card for card in cards - tops - news if self.tells(card))

    # --- values -------------------------------------------------------------------------------

    def plain(self, value: Value, type_: t.Type, tells: Tells | None = None) -> Any:
        """Return a value as JSON data: numbers and truth as they are, all else by label.

        Args:
            tells: Which entities can be told, where that is not what holds now.
        """
        if value is None or type_ is t.INT or isinstance(value, bool):
            return value
        tells = tells or self.tells
        type_ = t.plain_type(type_)
        if isinstance(type_, t.ListOf):
            return [self.plain(part, type_.of, tells) for part in value]
        if isinstance(type_, t.SetOf):
            parts = [self.plain(part, type_.of, tells) for part in value]
            return sorted(parts) if isinstance(type_.of, t.EntityType) else parts
        if isinstance(type_, t.BagOf):
            return self._counts(value, type_.of, tells)
        if isinstance(type_, t.AmountOf):
            return self.labels.label(self.st, value, type_)
        if type_ == t.INT:
            return value
        return self._one(value, type_, None, tells)

    def _counts(self, bag: Any, type_: t.Type, tells: Tells) -> dict[str, int]:
        found: dict[str, int] = {}
        for key, number in bag:
            label = str(self.plain(key, type_, tells))
            found[label] = found.get(label, 0) + number
        return dict(sorted(found.items())) if isinstance(type_, t.EntityType) else found

    def words(self, value: Value, type_: t.Type, language: str, tells: Tells) -> str:
        """Return what people read for a value."""
        type_ = t.plain_type(type_)
        if isinstance(type_, t.ListOf | t.SetOf) and value:
            parts = [self.words(part, type_.of, language, tells) for part in value]
            parts = sorted(parts) if isinstance(type_, t.SetOf) else parts
            return Language(language).listed(parts, between(type_))
        if isinstance(type_, t.BagOf) and isinstance(type_.of, t.EntityType):
            cards = [(n, self._one(card, type_.of, language, tells)) for card, n in value]
            parts = sorted(Language(language).units(n, card) for n, card in cards)
            return Language(language).together(parts) or "0"
        if isinstance(type_, t.ZoneType) and value is not None:
            return self._zone_in_sentence(value, language)
        return self._one(value, type_, language, tells)

    def _zone_in_sentence(self, zone: int, language: str) -> str:
        """Return the name of a zone as it stands in a sentence: `the deck`, `ada's hand`."""
        name = self._zone(zone, language)
        is_players = self.program.families[self.st.zone_families[zone]].key.owner == "player"
        return name if is_players else Language(language).with_the(name)

    def _one(self, value: Value, type_: t.Type, language: str | None, tells: Tells) -> str:
        type_, value = t.one_of(type_, value)
        if isinstance(type_, t.ZoneType) and value is not None:
            return self._zone(value, language)
        hidden = isinstance(type_, t.EntityType) and value is not None and not tells(value)
        if language is None:
            return self.labels.label(self.st, value, type_, hidden=hidden)
        return self.labels.text(self.st, value, type_, language, hidden=hidden)

    def _zone(self, zone: int, language: str | None) -> str:
        """Return the name of a zone; its owner may be a card that the seat cannot tell."""
        key = self.program.families[self.st.zone_families[zone]].key
        owner = self.st.zone_owners[zone]
        if key.owner in (None, "player") or self.tells(owner):
            return self.labels.zone(self.st, zone, language)
        if language is None:
            return place(BLIND, key.name, None)
        name = in_language(self.program.game.zones[key].text, language, key.name)
        card = self.labels.text(self.st, owner, ANY_CARD, language, hidden=True)
        return place(card, name, language)
