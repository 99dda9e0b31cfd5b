"""Find the cards and zones that a decision means, and those to which its answers lead.

A key names a place of the observation: `~0` a player, `trick` and `~0.hand` zones, `~0.hand.2` the
third card there as the observation lists it, `rows.0.left` a zone of a card, `@well` what lies in
no zone. Cards that look alike in a zone without order cannot be told apart by their keys: which is
the first of them is decided by the order in which they are named here, never by how they lie.

Such a question is about members of an enum, and the move behind it says of each where it is. Only
what follows from the answers themselves is told: a place that hangs on the position could tell of
hidden cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from dsl.model import types as t
from dsl.model.expressions import Expression
from dsl.model.steps import DoEvent
from dsl.model.walk import free_slots
from interpreter.lower import ops
from interpreter.lower.ops import FIRST_SLOT
from interpreter.observe.events import is_kept_back
from interpreter.observe.seat_view import WATCHER
from interpreter.observe.table import Data, Table
from interpreter.program.tracing import looked_at
from interpreter.state.record import State
from interpreter.state.values import BodyFrame, Value
from interpreter.walk.decision import Ask
from interpreter.walk.equivalence import Places
from interpreter.walk.labels import named_by_alternative
from interpreter.walk.machine import Machine
from interpreter.walk.match import Match

MOVE = "move"


def targets(machine: Machine, st: State) -> Mapping[Value, int]:
    """Return by its option the zone into which each answer of the open question leads; nothing
    where two lead to the same one, or where that is not decided by them."""
    ask, frame = st.ask, st.frames[-1] if st.frames else None
    if ask is None or not isinstance(ask.of, t.EnumType) or not isinstance(frame, BodyFrame):
        return {}
    found = _move_behind(machine, ask)
    if found is None:
        return {}
    slot, place, known = found
    if slot not in free_slots(place) or not free_slots(place) <= {*known, slot}:
        return {}
    closure, zones = machine.facts.evaluator.closure(place), dict[Value, int]()
    for option in ask.options:
        locals_ = [*frame.locals, *[None] * (FIRST_SLOT + slot + 1 - len(frame.locals))]
        locals_[FIRST_SLOT + slot] = option
        zone, reads = looked_at(closure, st, locals_)
        if type(option) is not int or not isinstance(zone, int) or any(reads):
            return {}
        zones[option] = zone
    return zones if len({*zones.values()}) == len(zones) else {}


def _move_behind(machine: Machine, ask: Ask) -> tuple[int, Expression, Sequence[int]] | None:
    """Return the slot of an answer, where the first move behind it goes, and the slots that are
    decided before; None where nothing is moved."""
    program, site = machine.program, ask.site
    if isinstance(site, tuple) and site[0] == "action":
        steps = program.actions[site[1]].action.body.steps
        first = steps[0] if steps else None
        if isinstance(first, DoEvent) and first.event == MOVE:
            return site[2], first.arguments[1], range(site[2])
    if not isinstance(site, int):
        return None
    asking = program.operations[site]
    if not isinstance(asking, ops.Choose):
        return None
    for operation in program.operations[site + 1 : program.code_of[site].last + 1]:
        if isinstance(operation, ops.Call):
            is_move = operation.event == MOVE
            return (asking.slot, operation.arguments[1], range(asking.slot)) if is_move else None
        if isinstance(operation, ops.Choose | ops.ChooseOne | ops.Return):
            return None
    return None


WITH_A_CARD = ("action", "replacement", "trigger")
"""Decisions whose options are (number, card, …)."""


def player_key(seat: int) -> str:
    """Return the key of a player."""
    return f"~{seat}"


def thing_key(definition: str) -> str:
    """Return the key of what lies in no zone."""
    return f"@{definition}"


class Keys:
    """The keys of one observation."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match, self.seat = match, seat
        self.table = Table(match, seat, with_values=True)
        self.st, self.program = match.state, match.machine.program
        self._place_in = Places(self.st)
        self._lists: dict[int, list[Data | None]] = {}
        self._given: dict[int, str] = {}
        self._used: set[str] = set()

    # --- what a decision means ------------------------------------------------------------------

    def chosen(self) -> tuple[str, ...]:
        """Return the keys of what was chosen before in the action that asks the seat."""
        ask = self._own_ask()
        if ask is None or not isinstance(ask.site, tuple) or ask.site[0] != "action":
            return ()
        frame = self.st.frames[-1]
        parameters = self.program.actions[ask.site[1]].action.parameters[: ask.site[2]]
        given = frame.locals[FIRST_SLOT:] if isinstance(frame, BodyFrame) else ()
        pairs = zip(parameters, given, strict=False)
        return tuple(key for each, value in pairs for key in self._of_value(value, each.type))

    def touched(self) -> tuple[tuple[str, ...], ...]:
        """Return for each option of the seat's decision the keys of what it means."""
        ask = self._own_ask()
        return () if ask is None else self.touched_in(ask)

    def touched_in(self, ask: Ask) -> tuple[tuple[str, ...], ...]:
        """Return the same for a question that the seat will be asked before anything happens."""
        return tuple(tuple(self._of_option(ask, option)) for option in ask.options)

    def keys(self, value: Value, type_: t.Type) -> tuple[str, ...]:
        """Return the keys of a value that the seat can tell."""
        return tuple(self._of_value(value, type_))

    def of_zone(self, zone: int) -> str | None:
        """Return the key of a zone, None where the seat cannot say which it is."""
        return next(self._of_zone(zone), None)

    @cached_property
    def _targets(self) -> Mapping[Value, int]:
        """The zones to which the answers of the open question lead."""
        return targets(self.match.machine, self.st)

    def _own_ask(self) -> Ask | None:
        ask: Ask | None = self.st.ask
        return ask if ask is not None and ask.decider == self.seat != WATCHER else None

    def _of_option(self, ask: Ask, option: Value) -> Iterator[str]:
        if ask.kind in WITH_A_CARD and isinstance(option, tuple):
            if option[1] is not None:
                yield from self._of_entity(option[1])
        elif ask.kind == "alternative" and isinstance(ask.site, int):
            named = named_by_alternative(self.program, self.st, ask.site, option)
            for value, type_ in named.values():
                yield from self._of_value(value, type_)
        elif ask is self.st.ask and type(option) is int and option in self._targets:
            yield from self._of_zone(self._targets[option])
        elif ask.of is not None and option is not None and not isinstance(option, str):
            value = option[1] if ask.kind == "piece" and isinstance(option, tuple) else option
            yield from self._of_value(value, ask.of)

    def _of_value(self, value: Value, type_: t.Type) -> Iterator[str]:
        if isinstance(type_, t.Maybe):
            type_ = type_.of
        if value is None or isinstance(value, bool):
            return
        if isinstance(type_, t.ListOf | t.SetOf):
            for part in value:
                yield from self._of_value(part, type_.of)
        elif isinstance(type_, t.TargetType):
            of, value = t.one_of(type_, value)
            yield from self._of_value(value, of)
        elif isinstance(type_, t.EntityType):
            yield from self._of_entity(value)
        elif isinstance(type_, t.ZoneType):
            yield from self._of_zone(value)
        elif type_ == t.PLAYER:
            yield player_key(value)

    # --- who put a card there -------------------------------------------------------------------

    def owners(self) -> dict[str, int]:
        """Return the seats whose cards lie in the rows of the table, by key: those who put them
        there out of a zone of their own, as into a trick; not who turned up the top of a deck.

        Of a row that everybody sees; the log tells who it was, as far as the seat may know it.
        """
        wanted = dict(self._in_open_rows())
        came: dict[int, int] = {}
        found: dict[str, int] = {}
        record = self.st.log
        view = self.table.view
        while wanted and record is not None:
            entry, record = record
            if entry.event != MOVE or is_kept_back(view, entry):
                continue
            cards = entry.arguments[0]
            for card in cards if isinstance(cards, tuple) else (cards,):
                if card not in wanted:
                    continue
                if card not in came and entry.me is not None:
                    came[card] = entry.me
                    continue
                key = wanted.pop(card)
                if card in came and self._is_of(entry.arguments[1], came[card]):
                    found[key] = came[card]
        begun = {card: key for card, key in wanted.items() if card in came}
        found |= {key: came[card] for card, key in begun.items() if self._began_apart(card)}
        return dict(self._pieces()) | found

    def _pieces(self) -> Iterator[tuple[str, int]]:
        """Yield the key and the owner of each card that no player holds, of the kinds of which
        everybody always sees each card: the pieces on a common board."""
        owners, places = self.st.entity_owners, self.st.places
        holder, open_ = self.match.machine.facts.evaluator.holder, self._open_kinds
        for card, owner in enumerate(owners):
            if owner is None or places[card] < 0 or holder(self.st, card) is not None:
                continue
            if self.program.layout.kind_of[self.st.entity_definitions[card]] in open_:
                yield from ((key, owner) for key in self._of_entity(card))

    @cached_property
    def _open_kinds(self) -> frozenset[str]:
        """The kinds whose cards lie nowhere but where everybody sees them."""
        hidden = [plan for plan in self.program.families if plan.audience.cards != "everyone"]
        return frozenset(
            kind
            for kind, kinds in self.program.ancestors.items()
            if not any(plan.kind in kinds for plan in hidden)
        )

    def _is_of(self, zone: Value, seat: int) -> bool:
        """Return whether a zone is one of a player's."""
        if not isinstance(zone, int):
            return False
        family = self.program.families[self.st.zone_families[zone]]
        return family.key.owner == "player" and self.st.zone_owners[zone] == seat

    def _began_apart(self, card: int) -> bool:
        """Return whether a card that has moved once began anywhere but in a zone of the table."""
        start = self.program.game.definitions[self.st.entity_definitions[card]].start
        return start is None or start.owner is not None

    def _in_open_rows(self) -> Iterator[tuple[int, str]]:
        """Yield the cards of the table's rows that everybody sees, with their keys."""
        for zone, family in enumerate(self.st.zone_families):
            plan = self.program.families[family]
            is_row = plan.is_ordered and not plan.is_stack and plan.slots is None
            if is_row and plan.key.owner is None and plan.audience.cards == "everyone":
                for at, card in enumerate(self.st.zones[zone]):
                    if card is not None:
                        yield card, f"{plan.key.name}.{at}"

    # --- where things are -----------------------------------------------------------------------

    def _of_zone(self, zone: int) -> Iterator[str]:
        """Yield the key of a zone, if the seat can say which it is."""
        key = self.program.families[self.st.zone_families[zone]].key
        owner = self.st.zone_owners[zone]
        if key.owner is None:
            yield key.name
        elif key.owner == "player":
            yield f"{player_key(owner)}.{key.name}"
        else:
            yield from (f"{each}.{key.name}" for each in self._of_entity(owner))

    def _of_entity(self, entity: int) -> Iterator[str]:
        """Yield the key of an entity, if the seat can say which it is."""
        if entity not in self._given:
            self._given[entity] = next(self._found(entity), "")
            self._used.add(self._given[entity])
        if self._given[entity]:
            yield self._given[entity]

    def _found(self, entity: int) -> Iterator[str]:
        """Yield the first key of an entity that no card which looks the same has."""
        zone = self.st.places[entity]
        if zone < 0:
            yield thing_key(self.program.game.definitions[self.st.entity_definitions[entity]].id)
            return
        card, listed = self.table.card(entity), self._listed(zone)
        for area in self._of_zone(zone):
            if self._shows_places(zone):
                yield f"{area}.{self._place_in(zone, entity)}"
                return
            keys = (f"{area}.{at}" for at, other in enumerate(listed) if other == card)
            yield from (key for key in keys if key not in self._used)

    def _shows_places(self, zone: int) -> bool:
        family = self.program.families[self.st.zone_families[zone]]
        return family.is_ordered and self.table.counts(zone)

    def _listed(self, zone: int) -> list[Data | None]:
        """Return the cards of a zone as the observation lists them."""
        if zone not in self._lists:
            self._lists[zone] = self.table.zone(zone)["cards"]
        return self._lists[zone]
