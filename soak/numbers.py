"""Hold what simulations promise at full size: what they find, take and cost.

Seconds are those of the clock: two processes are to do in half the time what one does, so what
measures that runs alone, and says something only on a machine that does nothing else.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

from cardwright.api.loading import find_package
from cardwright.apps.face.session import Session
from cardwright.apps.lab.cluster import SETTINGS, Cluster
from cardwright.apps.lab.simulate.comparison import knocked_out
from cardwright.apps.lab.simulate.paired import play_all
from cardwright.apps.lab.simulate.run import Plan, Sample, simulate
from cardwright.apps.policies.budget import Executor, Processes
from cardwright.apps.policies.policies import RANDOM
from soak.many_cards import in_a_process
from soak.measure import Part, hold

PLANTED: Final = Path(__file__).resolve().parents[1] / "tests" / "planted"
GAME: Final = "dream-tricks"
MISSED: Final = 1
MOST_MEGABYTES: Final = 300
LEAST_OF_TWO, LEAST_OF_CLUSTER = 1.8, 0.85


PLANTED_MATCHES, MEMORY_MATCHES, SPEED_MATCHES = 4_000, 1_000_000, 100_000
"""How many matches each measure plays; of the last as many as take 20 seconds on one processor."""


def planted(chance: Random, number: int, part: Part) -> None:
    """Find the one strong card of a game and no other."""
    part.tally["missed"] += found_in(number, PLANTED_MATCHES) != ["charm"]


def conclude(part: Part) -> Mapping[str, Any]:
    """Return what is wrong where the strong card was not found too often."""
    missed = part.tally["missed"]
    problem = f"the planted card alone was not found in {missed} runs"
    return {"problems": [problem] if missed > MISSED else []}


def memory(chance: Random, number: int, part: Part) -> None:
    """Measure the memory of a long run."""
    part.note_most("MB", round(megabytes(MEMORY_MATCHES)))
    hold(part.most["MB"] <= MOST_MEGABYTES, f"a run takes {part.most['MB']} MB")


def processes(chance: Random, number: int, part: Part) -> None:
    """Compare the speed of two processes with that of one."""
    times = two_beside_one(SPEED_MATCHES)
    part.note_most("hundredths of one", round(100 * times))
    hold(times >= LEAST_OF_TWO, f"two processes are {times:.2f} times as fast as one")


def cluster(chance: Random, number: int, part: Part) -> None:
    """Compare the speed of a cluster of two workers with that of two processes."""
    share = cluster_beside_processes(SPEED_MATCHES)
    part.note_most("hundredths of processes", round(100 * share))
    hold(share >= LEAST_OF_CLUSTER, f"a cluster is {share:.2f} times as fast as processes")


def plan_of(game: str, seed: int, number: int, **further: Any) -> Plan:
    """Return a plan of random matches of two players."""
    return Plan(session=Session(lang="en"), package=find_package(game), options={}, players=2,
                policies=(RANDOM,) * 2, case=None, seed=seed, number=number, **further)  # fmt: skip


def found_in(run: int, matches: int) -> list[str]:
    """Return the cards that are named as strong or weak in a game in which one is."""
    plan = plan_of(str(PLANTED / "charm"), run * matches, matches, is_kept=True)
    here = Processes(1)
    (first,) = play_all([plan], here, lambda done: None)
    cards = sorted({card for result in first for card in result.holders})
    others = [plan_of(str(PLANTED / "charm"), plan.seed, matches, without=(c,)) for c in cards]
    results = zip(cards, play_all(others, here, lambda done: None), strict=True)
    return [card for card, *_, is_found in knocked_out(plan, first, results).cards if is_found]


def megabytes(matches: int) -> float:
    """Return how much memory a process takes that keeps what happens in so many matches."""
    words = ("sim", GAME, "-n", str(matches), "-j", "2", "--json")
    with tempfile.TemporaryDirectory() as folder:
        return in_a_process(*words, "--out", f"{folder}/data")[1]


def played(executor: Executor, matches: int) -> Sample:
    """Return what comes of some matches, and how long they take."""
    return simulate(plan_of(GAME, 0, matches), executor, lambda tally, done: None)


def two_beside_one(matches: int) -> float:
    """Return how many times as fast two processes are as one."""
    played(Processes(1), 1)  # what is made once is made here, and kept for all
    one, two = (played(Processes(jobs), matches) for jobs in (1, 2))
    hold(one.tally == two.tally, "two processes find something else than one")
    return one.seconds / two.seconds


def cluster_beside_processes(matches: int) -> float:
    """Return how many times as fast a scheduler with two workers is as two processes."""
    import distributed
    from dask import config

    near = played(Processes(2), matches)
    with (
        config.set(SETTINGS),
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as own,
        distributed.Client(own, set_as_default=False) as client,
    ):
        executor = Cluster(client)
        played(executor, 100)
        far = played(executor, matches)
    hold(near.tally == far.tally, "a cluster finds something else than processes")
    return near.seconds / far.seconds
