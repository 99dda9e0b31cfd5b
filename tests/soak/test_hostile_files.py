"""A few of the hostile files, each in a process of its own; `make soak` takes them all."""

from __future__ import annotations

import pytest

from soak.hostile_files import MEGABYTES, SECONDS, cases, refused
from soak.measure import counted

pytest.importorskip("PIL")
pytest.importorskip("fontTools")

SLACK = 4
"""How many times as long a process may take on a machine that does much else."""


def test_the_long_run_takes_all_of_them() -> None:
    assert counted("hostile-files")[0] == len(cases())


@pytest.mark.parametrize(
    "name", ["drawing entities", "picture wide", "font packed", "font nested", "table a zip bomb"]
)
def test_a_file_is_refused_soon_and_in_little_memory(name: str) -> None:
    seconds, megabytes = refused(name)

    assert seconds <= SECONDS * SLACK
    assert megabytes <= MEGABYTES
