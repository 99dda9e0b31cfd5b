"""Play a match to its end, watched: whatever must never happen on the way is found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol

from cardwright.api.match import Match
from interpreter.program.limits import DECISIONS
from interpreter.state.record import State
from soak.measure import hold

SEEDS = 1 << 40
FIRST_SHARE = 0.97
Choose = Callable[[Match, Random], int]
Note = Callable[[Match, int], Any]
"""Returns what is noted of a match before the option of an index is taken."""


class Watcher(Protocol):
    """Looks at a match before every answer and at its end."""

    def at_decision(self, match: Match) -> None: ...

    def at_end(self, match: Match) -> None: ...


def any_option(match: Match, chance: Random) -> int:
    """Return any option, all alike."""
    return chance.randrange(len(match.state.ask.options))


def mostly_first(match: Match, chance: Random) -> int:
    """Return the first action nearly always, any option of everything else: long matches."""
    ask = match.state.ask
    is_first = ask.kind == "action" and chance.random() < FIRST_SHARE
    return 0 if is_first else chance.randrange(len(ask.options))


def play(
    match: Match,
    choose: Choose,
    chance: Random,
    watchers: Sequence[Watcher] = (),
    most: int = DECISIONS,
) -> int:
    """Play a match to its end, or `most` decisions; return how many were taken.

    Raises:
        Broken: It came to a fault.
    """
    taken = 0
    while not match.over and taken < most:
        ask = match.state.ask
        hold(ask is not None and ask.options, "a decision without options")
        for watcher in watchers:
            watcher.at_decision(match)
        match.apply(choose(match, chance))
        taken += 1
    if match.over:
        look_at_end(match)
        for watcher in watchers:
            watcher.at_end(match)
    return taken


def noted(
    match: Match, chance: Random, note: Note = lambda match, index: None, most: int = DECISIONS
) -> list[Any]:
    """Play a match at random to its end, or `most` decisions; return what is noted at each."""
    found: list[Any] = []
    while not match.over and len(found) < most:
        index = any_option(match, chance)
        found.append(note(match, index))
        match.apply(index)
    return found


def look_at_end(match: Match) -> None:
    """Complain about a match that is over in a way it must not be.

    Raises:
        Broken: It ended in a fault, by its length, or with something pending.
    """
    outcome, st = match.outcome, match.state
    assert outcome is not None
    hold(outcome.kind != "fault", f"fault: {outcome.reason}")
    hold(st.actions <= DECISIONS, f"over {DECISIONS} actions")
    left = {name: value for name, value in _pending(st).items() if value}
    hold(not left and st.ask is None, f"pending at the end: {left or st.ask}")


def look_between_actions(st: State) -> None:
    """Complain about anything that is half done while an action is chosen.

    Raises:
        Broken: Something is pending.
    """
    left = {name: value for name, value in _pending(st).items() if value and name != "frames"}
    hold(not left, f"pending between actions: {left}")


def _pending(st: State) -> dict[str, Any]:
    return {
        "frames": st.frames,
        "pending": st.pending,
        "queue": st.queue,
        "answer": st.answer,
        "payer": st.payer is not None,
        "secret": st.is_secret,
        "trial": st.is_trial,
        "forced": st.forced,
    }
