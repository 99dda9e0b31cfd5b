"""Stop programs from playing without end, and recognise matches that have none.

A position that was there before is worth nothing twice. Short turns and matches are not looked at.
Then positions are noted as the seats see them, but for the round, and options that lead to one of
them are left out. After many decisions whatever leaves the turn soonest is taken, and after as many
again anything, as random play does.

What repeats in a match without end is said in the words of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from cardwright import Match
from dsl import Fault, Record
from interpreter import Machine, Program, State

if TYPE_CHECKING:
    from cardwright import Match as ApiMatch

NO_END: Final = "no-end"
"""How the reason of such a match begins."""
LONGEST: Final = 20_000
"""Decisions after which a match has no end: the longest of a game that is shipped has 1,221."""
GLANCE, SELDOM = 100, 2_000
"""After so many decisions of programs somebody looks whether random play ends, and then whenever as
many have been made."""
_SHOWN, _MOST_NAMED = 200, 3


def without_end(match: Match, alone: int, longest: int = LONGEST) -> str:
    """Return why a match that programs play has no end; "" as long as it may have one.

    Where they think long about each decision, nobody waits for so many: it is looked early whether
    the match comes to an end at random.

    Args:
        alone: How many decisions programs have made in a row.
    """
    is_looked_at = alone == GLANCE or (alone and alone % SELDOM == 0)
    if match.over or not (alone >= longest or is_looked_at):
        return ""
    if alone >= longest:
        return no_end(match, alone)
    st = match.state.clone()
    st.listening &= ~1
    with match.machine.hearing(None):  # nothing is noted of what is only imagined
        match.machine.play_at_random(st, Random(0).random, longest)
    return "" if st.outcome is not None else no_end(match, alone, longest)


def play_others(
    match: ApiMatch, seat: int, choose: Callable[[ApiMatch, Random], int], random: Random
) -> None:
    """Apply a policy's choices for everybody else until a seat is asked or the match is over; one
    that has no end is called off."""
    for alone in count():
        decision = match.decision
        if decision is None or decision.player == seat:
            return
        if reason := without_end(match, alone):
            match.call_off(reason)
            return
        match.apply(choose(match, random))


def no_end(match: Match, decisions: int, more: int = 0) -> str:
    """Return in words that a match does not come to its end: which round it is, and which actions
    are taken again and again at random.

    Args:
        more: How many decisions at random have been tried behind these.
    """
    tried = f" and {more:,} more at random" if more else ""
    named = "; ".join(f"“{act}”" for act in _acts(match)) or "no action"
    where = f"round {match.state.values[Program.ROUND]:,}"
    return f"{NO_END}: {decisions:,} decisions{tried}, {where}; again and again: {named}"


def _acts(match: Match) -> Sequence[str]:
    """Return the actions that are taken most often from here on at random, in the game's words."""
    course, random, counts = match.clone(), Random(0), Counter[str]()
    course.keeps_history = False
    for _ in range(_SHOWN):
        decision = course.decision
        if decision is None:
            break
        place = int(random.random() * decision.count)
        if decision.kind == "action":
            counts[decision.texts("en")[place].removesuffix(" …")] += 1
        course.apply(place)
    return [act for act, _ in counts.most_common(_MOST_NAMED)]


UNWATCHED, WATCHED_MATCH = 12, 100
"""Decisions of a turn, and of a match, that nobody looks at: most are shorter."""
LONG, LONG_MATCH = 150, 2_000
"""Decisions of a turn, and of a match, without any better rank, after which something must come."""
MOST_TRIED = 30
"""Options that are tried when a turn is to be left."""
TRIES, FAR = 3, 40
"""How often each of them is tried, and how far."""


