"""Work out which rules could match now, and tell those who follow it."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.compile.listening import Listening
from interpreter.compile.values import Evaluator
from interpreter.state.record import State


class Listener:
    """Keeps `State.listening` in step with where the cards are.

    Attributes:
        follow: Told when rules have become active or not, if any wait for a condition.
        follow_anew: Told when the position was given, if any do.
    """

    def __init__(self, rules: Listening, evaluator: Evaluator) -> None:
        self.rules, self.evaluator = rules, evaluator
        self.unplaced = frozenset(rules.anywhere)
        self.follow: Callable[[State], None] | None = None
        self.follow_anew: Callable[[State], None] | None = None

    def listen(self, st: State) -> None:
        """Work out which rules could match now."""
        rules, mask = self.rules, self.rules.always | (st.listening & 1)
        definitions, zones = st.entity_definitions, st.zones
        for card in self.evaluator.copies(st, self.unplaced) if self.unplaced else ():
            mask |= rules.anywhere[definitions[card]]
        for family, bits in rules.within.items():
            for zone in self.evaluator.zones_of(st, family):
                for card in zones[zone]:
                    if card is not None:
                        mask |= bits.get(definitions[card], 0)
        st.listening = mask
        if self.follow is not None:
            self.follow(st)

    def listen_anew(self, st: State) -> None:
        """Do so for a position that was given: nothing in it has become so."""
        self.listen(st)
        if self.follow_anew is not None:
            self.follow_anew(st)
