"""Draw hidden cards so that every fact holds that a seat knows of them.

What one card alone can be is worked out first; each card then gets one that it can be, places taken
being given up again for others where they must (a matching: the true cards are one, so there always
is). From there cards change places at random as long as no fact breaks, or to mend those about
several cards. It ends after a limit of changes: cards that still do not fit stay the true ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from interpreter.observe.redraw import STREAM, Pool, PossibleCards, cards_of
from interpreter.state import chance
from interpreter.state.record import Fact, State
from interpreter.walk.machine import Machine

CHANGES_A_CARD = 8
"""So often cards change places for each that is drawn, to forget where they came from."""
LEAST_CHANGES = 400
"""So often at the least while facts about several cards are to be mended."""

Sources = dict[int, int]
"""For each entity of a pool the one whose card it is."""


def known_facts(st: State, seat: int) -> list[Fact]:
    """Return the facts that a seat knows."""
    return [fact for fact in st.facts if fact.players >> seat & 1]


class Agreement:
    """The facts that a seat knows in a position, held against other cards."""

    def __init__(self, machine: Machine, st: State, seat: int) -> None:
        self.machine, self.true = machine, cards_of(machine, st)
        self.view = st.clone()
        self.definitions = list(st.entity_definitions)
        self.view.entity_definitions = self.definitions  # type: ignore[assignment]
        self.facts = known_facts(st, seat)

    def holds(self, fact: Fact) -> bool:
        """Return whether a fact holds of the cards as they are imagined now."""
        return bool(self.machine.facts.value_in(self.view, fact) == fact.value)

    def allows(self, sources: Sources) -> bool:
        """Return whether all facts hold where entities have the cards of others."""
        self._imagine(sources)
        found = all(map(self.holds, self._about(sources)))
        self._imagine({entity: entity for entity in sources})
        return found

    def _imagine(self, sources: Sources) -> None:
        veils = self.machine.knowledge.veils
        for entity, source in sources.items():
            if self.definitions[entity] not in veils:
                self.definitions[entity] = self.true[source]

    def _about(self, cards: Iterable[int]) -> list[Fact]:
        drawn = set(cards)
        return [fact for fact in self.facts if not drawn.isdisjoint(fact.cards)]

    def mended(self, sources: Sources, pools: Sequence[Pool], draws: State) -> Sources:
        """Return sources by which all facts hold."""
        facts = self._about(sources)
        if not facts:
            return sources
        found = _Draw(self, facts, pools, draws).sources(sources)
        if not all(map(self.holds, self.facts)):  # it looked at others where these are others
            found = {entity: entity for entity in sources}
        return found


class _Draw:
    """One draw.

    Attributes:
        alone: By entity, the facts about it and no other card that is drawn.
        joint: By entity, those about others too.
        allowed: By entity and definition, whether it can be of that.
    """

    def __init__(
        self, agreement: Agreement, facts: list[Fact], pools: Sequence[Pool], draws: State
    ) -> None:
        self.agreement, self.pools, self.draws = agreement, pools, draws
        self.true, self.definitions = agreement.true, agreement.definitions
        self.fitting = PossibleCards(agreement.machine, agreement.view)
        self.pool_of = {entity: pool for pool in pools for entity in pool}
        self.alone: dict[int, list[Fact]] = {}
        self.joint: dict[int, list[Fact]] = {}
        for fact in facts:
            cards = [card for card in fact.cards if card in self.pool_of]
            for card in cards:
                (self.alone if len(cards) == 1 else self.joint).setdefault(card, []).append(fact)
        self.allowed: dict[tuple[int, int], bool] = {}

    def sources(self, wanted: Sources) -> Sources:
        """Return the sources that are drawn; those wanted say in which order cards are tried."""
        found = self._matched(wanted, frozenset())
        if self._mixed(found):
            return found
        fixed = {card for card, facts in self.joint.items() if not self._all_hold(facts)}
        for fact in {fact for card in fixed for fact in self.joint[card]}:
            fixed.update(card for card in fact.cards if card in self.pool_of)
        grown = True
        while grown:  # what is fixed must not break what was whole
            more = {c for card in fixed for f in self.joint.get(card, ()) for c in f.cards}
            grown = not (more & self.pool_of.keys()) <= fixed
            fixed |= more & self.pool_of.keys()
        return self._matched(wanted, frozenset(fixed))

    # --- each card by itself --------------------------------------------------------------------

    def can_be(self, entity: int, source: int) -> bool:
        """Return whether an entity can have the card of another, the others being as in truth."""
        key = entity, self.true[source]
        if key not in self.allowed:
            self.allowed[key] = self._can_be(*key)
        return self.allowed[key]

    def _can_be(self, entity: int, definition: int) -> bool:
        if not self.fitting.fits(definition, entity):
            return False
        before = self.definitions[entity]
        self.definitions[entity] = definition
        found = self._all_hold(self.alone.get(entity, ()))
        self.definitions[entity] = before
        return found

    def _all_hold(self, facts: Iterable[Fact]) -> bool:
        return all(map(self.agreement.holds, facts))

    def _matched(self, wanted: Sources, fixed: frozenset[int]) -> Sources:
        """Return a card for each entity that it can be: those wanted where nothing is against it;
        and imagine them."""
        self.agreement._imagine({entity: entity for entity in wanted})
        found = {entity: entity for entity in fixed}
        holder = dict(found)
        for pool in self.pools:
            cards = [wanted[entity] for entity in pool if wanted[entity] not in fixed]
            chance.shuffle(self.draws, STREAM, cards)
            free = [entity for entity in pool if entity not in fixed]
            # Those of which most is known first: the others take what is left.
            free.sort(key=lambda entity: -len(self.alone.get(entity, ())))
            for entity in free:
                self._place(entity, cards, holder, set())
        found.update((entity, source) for source, entity in holder.items())
        self.agreement._imagine(found)
        return found

    def _place(self, entity: int, cards: list[int], holder: Sources, tried: set[int]) -> bool:
        """Give an entity a card, and who has that another one; return whether there is one."""
        for card in cards:
            if card not in holder and self.can_be(entity, card):
                holder[card] = entity
                return True
        for card in cards:
            if card not in tried and self.can_be(entity, card):
                tried.add(card)
                if self._place(holder[card], cards, holder, tried):
                    holder[card] = entity
                    return True
        return False

    # --- several cards --------------------------------------------------------------------------

    def _mixed(self, found: Sources) -> bool:
        """Exchange cards at random, in place; return whether all facts hold in the end."""
        broken = {f for facts in self.joint.values() for f in facts if not self.agreement.holds(f)}
        cards = sorted(self.pool_of)
        changes = CHANGES_A_CARD * len(cards)
        for turn in range(max(changes, LEAST_CHANGES) if broken else changes):
            a = self._one_of(sorted(c for f in broken for c in f.cards if c in self.pool_of)
                             if broken and turn % 2 else cards)  # fmt: skip
            b = self._one_of(self.pool_of[a])
            self._change(found, a, b, broken)
            if not broken and turn >= changes:
                break
        return not broken

    def _one_of(self, cards: Sequence[int]) -> int:
        return cards[chance.below(self.draws, STREAM, len(cards))]

    def _change(self, found: Sources, a: int, b: int, broken: set[Fact]) -> None:
        """Exchange the cards of two entities, unless that breaks more facts than it mends."""
        if self.true[found[a]] == self.true[found[b]]:
            return
        if not (self.can_be(a, found[b]) and self.can_be(b, found[a])):
            return
        self.agreement._imagine({a: found[b], b: found[a]})
        about = {*self.joint.get(a, ()), *self.joint.get(b, ())}
        now = {fact for fact in about if not self.agreement.holds(fact)}
        if len(now) > len(broken & about):
            self.agreement._imagine({a: found[a], b: found[b]})
            return
        found[a], found[b] = found[b], found[a]
        broken -= about
        broken |= now
