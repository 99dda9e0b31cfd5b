"""Hold how little `sim` adds to playing: opcodes, the same on every machine."""

from __future__ import annotations

import pytest

import cardwright
from benchmarks.simulating import opcodes


@pytest.mark.parametrize(("id_", "matches"), [("dream-tricks", 1), ("kuhn-poker", 20)])
def test_nine_tenths_of_a_simulation_are_playing(id_: str, matches: int) -> None:
    simulated, rolled = opcodes(cardwright.load(id_), None, matches)

    assert rolled / simulated >= 0.9
