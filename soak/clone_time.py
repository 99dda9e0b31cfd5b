"""Clone matches of games that differ in cards nobody uses: it must not take longer."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from cardwright.game import Game
from cardwright.packages import find_package, prelude_folder
from dsl.load import load_sources, prelude_in
from dsl.source import Source
from interpreter.state.record import State
from soak.measure import Measure, Part, each, hold
from soak.packages_text import sources_of

GAME = "dream-tricks"
UNUSED = 2_000
"""Cards that are in the package and not in the match."""

RUNS, CLONES = 15, 2_000
MOST_RATIO = 1.3
CARDS = """\
cards:
- each: {{kind: dream, only-if: "false", color: red, rank: 2}}
  rows:
{rows}
"""


def measures() -> Iterator[Measure]:
    """Yield the measure."""
    name = "clone-time"
    yield Measure(name=name, game=GAME, count=1, cost=1.5, run=each(name, _check))


def _check(chance: Random, number: int, part: Part) -> None:
    """Compare the shortest times of both games, taken in turns."""
    states = [_state(0), _state(UNUSED)]
    best = [1e9, 1e9]
    for _ in range(RUNS):
        for which, st in enumerate(states):
            best[which] = min(best[which], _seconds(st))
    small, large = (each / CLONES * 1e6 for each in best)
    part.note_most("microseconds a clone", small)
    part.note_most(f"microseconds a clone, {UNUSED} more cards", large)
    hold(large <= small * MOST_RATIO, f"{small:.2f} µs grow to {large:.2f} µs")


def _seconds(st: State) -> float:
    began = time.process_time()
    for _ in range(CLONES):
        st.clone()
    return time.process_time() - began


@cache
def _state(unused: int) -> Any:
    package = find_package(GAME)
    sources = sources_of(package.folder)
    if unused:
        rows = "\n".join(f"  - {{id: extra-{i}, name: Extra {i}}}" for i in range(unused))
        sources.append(Source(f"{GAME}/cards/extra.yaml", CARDS.format(rows=rows)))
    loaded = load_sources(sources, GAME, prelude_in(prelude_folder()))
    hold(loaded.game is not None, str(loaded.diagnostics[:1]))
    game: Any = loaded.game
    return Game(game, {}).start(4, seed=1, events=False).state