class Path:
    """What a match has gone through.

    Attributes:
        turn: How many decisions since another was asked, another round began, or the rank of who
            decides became better.
        match: How many since any rank became better.
    """

    def __init__(self) -> None:
        self.turn = self.match = 0
        self._mark: tuple[Any, ...] = ()
        self._seen: set[int] = set()
        self._best: dict[int, tuple[int, ...]] = {}

    def come_to(self, machine: Machine, st: State) -> None:
        """Take in the open decision of a position."""
        mark = mark_of(st)
        if mark != self._mark:
            self._mark, self.turn = mark, 0
            if self.match <= WATCHED_MATCH:
                self._seen.clear()
        self.turn += 1
        self.match += 1
        if not self.is_watched:
            return
        self._seen.update(sight(machine, st, seat) for seat in range(machine.program.seats))
        rank = _rank(machine, st)
        if rank > self._best.setdefault(st.ask.decider, rank):
            self._best[st.ask.decider] = rank
            self.turn, self.match = min(self.turn, UNWATCHED + 1), WATCHED_MATCH

    @property
    def is_watched(self) -> bool:
        """Whether it is long enough for positions to be noted."""
        return self.turn > UNWATCHED or self.match > WATCHED_MATCH

    def fresh(self, machine: Machine, st: State) -> list[int]:
        """Return the places of the options that lead where the match has not been yet; all of them
        where there is none.

        Args:
            st: The position, or one that the seat cannot tell from it.
        """
        places, seat = [*range(len(st.ask.options))], st.ask.decider
        after = (answered(machine, st, place) for place in places)
        new = [n for n, each in enumerate(after) if sight(machine, each, seat) not in self._seen]
        return new or places

    def way_out(self, machine: Machine, st: State, random: Random) -> int | None:
        """Return the place of an option that leads on, or of any where it has become very long;
        None where it is not long.

        Args:
            st: The position, or one that the seat cannot tell from it.
        """
        if self.turn <= LONG and self.match <= LONG_MATCH:
            return None
        number = len(st.ask.options)
        if self.turn > 2 * LONG or self.match > LONG_MATCH:
            return int(random.random() * number)
        tried = random.sample(range(number), min(number, MOST_TRIED))
        return min(tried, key=lambda place: _distance(machine, st, place, random))


class Thought(Record):
    """What a program may choose from at a decision.

    Attributes:
        taken: The place of the option to take without any thought, or None.
        places: The places of those that are worth a thought.
    """

    taken: int | None
    places: Sequence[int]


def thought(match: Match, world: Callable[[], State], random: Random) -> Thought:
    """Return what a program may choose from where a match stands.

    Args:
        world: Gives the position, or one that the seat cannot tell from it, where it is needed.
    """
    course: object = match
    if not isinstance(course, Match):  # a stand-in, which goes nowhere twice
        return Thought(None, range(match.decision.count if match.decision else 0))
    path, machine = _path_of(match), match.machine
    if not path.is_watched:
        return Thought(None, range(len(match.state.ask.options)))
    st = world()
    places = path.fresh(machine, st)
    if len(places) == 1:
        return Thought(places[0], places)
    return Thought(path.way_out(machine, st, random), places)


_paths: WeakKeyDictionary[Match, Path] = WeakKeyDictionary()


def _path_of(match: Match) -> Path:
    """Return what a match has gone through, with its open decision; of one that is new here, what
    its history tells of it."""
    path = _paths.get(match)
    if path is None:
        path = _paths[match] = Path()
        before, entry = list[State](), match.history
        while entry is not None and len(before) < 3 * LONG:
            before.append(entry[2])
            entry = entry[0]
        for st in reversed(before):
            path.come_to(match.machine, st)
    path.come_to(match.machine, match.state)
    return path


def mark_of(st: State) -> tuple[Any, ...]:
    """Return what stays the same within a turn: who is asked, the round, whose turn it is."""
    return st.ask.decider, st.values[Program.ROUND], st.values[Program.ACTIVE]


def sight(machine: Machine, st: State, seat: int) -> int:
    """Return a number that is the same for positions that look the same to a seat, whatever led to
    them and whatever round it is."""
    identifies, definitions = machine.knowledge.identifies, st.entity_definitions

    def seen(card: int | None) -> int | None:
        if card is None:
            return None
        return definitions[card] if identifies(st, card) >> seat & 1 else -1

    lying = tuple(tuple(map(seen, zone)) for zone in st.zones)
    values = (*st.values[: Program.ROUND], *st.values[Program.ROUND + 1 :])
    return hash((seat, values, lying, tuple(st.frames), st.outcome is None))


def answered(machine: Machine, st: State, place: int) -> State:
    """Return what a position is after an answer."""
    after = st.clone()
    machine.answer(after, after.ask.options[place])
    return after


def _distance(machine: Machine, st: State, place: int, random: Random) -> int:
    """Return after how many decisions at random the turn is left behind an option, over some
    tries."""
    mark, whole = mark_of(st), 0
    for _ in range(TRIES):
        after = answered(machine, st, place)
        for _ in range(FAR):
            if after.outcome is not None or mark_of(after) != mark:
                break
            whole += 1
            options = after.ask.options
            machine.answer(after, options[int(random.random() * len(options))])
    return whole


def _rank(machine: Machine, st: State) -> tuple[int, ...]:
    """Return the rank of who decides; none counts as least."""
    machine.meter.begin()
    try:
        found = machine.ending.rank(st, st.ask.decider)
    except Fault:
        return ()
    return tuple(-(10**13) if number is None else number for number in found)
