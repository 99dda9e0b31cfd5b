"""Draw the table as one seat may see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from cardwright.protocols import Observation
from cardwright.text.names import OWNER, Names, element_of
from cardwright.view.names import card_name, in_language
from cardwright.view.observation import (
    CardView,
    OwnerView,
    TableView,
    ZoneView,
    read_observation,
)
from cardwright.view.words import say
from dsl.model.game import Game
from dsl.model.rules import Phase
from dsl.model.types import EnumType, Type

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

_UNSEEN = "▒"
_VACANT = "·"
_MOST_UNSEEN = 4
_MOST_ALIKE = 2


def _phases(phases: Iterable[Phase]) -> Iterator[Phase]:
    """Yield phases and those inside them."""
    for phase in phases:
        yield phase
        yield from _phases(phase.phases or ())


class Artist:
    """Turns what a seat observes into lines, in one language."""

    def __init__(self, model: Game, lang: str) -> None:
        self._lang = lang
        self._default = model.manifest.default_language
        self._names = {each.id: card_name(model, each, lang) for each in model.definitions}
        self._zones = {
            (key.owner, key.name): in_language(zone.text, lang, self._default) or key.name
            for key, zone in model.zones.items()
        }
        phases = _phases((*model.setup, *model.phases))
        self._phases = {
            phase.id: in_language(phase.text, lang, self._default) or phase.id for phase in phases
        }
        self._entity_zones = {name: text for (_, name), text in self._zones.items()}
        self._state = {
            (key.owner, key.name): in_language(field.text, lang, self._default)
            for key, field in model.state.items()
        }
        self._members = {
            (key.owner, key.name): _members_of(field.type, model, lang)
            for key, field in model.state.items()
        }
        self._kinds = {each.id: _kinds_of(each.kind, model) for each in model.definitions}

    def draw(self, observation: Observation) -> RenderableType:
        """Return the whole table, ready to be printed by rich."""
        from rich.console import Group

        view = read_observation(observation)
        parts = [part for owner in view.owners if (part := self._owner(owner)) is not None]
        return Group(self._head(view), *parts)

    def _head(self, view: TableView) -> Text:
        """Return the line on top: round and phase."""
        from rich.text import Text

        round_text = "" if not view.round else say(self._lang, "round", number=view.round)
        phase = " › ".join(self._phases.get(part, part) for part in view.phase)
        return Text(" · ".join(part for part in (round_text, phase) if part), style="dim")

    def _owner(self, owner: OwnerView) -> RenderableType | None:
        """Return the box of the table or of a player; None if there is nothing in it."""
        from rich import box
        from rich.panel import Panel
        from rich.table import Table

        lines = list(self._lines(owner))
        if not lines:
            return None
        grid = Table.grid(padding=(0, 1))
        grid.add_column(no_wrap=True, style="cyan")
        grid.add_column(overflow="fold")
        for head, text in lines:
            grid.add_row(head, text)
        title = owner.name or say(self._lang, "table")
        mark = "▶ " if owner.is_active else ""
        return Panel(grid, title=mark + title, title_align="left", box=box.ROUNDED, expand=False)

    def _lines(self, owner: OwnerView) -> Iterator[tuple[str, str]]:
        """Yield (head, text) of each zone and of the state."""
        family = "player" if owner.name else None
        for zone in owner.zones:
            name = self._zones.get((family, zone.name), zone.name) or say(self._lang, "board")
            yield from self._zone_lines(name, zone)
        state = self.state_text(owner.state, (family,))
        if state:
            yield "", state

    def _zone_lines(self, name: str, zone: ZoneView) -> Iterator[tuple[str, str]]:
        """Yield the lines of a zone: one, or one a card where cards have zones of their own."""
        count = "?" if zone.count is None else str(zone.count)
        head = f"{name} ({count})"
        if not any(card is not None and card.zones for card in zone.cards):
            yield head, "  ".join(self._in_order(zone))
            return
        for number, card in enumerate(zone.cards, start=1):
            yield (head if number == 1 else ""), f"{number}. {self._card(card)}"

    def _in_order(self, zone: ZoneView) -> Iterator[str]:
        """Yield the cards of a zone, several that look alike in a row as one."""
        for text, group in groupby(zone.cards, self._card):
            number = len(list(group))
            if number > (_MOST_UNSEEN if text == _UNSEEN else _MOST_ALIKE):
                yield f"{text}×{number}"
            else:
                yield from [text] * number
        if zone.contents:
            yield "{" + ", ".join(map(self.name_of, zone.contents)) + "}"

    def _card(self, card: CardView | None) -> str:
        """Return a card with its state and what lies in its own zones."""
        if card is None:
            return _VACANT
        text = _UNSEEN if card.definition is None else self.name_of(card.definition)
        kinds = self._kinds.get(card.definition or "", ())
        if state := self.state_text(card.state, kinds):
            text += f" ({state})"
        zones = [self._inner_zone(zone) for zone in card.zones if zone.cards or zone.count]
        return text + ("  " + " ".join(zones) if zones else "")

    def _inner_zone(self, zone: ZoneView) -> str:
        """Return a zone of a card in brackets."""
        name = self._entity_zones.get(zone.name, zone.name)
        cards = ", ".join(self._in_order(zone)) or str(zone.count)
        return f"[{name}: {cards}]"

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
