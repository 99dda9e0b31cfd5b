"""Say which phases of a log tell nothing: those that nobody went through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.lower.course import PhasePlan, condition_of
from interpreter.observe.events import EventRecord

PHASE = "phase:"


@dataclass(slots=True)
class _Open:
    """A phase of the log behind whose beginning nothing may have happened."""

    id: int
    plan: PhasePlan
    is_empty: bool


def idle_phases(events: Sequence[EventRecord]) -> frozenset[int]:
    """Return the ids of phases in which nothing has happened though they could ask or go on:
    conditions did not hold, nobody was there to ask. What a phase does unconditionally is done,
    whether or not the log tells it; and where a match stands now it may still ask."""
    if not events:
        return frozenset()
    eyes = events[-1].eyes
    plans = {f"{PHASE}{plan.phase.id}": plan for plan in eyes.program.phases}
    return frozenset(_idle(events, plans, eyes.st.outcome is not None))


def _idle(
    events: Sequence[EventRecord], plans: dict[str, PhasePlan], is_over: bool
) -> Iterator[int]:
    stack: list[_Open] = []
    for event in events:
        plan = plans.get(event.name)
        if plan is not None:
            yield from _close(stack, plan.parent)
            stack.append(_Open(event.id, plan, not _does(plan)))
        elif stack:
            stack[-1].is_empty = False
    if is_over:
        yield from _close(stack, None)


def _close(stack: list[_Open], around: int | None) -> Iterator[int]:
    """Close phases up to the one around those that follow; yield the idle ones."""
    while stack and stack[-1].plan.number != around:
        phase = stack.pop()
        if phase.is_empty:
            yield phase.id
        elif stack:
            stack[-1].is_empty = False


def _does(plan: PhasePlan) -> bool:
    """Return whether a phase has steps that are carried out whenever it begins."""
    return plan.code is not None and condition_of(plan.phase) is None
