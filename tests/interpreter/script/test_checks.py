"""What a script proves on the way: where copies are made."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from interpreter.script.run import is_due


@pytest.mark.parametrize(
    ("check", "places"),
    [("save", [*range(21), *range(30, 101, 10), 200]), ("clone", [*range(250)])],
)
def test_where_copies_are_made(check, places):
    found = [n for n in range(250) if is_due(check, SimpleNamespace(choices=(0,) * n))]

    assert found == places
