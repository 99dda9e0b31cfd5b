"""Share matches among processors and gather what comes of them."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from time import perf_counter

from cardwright import api
from cardwright.commands.session import Session
from cardwright.packages import Package
from cardwright.policies import Policy, policy_with
from cardwright.protocols import Game, Match
from cardwright.scripts import Case
from cardwright.search.budget import Budget
from cardwright.simulate.play_out import play_out
from cardwright.simulate.tally import Tally
from dsl.records import record

_MOST_IN_CHUNK = 100
_CHUNKS_A_PROCESS = 20


@record(kw_only=True)
class Plan:
    """What is to be played.

    Attributes:
        options: In run-time form.
        budget: Of a policy that thinks.
        case: The script whose position all matches begin in; None for the beginning.
        seed: Of the first match; each later one has the next.
    """

    session: Session
    package: Package
    options: dict[str, object]
    players: int
    policy: str
    budget: Budget | None = None
    case: Case | None
    seed: int
    number: int

    def starter(self) -> Callable[[int], Match]:
        """Return what starts the match of a seed; loads the game."""
        if self.case is not None:
            return partial(_start_from, self.case, self.session.cache)
        game = api.load_package(self.package, self.options, self.session.cache)
        return partial(_start, game, self.players)


def _start_from(case: Case, cache: bool, seed: int) -> Match:
    """Start a match that only goes forward where a script ends."""
    match = api.match_from_script(case, seed, cache)
    match.keeps_history = False
    return match


def _start(game: Game, players: int, seed: int) -> Match:
    """Start a match that only goes forward."""
    match = game.start(players=players, seed=seed, events=False)
    match.keeps_history = False
    return match


@dataclass(slots=True)
class Sample:
    """What came of a plan, and how long it took in seconds."""

    tally: Tally
    seconds: float
    interrupted: bool = False


def simulate(plan: Plan, jobs: int, progress: Callable[[int], None]) -> Sample:
    """Play all matches of a plan; Ctrl-C ends it with what has been played.

    `progress` is called with the number of matches just done.
    """
    sample = Sample(Tally(), 0.0)
    _prepare(plan)
    began = perf_counter()
    try:
        for part in _parts(plan, jobs):
            sample.tally.add(part)
            progress(part.matches)
    except KeyboardInterrupt:
        sample.interrupted = True
    sample.seconds = perf_counter() - began
    sample.tally.faults.sort()
    return sample


def _parts(plan: Plan, jobs: int) -> Iterator[Tally]:
    """Yield the tallies of chunks of matches as they are done."""
    chunks = _chunks(plan, jobs)
    if jobs <= 1:
        yield from map(_play_chunk, chunks)
        return
    import multiprocessing  # only with several jobs, since it takes long to load

    with multiprocessing.Pool(min(jobs, len(chunks)), _prepare_worker, (plan,)) as pool:
        yield from pool.imap_unordered(_play_chunk, chunks)


def _chunks(plan: Plan, jobs: int) -> list[range]:
    """Return the seeds in chunks, small enough that all processors end at about one time."""
    size = min(_MOST_IN_CHUNK, max(1, plan.number // (jobs * _CHUNKS_A_PROCESS)))
    last = plan.seed + plan.number
    return [range(first, min(first + size, last)) for first in range(plan.seed, last, size)]


_starters: list[tuple[Callable[[int], Match], Policy]] = []


def _prepare_worker(plan: Plan) -> None:
    """Make a worker process ready; only the parent answers Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _prepare(plan)


def _prepare(plan: Plan) -> None:
    """Load the game of this process once."""
    _starters[:] = [(plan.starter(), policy_with(plan.policy, plan.budget))]


def _play_chunk(seeds: range) -> Tally:
    """Play the matches of some seeds."""
    start, policy = _starters[0]
    tally = Tally()
    for seed in seeds:
        play_out(start, seed, policy, tally)
    return tally
