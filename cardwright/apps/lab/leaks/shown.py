"""Compute which cards a seat has been shown from what the zones declare, independently.

A card is shown where it lies if the zone is seen there, and by what makes it known for longer.
Whatever happens is looked at: before each event that is written down, and where the match stands
at last. So nobody asks which event it was. Who exchanges, makes or gives back a card that nobody
sees shows it to nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from interpreter.state.record import State
from interpreter.walk.machine import Machine
from interpreter.walk.match import Match
from interpreter.walk.recording import Recorder


class Watch:
    """Looks at some cards of a match for a seat, from now on.

    Attributes:
        found: Those that it has been shown.
    """

    def __init__(self, match: Match, cards: Iterable[int], seat: int) -> None:
        self.match, self.seat = match, seat
        self.cards, self.found = frozenset(cards), set[int]()

    def look(self) -> frozenset[int]:
        """Look at the cards as they lie now; return those that the seat has been shown."""
        left = self.cards - self.found
        self.found.update(card for card in left if is_shown(self.match, card, self.seat))
        return frozenset(self.found)


class Watcher:
    """Looks at what is watched before each event that a machine writes down."""

    def __init__(self, note: Callable[..., int]) -> None:
        self.note, self.watches = note, list[Watch]()

    def __call__(self, st: State, *event: Any) -> int:
        for watch in self.watches:
            if watch.match.state is st:
                watch.look()
        return self.note(st, *event)


@contextmanager
def watched(machine: Machine) -> Iterator[None]:
    """Watch cards in the matches of a machine that walks."""
    recorder = _recorder(machine)
    plain = recorder.note
    recorder.note = Watcher(plain)  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        recorder.note = plain  # type: ignore[method-assign]


@contextmanager
def watching(*watches: Watch) -> Iterator[None]:
    """Watch cards meanwhile, on a machine that is `watched`."""
    for watch in watches:
        begin(watch)
    try:
        yield
    finally:
        for watch in watches:
            end(watch)


def begin(watch: Watch) -> None:
    """Watch cards from now on."""
    _watches(watch).append(watch)


def end(watch: Watch) -> None:
    """Watch them no longer."""
    _watches(watch).remove(watch)


def _watches(watch: Watch) -> list[Watch]:
    watcher = _recorder(watch.match.machine).note
    assert isinstance(watcher, Watcher)
    return watcher.watches


def _recorder(machine: Machine) -> Recorder:
    found: Recorder = machine.walk.__self__.events.recorder  # type: ignore[attr-defined]
    return found


def is_shown(match: Match, card: int, seat: int) -> bool:
    """Return whether a seat is shown a card where it lies, or can tell it from before."""
    st = match.state
    zone, knows = st.places[card], st.knows[card]
    if zone < 0:
        return False
    if shows(match, zone, seat) or knows >> seat & 1:
        return True
    is_passing = knows > match.machine.knowledge.everyone  # with a list that moves as one
    is_top = not is_passing and st.zones[zone][:1] == [card]
    return is_top and shows(match, zone, seat, top=True)


def shows(match: Match, zone: int, seat: int, *, top: bool = False) -> bool:
    """Return whether a seat sees the cards of a zone, or its top."""
    st, program = match.state, match.machine.program
    family = program.families[st.zone_families[zone]]
    word = family.audience.top if top else family.audience.cards
    is_own = seat in _owners(match, zone)
    return word == "everyone" or (word == "owner" and is_own) or (word == "others" and not is_own)


def _owners(match: Match, zone: int) -> Collection[int]:
    """Return the players whose a zone is: those of a team, for one, where a team has it."""
    st, program = match.state, match.machine.program
    kind, owner = program.families[st.zone_families[zone]].key.owner, st.zone_owners[zone]
    if kind in (None, "player"):
        return () if kind is None else (owner,)
    return match.machine.evaluator.players_of(st, owner)
