"""Tell a busy or slow machine from a slow program, by a fixed loop that is timed beside it.

Bounds on times are those of a machine that takes `USUAL` for the loop. Where it takes longer, by a
slower processor or because others use it, what was measured beside it counts for less, in the same
proportion. On a quicker machine bounds stay as they are.
"""

from __future__ import annotations

from time import process_time

USUAL = 0.030
"""Seconds."""

_TURNS = 200_000


def fixed_loop() -> float:
    """Return the processor seconds of a loop over ints, a list and a dict."""
    began = process_time()
    numbers, counts, total = list(range(64)), dict.fromkeys(range(64), 0), 0
    for turn in range(_TURNS):
        place = turn * 7 & 63
        counts[place] += 1
        total += numbers[place]
        numbers[place] = total & 1023
    return process_time() - began


def judged(seconds: float, loop: float) -> float:
    """Return what processor time comes to where the loop takes as long as usual.

    Args:
        loop: What it took beside what was measured.
    """
    return seconds / max(1.0, loop / USUAL)
