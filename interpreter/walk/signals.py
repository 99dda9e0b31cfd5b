"""Say what makes the machine leave what it is doing."""

from __future__ import annotations

from interpreter.state.frames import HaltFrame
from interpreter.state.record import State


class Stopped(Exception):
    """The match has ended in the middle of something."""


class Halted(Exception):
    """A script's own statements are done."""


class LoopCut(Exception):
    """The same position came again, and the game's policy is to go on without the loop."""


def halt(st: State, frame: HaltFrame) -> None:
    """Stop without a decision."""
    raise Halted
