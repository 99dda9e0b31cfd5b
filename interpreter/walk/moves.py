"""Move any card from any zone into any other, and find the numbers of retired cards.

A passage leads the cards of one definition from the zones of one family, or from nowhere, into
those of another; what can be known of it is computed beforehand. The number of a retired card can
be given to another of the same print.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from dsl.model.nouns import with_bases
from dsl.words.arithmetic import Fault
from interpreter.program.analysis import Analysis
from interpreter.program.limits import BULK, CROWDED
from interpreter.program.program import Family, Program
from interpreter.program.values import Evaluator
from interpreter.state.record import State
from interpreter.state.values import Spot, Value, written
from interpreter.walk.knowledge import Knowledge
from interpreter.walk.resets import Becoming


def spare_numbers(st: State, evaluator: Evaluator) -> tuple[int, ...]:
    """Return the numbers of retired cards to which nothing that still happens refers; none while
    there are numbers enough.

    What waits keeps plain numbers, of which nobody can tell which mean cards: one that stands
    there is not given again. The log does not count: it names cards of the same print alike.
    """
    if len(st.places) <= CROWDED:
        return ()
    evaluator.meter.charge(len(st.places) // BULK)
    waiting = [*map(written, st.frames), st.pending, st.queue, st.result, st.answer]
    held = (st.values[place] for place, _ in evaluator.references(st))
    named = {*_numbers([*waiting, *held, *(fact.cards for fact in st.facts)])}
    free, kinds = dict(st.free), evaluator.program.game.kinds
    return tuple(
        card
        for card, zone in enumerate(st.places)
        if zone < 0
        and st.entity_zones[card] < 0
        and free.get(st.entity_definitions[card])
        and not kinds[evaluator.kind_of(st, card)].is_unique
        and card not in named
    )


def _numbers(parts: Iterable[Value]) -> Iterator[int]:
    """Yield all numbers in data."""
    waiting = list(parts)
    while waiting:
        part = waiting.pop()
        if isinstance(part, int):
            yield part
        elif isinstance(part, tuple | list | frozenset):
            waiting.extend(part)


Passage: TypeAlias = Callable[[State, int, int, int], bool]
"""Moves a card (state, card, old zone, zone); returns whether it has moved."""
TakeOut: TypeAlias = Callable[[State, int, int, int, int], int]
"""Takes a card out of its zone (state, card, zone, where it goes, who sees cards there); gives who
can still tell which card it is, wherever it lands."""
Put: TypeAlias = Callable[[list[Spot], int], None]
"""Puts a card among those of a zone, or takes it out."""

NOWHERE: Final = -1


class Moves:
    """Moves cards that can have rules, state and zones of their own.

    Attributes:
        listen: Called after a card has moved that has rules.
        has_rules: The definitions of which that is so.
    """

    def __init__(
        self, program: Program, analysis: Analysis, knowledge: Knowledge, becoming: Becoming
    ) -> None:
        self.program, self.knowledge = program, knowledge
        self.listen, self.becoming = becoming.listen, becoming
        self.has_rules, self.is_bound = analysis.listening.ruled, analysis.holders.bound
        fields = program.layout.kind_fields
        self.fresh = [
            [
                (place, each.default)
                for place, each in enumerate(fields[d.kind])
                if not each.keep and not each.key.is_definition
            ]
            for d in program.game.definitions
        ]
        """For each definition what its copies forget when they leave, by place."""
        self.passages: dict[tuple[int, int, int, str | None], Passage] = {}
        self.carried = [
            0
            if any(base.zones_follow for base in with_bases(program.game.kinds, d.kind))
            else len(program.layout.kind_zones[d.kind])
            for d in program.game.definitions
        ]
        """For each definition how many zones of its copies have to be empty when they move."""

    def move(self, st: State, me: int | None, entity: int, zone: int, end: str | None) -> bool:
        """Put a card into a zone: on top of a stack, at the end of a row, or where said; into a
        full one nothing moves.

        Args:
            end: `top`, `bottom`, or None for where the zone takes cards.
        """
        old, families = st.places[entity], st.zone_families
        source = families[old] if old >= 0 else NOWHERE
        key = st.entity_definitions[entity], source, families[zone], end
        passage = self.passages.get(key)
        if passage is None:
            passage = self.passages[key] = self._passage(*key)
        return passage(st, entity, old, zone)

    def _passage(self, definition: int, source: int, target: int, end: str | None) -> Passage:
        program, knowledge, listen = self.program, self.knowledge, self.listen
        family = program.families[target]
        if family.kind not in program.ancestors[program.game.definitions[definition].kind]:
            return lambda st, entity, old, zone: False
        is_narrow, put = family.limit is not None, _putter(family, end)
        carried, fresh = self.carried[definition], self.fresh_in(definition, target)
        take_out, is_heard = self.leaving(source), definition in self.has_rules
        sees, open_to = knowledge.sees_cards, knowledge.open_cards[target]
        arrive, is_veiled = knowledge.comer(target), definition in knowledge.veils
        returns, be_itself = self.returns_in(definition, target), self.becoming.be_itself

        def go(st: State, entity: int, old: int, zone: int) -> bool:
            if is_narrow and old != zone and is_full(family, st.zones[zone]):
                return False
            if carried and is_carrying(st, entity, carried):
                raise Fault("cards-left-behind", "a card moved whose own zones still hold cards")
            shown = sees(st, zone) if open_to is None else open_to
            shown = 0 if is_veiled else shown
            knowing = take_out(st, entity, old, zone, shown)
            cards = st.zones[zone] = st.zones[zone].copy()
            put(cards, entity)
            st.places[entity] = zone
            arrive(st, entity, zone, knowing, shown)
            if fresh:
                base, values = st.entity_bases[entity], st.values
                for offset, default in fresh:
                    values[base + offset] = default
            if returns:
                be_itself(st, entity)
            if is_heard:
                listen(st)
            return True

        return go

    def leaving(self, source: int) -> TakeOut:
        """Return what takes a card out of a zone of a family, or out of none."""
        if source == NOWHERE:
            return lambda st, entity, zone, target, after: 0
        knowledge, has_slots = self.knowledge, self.program.families[source].slots is not None
        take: Put = _vacate if has_slots else list.remove
        sees, leave, uncovered = knowledge.sees_cards, knowledge.leaver(source), knowledge.uncovered
        open_to, is_pile = knowledge.open_cards[source], knowledge.top_differs[source]

        def take_out(st: State, entity: int, zone: int, target: int, after: int) -> int:
            seen = sees(st, zone) if open_to is None else open_to
            knowing = leave(st, entity, zone, seen, after)
            cards = st.zones[zone] = st.zones[zone].copy()
            take(cards, entity)
            if is_pile and zone != target:
                uncovered(st, zone)
            return knowing

        return take_out

    def settle(self, st: State, entity: int) -> None:
        """Forget what a card has no more where it lies now, and hear its rules."""
        definition, zone = st.entity_definitions[entity], st.places[entity]
        family = NOWHERE if zone < 0 else st.zone_families[zone]
        for offset, default in self.fresh_in(definition, family):
            st.values[st.entity_bases[entity] + offset] = default
        if self.returns_in(definition, family):
            self.becoming.be_itself(st, entity)
        if definition in self.has_rules:
            self.listen(st)

    def fresh_in(self, definition: int, family: int) -> list[tuple[int, Value]]:
        """Return what copies forget that have come into a family, by place."""
        places = self.is_bound[definition]
        return [] if places is None or family in places else self.fresh[definition]

    def returns_in(self, definition: int, family: int) -> bool:
        """Return whether copies that have come into a family are there what they are by
        themselves."""
        places = self.is_bound[definition]
        is_out = places is not None and family not in places
        return is_out and definition in self.becoming.returning


def is_full(family: Family, cards: list[Spot]) -> bool:
    """Return whether a zone of a family has no room for one card more."""
    if family.slots is not None:
        return None not in cards
    return family.limit is not None and len(cards) >= family.limit


def is_full_after(family: Family, st: State, zone: int, moves: Mapping[int, int]) -> bool:
    """Return whether a zone has no room once some cards have gone into the zones they go to."""
    lying = {card for card in st.zones[zone] if card is not None}
    lying -= {card for card, to in moves.items() if to != zone}
    lying |= {card for card, to in moves.items() if to == zone}
    most = family.limit if family.slots is None else family.slots
    return most is not None and len(lying) >= most


def is_carrying(st: State, entity: int, number: int) -> bool:
    """Return whether something lies in one of a number of zones of a card."""
    first = st.entity_zones[entity]
    return any(len(cards) > cards.count(None) for cards in st.zones[first : first + number])


def _putter(family: Family, end: str | None) -> Put:
    if family.slots is not None:
        return _fill
    if not family.is_ordered:
        return insort
    return _cover if end == "top" or (end is None and family.is_stack) else list.append


def _fill(cards: list[Spot], entity: int) -> None:
    cards[cards.index(None)] = entity


def _cover(cards: list[Spot], entity: int) -> None:
    cards.insert(0, entity)


def _vacate(cards: list[Spot], entity: int) -> None:
    cards[cards.index(entity)] = None
