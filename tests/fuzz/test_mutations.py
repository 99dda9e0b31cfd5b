"""Check that mutated packages are reported without an exception, and that a fault would be seen."""

from __future__ import annotations

import os
import random
import time
from math import inf
from pathlib import Path

import pytest

from dsl.load import load_package
from tests.fuzz import case as cases
from tests.fuzz import played
from tests.fuzz.case import (
    LARGE,
    OWN,
    PRELUDE,
    Outcome,
    base_of,
    case,
    check,
    check_folder,
    read,
    write,
)
from tests.fuzz.mutations import EDITS, damaged, mutated
from tests.fuzz.planted import KINDS, Planted
from tests.fuzz.watch import Worker, fuzz, keep

SEED = 20
CASES = 60


@pytest.mark.parametrize("folder", OWN, ids=lambda folder: folder.name)
def test_the_packages_are_right_before_they_are_changed(folder: Path):
    loaded = load_package(folder, folder.name, PRELUDE)

    assert loaded.diagnostics == ()
    assert loaded.game is not None


def test_mutated_packages_are_reported(monkeypatch: pytest.MonkeyPatch):
    for timed in (cases, played):  # what takes how long is for the soak, on a process of its own
        monkeypatch.setattr(timed, "SLOW_SECONDS", inf)
    outcomes = {
        number: check(
            case(SEED, number),
            number,
            base_of(SEED, number),
        )
        for number in range(CASES)
        if base_of(SEED, number) not in LARGE
    }

    assert {number: each.fault for number, each in outcomes.items() if each.fault} == {}
    assert len({name for each in outcomes.values() for name in each.names}) >= 18
    assert sum(not each.names for each in outcomes.values()) < CASES / 3
    assert sum((each.decisions or 0) > 5 for each in outcomes.values()) >= 5


def test_what_is_planted_is_reported_and_nothing_of_it_shown(tmp_path: Path):
    for kind in KINDS:
        folder = tmp_path / kind / "duel"
        folder.mkdir(parents=True)
        write(case(SEED, 0) | {"more.yaml": Planted(kind)}, folder)
        outcome = check_folder(folder)
        assert outcome.fault == "", kind
        assert outcome.names, kind


@pytest.mark.soak
def test_twenty_thousand_mutated_packages_are_reported(tmp_path: Path):
    tally = fuzz(20_000, seed=1, failures=tmp_path)

    assert tally.failures == {}
    assert len(tally.names) >= 60


def test_a_case_is_the_same_every_time():
    assert [case(SEED, number) for number in range(20)] == [case(SEED, n) for n in range(20)]
    assert case(SEED, 1) != case(SEED, 2) != case(SEED + 1, 2)


def test_every_edit_takes_every_text():
    rng = random.Random(SEED)
    for edit in EDITS:
        for text in ("", "\n", "a", "a: b\n", "見張り:\n  札: '🎴'\n", "\t\0\r"):
            for _ in range(20):
                assert isinstance(edit(text, rng), str)
    for _ in range(200):
        assert isinstance(damaged(b"a: \xe6\x9c\xad", rng), bytes)
        assert isinstance(mutated({}, rng), dict)


def test_an_exception_is_a_fault(monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object) -> None:
        raise RecursionError("planted")

    monkeypatch.setattr(cases.checks, "check", fail)

    assert "planted" in check({"game.yaml": b"id: x\n"}).fault


def test_a_slow_report_is_a_fault(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(cases, "SLOW_SECONDS", -1.0)

    assert "the report took" in check({"game.yaml": b"id: x\n"}).fault


def slow_beside_others(seed: int, number: int) -> Outcome:
    """Stand for cases that take long: number 2 once others went before it, number 3 always."""
    ran.append(number)
    is_slow = number == 3 or (number == 2 and len(ran) > 1)
    return Outcome("Slow: a save took 1.1 s\n" if is_slow else "", 0.0)


ran: list[int] = []


def test_what_took_long_is_tried_again_alone():
    tally = fuzz(3, SEED, first=1, does=slow_beside_others)

    assert (tally.cases, tally.again) == (3, 2)
    assert list(tally.failures) == [3]


def test_a_failing_case_can_be_replayed(tmp_path: Path):
    keep(tmp_path / "one", SEED, 3, "planted")

    assert "planted" in (tmp_path / "one" / "fault.txt").read_text(encoding="utf-8")
    written = {path: data for path, data in case(SEED, 3).items() if path.endswith(".yaml")}
    assert read(tmp_path / "one" / base_of(SEED, 3).name) == written


def dies_or_hangs(seed: int, number: int) -> Outcome:
    """Stand for a checker that crashes at 1, never answers at 2 and raises at 3."""
    if number == 1:
        os.kill(os.getpid(), 11)
    if number == 2:
        time.sleep(60)
    if number == 3:
        raise MemoryError
    return Outcome("", 0.0)


def test_a_worker_that_dies_or_hangs_is_replaced():
    worker = Worker(SEED, dies_or_hangs, patience=3.0)
    faults = [worker.run(number).fault for number in range(5)]
    worker.close()

    assert faults[0] == faults[4] == ""
    assert "died with status -11" in faults[1]
    assert "no answer after 3 s" in faults[2]
    assert "died" in faults[3]


def test_a_run_counts_and_tells():
    told: list[tuple[int, int]] = []
    tally = fuzz(3, SEED, lambda done, failed: told.append((done, failed)), first=5)

    assert (tally.cases, tally.failures) == (3, {})
    assert told == [(1, 0), (2, 0), (3, 0)]
