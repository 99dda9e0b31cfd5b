"""Write where the checks stand: between bodies, and behind events in games that watch them."""

from __future__ import annotations

from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.writer import Writer


def check_all(em: Emitter) -> str:
    """Return the function () that checks until nothing is to be done; its result is whether the
    match is over."""

    def write(w: Writer) -> None:
        w.block("""
c = 2
while c == 2:
    c = check()
return c
""")

    return em.define("check_all", [], write)


def takes_stages(em: Emitter) -> bool:
    """Return whether the walker takes all stages of an event that no rule hears."""
    return em.program.game.policy.watch == "event"


def watches(em: Emitter) -> bool:
    """Return whether the checks stand behind every event too."""
    return em.program.game.policy.watch == "event" and em.analysis.checks.are_any


def check_within(em: Emitter, w: Writer) -> None:
    """Write the checks behind an event, where there are any: a cost is paid before, and all of a
    batch is done."""
    if not watches(em):
        return
    with w.inner("if g_payer == NONE and g_batches == 0:"):
        found = w.bind(f"{check_all(em)}()")
        w.line(f"if {found}:")
        w.line("    return 0")
