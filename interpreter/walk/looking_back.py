"""See what a batch does from before it: the rules that it concerns, and what they read.

While `State.before_batch` is set every rule counts as listening, so that whatever happens is gone
through stage by stage and the walker takes every body that a rule could hear of.
"""

from __future__ import annotations

from operator import itemgetter

from interpreter.program.plans import EventPlan
from interpreter.program.program import Program
from interpreter.program.suspension import Suspension
from interpreter.state.frames import BatchFrame
from interpreter.state.record import State
from interpreter.state.values import Values
from interpreter.walk.listener import Listener

_EVENT = itemgetter(0)


class LookingBack:
    """Keeps the position in which a batch began until it is over.

    Attributes:
        masks: For each event the rules that could match it or what happens in it.
    """

    def __init__(self, program: Program, suspension: Suspension, listener: Listener) -> None:
        self.program, self.suspension, self.listener = program, suspension, listener
        self.masks: dict[str, int] = {}

    def begin(self, st: State, members: Values) -> bool:
        """Keep the position for a batch if a rule could hear of it; return whether it is kept."""
        if st.before_batch is not None or not any(map(self._mask, set(map(_EVENT, members)))):
            return False
        before = st.clone()
        before.frames.clear()
        st.before_batch = before
        self.listener.listen(st)
        return True

    def end(self, st: State) -> None:
        """See from now on what is."""
        if st.before_batch is not None:
            st.before_batch = None
            self.listener.listen(st)

    def _mask(self, event: str) -> int:
        mask = self.masks.get(event)
        if mask is None:
            plan: EventPlan = self.program.events[event]
            mask = self.suspension.event_mask(event)
            mask |= 0 if plan.code is None else self.suspension.mask(plan.code)
            self.masks[event] = mask
        return mask


def keep_within(st: State, happened: Values) -> None:
    """Keep what has happened in a batch until all of it is over, when the rules behind it react."""
    place = max(
        n for n, f in enumerate(st.frames) if isinstance(f, BatchFrame) and f.within is not None
    )
    frame = st.frames[place]
    assert isinstance(frame, BatchFrame) and frame.within is not None
    st.frames[place] = frame._replace(within=(*frame.within, *happened))


def seen_from(program: Program, st: State) -> State:
    """Return the position from which what happens is seen: as it is, or as it was before the batch.
    A card that has come since was nowhere then."""
    before = st.before_batch
    if before is None:
        return st
    if len(before.entity_definitions) != len(st.entity_definitions):
        before = st.before_batch = _with_newcomers(program, before, st)
    return before


def _with_newcomers(program: Program, before: State, st: State) -> State:
    known, zones = len(before.entity_definitions), len(before.zones)
    coming = len(st.entity_definitions) - known
    view = before.clone()
    view.define((*before.entity_definitions, *st.entity_definitions[known:]))
    view.entity_bases, view.entity_zones = st.entity_bases, st.entity_zones
    view.entity_owners = (*before.entity_owners, *st.entity_owners[known:])
    view.zone_families, view.zone_owners = st.zone_families, st.zone_owners
    view.values.extend(st.values[len(before.values) :])
    view.places.extend([-1] * coming)
    view.knows.extend([0] * coming)
    for family in st.zone_families[zones:]:
        view.zones.append([None] * (program.families[family].slots or 0))
    return view
