"""Write how a player leaves a phase, and where the course keeps what that needs.

What leaves a phase is an event somewhere within it. It finds the phases around it by where the
course stands, which the course notes before it does anything.
"""

from __future__ import annotations

from interpreter.lower import ops
from interpreter.lower.course import Stretch
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.writer import Writer
from interpreter.program.layout import LEFT

ACTING = 63
"""The cell behind `COURSE` that keeps who `me` is in the course."""


def slot_cell(slot: int) -> str:
    """Return the cell of a slot of the course that outlives what is done in between."""
    return f"M[COURSE + {slot}]"


def note_standing(em: Emitter, w: Writer, number: int) -> None:
    """Write that the course stands at an operation, where somebody could leave a phase."""
    if em.analysis.can_pass and em.program.course.holds(number):
        w.line(f"g_at = {number + 1}")
        w.line(f"M[COURSE + {ACTING}] = me")


def note_place(em: Emitter, w: Writer, number: int) -> None:
    """Write where the course stands, for rows that tell which phases stand."""
    if em.settings.rows is not None and em.program.course.holds(number):
        w.line(f"M[STANDING] = {number}")


def leave_function(em: Emitter) -> str:
    """Return the function (me) by which a player leaves the innermost phase that can be left."""
    course = em.program.course

    def write(w: Writer) -> None:
        for number in range(course.code.first, course.code.last):
            if isinstance(em.operation(number), ops.Do | ops.Offer):
                with w.inner(f"if g_at == {number + 1}:"):
                    w.line(f"who = M[COURSE + {ACTING}]")
                    _leave_from(em, w, reversed_path(em, number))
        w.line("return 0")

    return em.define("leave_phase", ["me"], write)


def reversed_path(em: Emitter, number: int) -> list[Stretch]:
    """Return the phases around an operation of the course, the innermost first."""
    return list(reversed(em.program.course.path(number)))


def _leave_from(em: Emitter, w: Writer, around: list[Stretch]) -> None:
    """Write what leaves the first phase that can be left; `who` is `me` of the phase around."""
    for stretch in around:
        phase = em.program.phases[stretch.phase].phase
        if phase.repeat:
            w.line(f"{em.seat_field('me', LEFT)} = {stretch.phase}")
        if stretch.left is not None:
            with w.inner("if who == me:"):
                w.line(f"{slot_cell(stretch.left)} = 1")
                w.line("return 1")
        if phase.repeat or phase.asks:
            w.line("return 1")
            return
        if stretch.is_turns:
            w.line(f"who = {'NONE' if stretch.outer is None else slot_cell(stretch.outer)}")
    w.line("return 0")
