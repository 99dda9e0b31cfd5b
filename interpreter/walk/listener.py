"""Work out which rules could match now, and tell those who follow it."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter

from dsl.model.rules import Rule
from interpreter.program.plans import RulePlan
from interpreter.program.subscriptions import Listening, each_of
from interpreter.program.values import Evaluator
from interpreter.state.record import State


class Listener:
    """Keeps `State.listening` and `State.arrived` in step with where the cards are.

    Attributes:
        in_order: The modifiers whose order matters, by their bits, with their place in the text.
        any_in_order: The bits of them all.
        follow: Told when rules have become active or not, if any wait for a condition.
        follow_anew: Told when the position was given, if any do.
    """

    def __init__(self, rules: Listening, evaluator: Evaluator) -> None:
        self.rules, self.evaluator = rules, evaluator
        plans = evaluator.program.rules
        in_order = sorted((plans[n] for n in evaluator.in_order), key=_place_of)
        self.in_order = {2 << plan.number: (at, plan) for at, plan in enumerate(in_order)}
        self.any_in_order = sum(self.in_order)
        self.unplaced = frozenset(rules.anywhere)
        self.follow: Callable[[State], None] | None = None
        self.follow_anew: Callable[[State], None] | None = None

    def listen(self, st: State) -> None:
        """Work out which rules could match now: in a batch that is seen from before it all."""
        rules, mask = self.rules, self.rules.always | (st.listening & 1)
        if st.before_batch is not None:
            mask |= rules.of_cards
        definitions, zones = st.entity_definitions, st.zones
        for card in self.evaluator.copies(st, self.unplaced) if self.unplaced else ():
            mask |= rules.anywhere[definitions[card]]
        for family, bits in rules.within.items():
            for zone in self.evaluator.zones_of(st, family):
                for card in zones[zone]:
                    if card is not None:
                        mask |= bits.get(definitions[card], 0)
        st.listening = mask
        if self.in_order:
            self._keep_order(st)
        if self.follow is not None:
            self.follow(st)

    def _keep_order(self, st: State) -> None:
        """Note which modifiers have begun to work, behind all that work already.

        Those that begin at once follow their places in a row, then the order of the text.
        """
        working: list[tuple[int, int | None]] = []
        found = each_of(st.listening & self.any_in_order, self.in_order)
        for _, plan in sorted(found, key=itemgetter(0)):
            working += [(plan.number, card) for card in self.evaluator.bearers(st, plan)]
        if len(working) > 1:
            known = {pair: place for place, pair in enumerate(st.arrived)}
            working.sort(key=lambda pair: (known.get(pair, len(known)), self._spot(st, pair[1])))
        st.arrived = tuple(working)

    def _spot(self, st: State, card: int | None) -> int:
        """Return where in its row a card lies; 0 where order means nothing."""
        zone = -1 if card is None else st.places[card]
        families = self.evaluator.program.families
        is_row = zone >= 0 and families[st.zone_families[zone]].is_ordered
        return st.zones[zone].index(card) if is_row else 0

    def listen_at_once(self, st: State) -> None:
        """Do so where none of the rules that work came before another."""
        st.arrived = ()
        self.listen(st)

    def listen_anew(self, st: State) -> None:
        """Do so for a position that was given: nothing in it has become so."""
        self.listen_at_once(st)
        if self.follow_anew is not None:
            self.follow_anew(st)


def _place_of(plan: RulePlan[Rule]) -> tuple[str, int]:
    """Return where a rule stands in the text, the same wherever the package lies."""
    span = plan.rule.span
    return span.source.path.replace("\\", "/").rpartition("/")[2], span.start
