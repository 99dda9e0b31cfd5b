"""Shorten the blocks of a screen until they fit, the least important first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from dsl.records import record

_STEP: Final = 15
"""By how much a block counts as more important each time it has been shortened."""


@record
class Block:
    """A part of the screen.

    Attributes:
        key: What it is of, to see whether it has changed.
        weight: How important it is; the least important is shortened first.
        lengths: Its lines, the fullest way of saying it first.
        squeezed: Its lines where all blocks are at their shortest and there is still no room.
        luxuries: How many of the first lengths say no more than the one behind them: these are
            given up before anything else.
    """

    key: str
    weight: int
    lengths: tuple[tuple[str, ...], ...]
    squeezed: tuple[str, ...] | None = None
    luxuries: int = 0

    def worth(self, at: int) -> int:
        """Return how important the length is at which it stands."""
        return 0 if at < self.luxuries else self.weight + _STEP * (at - self.luxuries)


def fitted(blocks: Sequence[Block], room: int) -> list[Block]:
    """Return blocks of one length each, shortened until they fit."""
    at = [0] * len(blocks)
    while sum(len(b.lengths[n]) for b, n in zip(blocks, at, strict=True)) > room:
        shorter = [i for i, b in enumerate(blocks) if at[i] + 1 < len(b.lengths)]
        if not shorter:
            return [
                replace(b, lengths=(b.lengths[-1] if b.squeezed is None else b.squeezed,))
                for b in blocks
            ]
        lightest = min(shorter, key=lambda i: (blocks[i].worth(at[i]), -i))
        at[lightest] += 1
    return [replace(b, lengths=(b.lengths[n],)) for b, n in zip(blocks, at, strict=True)]


def cropped(blocks: Sequence[Block], room: int) -> list[Block]:
    """Return blocks of one length each without the least important of those that have no room."""
    kept = list(blocks)
    while kept and sum(len(block.lengths[0]) for block in kept) > room:
        kept.remove(min(reversed(kept), key=lambda block: block.weight))
    return kept
