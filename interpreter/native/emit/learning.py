"""Write what is told of hidden cards.

A module does not keep facts. It knows that some were told; where they could tell two hidden cards
apart that are asked about, it stops with a fault, and the walker plays the match.
"""

from __future__ import annotations

from interpreter.lower import ops
from interpreter.native.emit.dispatch import guard, operation, value
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.writer import Writer
from interpreter.program.limits import EACH, FACTS, LONG


@operation(ops.Learn)
def learn(em: Emitter, w: Writer, op: ops.Learn, number: int) -> None:
    """Tell players what an expression comes to; what faults in it faults here."""

    def write() -> None:
        w.line("step()")
        w.bind(value(em, w, op.players))
        w.bind(value(em, w, op.truth))
        # the walker compares with all facts that are known
        w.line("g_told += 1")
        w.line(f"if g_told > {FACTS}:")
        w.line("    fault(13)")
        w.line(f"work({LONG} + g_told * {EACH})")

    guard(w, write)
