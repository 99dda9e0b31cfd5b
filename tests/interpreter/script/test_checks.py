"""What a script proves on the way: where copies are made."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from interpreter.script.checks import is_due


@pytest.mark.parametrize(
    ("check", "places"), [("save", [*range(51), 60, 70]), ("clone", [*range(75)])]
)
def test_where_copies_are_made(check, places):
    found = [n for n in range(75) if is_due(check, SimpleNamespace(choices=(0,) * n))]

    assert found == places
