"""Return state that lasts `until` a scope to its default, and end copies of other cards.

`State.entity_definitions` says what a card is now. The field of its kind that says until when keeps
what it is by itself. Both are definitions of one kind, so that its fields and zones stay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from dsl.model.nouns import StateField
from interpreter.program.limits import ASKED, BULK, MOVED, Meter
from interpreter.program.noun_closures import own_definition
from interpreter.program.program import Layout, Program
from interpreter.state.record import State
from interpreter.state.values import Value
from interpreter.walk.knowledge import Knowledge


class Becoming:
    """Changes which definition cards are copies of.

    Attributes:
        own_definition: Reads what a card is by itself.
        own: For each definition where its copies keep their own; None where they never change.
        returning: Definitions whose copies are themselves again when they leave their active zones.
        remembered: For each definition where rules that wait for a condition remember.
    """

    def __init__(
        self, program: Program, listen: Callable[[State], None], meter: Meter, knowledge: Knowledge
    ) -> None:
        layout, definitions = program.layout, program.game.definitions
        self.listen, self.meter, self.kind_of = listen, meter, layout.kind_of
        self.knowledge = knowledge
        self.definitions = program.definitions
        self.own_definition = own_definition(layout)
        self.own = [layout.own_definition.get(kind) for kind in layout.kind_of]
        self.returning = frozenset(
            number
            for number, each in enumerate(definitions)
            if (place := self.own[number]) is not None
            and not layout.kind_fields[each.kind][place].keep
        )
        waiting = {plan.rule.state for plan in program.becomes}
        self.remembered = [
            [place for place, field in enumerate(layout.kind_fields[each.kind])
             if field.key in waiting]
            for each in definitions
        ]  # fmt: skip

    def count(self, st: State, definition: int) -> int:
        """Return how many cards are by themselves copies of a definition."""
        place = self.own[definition]
        if place is None:
            return st.entity_definitions.count(definition)
        kind, every = self.kind_of[definition], enumerate(st.entity_definitions)
        alike = (entity for entity, each in every if self.kind_of[each] == kind)
        return sum(st.values[st.entity_bases[entity] + place] == definition for entity in alike)

    def become(self, st: State, entity: int, definition: int) -> None:
        """Make a card a copy of a definition: rules that it no longer has forget what held."""
        every = st.entity_definitions
        if every[entity] == definition or self.definitions[definition] is None:
            return
        self.meter.charge(MOVED + len(every) // BULK)
        if self.knowledge.veils:
            self.knowledge.veil(st, entity, definition)
        st.entity_definitions = (*every[:entity], definition, *every[entity + 1 :])
        for place in self.remembered[definition]:
            st.values[st.entity_bases[entity] + place] = None
        st.facts = tuple(fact for fact in st.facts if entity not in fact.cards)
        self.listen(st)

    def be_itself(self, st: State, entity: int) -> None:
        """Return a card to its own definition."""
        self.become(st, entity, self.own_definition(st, entity))

    def end(self, st: State, kinds: frozenset[str]) -> None:
        """Return all cards of some kinds to their own definitions: their time as copies is over."""
        self.meter.charge(ASKED * len(st.entity_definitions))
        for entity, definition in enumerate(st.entity_definitions):
            if self.kind_of[definition] in kinds:
                self.be_itself(st, entity)

    def keep_own(self, st: State, own: Sequence[int]) -> None:
        """Note what each card is by itself, where cards that nobody can tell have become others."""
        for entity, definition in enumerate(own):
            place = self.own[definition]
            if place is not None:
                st.values[st.entity_bases[entity] + place] = definition


class _Reset(NamedTuple):
    """What one scope resets.

    Attributes:
        fixed: Places of the table and the seats, with their defaults.
        own: For definitions that have any: places from their base on, with their defaults.
        kinds: Those whose cards are copies of others until then.
    """

    fixed: tuple[tuple[int, Value], ...]
    own: Mapping[int, tuple[tuple[int, Value], ...]]
    kinds: frozenset[str]


class Resets:
    """All scopes of a program at whose end something is reset."""

    def __init__(
        self, resets: Mapping[str, tuple[StateField, ...]], layout: Layout, becoming: Becoming
    ) -> None:
        self.becoming = becoming
        self.by_scope = {
            scope: _reset_of(layout, fields) for scope, fields in resets.items() if fields
        }
        self.places: dict[str, tuple[Value, ...]] = {}

    def do(self, st: State, scope: str) -> None:
        """Reset what lasts until a scope."""
        found = self.by_scope.get(scope)
        if found is None:
            return
        if found.kinds:
            self.becoming.end(st, found.kinds)
        values = st.values
        for place, default in found.fixed:
            values[place] = default
        if found.own:
            places, read, defaults = self._of_cards(st, scope, found)
            if places and read(values) != defaults:
                for place, default in places:
                    values[place] = default

    def _of_cards(self, st: State, scope: str, reset: _Reset) -> tuple[Value, ...]:
        """Return the places of cards that a scope resets, what reads them all and what that reads
        when there is nothing to reset; they stay the same as long as the cards are."""
        bases, definitions, *found = self.places.get(scope, (None, None, ()))
        if bases is not st.entity_bases or definitions is not st.entity_definitions:
            bases, definitions = st.entity_bases, st.entity_definitions
            places = tuple(
                (base + offset, default)
                for base, definition in zip(bases, definitions, strict=True)
                for offset, default in reset.own.get(definition, ())
            )
            defaults = tuple(default for _, default in places)
            found = [places, _reading(places), defaults]
            self.places[scope] = (bases, definitions, *found)
        return tuple(found)


def _reading(places: tuple[tuple[int, Value], ...]) -> Callable[[list[Value]], Value]:
    """Return what reads the values at some places, as a tuple."""
    if len(places) > 1:
        return itemgetter(*(place for place, _ in places))
    return lambda values: tuple(values[place] for place, _ in places)


def _reset_of(layout: Layout, fields: tuple[StateField, ...]) -> _Reset:
    wanted = {field.key for field in fields}
    fixed = tuple(
        (place, field.default) for place, field in layout.fixed_places() if field.key in wanted
    )
    own = {
        number: found
        for number, kind in enumerate(layout.kind_of)
        if (
            found := tuple(
                (offset, field.default)
                for offset, field in enumerate(layout.kind_fields[kind])
                if field.key in wanted and not field.key.is_definition
            )
        )
    }
    kinds = frozenset(str(key.owner) for key in wanted if key.is_definition)
    return _Reset(fixed, own, kinds)
