"""A few of the hostile rule sets, each in a process of its own; `make soak` takes them all."""

from __future__ import annotations

import pytest

from soak.hostile import MEGABYTES, played
from soak.hostile_rules import hostile_rules

SAMPLE = ("events-doubled", "grows-lists-in-state", "native-exchange/heard", "said-log")
SLACK = 4
"""How many times as long a process may take on a machine that does much else."""


def test_there_are_at_least_as_many_as_are_promised():
    assert len(hostile_rules()) >= 250


@pytest.mark.parametrize("name", SAMPLE)
def test_hostile_rules_are_stopped_where_they_are(name):
    found = played(name)

    assert found["kind"] == "fault"
    assert found["placed"] and found["rolled back"]
    assert found["memory"] <= MEGABYTES
    assert found["seconds"] <= SLACK
