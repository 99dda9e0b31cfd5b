"""Write the course of a game as one function: phases, turns, rounds.

What `me` is and most slots are variables; the slots that a phase is left by are cells of memory.
"""

from __future__ import annotations

from dsl.model import types as t
from dsl.model.steps import Formula
from interpreter.lower import ops
from interpreter.native.emit.bodies import blocks, call_body, check_all, stop, stop_event
from interpreter.native.emit.changes import reset
from interpreter.native.emit.dispatch import formula, formula_condition, guard, guarded, operation
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.events import event_function
from interpreter.native.emit.noting import note_event, note_place, note_standing, slot_cell
from interpreter.native.emit.rules import has_rows
from interpreter.native.emit.triggers import hears
from interpreter.native.emit.waiting import settle as settle_rows
from interpreter.native.emit.writer import Writer
from interpreter.program.program import ACTIVE, ELIMINATED, LEFT, ROUND
from interpreter.program.reads import is_everyone


def course_function(em: Emitter) -> str:
    """Return the function () that plays a match from set-up on."""
    code = em.program.course.code

    def write(w: Writer) -> None:
        w.me = "me"
        w.line("me = NONE")
        for slot in range(code.size):
            w.line(f"s{slot} = NONE")
        w.line("kept = g_top")
        blocks(em, w, code)

    return em.define("course", [], write)


def _given(asked: Formula) -> list[str]:
    """Return the variables of what a formula of a phase is given."""
    return [f"s{slot}" for slot in range(asked.given)]


def _around(outer: int | None) -> str:
    """Return who `me` is around the turns of a phase."""
    return "NONE" if outer is None else slot_cell(outer)


def _listed(em: Emitter, w: Writer, asked: Formula, me: str) -> str:
    """Return the list that a phase goes through; none is the empty list."""
    text = formula(em, w, asked, me, given=_given(asked))
    return f"or_empty({text})" if isinstance(asked.expression.type, t.Maybe) else text


# --- phases -------------------------------------------------------------------------------------


@operation(ops.PhaseList)
def phase_list(em: Emitter, w: Writer, op: ops.PhaseList, number: int) -> None:
    """Read the list that a phase goes through."""

    def write() -> str:
        text = _listed(em, w, op.source, w.me)
        w.allocates = True
        return f"dup({text})"

    w.line(f"s{op.items} = {guarded(w, write, keeps=True)}")
    w.line(f"s{op.index} = 0")


@operation(ops.PhaseBegin)
def phase_begin(em: Emitter, w: Writer, op: ops.PhaseBegin, number: int) -> None:
    """Begin a phase: those who have passed in it take part again."""
    note_place(em, w, number)
    w.line("head()")
    if op.turns is not None:
        forget_passes(em, w, op.phase)
        w.line(f"s{op.turns} = 0")
    if op.outer is not None:
        w.line(f"{slot_cell(op.outer)} = me")
    if hears(em, op.event):
        w.line(f"{event_function(em, op.event)}(me, NONE)")
        stop_event(em, w, op.event)
        return
    w.line("turn()")
    note_event(em, w, em.program.events[op.event], [])
    if not em.analysis.checks.changes_by_itself:
        w.line(f"goto(L{op.otherwise})")


@operation(ops.PhaseWhile)
def phase_while(em: Emitter, w: Writer, op: ops.PhaseWhile, number: int) -> None:
    """Go on for one more pass while a condition holds."""

    def write() -> str:
        holds = formula_condition(em, w, op.condition, w.me, given=_given(op.condition))
        return w.bind(f"1 if {holds} else 0")

    w.line(f"if {guarded(w, write)} == 0:")
    w.line(f"    goto(L{op.exit})")
    w.line("head()")


@operation(ops.LeaveIf)
def leave_if(em: Emitter, w: Writer, op: ops.LeaveIf, number: int) -> None:
    """Jump if somebody has left the phase."""
    with w.inner(f"if {slot_cell(op.left)} == 1:"):
        w.line(f"{slot_cell(op.left)} = NONE")
        w.line(f"goto(L{op.exit})")


@operation(ops.LeaveFrom)
def leave_from(em: Emitter, w: Writer, op: ops.LeaveFrom, number: int) -> None:
    """Jump if a phase around is being left."""
    for state in op.states:
        with w.inner(f"if M[{em.base('values') + em.layout.table[state]}] == 1:"):
            if op.left is not None:
                w.line(f"{slot_cell(op.left)} = NONE")
            w.line(f"goto(L{op.exit})")


@operation(ops.LoopLeft)
def loop_left(em: Emitter, w: Writer, op: ops.LoopLeft, number: int) -> None:
    """Give the turn back where a phase with turns is left."""
    if op.is_turns:
        _turn_back(em, w, op.outer, is_turn=op.is_turn)


@operation(ops.PhaseEnd)
def phase_end(em: Emitter, w: Writer, op: ops.PhaseEnd, number: int) -> None:
    """End a phase: what lasts until then is reset."""
    reset(em, w, op.scope)


@operation(ops.SetupEnd)
def setup_end(em: Emitter, w: Writer, op: ops.SetupEnd, number: int) -> None:
    """Set-up is over: nothing happens here."""


@operation(ops.RoundNext)
def round_next(em: Emitter, w: Writer, op: ops.RoundNext, number: int) -> None:
    """Begin the next round; the first one ends set-up."""
    w.line("g_setup = 0")
    w.line("head()")
    w.line(f"M[{em.base('values') + ROUND}] += 1")
    w.line("g_epoch += 1")


# --- turns --------------------------------------------------------------------------------------


