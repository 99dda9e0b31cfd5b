"""Suppose that events had happened: `would(EVENTS, CONDITION)`.

They happen on a copy of the position, as those of a cost that is tried: all of them or none, with
what stands instead of them, without the rules before and after them. The match itself stays as it
is, its chance and what players know included.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.program.closures import Closure, Supposed
from interpreter.program.limits import BULK, TRY, UNITS
from interpreter.program.steps import CostFailed
from interpreter.state.record import State
from interpreter.state.values import Locals
from interpreter.walk.decision import Stopped
from interpreter.walk.events import Events
from interpreter.walk.machine import Machine


class Supposing:
    """Tells what would hold behind events.

    Attributes:
        hides: Whether there are cards that somebody may not see.
    """

    def __init__(self, machine: Machine, events: Events) -> None:
        self.machine, self.events = machine, events
        self.hides = machine.knowledge.hides

    def holds(self, st: State, L: Locals, events: Sequence[Supposed], condition: Closure) -> bool:
        """Return whether a condition holds behind events.

        It does not where one of them cannot happen, somebody would be asked, chance would decide,
        the match would end, or `me` would see a card that `me` cannot tell now; without a `me`,
        where anybody would.
        """
        machine, searched = self.machine, self.machine.searched
        copy = machine.trial_copy(st)
        machine.searched = searched
        copy.frames, copy.answer, copy.result, copy.before_batch = [], None, None, None
        copy.payer = L[0] or 0
        copy.chance = dict(st.chance)  # it is not asked for what chance decides: see below
        machine.meter.charge(TRY + (len(copy.values) + 2 * len(copy.places)) // BULK)
        try:
            happens = all(self._happens(copy, L, event) for event in events)
        except (CostFailed, Stopped):
            return False
        finally:
            machine.meter.charge((copy.steps - st.steps) * UNITS)
        if (
            not happens
            or copy.chance != dict(st.chance)
            or (self.hides and self._shows(st, copy, L[0]))
        ):
            return False
        return bool(condition(copy, L))

    def _happens(self, copy: State, L: Locals, event: Supposed) -> bool:
        """Let an event happen on a copy; return whether it could, nobody had to be asked, and the
        match went on."""
        plan, required, given_in = event
        me, given = given_in(copy, L)
        if me is None or any(given[number] is None for number in required):
            return False
        self.events.begin(copy, plan.id, me, given)
        self.machine.advance(copy)
        return copy.ask is None and copy.outcome is None

    def _shows(self, st: State, copy: State, me: int | None) -> bool:
        """Return whether somebody can tell a card on a copy that they cannot tell now."""
        knowledge = self.machine.knowledge
        mask = knowledge.everyone if me is None else 1 << me
        return any(
            knowledge.identifies(copy, card) & mask & ~knowledge.identifies(st, card)
            for card in range(len(st.places))
        )
