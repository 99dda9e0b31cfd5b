"""Play many pairs of worlds of a game, and keep what was told that must not be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from cardwright import api
from cardwright.api.game import Game
from cardwright.api.packages import Package
from cardwright.apps.lab.leaks.pairs import NoPair, play_pair
from cardwright.apps.lab.leaks.telling import Told, script_in_words, told_in_words
from cardwright.apps.lab.leaks.two_worlds import Leak
from cardwright.apps.lab.leaks.written import shortest, views_of
from cardwright.apps.lab.shrinking.written import Written
from cardwright.apps.policies.parallel import workers
from dsl.records import record

DRAWN_EVERY: Final = 2
"""At every so many looks the screen is looked at too."""


OPEN: Final = 8
"""So many pairs that cannot be made show that nothing is hidden."""


@record(kw_only=True)
class Plan:
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


@record(kw_only=True)
class Pair:
    """What came of one pair.

    Attributes:
        told: A leak in words; None where there is none.
        is_alone: Whether there were no two worlds.
    """

    number: int
    players: int
    told: Told | None = None
    is_alone: bool = False


_READY: dict[str, tuple[Plan, Game]] = {}


def prepare(plan: Plan) -> None:
    """Make a process ready to play pairs."""
    _READY["now"] = plan, game_of(plan)


def game_of(plan: Plan) -> Game:
    """Return the game of a plan with its options."""
    return api.load_package(plan.package, plan.options, cache=plan.cache)


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
        return Pair(number=number, players=players, told=told_in_words(leak.worlds, plan.language))
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
    play_pair(game, players, chance, tally, DRAWN_EVERY)


def script_of(
    plan: Plan, number: int, tell: Callable[[int], None] = lambda size: None
) -> tuple[Written, Told] | None:
    """Return the shortest script that shows the leak of a pair, and what it shows in words; None
    where none does."""
    game = game_of(plan)
    try:
        play_one(plan, game, number)
    except Leak as leak:
        written = shortest(game, leak.worlds, tell)
        told = written and script_in_words(written, views_of(game, written), plan.language)
        return (written, told) if written and told else None
    return None
