"""Compute the cards whose rules are active now, and for whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeVar

from dsl.model.rules import Rule
from dsl.model.steps import Formula
from dsl.model.types import Type
from interpreter.program.analysis import Analysis
from interpreter.program.closures import Closure
from interpreter.program.closures import Evaluator as BasicEvaluator
from interpreter.program.memo import Memo
from interpreter.program.program import ActionPlan, Program, RulePlan
from interpreter.state.record import State
from interpreter.state.values import Value, Values

T = TypeVar("T")


class PresentEvaluator(BasicEvaluator):
    """Knows holders, controllers and which cards have working rules."""

    def __init__(self, program: Program, analysis: Analysis) -> None:
        super().__init__(program, analysis)
        self.memo = Memo(program, analysis.readings)
        self.in_order = analysis.in_order
        self.bearings: dict[int, frozenset[int] | None] = {}
        self.zone_index: tuple[tuple[int, ...], dict[int, list[int]]] = ((), {})
        """Families of zones as they were last, and the zones of each."""
        self.copy_index: dict[frozenset[int], tuple[tuple[int, ...], tuple[int, ...]]] = {}
        """Definitions of entities as they were last, and the cards of those asked for."""

        self.reference_index: tuple[tuple[int, ...] | None, tuple[tuple[int, Type], ...]] = (
            None,
            (),
        )
        """Bases of entities as they were last, and what `references` returned."""

    @cached_property
    def words(self) -> list[tuple[Closure | None, Closure | None]]:
        """For each definition what its kind says of its controller and its players."""
        kinds = self.program.game.kinds.items()
        controllers = {n: self.roomy(kind.controller) for n, kind in kinds if kind.controller}
        audiences = {n: self.roomy(kind.players) for n, kind in kinds if kind.players}
        return [
            (self.inherited(controllers, d.kind), self.inherited(audiences, d.kind))
            for d in self.program.game.definitions
        ]

    def roomy(self, formula: Formula) -> Closure:
        """Return a closure of a formula over `given` locals that brings its own room for the
        rest: call it with `[me, self, actor, given…]`."""
        closure = self.closure(formula.expression)
        room = [None] * (len(formula.slots) - formula.given)
        if not room:
            return closure
        return lambda st, L: closure(st, [*L, *room])

    def inherited(self, table: dict[str, T], kind: str) -> T | None:
        """Return the entry of a kind or of the nearest kind it extends."""
        while kind not in table:
            base = self.program.game.kinds[kind].extends
            if base is None:
                return None
            kind = base
        return table[kind]

    def kind_of(self, st: State, entity: int) -> str:
        """Return the kind of an entity."""
        return self.program.game.definitions[st.entity_definitions[entity]].kind

    def players_of(self, st: State, entity: int) -> tuple[int, ...]:
        """Return the players meant by `owner` in the zones of an entity."""
        formula = self.words[st.entity_definitions[entity]][1]
        if formula is None:
            holder = self.holder(st, entity)
            return () if holder is None else (holder,)
        found = formula(st, [None, entity, None, entity])
        return (found,) if isinstance(found, int) else tuple(found or ())

    def holder(self, st: State, entity: int) -> int | None:
        """Return the player who owns the zone an entity is in."""
        zone = st.places[entity]
        if zone < 0:
            return None
        owner = st.zone_owners[zone]
        key = self.program.families[st.zone_families[zone]].key
        if key.owner is None or key.owner == "player":
            return None if owner < 0 else owner
        return self.controller(st, owner)

    def controller(self, st: State, entity: int) -> int | None:
        """Return who is `me` in the rules of an entity: its kind's word, holder or owner."""
        formula, audience = self.words[st.entity_definitions[entity]]
        if formula is not None:
            found = formula(st, [None, entity, None, entity])
            return None if found is None else int(found)
        if audience is not None:
            players = self.players_of(st, entity)
            return players[0] if players else None
        holder = self.holder(st, entity)
        return st.entity_owners[entity] if holder is None else holder

    def bearing(self, plan: RulePlan[Rule] | ActionPlan) -> frozenset[int] | None:
        """Return the definitions whose cards have a rule; None for a rule without a card."""
        key = id(plan)
        if key not in self.bearings:
            self.bearings[key] = self._bearing(plan)
        return self.bearings[key]

    def _bearing(self, plan: RulePlan[Rule] | ActionPlan) -> frozenset[int] | None:
        if plan.owner_definition is not None:
            return frozenset((plan.owner_definition,)) - plan.lacking
        if plan.owner_kinds is None:
            return None
        definitions = self.program.game.definitions
        return (
            frozenset(n for n, d in enumerate(definitions) if d.kind in plan.owner_kinds)
            - plan.lacking
        )

    def is_active(self, st: State, plan: RulePlan[Rule] | ActionPlan, entity: int | None) -> bool:
        """Return whether a rule works on a card now; without a card always."""
        if entity is None or plan.places is None:
            return True
        zone = st.places[entity]
        return zone >= 0 and st.zone_families[zone] in plan.places

    def bears(self, st: State, plan: RulePlan[Rule] | ActionPlan, entity: int | None) -> bool:
        """Return whether an entity is one of `bearers`, without listing them."""
        bearing = self.bearing(plan)
        if bearing is None or entity is None:
            return bearing is None and entity is None
        return st.entity_definitions[entity] in bearing and self.is_active(st, plan, entity)

    def bearers(self, st: State, plan: RulePlan[Rule] | ActionPlan) -> Sequence[int | None]:
        """Return the cards on which a rule works now, in the order of active zones, owners by seat
        or number, position; one None for a rule without a card."""
        bearing = self.bearing(plan)
        if bearing is None:
            return (None,)
        definitions, zones = st.entity_definitions, st.zones
        if plan.places is None:
            return self.copies(st, bearing)
        return [
            card
            for family in plan.places
            for zone in self.zones_of(st, family)
            for card in zones[zone]
            if card is not None and definitions[card] in bearing
        ]

    def copies(self, st: State, definitions: frozenset[int]) -> tuple[int, ...]:
        """Return the cards of some definitions, wherever they are, by number."""
        every = st.entity_definitions
        known, found = self.copy_index.get(definitions, ((), ()))
        if known is not every:
            first = len(known) if every[: len(known)] == known else 0
            more = [card for card in range(first, len(every)) if every[card] in definitions]
            found = (*found[: len(found) if first else 0], *more)
            self.copy_index[definitions] = (every, found)
        return found

    def references(self, st: State) -> Sequence[tuple[int, Type]]:
        """Return the places in `State.values` that can hold entities, with the types of their
        fields; they stay the same as long as the cards are."""
        known, found = self.reference_index
        if known is not st.entity_bases:
            found = (*self.program.layout.reference_places, *self._references_of_cards(st))
            self.reference_index = (st.entity_bases, found)
        return found

    def _references_of_cards(self, st: State) -> Iterator[tuple[int, Type]]:
        layout, definitions = self.program.layout, st.entity_definitions
        for card in self.copies(st, self.referring) if self.referring else ():
            base = st.entity_bases[card]
            for offset, type_ in layout.reference_offsets[layout.kind_of[definitions[card]]]:
                yield base + offset, type_

    @cached_property
    def referring(self) -> frozenset[int]:
        """The definitions whose copies have fields that can hold entities."""
        layout = self.program.layout
        kinds = enumerate(layout.kind_of)
        return frozenset(number for number, kind in kinds if kind in layout.reference_offsets)

    def zones_of(self, st: State, family: int) -> Sequence[int]:
        """Return the zones of a family, by number."""
        known, by_family = self.zone_index
        if known is not st.zone_families:
            by_family = {}
            for zone, other in enumerate(st.zone_families):
                by_family.setdefault(other, []).append(zone)
            self.zone_index = (st.zone_families, by_family)
        return by_family.get(family, ())

    def rule_locals(
        self, st: State, entity: int | None, actor: int | None, given: Values
    ) -> list[Value]:
        """Return the locals a rule's expressions begin with: a card's `me` is its controller, a
        rule without a card has the event's actor."""
        me = actor if entity is None else self.controller(st, entity)
        return [me, entity, actor, *given]


def room_for(slots: int, given: int) -> list[None]:
    """Return empty locals behind the given ones."""
    return [None] * max(slots - given, 0)
