"""Make the other world of a match, and check who can tell the two apart.

Two cards are exchanged, or a hidden die shows another number. Which cards a seat has been shown is
computed here from what the zones declare, independently of the observation under test.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, Protocol

from cardwright import Match
from dsl import Record
from interpreter import Machine, SeatView, State, Value, Worlds

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

    def besides(self, st: State) -> tuple[Value, ...]:
        """Return all that decides how a match goes on, but for this."""


class Exchange(Record):
    """Two cards have changed places."""

    cards: tuple[int, ...]

    def turn(self, machine: Machine, st: State, named: int) -> None:
        turned = dict(zip(self.cards, reversed(self.cards), strict=True))
        Worlds.deal_out(machine, st, turned, named)

    def can_be_in(self, st: State) -> bool:
        return max(self.cards) < len(st.entity_definitions)

    def is_there(self, one: State, other: State) -> bool:
        return True

    def besides(self, st: State) -> tuple[Value, ...]:
        return Worlds.all_of(st)


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

    def besides(self, st: State) -> tuple[Value, ...]:
        values, *rest = Worlds.all_of(st)
        values[self.place] = None
        return (values, *rest)


def differences(match: Match, seat: int, chance: Random) -> Iterator[Difference]:
    """Yield in what another world can differ from a match for a seat, in random order."""
    draws = State(chance.randrange(STREAMS))
    st, throws, unseen = match.state, list[Throw](), Worlds(match, seat)
    found = list(unseen.unseen())
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
    for sources in unseen.exchanges(draws):
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
    recorder.note = Watcher(plain)
    try:
        yield
    finally:
        recorder.note = plain


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


def _recorder(machine: Machine) -> Any:
    found = machine.walk.__self__.events.recorder  # type: ignore[attr-defined]
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


@contextmanager
def asking_everything(machine: Machine) -> Iterator[None]:
    """Make a machine ask questions with one answer too, and watch cards."""
    with machine.asking_all(), watched(machine):
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
    except Worlds.IMPOSSIBLE:
        return None
    half_made, ask = match.state.ask, st.ask
    is_open = ask is not None and (ask.kind, ask.site) == (half_made.kind, half_made.site)
    return match_of(match, st) if half_made.kind != "piece" or is_open else None


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
    return json.dumps({**SeatView(match, seat).observation(), "decision": None})


def count_all_shuffles(match: Match) -> None:
    """Count every zone as shuffled once, since the first shuffle sorts the cards: in both worlds
    what lies at a place is to come to the same place."""
    shuffles = match.machine.natives.shuffles
    for zone in range(len(match.state.zones)):
        match.state.chance.setdefault(shuffles.stream_of(match.state, zone), 0)
