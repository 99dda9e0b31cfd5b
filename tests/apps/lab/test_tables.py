"""Hold what `sim --out` writes: against the log of each match, the same for all processes."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from random import Random

import duckdb
import pyarrow.parquet as parquet
import pytest
from click.testing import CliRunner

import cardwright
from cardwright.apps.commands.main import group
from cardwright.apps.face.words import install_line
from cardwright.apps.lab.simulate import tables
from cardwright.apps.lab.simulate.tables import TABLES

GAME, MATCHES, SEED = "equilibrion", 6, 3


def sim(*words: str):
    return CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke(group, ("sim", *words))


def written(folder: Path, *words: str) -> Path:
    done = sim(GAME, "-n", str(MATCHES), "--seed", str(SEED), "--out", str(folder), *words)
    assert done.exit_code == 0, done.output
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("numbers") / "data", "-j", "1")


def asked(folder: Path, question: str) -> list[tuple]:
    return duckdb.sql(
        question.replace("from ", f"from '{folder}/").replace(";", ".parquet'")
    ).fetchall()


def played(seed: int):
    """Return a match with its log, played as `sim` plays the seed, and what was chosen."""
    match = cardwright.load(GAME).start(seed=seed)
    match.keeps_history = False
    random, chosen, offered = Random(f"policy {seed}"), Counter(), Counter()
    while not match.over:
        decision = match.decision
        labels = decision.labels
        index = int(random.random() * len(labels))
        if decision.kind == "action":
            offered.update((decision.player + 1, word.split()[0]) for word in {*labels})
            chosen[decision.player + 1, labels[index].split()[0]] += 1
        match.apply(index)
    return match, chosen, offered


def test_every_table_has_the_columns_it_says(folder: Path) -> None:
    for name, columns in TABLES.items():
        schema = parquet.read_schema(folder / f"{name}.parquet")
        assert schema.names == [*columns]
        assert [str(field.type) for field in schema] == [type_ for type_, _ in columns.values()]


def test_what_is_said_of_the_run_is_inside(folder: Path) -> None:
    told = json.loads(parquet.read_schema(folder / "events.parquet").metadata[b"cardwright"])
    game = cardwright.load(GAME)

    assert told["digest"] == game.model.digest
    assert told["cardwright"] == cardwright.__version__
    assert (told["seed"], told["policies"]) == (SEED, ["random"] * told["players"])
    assert told["options"]


def test_outcomes_scores_and_events_are_those_of_the_matches(folder: Path) -> None:
    for seed in range(SEED, SEED + MATCHES):
        match, chosen, offered = played(seed)
        where = f"where match = {seed}"
        events = Counter(record.name for record in match.events)
        assert dict(asked(folder, f"select event, times from events; {where}")) == events
        ((decisions, kind),) = asked(folder, f"select decisions, kind from matches; {where}")
        assert (decisions, kind) == (match.state.actions, match.outcome.kind)
        won = asked(folder, f"select seat - 1 from seats; {where} and won")
        assert tuple(seat for (seat,) in won) == match.outcome.winners
        scores = asked(folder, f"select score from scores; {where} order by seat, part")
        assert [s for (s,) in scores] == [part for rank in match.outcome.rank for part in rank]
        rows = asked(
            folder, f"select seat, answer, offered, taken from choices; {where} and kind = 'action'"
        )
        assert {(seat, answer): n for seat, answer, n, _ in rows} == offered
        assert {(seat, answer): n for seat, answer, _, n in rows if n} == chosen


def test_branching_adds_up(folder: Path) -> None:
    ((total,),) = asked(folder, "select sum(asked) from decisions;")
    ((made,),) = asked(folder, "select sum(decisions) from matches;")
    assert total == made


def test_the_files_are_the_same_however_many_processes_write(folder: Path, tmp_path: Path) -> None:
    other = written(tmp_path / "two", "-j", "2")
    for name in TABLES:
        assert (other / f"{name}.parquet").read_bytes() == (folder / f"{name}.parquet").read_bytes()


def test_matches_are_the_same_noted_or_not(folder: Path) -> None:
    def outcomes(*words: str):
        done = sim(GAME, "-n", str(MATCHES), "--seed", str(SEED), "-j", "1", "--json", *words)
        return json.loads(done.stdout)["outcomes"]

    assert outcomes() == outcomes("--out", str(folder.parent / "again"))


def test_little_waits_to_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "ROWS_AT_ONCE", 10)
    with tables.Tables(tmp_path, {}) as found:
        for match in range(25):
            rows = [(match, "draw", 1), (match, "move", 2)]
            found.add(tables.batches({"events": rows}))
            assert sum(map(len, found._waiting["events"])) < 10
    assert parquet.read_metadata(tmp_path / "events.parquet").num_row_groups == 5
    assert asked(tmp_path, "select count(*), sum(times) from events;") == [(50, 75)]


def test_a_match_with_a_fault_is_a_row(tmp_path: Path) -> None:
    package = tmp_path / "broken"
    package.mkdir()
    (package / "game.yaml").write_text(BROKEN)
    done = sim(str(package), "-n", "2", "-j", "1", "--out", str(tmp_path / "data"))
    assert done.exit_code == 1
    rows = asked(tmp_path / "data", "select kind, reason from matches;")
    assert [kind for kind, _ in rows] == ["fault"] * 2
    assert all("division" in reason for _, reason in rows)


BROKEN = """\
id: broken
version: "1"
language: 1
title: Broken
players: {count: 2, state: {points: {is: int = 0, text: points}}}
actions:
  go: {do: "set me.points to 1 // me.points", text: go}
  wait: {do: "set me.points to 1 // me.points", text: wait}
phases:
- {id: run, turns: players, offer: [go, wait], text: run}
end: {when: round > 3, rank: points}
"""


def test_other_folders_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    done = sim(GAME, "-n", "1", "--out", str(tmp_path))

    assert done.exit_code == 2
    assert "something else" in done.output
    assert [each.name for each in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_missing_library_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    done = sim(GAME, "-n", "1", "--out", str(tmp_path / "data"))

    assert done.output == f"error: this needs pyarrow: {install_line('numbers')}\n"


def test_a_position_of_a_script_is_no_whole_match(tmp_path: Path) -> None:
    script = "cards/equilibrion/scripts/matches.yaml:1"
    done = sim(GAME, "-n", "1", "--from", script, "--out", str(tmp_path / "data"))

    assert (done.exit_code, "whole matches" in done.output) == (2, True)
