"""With a log blocks and walker count the same steps: what is cut for going on for ever is cut at
the same event."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import cardwright

ROOT = Path(__file__).resolve().parents[3]
GAMES = ("examples/recipes/clockwork", "examples/recipes/stack", "tests/fuzz/packages/duel")


@pytest.mark.parametrize("name", GAMES)
def test_steps_are_the_same_at_each_decision(name: str) -> None:
    game, chance = cardwright.load(ROOT / name), Random(3)
    blocks, walker = (game.start(seed=5, walker=walks) for walks in (False, True))

    for _ in range(60):
        assert blocks.state.steps == walker.state.steps
        if blocks.over:
            break
        index = chance.randrange(blocks.decision.count)
        for match in (blocks, walker):
            match.apply(index)
