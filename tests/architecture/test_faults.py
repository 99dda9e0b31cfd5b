"""Hold the table of faults to the tests that it names."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATH = re.compile(r"(?:tests|docs|dsl|soak)/[\w./-]*\w|\.ci/smoke")


def test_every_test_that_is_named_is_there() -> None:
    rows = (ROOT / "tests" / "faults.md").read_text("utf-8").splitlines()[6:]
    named = [path for row in rows for path in PATH.findall(row)]

    assert len(named) >= len(rows) * 0.9
    assert [path for path in named if not (ROOT / path).exists()] == []
