"""Play pairs of worlds of a game until each ends, and keep the leaks.

A pair begins somewhere in a random match, for a random seat. It ends when the seat is shown by what
it can tell the worlds apart, when somebody else acts differently, or after enough of the seat's own
decisions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

import cardwright
from cardwright import Game, Match, Package
from cardwright.apps.lab.leaks import report
from cardwright.apps.lab.leaks.learning import Past
from cardwright.apps.lab.leaks.two_worlds import Leak, Look, TwoWorlds, Verdict, begin
from cardwright.apps.lab.leaks.worlds import asking_everything, turned
from cardwright.apps.lab.shrinking.written import Written
from cardwright.apps.policies.budget import workers
from dsl import Record
from interpreter import Worlds

SEEDS = 1 << 40
OWN_DECISIONS = 20
DECISIONS = 400
DRAWN_EVERY: Final = 4
"""At every so many looks the screen is looked at too."""

LATEST = 60
"""Decisions before a pair begins, at most."""

TRIES = 64
LATELY = 20
"""So many answers must have been possible in the other world too."""

Tally = Counter[str]


class NoPair(Exception):
    """There are no two cards in a game that a seat cannot tell, as far as was seen."""


def play_pair(game: Game, players: int, chance: Random, tally: Tally, every: int = 4) -> None:
    """Play a pair of worlds of a game.

    Args:
        tally: Counts how pairs end, and looks.
        every: At every so many looks the screen is looked at too.

    Raises:
        Leak: A seat was told what it must not know.
        NoPair: There are no two worlds.
    """
    with asking_everything(game.machine(players)):
        go_on(begun(game, players, chance, looking(tally, every)), chance, tally)


def begun(game: Game, players: int, chance: Random, look: Look, latest: int = LATEST) -> TwoWorlds:
    """Return two worlds and the seat that cannot tell them apart.

    Args:
        latest: Decisions before they begin, at most.

    Raises:
        Leak: The seat can tell them apart already where they begin.
        NoPair: There are none.
    """
    for _ in range(TRIES):
        match = game.start(players, chance.randrange(SEEDS))
        match.keeps_history = False
        first, answers = match.clone(), list[int]()
        most = chance.randrange(latest)
        while not match.over and len(answers) < most:
            answers.append(chance.randrange(len(match.state.ask.options)))
            match.apply(answers[-1])
        seat = chance.randrange(players)
        if match.over:
            latest = max(1, len(answers))
            continue
        worlds = begin(match, seat, chance, look, Past(first.clone(), answers))
        if worlds is not None and _comes_about(first, answers, worlds):
            return worlds
    raise NoPair(f"{TRIES} matches without two cards that a seat cannot tell")


def _comes_about(first: Match, answers: Sequence[int], worlds: TwoWorlds) -> bool:
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
        except Worlds.IMPOSSIBLE:
            return False
    return True


def go_on(worlds: TwoWorlds, chance: Random, tally: Tally) -> None:
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
    tally["own decisions"] += own
    tally[(Verdict.OVER if verdict == Verdict.GOES_ON else verdict).value] += 1


def looking(tally: Tally, every: int = DRAWN_EVERY) -> Callable[[Match, int], bytes]:
    """Return what gathers what a seat is told, and counts how often."""

    def look(match: Match, seat: int) -> bytes:
        drawn = tally["looks"] // 2 % every == 0  # both worlds of a pair alike
        found = match.told(seat, drawn=drawn)
        tally["looks"] += 1
        tally["bytes"] += len(found)
        return found

    return look


SEARCHED_EVERY: Final = 2
"""At every so many looks the screen is looked at too."""


OPEN: Final = 8
"""So many pairs that cannot be made show that nothing is hidden."""


class Plan(Record, kw_only=True):
    """What pairs are to be played.

    Attributes:
        counts: How many play: in turn each of these numbers.
        first: The number of the first pair.
        language: Of what is said of a leak.
    """

    package: Package
    options: Mapping[str, object]
    counts: Sequence[int]
    number: int
    seed: int
    first: int
    language: str
    cache: bool


class Pair(Record, kw_only=True):
    """What came of one pair.

    Attributes:
        told: A leak in words; None where there is none.
        is_alone: Whether there were no two worlds.
    """

    number: int
    players: int
    told: report.Told | None = None
    is_alone: bool = False


_READY: dict[str, tuple[Plan, Game]] = {}


def prepare(plan: Plan) -> None:
    """Make a process ready to play pairs."""
    _READY["now"] = plan, game_of(plan)


def game_of(plan: Plan) -> Game:
    """Return the game of a plan with its options."""
    return cardwright.load(plan.package, plan.options, cache=plan.cache)


def search(plan: Plan, jobs: int, advance: Callable[[int], None]) -> Iterator[Pair]:
    """Yield what came of every pair, in their order; of a game in which nothing seems to be hidden
    only of the first few."""
    is_open = True
    with workers(jobs, prepare, plan) as doing:
        for count, pair in enumerate(doing(_played, range(plan.first, plan.first + plan.number))):
            advance(1)
            yield pair
            is_open = is_open and pair.is_alone
            if is_open and count >= OPEN:
                return


def _played(number: int) -> Pair:
    plan, game = _READY["now"]
    players = plan.counts[number % len(plan.counts)]
    try:
        play_one(plan, game, number)
    except Leak as leak:
        return Pair(
            number=number, players=players, told=report.told_in_words(leak.worlds, plan.language)
        )
    except NoPair:
        return Pair(number=number, players=players, is_alone=True)
    return Pair(number=number, players=players)


def play_one(plan: Plan, game: Game, number: int) -> None:
    """Play one pair of a plan.

    Raises:
        Leak: A seat was told what it must not know.
        NoPair: There are no two worlds.
    """
    players = plan.counts[number % len(plan.counts)]
    chance = Random(f"{plan.seed} leaks {plan.package.id} {number}")
    tally: Counter[Any] = Counter()
    play_pair(game, players, chance, tally, SEARCHED_EVERY)


def script_of(
    plan: Plan, number: int, tell: Callable[[int], None] = lambda size: None
) -> tuple[Written, report.Told] | None:
    """Return the shortest script that shows the leak of a pair, and what it shows in words; None
    where none does."""
    game = game_of(plan)
    try:
        play_one(plan, game, number)
    except Leak as leak:
        written = report.shortest(game, leak.worlds, tell)
        told = written and report.script_in_words(
            written, report.views_of(game, written), plan.language
        )
        return (written, told) if written and told else None
    return None
