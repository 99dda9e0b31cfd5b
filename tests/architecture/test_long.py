"""The tests that are left to the soak are there; `tests/conftest.py` looks for their cases."""

from __future__ import annotations

import re

from tests.architecture.sources import ROOT
from tests.conftest import LONG


def test_each_line_names_a_test() -> None:
    names = [
        line.partition(" | ")[0].partition("[")[0]
        for line in LONG.read_text("utf-8").splitlines()
        if line and not line.startswith("#")
    ]
    gone = [
        name
        for name in names
        for file, _, test in [name.partition("::")]
        if not (ROOT / file).is_file()
        or not re.search(rf"^def {test}\(", (ROOT / file).read_text("utf-8"), re.MULTILINE)
    ]

    assert names
    assert gone == []
