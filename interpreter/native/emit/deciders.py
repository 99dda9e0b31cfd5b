"""Write who answers in place of a player, where the game says so.

Who answers is shown all cards that the player can tell.
"""

from __future__ import annotations

from interpreter.native.emit.dispatch import formula
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.writer import Writer


def hand_over(em: Emitter) -> None:
    """Define `hand_over` (player), which returns who answers a question to a player."""
    rule = em.analysis.decider
    em.constants["DECIDERS"] = int(rule is not None)
    if rule is None:
        return

    def write(w: Writer) -> None:
        w.line("kept = g_top")
        w.line(f"who = {formula(em, w, rule, given=['asked'])}")
        w.block("""
g_top = kept
if who == NONE or who == asked:
    return asked
for c in range(g_entities):
    if (identifies(c) >> asked) & 1:
        show(c, 1 << who)
return who
""")

    em.define("hand_over", ["asked"], write)
