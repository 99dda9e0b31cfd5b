"""There is room on the stack, in one piece: what calls deep takes no memory anew at every turn."""

from __future__ import annotations

import resource
from collections.abc import Callable

from cardwright.apps.face.session import with_room

DEEP, TURNS = 200, 500


def _nested(depth: int) -> int:
    """Return the faults of memory of a loop of calls somewhere within many calls."""
    if depth:
        return _nested(depth - 1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(TURNS):
        _called()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def _called() -> None:
    """Take as much of the stack as ten small functions."""


_called.__code__ = _called.__code__.replace(co_stacksize=200)


def _most_faults() -> int:
    return max(_nested(depth) for depth in range(DEEP))


def test_calls_within_calls_take_no_memory_anew():
    assert with_room(_most_faults) < TURNS // 10


def test_what_is_done_is_given_back():
    act: Callable[[], str] = lambda: "done"  # noqa: E731
    assert with_room(act) == "done"
