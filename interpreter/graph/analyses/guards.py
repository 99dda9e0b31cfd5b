"""Find what stands between the beginning of a body and each event it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from dsl.model import steps as s
from dsl.model.expressions import Constant, Expression
from dsl.model.types import BOOL
from dsl.records import record

Guards = tuple[Expression | None, ...]
"""Conditions and lists that decide whether a step is reached; None where a player decides."""

NEVER = Constant(False, BOOL)


@record
class GuardedCall:
    """An event done under guards."""

    step: s.DoEvent
    guards: Guards


def guarded_calls(steps: Iterable[s.Step], guards: Guards = ()) -> Iterator[GuardedCall]:
    """Yield every event done in steps, with its guards from the outermost in."""
    for step in steps:
        if isinstance(step, s.DoEvent):
            each = () if step.each is None else (step.arguments[step.each],)
            yield GuardedCall(step, (*guards, *each))
        elif type(step) in INSIDE:
            for inner, more in INSIDE[type(step)](step):
                yield from guarded_calls(inner, (*guards, *more))
        guards = (*guards, *_leaves(step))


def _leaves(step: s.Step) -> Guards:
    """Return what a step adds for all steps after it: an `if` that stops guards the rest."""
    if isinstance(step, s.If) and any(_stops(body) for _, body in step.branches):
        return tuple(condition for condition, body in step.branches if _stops(body))
    return (NEVER,) if _stops((step,)) else ()


def _stops(steps: tuple[s.Step, ...]) -> bool:
    """Return whether steps end their body for sure."""
    return any(isinstance(step, s.Return | s.Stop | s.EndGame) for step in steps)


def _if(step: s.If) -> Iterator[tuple[tuple[s.Step, ...], Guards]]:
    conditions = tuple(condition for condition, _ in step.branches)
    for number, (_, body) in enumerate(step.branches, start=1):
        yield body, conditions[:number]
    yield step.otherwise, conditions


def _may(step: s.May) -> Iterator[tuple[tuple[s.Step, ...], Guards]]:
    yield (*step.cost, *step.body), (None,)
    yield step.otherwise, (None,)


def _choose_one(step: s.ChooseOne) -> Iterator[tuple[tuple[s.Step, ...], Guards]]:
    for each in step.alternatives:
        yield (*each.cost, *each.body), (None,)


def _at_once(step: s.AtOnce) -> Iterator[tuple[tuple[s.Step, ...], Guards]]:
    yield (*step.body, *step.then), (step.source,)


INSIDE: dict[type, Callable[[Any], Iterable[tuple[tuple[s.Step, ...], Guards]]]] = {
    s.If: _if,
    s.May: _may,
    s.ChooseOne: _choose_one,
    s.ForEach: lambda step: ((step.body, (step.source,)),),
    s.Repeat: lambda step: ((step.body, (step.times,)),),
    s.While: lambda step: ((step.body, (step.condition,)),),
    s.Together: lambda step: ((step.body, ()),),
    s.AtOnce: _at_once,
}
"""Steps that hold others, with what guards those."""
