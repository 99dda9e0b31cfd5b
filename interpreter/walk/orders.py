"""Tell whether it matters in which order triggers act that wait together."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from dsl.model.slots import read_slots
from interpreter.state.record import State
from interpreter.state.values import Values
from interpreter.walk.machine import Machine
from interpreter.walk.matching import Raised

if TYPE_CHECKING:
    from interpreter.effects.transitive import Conflicts


class Orders:
    """Compares triggers that wait together.

    Attributes:
        conflicts: Which rules touch what others read or write, once somebody asked.
        read: Which locals body and cost of a rule read, once somebody asked.
    """

    def __init__(self, machine: Machine) -> None:
        self.game, self.rules = machine.program.game, machine.program.reactions
        self.conflicts: Conflicts | None = None
        self.read: dict[int, frozenset[int]] = {}

    def matter(self, st: State, waiting: tuple[Raised, ...]) -> bool:
        """Return whether two of the waiting triggers differ in more than the copy they stand on,
        and touch what the other reads or writes."""
        kinds = dict.fromkeys(self._kind(st, each) for each in waiting)
        return any(self._may_conflict(a[0], b[0]) for a, b in combinations(kinds, 2))

    def _kind(self, st: State, waiting: Raised) -> tuple[int, Values, int | None]:
        """Return what two triggers have in common that differ at most in the copy they stand on."""
        card = waiting.card
        definition = None if card is None else st.entity_definitions[card]
        return waiting.rule, self._acts_by(waiting), definition

    def _acts_by(self, waiting: Raised) -> Values:
        """Return who acts and all that the rule reads of its event: what else differs between two
        that wait, as how much was climbed, changes nothing of what they do."""
        rule = self.rules[waiting.rule].rule
        if waiting.rule not in self.read:
            self.read[waiting.rule] = frozenset(read_slots((rule.body, rule.cost)))
        me, _, actor, *given = waiting.locals
        read = self.read[waiting.rule]
        return me, actor, tuple(each for slot, each in enumerate(given) if slot in read)

    def _may_conflict(self, a: int, b: int) -> bool:
        """Return whether the order of two triggers can matter; the table is made when it is first
        needed, since many games never do."""
        if self.conflicts is None:
            from interpreter.effects.transitive import Conflicts

            self.conflicts = Conflicts(self.game)
        return self.conflicts.matter(self.rules[a].rule.id, self.rules[b].rule.id)
