"""Copy matches at every decision: by clone, by save and load, by taking back and going forward."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from cardwright.api.match import Match
from interpreter.state.record import State
from interpreter.state.saving import FIELDS
from interpreter.walk.match import UndoRefused
from soak.course import SEEDS, noted
from soak.expectations import setting_of
from soak.measure import Part, hold
from soak.settings import Setting

STRIDES = {"cerebria": 4, "res-arcana": 4}
"""Of games whose matches take long one decision in so many is looked at, of more matches."""

FOLLOWED = 6
"""Decisions for which copies are followed."""

FINISHED_EVERY = 25
HISTORY_EVERY = 20
"""At every so many decisions the whole past is saved too."""


@dataclass(slots=True)
class Stop:
    """A decision of the original.

    Attributes:
        match: The original as it was there.
        shown: Digest, what is asked, labels; at the end digest and outcome.
        index: What was taken.
    """

    match: Match
    shown: tuple[Any, ...]
    index: int


def check(game: str, chance: Random, number: int, part: Part) -> None:
    """Copy one match at every decision, or at one in so many."""
    setting = setting_of(game, number)
    match = setting.start(chance.randrange(SEEDS), events=number % 4 == 0, history=True)
    course = noted(match, chance, lambda at, index: Stop(at.clone(), shown(at), index))
    course.append(Stop(match, shown(match), -1))
    stride = STRIDES.get(game, 1)
    for turn, place in enumerate(range(chance.randrange(stride), len(course) - 1, stride)):
        _copy_at(setting, course, place, turn)
        _undo_at(course, place, part)
        part.tally["decisions"] += 1


def shown(match: Match) -> tuple[Any, ...]:
    """Return what must be the same of a match and its copies."""
    decision = match.decision
    if decision is None:
        return match.digest(), match.outcome
    ask = match.state.ask
    return match.digest(), (ask.decider, ask.kind, ask.options, ask.site), decision.labels


def _copy_at(setting: Setting, course: list[Stop], place: int, turn: int) -> None:
    """Copy a match at a decision and follow the copies.

    Args:
        turn: How many decisions were looked at before.
    """
    stop = course[place]
    with_history = turn % HISTORY_EVERY == 0
    saved = stop.match.clone()
    if not with_history:
        saved.history = None
    loaded = setting.play.restore(saved.save())
    loaded.doubt = None  # it is compared with the original at every step, which tells more
    if with_history:
        hold(loaded.choices == stop.match.choices, f"decision {place + 1}: the past is lost")
    steps = len(course) if turn % FINISHED_EVERY == 0 else FOLLOWED
    for name, copy in (("clone", stop.match.clone()), ("loaded", loaded)):
        copy.keeps_history = False
        _follow(name, copy, course, place, steps)
    hold(shown(stop.match) == stop.shown, f"decision {place + 1}: a copy changed the original")


def _follow(name: str, copy: Match, course: list[Stop], place: int, steps: int) -> None:
    """Let a copy take the same decisions and compare everything that a digest is made of; the
    digest and labels themselves where a loaded match begins."""
    last = min(place + steps, len(course) - 1)
    for number in range(place, last + 1):
        stop = course[number]
        is_same = _has_same_state(copy.state, stop.match.state)
        if number == place and name == "loaded":
            is_same = is_same and shown(copy) == stop.shown
        hold(is_same, f"{name} of decision {place + 1} differs at decision {number + 1}")
        if number < last:
            copy.apply(stop.index)


def _has_same_state(one: State, other: State) -> bool:
    """Return whether two states are equal in all that counts, and ask the same."""
    names = (*FIELDS, "entity_definitions", "ask")
    return all(getattr(one, name) == getattr(other, name) for name in names)


def _undo_at(course: list[Stop], place: int, part: Part) -> None:
    """Take the decision before back and take it again."""
    if place == 0:
        return
    copy, before = course[place].match.clone(), course[place - 1]
    learned = copy.state.learned != before.match.state.learned
    hold(copy.can_undo() != learned, f"decision {place + 1}: can_undo is {copy.can_undo()}")
    try:
        copy.undo()
    except UndoRefused:
        hold(learned, f"decision {place + 1}: undo is refused")
        part.tally["undo refused"] += 1
        return
    hold(not learned, f"decision {place + 1}: undo after something became known")
    part.tally["undone"] += 1
    is_same = _has_same_state(copy.state, before.match.state)
    hold(is_same, f"decision {place + 1}: undo leads elsewhere")
    copy.apply(before.index)
    is_same = _has_same_state(copy.state, course[place].match.state)
    hold(is_same, f"decision {place + 1}: going on leads elsewhere")
