"""Hold where matches are played: the same numbers everywhere, whoever dies on the way."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from cardwright.api.loading import find_package
from cardwright.apps.commands.main import group
from cardwright.apps.face.session import Session
from cardwright.apps.face.words import install_line
from cardwright.apps.lab import cluster
from cardwright.apps.lab.cluster import Cluster
from cardwright.apps.lab.simulate.paired import play_all
from cardwright.apps.lab.simulate.play_out import Tally
from cardwright.apps.lab.simulate.run import Plan, simulate
from cardwright.apps.lab.simulate.tables import Batches, Rows, no_rows
from cardwright.apps.policies.budget import Processes

PLANTED = Path(__file__).resolve().parents[2] / "planted"
distributed = pytest.importorskip("distributed")


def plan_of(folder: Path, number: int) -> Plan:
    package = find_package(str(folder))
    return Plan(session=Session(lang="en", cache=False), package=package, options={}, players=2,
                policies=("random", "random"), case=None, seed=3, number=number)  # fmt: skip


def played(plan: Plan, executor, progress=lambda tally, done: None) -> tuple[Tally, Rows]:
    rows = no_rows()

    def keep(more: Batches) -> None:
        for table, some in more.items():
            rows[table].extend(tuple(row.values()) for row in some.to_pylist())

    sample = simulate(plan, executor, progress, keep if plan.is_kept else None)
    return sample.tally, rows


@pytest.fixture(scope="module")
def client() -> Iterator[object]:
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as own,
        distributed.Client(own, set_as_default=False) as found,
    ):
        yield found


def test_a_cluster_without_the_folder_of_which_a_worker_dies_finds_the_same(
    client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another one comes for the dead one, while or after matches are played."""
    monkeypatch.setattr(cluster, "_SECONDS", 0.1)
    game = tmp_path / "push"
    shutil.copytree(PLANTED / "packages" / "push", game)
    plan = replace(plan_of(game, 400), is_kept=True)
    here = played(plan, Processes(1))
    first, *_ = client.run(os.getpid).values()
    executor = Cluster(client)
    travelling = plan.for_others(executor)
    shutil.rmtree(game)
    killed = []

    def progress(tally: Tally, done: int) -> None:
        if tally.matches > 100 and not killed:
            os.kill(first, signal.SIGKILL)
            killed.append(first)

    assert played(travelling, executor, progress) == here
    assert killed
    assert first not in client.run(os.getpid, on_error="ignore").values()  # it may be missed late


def test_pairs_of_versions_are_the_same_on_a_cluster(client) -> None:
    plan = plan_of(PLANTED / "charm", 120)
    plans = [plan, replace(plan, options={"power": 40}), replace(plan, without=("charm",))]
    assert [*play_all(plans, Cluster(client), lambda done: None)] == [
        *play_all(plans, Processes(1), lambda done: None)
    ]


def test_what_a_worker_cannot_do_is_told(client) -> None:
    with (
        pytest.raises(cluster.NoCluster) as told,
        Cluster(client, "host:8786").ready(_refuse) as doing,
    ):
        next(doing(abs, [1]))
    assert told.value.key == "cluster-lost"
    assert told.value.slots["reason"] == "not here"


def _refuse() -> None:
    raise RuntimeError("not here")


@pytest.mark.parametrize(("number", "seconds", "size"), [(1, 0.01, 50), (5, 2, 1), (9, 0, 256)])
def test_batches_take_about_half_a_second(number: int, seconds: float, size: int) -> None:
    assert cluster._fitting(number, seconds) == size


def sim(*words: str):
    words = ("sim", str(PLANTED / "charm"), "-n", "10", *words)
    return CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke(group, words)


@pytest.mark.parametrize("word", ["dusk", "dask://", "dask://host", "tcp://host:8786"])
def test_where_is_checked(word: str) -> None:
    done = sim("--executor", word)
    assert (done.exit_code, "is none of" in done.output) == (2, True)


def test_a_scheduler_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_PATIENCE", "1s")
    done = sim("--executor", "dask://127.0.0.1:9")
    assert done.exit_code == 2
    assert "error: the cluster at 127.0.0.1:9 cannot be reached" in done.output


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = sim("--executor", "dask")
    assert done.exit_code == 2
    assert done.output.endswith(f"error: this needs distributed: {install_line('cluster')}\n")
