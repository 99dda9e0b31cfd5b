"""Play on in two worlds that a seat cannot tell apart: it must be told the same, byte for byte.

What counts as telling it is said in `two_worlds`. A pair ends when one of the two cards becomes
known to the seat, when somebody else acts differently, or after enough of the seat's own decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from cardwright.game import Game
from cardwright.match import Match
from soak import classics
from soak.course import Choose, any_option, play
from soak.expectations import GAMES, SMALL, settings_of
from soak.leaves import leaves
from soak.measure import Broken, Check, Measure, Part, each
from soak.two_worlds import IMPOSSIBLE, Leak, TwoWorlds, Verdict, asking_everything, begin, turned

COUNT = 2_000
"""Pairs of a game."""

COSTS = {
    "cerebria": 1.1,
    "equilibrion": 0.17, "dream-tricks": 0.05, "res-arcana": 0.7, "worldmonger": 0.2,
    "secrets": 0.1,
}  # fmt: skip
SEEDS = 1 << 40
OWN_DECISIONS = 20
DECISIONS = 400
DRAWN_EVERY = 10
"""At every so many looks the table is drawn too."""

LATEST = 60
"""Decisions before a pair begins, at most."""

LEAST_PAIRS = 0.5
"""Of the cases of a game so many must have had two worlds, as a share."""

TRIES = 64
LATELY = 20
"""So many answers must have been possible in the other world too."""

OPEN, ALONE = "nothing is hidden", "without a pair"
"""Why there are no two worlds: in a game; in some of its matches."""


class NoPair(Broken):
    """There are no two cards in a setting that a seat cannot tell."""


def measures() -> Iterator[Measure]:
    """Yield one measure a game."""
    for game in (*GAMES, SMALL, *classics.games()):
        name = f"worlds/{game}"
        count, cost = COUNT, COSTS.get(game, classics.PAIR_COST)
        if classics.is_classic(game):
            count = classics.PAIRS
        run = each(name, check_of(game))
        yield Measure(
            name=name, game=game, count=count, cost=cost, run=run, conclude=_conclude, enough=count
        )


def check_of(game: str) -> Check:
    """Return the check of one pair of worlds of a game."""

    def check(chance: Random, number: int, part: Part) -> None:
        settings = settings_of(game)
        setting = settings[number % len(settings)]
        if classics.is_classic(game) and not classics.hides(setting.play):
            part.tally[OPEN] += 1
            return
        try:
            look_at_pair(setting.name, setting.play, setting.players, chance, part)
        except NoPair:
            if not classics.is_classic(game):
                raise
            part.tally[ALONE] += 1

    return check


def _conclude(part: Part) -> Mapping[str, Any]:
    """Return what is wrong where hardly a pair was looked at though something is hidden."""
    pairs = part.count - part.tally[OPEN] - part.tally[ALONE]
    few = part.tally[OPEN] < part.count and pairs < part.count * LEAST_PAIRS
    return {"pairs": pairs, "problems": [f"only {pairs} pairs of worlds"] if few else []}


def look_at_pair(name: str, game: Game, players: int, chance: Random, part: Part) -> None:
    """Play a pair of worlds of what is called so.

    Raises:
        Broken: The seat was told what it must not know.
    """
    try:
        play_pair(game, players, chance, part)
    except Leak as leak:
        raise Broken(f"{name}: {leak}") from None


def play_pair(game: Game, players: int, chance: Random, part: Part) -> None:
    """Play a pair of worlds of any game.

    Raises:
        Leak: A seat was told what it must not know.
    """
    with asking_everything(game.machine(players, walker=True)):
        go_on(begun(game, players, chance, Look(part)), chance, part)


def begun(
    game: Game, players: int, chance: Random, look: Callable[[Match, int], bytes]
) -> TwoWorlds:
    """Return two worlds and the seat that cannot tell them apart."""
    latest = LATEST
    for _ in range(TRIES):
        match = game.start(players, chance.randrange(SEEDS), walker=True)
        match.keeps_history = False
        first, answers = match.clone(), list[int]()
        taken = play(match, noting(answers), chance, most=chance.randrange(latest))
        seat = chance.randrange(players)
        if match.over:
            latest = max(1, taken)
            continue
        worlds = begin(match, seat, chance, look)
        if worlds is not None and comes_about(first, answers, worlds):
            return worlds
    raise NoPair(f"{TRIES} matches without two cards that a seat cannot tell")


def noting(answers: list[int]) -> Choose:
    """Return what chooses any option and notes it."""

    def choose(match: Match, chance: Random) -> int:
        answers.append(any_option(match, chance))
        return answers[-1]

    return choose


def comes_about(first: Match, answers: Sequence[int], worlds: TwoWorlds) -> bool:
    """Return whether in the other world the latest answers could have been given: who has offered
    three apples has them.

    Args:
        first: The match at its beginning; it is played on.
        answers: Those by which it came to the first world.
    """
    for place in answers[:-LATELY]:
        first.apply(place)
    other = turned(first, worlds.difference, worlds.seat)
    if other is None:
        return True  # the cards have not come to where they differ by then
    for place in answers[-LATELY:]:
        option = first.state.ask.options[place]
        if other.over or option not in other.state.ask.options:
            return False
        first.apply(place)
        try:
            other.apply(other.state.ask.options.index(option))
        except IMPOSSIBLE:
            return False
    return True


def go_on(worlds: TwoWorlds, chance: Random, part: Part) -> None:
    """Play until the pair ends.

    Raises:
        Leak: The seat was told what it must not know.
    """
    own, verdict = 0, Verdict.GOES_ON
    for _ in range(DECISIONS):
        if verdict != Verdict.GOES_ON or own >= OWN_DECISIONS:
            break
        own += worlds.ask.decider == worlds.seat and len(worlds.ask.options) > 1
        verdict = worlds.answer(chance.choice(worlds.options()))
    part.tally["own decisions"] += own
    part.tally[(Verdict.OVER if verdict == Verdict.GOES_ON else verdict).value] += 1


class Look:
    """Gathers what a seat is told."""

    def __init__(self, part: Part) -> None:
        self.part, self.count = part, 0

    def __call__(self, match: Match, seat: int) -> bytes:
        self.count += 1
        drawn = (self.count - 1) // 2 % DRAWN_EVERY == 0
        found = leaves(match, seat, drawn=drawn)
        self.part.tally["looks"] += 1
        self.part.tally["bytes"] += len(found)
        return found
