"""Make the other world of a match, and say who can tell the two apart."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

from cardwright.api.match import Match
from cardwright.apps.lab.leaks.differences import Difference
from cardwright.apps.lab.leaks.shown import watched
from interpreter.observe.observation import observe
from interpreter.observe.redraw import IMPOSSIBLE
from interpreter.state.record import State
from interpreter.walk.decision import Ask, ask_all
from interpreter.walk.machine import Machine
from interpreter.walk.walking import forced_heard


@contextmanager
def asking_everything(machine: Machine) -> Iterator[None]:
    """Let a machine ask questions with one answer too, and watch cards."""
    with forced_heard(machine, ask_all), watched(machine):
        yield


def turned(match: Match, difference: Difference, seat: int) -> Match | None:
    """Return a copy that differs and in which the open question is asked anew; None where no match
    comes to it: the cost being paid cannot be completed there, or the choice that is half made
    would not be made; or where what differs is not there yet."""
    if not difference.can_be_in(match.state):
        return None
    st = match.state.clone()
    difference.turn(match.machine, st, 1 << seat)
    st.ask = None
    try:
        match.machine.run(st)
    except IMPOSSIBLE:
        return None
    return None if _has_dropped(match.state.ask, st.ask) else match_of(match, st)


def _has_dropped(half_made: Ask, ask: Ask | None) -> bool:
    """Return whether a choice that is made one by one is not the one that is open."""
    if half_made.kind != "piece":
        return False
    return ask is None or (ask.kind, ask.site) != (half_made.kind, half_made.site)


def match_of(match: Match, st: State) -> Match:
    """Return a match in another state, without a history."""
    origin = match.origin and match.origin._replace(seed=None)
    found = Match(match.machine, st, None, origin)
    found.keeps_history = False
    return found


def can_tell(match: Match, difference: Difference, seat: int) -> bool:
    """Return whether a seat can tell a world from the other."""
    st = match.state.clone()
    difference.turn(match.machine, st, 0)
    return _seen(match, seat) != _seen(match_of(match, st), seat)


def _seen(match: Match, seat: int) -> str:
    """Return what a seat sees, but for what it is asked."""
    return json.dumps({**observe(match, seat), "decision": None})


def count_all_shuffles(match: Match) -> None:
    """Let no shuffle be the first of its zone, which begins by sorting the cards: in both worlds
    what lies at a place is to come to the same place."""
    shuffles = match.machine.natives.shuffles
    for zone in range(len(match.state.zones)):
        match.state.chance.setdefault(shuffles.stream_of(match.state, zone), 0)
