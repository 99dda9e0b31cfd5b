"""Let cards be copies of others for a time.

What a card is now says `State.entity_definitions`; what it is by itself is kept in the field of its
kind that says until when. Both are definitions of one kind, so that its fields and zones stay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.program.meter import ASKED, BULK, MOVED, Meter
from interpreter.program.program import Program
from interpreter.state.record import State


class Becoming:
    """Changes which definition cards are copies of.

    Attributes:
        own: For each definition where its copies keep their own; None where they never change.
        returning: Definitions whose copies are themselves again when they leave their active zones.
        remembered: For each definition where rules that wait for a condition remember.
    """

    def __init__(self, program: Program, listen: Callable[[State], None], meter: Meter) -> None:
        layout, definitions = program.layout, program.game.definitions
        self.listen, self.meter, self.kind_of = listen, meter, layout.kind_of
        self.definitions = program.definitions
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

    def own_definition(self, st: State, entity: int) -> int:
        """Return what a card is by itself."""
        definition = st.entity_definitions[entity]
        place = self.own[definition]
        return definition if place is None else int(st.values[st.entity_bases[entity] + place])

    def count(self, st: State, definition: int) -> int:
        """Return how many cards are by themselves copies of a definition."""
        place = self.own[definition]
        if place is None:
            return st.entity_definitions.count(definition)
        kind, every = self.kind_of[definition], enumerate(st.entity_definitions)
        alike = (entity for entity, each in every if self.kind_of[each] == kind)
        return sum(st.values[st.entity_bases[entity] + place] == definition for entity in alike)

    def become(self, st: State, entity: int, definition: int) -> None:
        """Let a card be a copy of a definition: rules that it no longer has forget what held."""
        every = st.entity_definitions
        if every[entity] == definition or self.definitions[definition] is None:
            return
        self.meter.charge(MOVED + len(every) // BULK)
        st.define((*every[:entity], definition, *every[entity + 1 :]))
        for place in self.remembered[definition]:
            st.values[st.entity_bases[entity] + place] = None
        st.facts = tuple(fact for fact in st.facts if entity not in fact.cards)
        self.listen(st)

    def be_itself(self, st: State, entity: int) -> None:
        """Let a card be what it is by itself."""
        self.become(st, entity, self.own_definition(st, entity))

    def end(self, st: State, kinds: frozenset[str]) -> None:
        """Let all cards of some kinds be themselves: what they were lasted until now."""
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
