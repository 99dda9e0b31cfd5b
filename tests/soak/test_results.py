"""What is kept of a long run, so that the next goes on where it ended."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from soak.results import kept_results

ROOT = Path(__file__).resolve().parents[2]


def line(name: str, count: int, *, seed: int = 1, failures: int = 0) -> str:
    return json.dumps({"name": name, "count": count, "seed": seed, "failures": failures})


def test_what_has_been_gone_through_without_a_failure_counts(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    assert kept_results(file, 1) == {}
    lines = [line("a", 5), line("a", 9), line("b", 3, failures=1), line("c", 4, seed=2)]
    file.write_text("\n".join(lines) + "\n", "utf-8")
    assert kept_results(file, 1) == {"a": 9}


def test_a_run_goes_on_where_another_has_ended(tmp_path: Path) -> None:
    words = ("-m", "soak", "--only", "setups", "--jobs", "1", "--resume")
    for scale, times in (("0.01", 1), ("0.01", 1), ("0.02", 2)):
        done = subprocess.run(
            [sys.executable, *words, "--scale", scale, "--results", str(tmp_path / "r.jsonl"),
             "--failures", str(tmp_path)],
            cwd=ROOT, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert len((tmp_path / "r.jsonl").read_text("utf-8").splitlines()) == times, done.stderr