def _note_turn(em: Emitter, w: Writer) -> None:
    """Write that it is the turn of `me`."""
    w.line(f"M[{em.base('values') + ACTIVE}] = me")
    w.line("g_epoch += 1")


def _turn_back(em: Emitter, w: Writer, outer: int | None, *, is_turn: bool) -> None:
    """Write that the turn goes back to whose it was."""
    w.line(f"me = {_around(outer)}")
    if is_turn:
        _note_turn(em, w)
    if outer is not None:
        w.line(f"{slot_cell(outer)} = NONE")


def _turn_of(em: Emitter, w: Writer, player: str, *, is_turn: bool) -> None:
    """Write that the turn of a player begins."""
    w.line("head()")
    w.line(f"me = {player}")
    if is_turn:
        _note_turn(em, w)


@operation(ops.TurnNext)
def turn_next(em: Emitter, w: Writer, op: ops.TurnNext, number: int) -> None:
    """Take the turn of the next player of a list who is still listed."""
    items, index = f"s{op.items}", f"s{op.index}"
    following = f"M[{items} + {index} + 1]"
    if not is_everyone(op.source.expression):

        def skip_unlisted() -> None:
            listed = w.bind(_listed(em, w, op.source, _around(op.outer)))
            unlisted = f"member({following}, {listed}) == 0"
            with w.inner(f"while {index} < M[{items}] and {unlisted}:"):
                w.line(f"{index} += 1")

        guard(w, skip_unlisted)
    elif em.analysis.can_eliminate:
        gone = em.seat_field(following, ELIMINATED)
        with w.inner(f"while {index} < M[{items}] and {gone} != 0:"):
            w.line(f"{index} += 1")
    with w.inner(f"if {index} >= M[{items}]:"):
        _turn_back(em, w, op.outer, is_turn=op.is_turn)
        w.line(f"goto(L{op.exit})")
    _turn_of(em, w, following, is_turn=op.is_turn)
    w.line(f"{index} += 1")


@operation(ops.TurnAgain)
def turn_again(em: Emitter, w: Writer, op: ops.TurnAgain, number: int) -> None:
    """Take the turn of the next player in seat order who has not passed."""
    seats = em.program.seats

    def write() -> str:
        listed = w.bind(_listed(em, w, op.source, _around(op.outer)))
        found, k, player = w.bind("-1"), w.fresh("k"), w.fresh("p")
        is_out = "0"
        if _somebody_leaves(em):
            has_left = f"{em.seat_field(player, LEFT)} == {op.phase}"
            is_out = f"({has_left} or {em.seat_field(player, ELIMINATED)} != 0)"
        here = f"{found} < 0 and not {is_out}"
        with w.inner(f"if s{op.index} == 0:"), w.inner(f"for {k} in range(M[{listed}]):"):
            w.line(f"{player} = M[{listed} + 1 + {k}]")
            w.line(f"if {here}:")
            w.line(f"    {found} = {player}")
        with w.inner("else:"), w.inner(f"for {k} in range({seats}):"):
            w.line(f"{player} = me + 1 + {k}")
            w.line(f"if {player} >= {seats}:")
            w.line(f"    {player} -= {seats}")
            w.line(f"if {here} and member({player}, {listed}) != 0:")
            w.line(f"    {found} = {player}")
        return found

    player = guarded(w, write)
    with w.inner(f"if {player} < 0:"):
        _turn_back(em, w, op.outer, is_turn=op.is_turn)
        w.line(f"goto(L{op.exit})")
    _turn_of(em, w, player, is_turn=op.is_turn)
    w.line(f"s{op.index} += 1")


def _somebody_leaves(em: Emitter) -> bool:
    """Return whether anybody can leave a phase or the match."""
    return em.analysis.can_eliminate or em.analysis.can_pass


def forget_passes(em: Emitter, w: Writer, phase: int) -> None:
    """Write that those who have passed in a phase take part again."""
    for seat in range(em.program.seats if _somebody_leaves(em) else 0):
        passed = em.seat_field(str(seat), LEFT)
        w.line(f"if {passed} == {phase}:")
        w.line(f"    {passed} = NONE")


@operation(ops.Passed)
def passed(em: Emitter, w: Writer, op: ops.Passed, number: int) -> None:
    """Who could do nothing in a phase that asks has passed in it."""
    w.line(f"{em.seat_field('me', LEFT)} = {op.phase}")


@operation(ops.Acted)
def acted(em: Emitter, w: Writer, op: ops.Acted, number: int) -> None:
    """Ask all again who have passed, unless `me` has."""
    with w.inner(f"if {em.seat_field('me', LEFT)} != {op.phase}:"):
        forget_passes(em, w, op.phase)


# --- between bodies -----------------------------------------------------------------------------


@operation(ops.Do)
def do(em: Emitter, w: Writer, op: ops.Do, number: int) -> None:
    """Run a body on the first slots here."""
    note_standing(em, w, number)
    note_place(em, w, number)
    given = [f"s{slot}" for slot in range(op.code.given)]
    w.line(call_body(em, op.code, w.me, w.self_, w.me if op.by_me else w.actor, given))
    stop(em, w, op.code)


@operation(ops.Settle)
def settle(em: Emitter, w: Writer, op: ops.Settle, number: int) -> None:
    """Check what always holds, and whether the match is over."""
    note_place(em, w, number)
    if has_rows(em):
        settle_rows(em, w)
    elif em.analysis.checks.are_any:
        w.line(f"if {check_all(em) if em.program.always else 'check'}():")
        w.line("    return 0")
