"""Hold how little `sim` adds to playing: opcodes, the same on every machine."""

from __future__ import annotations

import pytest

import cardwright
from benchmarks.simulating import opcodes


@pytest.mark.parametrize("id_", ["dream-tricks", "equilibrion"])
def test_nine_tenths_of_a_simulation_are_playing(id_: str) -> None:
    simulated, rolled = opcodes(cardwright.load(id_), None, 1)

    assert rolled / simulated >= 0.9
