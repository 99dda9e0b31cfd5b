"""Go on with bodies while somebody listens.

While a log is kept they run by functions of their own, which write each event into it: a module
that is written when somebody has decided, since who only loads a game need not wait for it. While a
rule listens that could match, they are walked; so are those that are only tried, to learn where
they fail.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from interpreter.state.frames import BodyFrame
from interpreter.state.record import LOGGED, State
from interpreter.state.values import Value, Values
from interpreter.walk.walker import Walker
from interpreter.writing.module import Compiled


class Heard:
    """Goes on with the frames of bodies.

    Args:
        write: Returns the functions that keep the log, linked to the machine.
    """

    def __init__(self, walker: Walker, write: Callable[[], Compiled]) -> None:
        self.walker, self.machine, self.write = walker, walker.machine, write
        self.codes, self.is_written = walker.machine.program.code_of, False

    @cached_property
    def logging(self) -> Compiled:
        """The functions that keep the log."""
        self.is_written = True
        compiled = self.write()
        self.machine.compiled.written.update(compiled.written)
        return compiled

    def on_body(self, st: State, frame: BodyFrame) -> None:
        """Go on with a body until it ends or waits."""
        is_wanted = self.is_written or st.actions > 0
        if not is_wanted or not st.listening & LOGGED or st.is_trial:
            self.walker.on_body(st, frame)
        else:
            self.logging.blocks[self.codes[frame.kind].first](st, frame)

    def note(
        self, st: State, event: str, me: int | None, arguments: Values, card: int | None = None
    ) -> Value:
        """Write an event down; return what causes events until then, to be put back after it."""
        self.machine.count_turn(st)
        cause = st.cause
        self.walker.events.recorder.note(st, event, me, arguments, card)
        return cause
