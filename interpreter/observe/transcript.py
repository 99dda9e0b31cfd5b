"""Render the whole of a match as lines: what an event caused stands below it.

A deal is one line: moves of many cards to one place, one after the other, are told together. Phases
that nobody went through are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from interpreter.lower.course import PhasePlan, condition_of
from interpreter.observe.events import EventRecord, event_records
from interpreter.observe.keys import MOVE
from interpreter.walk.labels import WORDS
from interpreter.walk.match import Match

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
    view = events[-1].view
    plans = {f"{PHASE}{plan.phase.id}": plan for plan in view.program.phases}
    return frozenset(_idle(events, plans, view.st.outcome is not None))


def _idle(
    events: Sequence[EventRecord], plans: dict[str, PhasePlan], is_over: bool
) -> Iterator[int]:
    stack: list[_Open] = []
    for event in events:
        plan = plans.get(event.name)
        if plan is not None:
            yield from _close(stack, plan.parent)
            # steps that a phase carries out whenever it begins are something that happens
            is_empty = plan.code is None or condition_of(plan.phase) is not None
            stack.append(_Open(event.id, plan, is_empty))
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


INDENT = "  "
_SHOWN = "reveal"
_FEW = 2
"""As many cards as are told one by one when they move."""

_Below = dict[int | None, list[EventRecord]]


def transcript_lines(
    match: Match, language: str, seat: int | None = None, alone: Collection[int] = ()
) -> list[str]:
    """Return the tree of events as indented text.

    Events without a text are left out; what they caused moves up. So are idle phases. Who does
    something stands before it, where neither the text nor the line above says so.

    Args:
        alone: Ids of actions that nobody was asked about: those are marked.
    """
    below: _Below = {}
    events = event_records(match, seat)
    idle = idle_phases(events)
    for event in events:
        if event.id not in idle:
            below.setdefault(event.cause, []).append(event)
    lines: list[str] = []
    waiting = [(run, 0, "") for run in reversed([*_together(below.get(None, ()), below)])]
    while waiting:
        run, depth, said = waiting.pop()
        text = _told(run, language, said)
        if text:
            mark = WORDS.text(language, "log-alone") if run[0].record.id in alone else ""
            lines.append(INDENT * depth + text + mark)
            depth, said = depth + 1, run[0].actor or said
        children = [*_together(below.get(run[0].id, ()), below)]
        waiting.extend((each, depth, said) for each in reversed(children))
    return lines


def _together(events: Sequence[EventRecord], below: _Below) -> Iterator[list[EventRecord]]:
    """Yield runs of events that are told in one line, most of them alone."""

    def sort(event: EventRecord) -> object:
        if event.name != MOVE or event.id in below:
            return event.id, None
        return None, event.record.arguments[1]

    for _, run in groupby(events, sort):
        moved = [*run]
        if len(moved) > _FEW:
            yield moved
        else:
            yield from ([each] for each in moved)


def _told(run: Sequence[EventRecord], language: str, said: str) -> str:
    """Return one line for events that are told together."""
    if len(run) == 1:
        text = run[0].text(language)
        actor = run[0].actor
        if not text or actor is None or actor == said or run[0].name in (MOVE, _SHOWN):
            return text
        by = WORDS.say(language, "log-by", actor=actor, text=text)
        return text if actor in text else by
    cards = Counter(event.words("c", language) for event in run)
    named = (card if number == 1 else f"{card} ×{number}" for card, number in cards.items())
    return run[0].text(language, many={"c": WORDS.text(language, "log-between").join(named)})
