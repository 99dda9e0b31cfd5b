"""Play the same matches with a log and without, by blocks and by the walker: one course, one log.

A log is for eyes. Played are all settings of the games and classics, and every other package here
that can be played: examples, benchmarks, and those that tests are made of.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from cardwright import api
from cardwright.errors import PackageError
from cardwright.game import Game
from cardwright.match import Match
from interpreter.state.dump import log_of
from soak import classics
from soak.expectations import BENCHED, GAMES, SMALL
from soak.measure import Measure, Part, each, hold
from soak.settings import CLASSICS, Setting
from soak.walker import checker

ROOT = Path(__file__).parents[1]
FOLDERS = ("benchmarks", "examples", "soak", "tests")
COUNTS = {"cerebria": 60, "res-arcana": 60}
COUNT, PACKAGES = 200, 200
COSTS = {
    "cerebria": 3.3, "res-arcana": 1.0, "worldmonger": 0.35, "equilibrion": 0.45,
    **dict.fromkeys(BENCHED, 0.003),
}  # fmt: skip
COST, PACKAGE_COST = 0.2, 2.0
SEEDS = 1 << 40
ROADS = ((False, True), (True, False), (True, True))
"""Beside blocks without a log: whether the walker goes, and whether a log is kept."""

MOST = 400
"""Decisions of a match of a package that need not end."""

Course = list[tuple[Any, ...]]
"""At each decision who decides what and the label taken, then what came of it."""


def measures() -> Iterator[Measure]:
    """Yield one measure a game, and one of all other packages."""
    for game in (*GAMES, SMALL, *BENCHED, *classics.games()):
        name = f"log-or-none/{game}"
        count, cost = COUNTS.get(game, COUNT), COSTS.get(game, COST)
        if classics.is_classic(game):
            count, cost = classics.LOGGED, classics.LOG_COST
        run = each(name, checker(game, _check))
        yield Measure(name=name, game=game, count=count, cost=cost, run=run)
    name = "log-or-none/packages"
    yield Measure(
        name=name, game="", count=PACKAGES, cost=PACKAGE_COST, run=each(name, _check_package)
    )


def _check(setting: Setting, chance: Random, number: int, part: Part) -> None:
    compare(setting.play, setting.players, chance, part)


def _check_package(chance: Random, number: int, part: Part) -> None:
    every = packages()
    game = _loaded(every[number % len(every)])
    if game is None:
        part.tally["nothing to decide"] += 1
        return
    counts = game.player_counts
    compare(game, counts[number // len(every) % len(counts)], chance, part)


@cache
def packages() -> tuple[Path, ...]:
    """Return the packages of the repository that are no classics."""
    paths = sorted(path.parent for each in FOLDERS for path in (ROOT / each).rglob("game.yaml"))
    return tuple(path for path in paths if path.parent != CLASSICS)


@cache
def _loaded(path: Path) -> Game | None:
    """Return the game of a folder; None where it is there to be refused or nobody decides."""
    try:
        game = api.load(path)
    except PackageError:
        return None
    return game if game.model.actions else None


def compare(game: Game, players: int, chance: Random, part: Part, most: int = MOST) -> Course:
    """Play one match all ways, for at most so many decisions, and return its course. Where loops
    are stopped, what goes round is dropped where each way notices it: the logs of a match that ends
    so may differ.

    Raises:
        Broken: They differ.
    """
    seed, choices = chance.randrange(SEEDS), chance.randrange(SEEDS)
    plain = course(game.start(players, seed, events=False), Random(choices), most)
    part.tally["decisions"] += len(plain) - 1
    logs = []
    for walker, events in ROADS:
        match = game.start(players, seed, events=events, walker=walker)
        other = course(match, Random(choices), most)
        road = f"{'walker' if walker else 'blocks'} {'with' if events else 'without'} a log"
        where = next((n for n, (a, b) in enumerate(zip(plain, other, strict=False)) if a != b), -1)
        found = f"{len(plain)} and {len(other)}" if where < 0 else f"{plain[where]}, {other[where]}"
        hold(plain == other, f"{game.id}, {road}, decision {where + 1}: {found}")
        logs += [log_of(match.state)] if events else []
    is_stopped = plain[-1][0] in ("fault", "draw")
    if not (is_stopped and game.model.policy.loops == "stop"):
        _hold_logs(game, *logs, is_stopped=is_stopped)
    return plain


def _hold_logs(game: Game, blocks: list[Any], walker: list[Any], *, is_stopped: bool) -> None:
    """Hold the log of blocks against that of the walker; what runs into a budget, or is seen to go
    round, need not be stopped at the same event."""
    pairs = zip(blocks, walker, strict=False)
    differing = next((pair for pair in pairs if pair[0] != pair[1]), None)
    hold(differing is None, f"{game.id}, logs of blocks and walker: {differing}")
    hold(
        is_stopped or len(blocks) == len(walker),
        f"{game.id}, logs of {len(blocks)} events and {len(walker)}",
    )


def course(match: Match, chance: Random, most: int = MOST) -> Course:
    """Play a match at random, for at most so many decisions, and return its course."""
    match.keeps_history = False
    found: Course = []
    while not match.over and len(found) < most:
        decision = match.decision
        assert decision is not None
        index = chance.randrange(len(decision.labels))
        found.append((decision.player, decision.kind, decision.labels, index, match.digest()))
        match.apply(index)
    found.append(_end(match))
    return found


def _end(match: Match) -> tuple[Any, ...]:
    """Return how a match ended; of the reason without what a log tells of what led there, and the
    place, which is that of the frame that is there."""
    outcome = match.outcome
    if outcome is None:
        return (match.digest(),)
    reason = outcome.reason.partition(" (")[0].split(":")[: 2 if outcome.kind == "fault" else 1]
    return outcome.kind, outcome.winners, outcome.rank, reason
