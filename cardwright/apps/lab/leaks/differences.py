"""Represent the difference of two worlds that a seat cannot tell apart, and what it was shown.

Two cards are exchanged, or a hidden die shows another number. Which cards a seat has been shown is
computed here from what the zones declare, independently of the observation under test.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, Protocol

from dsl import Record
from interpreter import Machine, State, Value
from interpreter.observe.determinize import exchanges
from interpreter.observe.redraw import deal_out, position_of, unseen_state
from interpreter.state.values import Values
from interpreter.walk.match import Match
from interpreter.walk.recording import Recorder

STREAMS = 1 << 40


class Difference(Protocol):
    """What is not the same in two worlds.

    Attributes:
        cards: Those by which one could tell.
    """

    @property
    def cards(self) -> tuple[int, ...]: ...

    def turn(self, machine: Machine, st: State, named: int) -> None:
        """Make the other world of one, in place; the log goes on to name the same cards to those of
        a mask."""

    def can_be_in(self, st: State) -> bool:
        """Return whether what differs is in a match at all: cards that were made later are not."""

    def is_there(self, one: State, other: State) -> bool:
        """Return whether two worlds still differ so."""

    def besides(self, st: State) -> Values:
        """Return all that decides how a match goes on, but for this."""


class Exchange(Record):
    """Two cards have changed places."""

    cards: tuple[int, ...]

    def turn(self, machine: Machine, st: State, named: int) -> None:
        deal_out(machine, st, dict(zip(self.cards, reversed(self.cards), strict=True)), named)

    def can_be_in(self, st: State) -> bool:
        return max(self.cards) < len(st.entity_definitions)

    def is_there(self, one: State, other: State) -> bool:
        return True

    def besides(self, st: State) -> Values:
        return position_of(st)


class Throw(Record):
    """A die shows something else.

    Attributes:
        place: In `State.values`.
        shown: What it shows in the two worlds.
    """

    cards: tuple[int, ...]
    place: int
    shown: tuple[Value, Value]

    def turn(self, machine: Machine, st: State, named: int) -> None:
        one, other = self.shown
        st.values[self.place] = other if st.values[self.place] == one else one

    def can_be_in(self, st: State) -> bool:
        return self.place < len(st.values)

    def is_there(self, one: State, other: State) -> bool:
        return bool(one.values[self.place] != other.values[self.place])

    def besides(self, st: State) -> Values:
        values, *rest = position_of(st)
        values[self.place] = None
        return (values, *rest)


def differences(match: Match, seat: int, chance: Random) -> Iterator[Difference]:
    """Yield in what another world can differ from a match for a seat, in random order."""
    draws = State(chance.randrange(STREAMS))
    st, throws = match.state, list[Throw]()
    found = list(unseen_state(match.machine, st, 1 << seat))
    chance.shuffle(found)
    for place, values in found:
        others = [value for value in values if value != st.values[place]]
        if others:
            bases = enumerate(st.entity_bases)
            card = max((e for e, base in bases if base <= place), default=None)
            cards = () if card is None else (card,)
            throws.append(Throw(cards, place, (st.values[place], chance.choice(others))))
    if throws and chance.random() < 0.5:
        yield from throws
        throws = []
    for sources in exchanges(match.machine, match.state, seat, draws):
        yield Exchange(tuple(sources))
    yield from throws


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
