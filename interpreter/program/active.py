"""Sort the rules of a program by their subjects, and compute whose rules are active now.

Native events are described to rules and the log here too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

from msgspec.structs import replace

from dsl.model import expressions as e
from dsl.model import rules, steps
from dsl.model.amounts import NOTHING
from dsl.model.game import Game
from dsl.model.nouns import Definition
from dsl.model.rules import Rule
from dsl.model.steps import Formula
from dsl.model.types import BOOL, PLAYER, AmountOf, BagOf, ListOf, Maybe, SetOf, Type
from dsl.words.vocabulary import NATIVES
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

        self.arrival_index: tuple[Values, dict[tuple[int, int | None], int]] = ((), {})
        """Modifiers that worked as they were last, and the place of each."""
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
        try:
            return self.bearings[id(plan)]
        except KeyError:
            found = self.bearings[id(plan)] = self._bearing(plan)
            return found

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

    def arrivals(self, st: State) -> Mapping[tuple[int, int | None], int]:
        """Return when the modifiers that work now began to, among each other."""
        known, found = self.arrival_index
        if known is not st.arrived:
            found = {pair: number for number, pair in enumerate(st.arrived)}
            self.arrival_index = (st.arrived, found)
        return found

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


def needing_actor(game: Game) -> frozenset[str]:
    """Return the events, natives and the taking of actions included, that need an actor."""
    own = {id_ for id_, variants in game.events.items() if any(each.uses_me for each in variants)}
    taken = {f"act:{action.id}" for action in game.actions}
    return frozenset(own | taken | {row.name for row in NATIVES.values() if row.has_actor})


K = TypeVar("K", bound=Hashable)
H = TypeVar("H", bound=rules.Trigger | rules.Replacement | rules.Forbid)


def no_result(event: rules.Event | None) -> object:
    if event is None or not event.declares_result:
        return False
    if isinstance(event.result, ListOf | SetOf | BagOf):
        return ()
    if isinstance(event.result, AmountOf):
        return NOTHING
    return None if isinstance(event.result, Maybe) else False


def unless_forbidden(action: rules.Action, forbids: Iterable[rules.Forbid]) -> rules.Action:
    """Return an action that is offered only where nothing forbids to take it."""
    takings = {f"act:{name}" for name in (action.id, *action.groups)}
    if not any(forbid.pattern.event in takings for forbid in forbids):
        return action
    chosen = tuple(
        e.Local(slot, each.name, each.type) for slot, each in enumerate(action.parameters)
    )
    me = e.Role("me", PLAYER)
    can = e.CanHappen(f"act:{action.id}", chosen, me, (), (), BOOL)
    when = can if action.when is None else e.Logic("and", action.when, can, BOOL)
    return replace(action, when=when)


def members_of(game: Game) -> dict[str, tuple[str, ...]]:
    """Return the events of the actions of each group by the group's own event."""
    return {
        f"act:{group.id}": tuple(
            dict.fromkeys(f"act:{a.id}" for a in game.actions if group.id in a.groups)
        )
        for group in game.groups
    }


def by_attribute(cards: Iterable[Definition | None]) -> dict[str, dict[int, steps.Formula]]:
    """Return the formulas of each attribute on the cards of a game, by the numbers of the cards."""
    found: dict[str, dict[int, steps.Formula]] = {}
    for number, card in enumerate(cards):
        for name, formula in card.attributes.items() if card else ():
            found.setdefault(name, {})[number] = formula
    return found


def by_event(
    plans: Iterable[RulePlan[H]], members: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[RulePlan[H], ...]]:
    """Return rules by the events they concern; one about a group concerns all of its actions."""
    found: dict[str, list[RulePlan[H]]] = {}
    for plan in plans:
        event = plan.rule.pattern.event
        for each in members.get(event, (event,)):
            found.setdefault(each, []).append(plan)
    return {event: tuple(each) for event, each in found.items()}


def by_key(entries: Iterable[T], key: Callable[[T], K | None]) -> dict[K, tuple[T, ...]]:
    found: dict[K, list[T]] = {}
    for entry in entries:
        if (own := key(entry)) is not None:
            found.setdefault(own, []).append(entry)
    return {k: tuple(v) for k, v in found.items()}


def may_be_batch(body: steps.Body) -> bool:
    """Return whether all that a body does can be collected, to happen together."""
    allowed = (steps.DoEvent, steps.ForEach, steps.If, steps.Let)
    return all(isinstance(step, allowed) for step in body.steps)


def said_by_self(cost: steps.Body | None) -> steps.DoEffect | None:
    """Return the step of a cost that is, as a whole, what its card says."""
    step = cost.steps[0] if cost and len(cost.steps) == 1 else None
    is_own = isinstance(step, steps.DoEffect) and step.of == e.Role("self", step.of.type)
    return step if isinstance(step, steps.DoEffect) and is_own else None


def with_something_said(cost: steps.Body) -> steps.Body:
    """Return a cost that is what its card says, as one that cannot be paid where that is
    nothing."""
    step = said_by_self(cost)
    assert step is not None
    is_said = e.Compare("!=", step.said, e.Constant(None, step.said.type), False, BOOL)
    return replace(cost, steps=(steps.Require(is_said, step.span), step))


def lacking(
    cost: steps.Body | None, effects: Iterable[rules.Effect], index: Mapping[str, int]
) -> frozenset[int]:
    """Return the definitions that do not have a rule, as its whole cost is one that they do not
    say.

    Args:
        index: The number of each definition.
    """
    step = said_by_self(cost)
    if step is None:
        return frozenset()
    having = {effect.card for effect in effects if effect.id in step.effects}
    return frozenset(i for id_, i in index.items() if id_ not in having)
