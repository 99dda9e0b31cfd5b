"""Note what comes of cards where there was no choice: decisions with one answer are not asked."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from cardwright.apps.lab.simulate.fate import Fate, Fates
from interpreter.program.layout import ROUND
from interpreter.state.record import State
from interpreter.walk.decision import Ask
from interpreter.walk.machine import Machine
from interpreter.walk.walking import forced_heard


class Alone:
    """Follows the cards of one match after another on a machine.

    Attributes:
        found: What has come of cards since somebody looked.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine, self.fates, self.found = machine, Fates(machine), list[Fate]()

    def listening(self) -> AbstractContextManager[None]:
        """Note meanwhile what the machine does."""
        return forced_heard(self.machine, self._note)

    def clear(self) -> None:
        """Begin with another match."""
        self.fates, self.found = Fates(self.machine), []

    def while_deciding(self, decide: Callable[[], int]) -> int:
        """Return a decision, with nothing noted of what it is tried on."""
        with forced_heard(self.machine, None):
            return decide()

    def _note(self, st: State, ask: Ask) -> None:
        self.found += self.fates.moved(st)
        fate = self.fates.choose(st, ask, 0, st.values[ROUND])
        if fate is not None:
            self.found.append(fate)
