"""Play on in two worlds that a seat cannot tell apart: it must be told the same, byte for byte.

The worlds differ in two cards that the seat does not know. The seat takes the same options in both;
whoever else decides takes one that both worlds have. A pair ends when one of the two cards becomes
known to the seat by the rules of zones, when somebody else acts differently, or after enough of
the seat's own decisions.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from cardwright.match import Match
from interpreter.observe.worlds import swap_hidden
from soak.course import any_option, play
from soak.expectations import GAMES, SMALL, settings_of
from soak.leaves import leaves, parting
from soak.measure import Broken, Check, Measure, Part, each
from soak.reveals import is_revealed
from soak.settings import Setting

COUNT = 1_000
COUNTS = {"res-arcana": 2_000, "worldmonger": 300}
"""Pairs; those of games with many secrets are more."""

COSTS = {
    "cerebria": 0.6,
    "equilibrion": 0.1, "dream-tricks": 0.05, "res-arcana": 0.65, "worldmonger": 0.3,
    "secrets": 0.06,
}  # fmt: skip
SEEDS = 1 << 40
OWN_DECISIONS = 20
DECISIONS = 200
LOG_KEPT_EVERY = 8
"""In one pair of so many the log is compared again and again as it grows, else only what is new."""

DRAWN_EVERY = 10
"""At every so many decisions the table is drawn too."""

TRIES = 64


def measures() -> Iterator[Measure]:
    """Yield one measure a game."""
    for game in (*GAMES, SMALL):
        name = f"worlds/{game}"
        run = each(name, check_of(game))
        count = COUNTS.get(game, COUNT)
        yield Measure(name=name, game=game, count=count, cost=COSTS[game], run=run)


def check_of(game: str) -> Check:
    """Return the check of one pair of worlds of a game."""
    settings = settings_of(game)

    def check(chance: Random, number: int, part: Part) -> None:
        one, other, seat = _pair(settings[number % len(settings)], chance)
        Pair(one, other, seat, part).run(chance)

    return check


def _pair(setting: Setting, chance: Random) -> tuple[Match, Match, int]:
    """Return two worlds and the seat that cannot tell them apart."""
    for _ in range(TRIES):
        match = setting.start(chance.randrange(SEEDS), events=True)
        play(match, any_option, chance, most=chance.randrange(60))
        seat = chance.randrange(setting.players)
        if match.over:
            continue
        other = swap_hidden(match, seat, chance.randrange(SEEDS))
        if other is not None:
            other.keeps_history = False
            return match, Match.of(other), seat
    raise Broken(f"{TRIES} matches without two cards that a seat cannot tell")


class Pair:
    """Two worlds and the seat that must not see a difference."""

    def __init__(self, one: Match, other: Match, seat: int, part: Part) -> None:
        self.one, self.other, self.seat, self.part = one, other, seat, part
        self.swapped = frozenset(
            entity
            for entity, (a, b) in enumerate(
                zip(one.state.entity_definitions, other.state.entity_definitions, strict=True)
            )
            if a != b
        )

    def run(self, chance: Random) -> None:
        """Play until something is revealed.

        Raises:
            Broken: The seat was told something different before.
        """
        self.compare(0)
        keeps_log = chance.randrange(LOG_KEPT_EVERY) == 0
        self._forget()
        own = 0
        for number in range(DECISIONS):
            if self.one.over or self.other.over or own >= OWN_DECISIONS:
                break
            is_own = self.one.state.ask.decider == self.seat
            index = self._choice(chance, is_own)
            if index is None:
                self.part.tally["ended: others act differently"] += 1
                return
            own += is_own
            self.one.apply(index[0])
            self.other.apply(index[1])
            if is_revealed(self.one, self.other, self.swapped, self.seat):
                self.part.tally["ended: revealed"] += 1
                return
            if not self._is_in_step():
                self.part.tally["ended: others act differently"] += 1
                return
            self.compare(number + 1)
            if not keeps_log:
                self._forget()
        self.part.tally["ended: played out"] += 1

    def _forget(self) -> None:
        """Drop the log: what was told of it was compared."""
        self.one.state.log = self.other.state.log = None

    def compare(self, number: int) -> None:
        """Compare all that the seat is told after a number of decisions."""
        drawn = number % DRAWN_EVERY == 0
        one, other = (leaves(match, self.seat, drawn=drawn) for match in (self.one, self.other))
        where = f"seat {self.seat} can tell after {number} decisions"
        if one != other:
            raise Broken(f"{where}: {parting(one, other)}")
        self.part.tally["compared"] += 1
        self.part.tally["bytes"] += len(one)

    def _choice(self, chance: Random, is_own: bool) -> tuple[int, int] | None:
        """Return what is taken in each world, or None where there is nothing in common."""
        here, there = self.one.state.ask.options, self.other.state.ask.options
        if is_own:
            index = chance.randrange(len(here))
            self.part.tally["own decisions"] += 1
            return index, index
        shared = [option for option in here if option in there]
        unswapped = [option for option in shared if option not in self.swapped]
        if not shared:
            return None
        option = chance.choice(unswapped or shared)
        return here.index(option), there.index(option)

    def _is_in_step(self) -> bool:
        """Return whether both worlds have come to the same decision."""
        if self.one.over != self.other.over:
            return False
        if self.one.over:
            return True
        a, b = self.one.state.ask, self.other.state.ask
        here = (a.decider, a.kind, a.site, self.one.state.actions, _places(self.one))
        return here == (b.decider, b.kind, b.site, self.other.state.actions, _places(self.other))


def _places(match: Match) -> list[int]:
    """Return where all cards lie: somebody else's forced moves may differ."""
    return match.state.places
