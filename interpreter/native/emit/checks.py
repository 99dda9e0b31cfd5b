"""Write what is looked at between bodies: what always holds, what rules wait for, the end."""

from __future__ import annotations

from interpreter.native.emit.always import keep_always
from interpreter.native.emit.dispatch import formula_condition
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.end import BY_RULE
from interpreter.native.emit.state_triggers import look_at_all
from interpreter.native.emit.writer import Writer


def checks(em: Emitter) -> None:
    """Define `check`, and what else looks at the position between bodies.

    `check` returns 0 where nothing is to be done, 1 where the match is over, 2 where it has changed
    something itself.
    """
    em.define("check", [], lambda w: _check(em, w))


def _check(em: Emitter, w: Writer) -> None:
    """Write all checks; nothing is looked at before set-up is over."""
    when = em.game.end.when
    if not (em.program.always or em.program.becomes) and when is None:
        w.line("return 0")
        return
    w.line("if g_setup:")
    w.line("    return 0")
    w.line("kept = g_top")
    if em.program.always:
        acted = w.bind(f"{keep_always(em)}()")
        w.line(f"if {acted}:")
        w.line("    return 1 if g_over else 2")
        w.line("g_top = kept")
    look_at_all(em, w)
    if when is not None:
        is_over = w.bind(f"1 if {formula_condition(em, w, when)} else 0")
        w.line("g_top = kept")
        w.line(f"if {is_over}:")
        w.line(f"    finish({BY_RULE})")
        w.line(f"return {is_over}")
    else:
        w.line("return 0")
