"""Count what a first search in a pool of many cards costs, beside one in a small pool."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import cardwright
from benchmarks.pools import FEW, MANY, calls_of, write
from benchmarks.row import Row, Scale
from cardwright.apps.cards.entries import entries
from cardwright.apps.cards.indexing import build_index


def growing(scale: Scale) -> Iterator[Row]:
    """Yield the calls of functions for a card, without the rules of the cards and with them: a card
    must cost no more among many."""
    many = MANY if scale.is_judged else 2 * FEW
    with TemporaryDirectory() as place:
        pools = {size: Path(place, str(size), "pool") for size in (FEW, many)}
        for size, folder in pools.items():
            write(folder, size)
        for name, made in (("search", _reading), ("index", _indexing)):
            calls = {size: calls_of(made(folder)) / size for size, folder in pools.items()}
            found, ratio = calls[many], calls[many] / calls[FEW]
            yield Row(name=f"pool/{name}", value=found, unit="calls", ratio=ratio, against="few")


def _reading(folder: Path) -> Callable[[], object]:
    """Return the work of a first search for what cards are."""
    package = cardwright.find_package(str(folder))

    def work() -> object:
        data = cardwright.Checks.data_of_cards(package)
        assert data is not None
        return build_index(entries(data.game, ()), has_rules=False)

    return work


def _indexing(folder: Path) -> Callable[[], object]:
    """Return the work of a first search for what cards do, once they are checked."""
    model = cardwright.load(folder, cache=False, whole=True).model
    return lambda: build_index(entries(model, ()))
