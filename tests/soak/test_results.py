"""What is kept of a long run, so that the next goes on where it ended."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from soak import __main__ as command
from soak import registry
from soak.measure import Measure, each
from soak.run import kept_results


def line(name: str, count: int, *, seed: int = 1, failures: int = 0) -> str:
    return json.dumps({"name": name, "count": count, "seed": seed, "failures": failures})


def test_what_has_been_gone_through_without_a_failure_counts(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    assert kept_results(file, 1) == {}
    lines = [line("a", 5), line("a", 9), line("b", 3, failures=1), line("c", 4, seed=2)]
    file.write_text("\n".join(lines) + "\n", "utf-8")
    assert kept_results(file, 1) == {"a": 9}


def test_a_run_goes_on_where_another_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone: list[int] = []
    run = each("any", lambda chance, number, part: gone.append(number))
    measure = Measure(name="any", game="", count=100, cost=1.0, run=run)
    monkeypatch.setattr(registry, "measures", lambda: {"any": measure})
    file = tmp_path / "r.jsonl"
    words = ("--jobs", "1", "--resume", "--results", str(file), "--failures", str(tmp_path))
    for scale, times, cases in (("0.03", 1, 3), ("0.03", 1, 0), ("0.04", 2, 4)):
        monkeypatch.setattr("sys.argv", ["soak", "--only", "any", "--scale", scale, *words])
        gone.clear()
        assert command.main() == 0
        assert len(file.read_text("utf-8").splitlines()) == times
        assert gone == [*range(cases)]
