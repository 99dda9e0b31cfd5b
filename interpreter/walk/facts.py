"""Keep the facts that players know of hidden cards, and forget those that may be true no more.

A fact is about cards: which they are never changes, so it stays true as long as a player can say
which cards they are. It is forgotten when they are shuffled, when one of them may be any of those
that lie with it, and when a card comes into a zone that it has looked through, or leaves it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dsl.model.expressions import Local
from dsl.model.walk import free_slots, walk
from dsl.words.arithmetic import Fault
from interpreter.lower import ops
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.closures import Closure, freeze
from interpreter.program.limits import EACH, FACTS, LONG, Meter
from interpreter.program.tracing import looked_at
from interpreter.program.values import Evaluator
from interpreter.state.record import Fact, State
from interpreter.state.values import Locals, Value, can_hold
from interpreter.walk.knowledge import Arrive, Knowledge, Leave


class Facts:
    """Tells facts, and asks whether they hold; the plain evaluator works them out, whose looks can
    be watched."""

    def __init__(
        self,
        operations: Sequence[ops.Operation | None],
        evaluator: Evaluator,
        knowledge: Knowledge,
        meter: Meter,
    ) -> None:
        self.operations, self.evaluator = operations, evaluator
        self.knowledge, self.meter = knowledge, meter
        self.closures: dict[int, Closure] = {}

    def learn(self, st: State, number: int, L: Locals, players: Iterable[int]) -> None:
        """Reveal the value of an expression to those players who cannot compute it."""
        op = self.operations[number]
        assert isinstance(op, ops.Learn)
        read = free_slots(op.truth)
        kept = (each if at < FIRST_SLOT or at - FIRST_SLOT in read else None
                for at, each in enumerate(L))  # fmt: skip
        locals_ = tuple(map(freeze, kept))
        self.evaluator.meter.begin()
        value, seen = looked_at(self.closure(number), st, locals_)
        self.meter.charge(self.evaluator.meter.total + LONG + EACH * len(st.facts))
        state = tuple((place, st.values[place]) for place in sorted(seen.places))
        mask = sum(1 << player for player in set(players))
        lying = {card for zone in seen.zones for card in st.zones[zone] if card is not None}
        cards, zones = tuple(sorted(seen.cards | lying)), tuple(sorted(seen.zones))
        fact = Fact(number, locals_, freeze(value), mask, cards, zones, state)
        if self.is_news(st, fact):
            self._add(st, fact)

    def is_news(self, st: State, fact: Fact) -> bool:
        """Return whether one of those who know a fact cannot tell one of its cards."""
        everyone = fact.players
        for card in fact.cards:
            everyone &= self.knowledge.identifies(st, card)
        return bool(fact.players & ~everyone)

    def _add(self, st: State, fact: Fact) -> None:
        """Add a fact; who knew it before knows it still."""
        kept = []
        for known in st.facts:
            if known._replace(players=fact.players) == fact:
                if not fact.players & ~known.players:
                    return
                fact = fact._replace(players=fact.players | known.players)
            elif self.is_news(st, known):
                kept.append(known)
        if len(kept) >= FACTS:
            raise Fault("state-too-large", f"over {FACTS} facts about hidden cards are known")
        st.facts = (*kept, fact)
        st.learned += 1

    def card_slots(self, number: int) -> frozenset[int]:
        """Return the places among a fact's locals in which cards stand."""
        op = self.operations[number]
        assert isinstance(op, ops.Learn)
        cards = (node.slot for node in walk(op.truth)
                 if isinstance(node, Local) and can_hold(node.type))  # fmt: skip
        return frozenset((1, *(slot + FIRST_SLOT for slot in cards)))

    # --- whether it holds -----------------------------------------------------------------------

    def closure(self, number: int) -> Closure:
        """Return the closure of the expression that an operation tells."""
        if number not in self.closures:
            op = self.operations[number]
            assert isinstance(op, ops.Learn)
            self.closures[number] = self.evaluator.closure(op.truth)
        return self.closures[number]

    def value_in(self, st: State, fact: Fact) -> Value:
        """Return what a fact's expression is in a position, with the state that it has read."""
        kept = st.values
        changed = [each for each in fact.state if kept[each[0]] != each[1]]
        if changed:
            st.values = kept.copy()
        for place, value in changed:
            st.values[place] = value
        self.evaluator.meter.begin()
        try:
            return freeze(self.closure(fact.number)(st, list(fact.locals)))
        except (Fault, LookupError, TypeError):
            return fact  # nothing that it could have been
        finally:
            st.values = kept

    def told_again(self, st: State) -> tuple[Fact, ...]:
        """Return the facts of a position in which hidden cards have become others: who knows one
        has been told what is true there."""
        return tuple(fact._replace(value=self.value_in(st, fact)) for fact in st.facts)


class FactualKnowledge(Knowledge):
    """Knowledge of a program that tells facts: these are forgotten with what they are about."""

    keeps_facts = True

    def leaver(self, family: int) -> Leave:
        """Return what notes that an entity is about to leave a zone, the facts included."""
        leave_plainly, is_ordered, everyone = (
            super().leaver(family),
            self.ordered[family],
            self.everyone,
        )

        def leave(st: State, entity: int, zone: int, seen: int, after: int) -> int:
            if st.facts:
                self._lose(st, zone, 0 if is_ordered else everyone & ~(seen | after))
            return leave_plainly(st, entity, zone, seen, after)

        return leave

    def comer(self, family: int) -> Arrive:
        """Return what notes that an entity has come into a zone, the facts included."""
        arrive_plainly = super().comer(family)

        def arrive(st: State, entity: int, zone: int, knowing: int, shown: int) -> None:
            if st.facts:
                self._lose(st, zone, 0)
            arrive_plainly(st, entity, zone, knowing, shown)

        return arrive

    def forget(self, st: State, zone: int) -> None:
        """Clear what was known of the cards of a zone that has been shuffled."""
        super().forget(st, zone)
        if st.facts:
            self._lose(st, zone, self.everyone)

    def _lose(self, st: State, zone: int, blind: int) -> None:
        """Drop the facts that have looked through a zone; those about cards in it from the minds
        of a mask of players."""
        kept = []
        for fact in st.facts:
            if zone in fact.zones:
                continue
            if blind and any(st.places[card] == zone for card in fact.cards):
                fact = fact._replace(players=fact.players & ~blind)
            if fact.players:
                kept.append(fact)
        st.facts = tuple(kept)
