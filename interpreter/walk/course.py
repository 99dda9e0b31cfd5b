"""Walk the operations of the course: phases, turns, offers, rounds, and of taking actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dsl.model.steps import Formula
from interpreter.lower import ops
from interpreter.lower.ops import ACTOR, FIRST_SLOT
from interpreter.program.limits import LOOP_WATCH
from interpreter.program.program import ACTIVE, ELIMINATED, LEFT, ROUND
from interpreter.program.steps import Step
from interpreter.state.record import LOGGED, State
from interpreter.state.values import Locals, Value, Values
from interpreter.walk.machine import Machine
from interpreter.walk.walker import STEPS, Walker


def _reader(w: Walker, formula: Formula) -> Callable[[State, Locals, int | None], Value]:
    """Return what evaluates a formula of a phase for who `me` is around it: on locals of its own,
    since its lambdas may have the numbers of slots that are alive."""
    closure, end = w.machine.formula(formula), FIRST_SLOT + formula.given

    def read(st: State, L: Locals, me: int | None) -> Value:
        return closure(st, [me, None, None, *L[FIRST_SLOT:end]])

    return read


def _phase_list(w: Walker, op: ops.PhaseList, number: int) -> Step:
    items, index, read = op.items + FIRST_SLOT, op.index + FIRST_SLOT, _reader(w, op.source)

    def step(st: State, L: Locals) -> int:
        L[items], L[index] = tuple(read(st, L, L[0]) or ()), 0
        return number + 1

    return step


def _count(w: Walker, st: State, L: Locals, number: int) -> None:
    """Count a step of what may go on for ever: the loop watch sees whose turn it is."""
    if st.steps >= LOOP_WATCH:
        w.save(st, number, L)
    w.machine.count_step(st)
    w.machine.look_for_loop(st)


def _phase_begin(w: Walker, op: ops.PhaseBegin, number: int) -> Step:
    machine = w.machine
    mask, always = (-1 if machine.masks[op.event] else LOGGED), w.checks_entry
    outer = None if op.outer is None else op.outer + FIRST_SLOT
    turns = None if op.turns is None else op.turns + FIRST_SLOT

    def step(st: State, L: Locals) -> int:
        _count(w, st, L, number)
        if turns is not None:
            forget_passes(machine, st, op.phase)
            L[turns] = 0
        if outer is not None:
            L[outer] = L[0]
        if st.listening & mask:
            w.save(st, number + 1, L)
            w.events.begin(st, op.event, L[0], ())
            return -1
        machine.count_turn(st)  # an event that nobody hears
        return number + 1 if always else op.otherwise

    return step


def forget_passes(machine: Machine, st: State, phase: int) -> None:
    """Return those who have passed in a phase to it."""
    if not machine.natives.somebody_leaves:
        return
    for seat in range(machine.program.seats):
        place = machine.natives.seat_field(seat, LEFT)
        if st.values[place] == phase:
            st.values[place] = None


def _turn_next(w: Walker, op: ops.TurnNext, number: int) -> Step:
    items, index, read = op.items + FIRST_SLOT, op.index + FIRST_SLOT, _reader(w, op.source)
    outer = None if op.outer is None else op.outer + FIRST_SLOT

    def step(st: State, L: Locals) -> int:
        players, place = L[items], L[index]
        around = None if outer is None else L[outer]
        if place < len(players):
            listed = read(st, L, around) or ()
            while place < len(players) and players[place] not in listed:
                place += 1
        if place >= len(players):
            L[items] = L[index] = None
            return _turns_over(st, L, op, outer, around)
        _count(w, st, L, number)
        L[0] = players[place]
        if op.is_turn:
            st.values[ACTIVE] = players[place]
        L[index] = place + 1
        return number + 1

    return step


def _turns_over(
    st: State, L: Locals, op: ops.TurnNext | ops.TurnAgain, outer: int | None, around: int | None
) -> int:
    _turn_back(st, L, op.is_turn, outer, around)
    return op.exit


def _turn_back(st: State, L: Locals, is_turn: bool, outer: int | None, around: int | None) -> None:
    """Give the turn back to whose it was."""
    L[0] = around
    if is_turn:
        st.values[ACTIVE] = around
    if outer is not None:
        L[outer] = None


def _turn_again(w: Walker, op: ops.TurnAgain, number: int) -> Step:
    index, read = op.index + FIRST_SLOT, _reader(w, op.source)
    outer = None if op.outer is None else op.outer + FIRST_SLOT
    seats = range(w.machine.program.seats)
    after = [[(last + 1 + i) % len(seats) for i in seats] for last in seats]

    def step(st: State, L: Locals) -> int:
        turns = L[index]
        around = None if outer is None else L[outer]
        listed: Sequence[int] = read(st, L, around) or ()
        for player in after[L[0]] if turns else listed:
            if player in listed and not is_out(w.machine, st, player, op.phase):
                break
        else:
            L[index] = None
            return _turns_over(st, L, op, outer, around)
        _count(w, st, L, number)
        L[0] = player
        if op.is_turn:
            st.values[ACTIVE] = player
        L[index] = turns + 1
        return number + 1

    return step


def is_out(machine: Machine, st: State, player: int, phase: int) -> bool:
    """Return whether a player has passed in a phase or left the match."""
    if not machine.natives.somebody_leaves:
        return False
    place = machine.natives.seat_field(player, 0)
    return st.values[place + LEFT] == phase or bool(st.values[place + ELIMINATED])


def _phase_while(w: Walker, op: ops.PhaseWhile, number: int) -> Step:
    read = _reader(w, op.condition)

    def step(st: State, L: Locals) -> int:
        if not read(st, L, L[0]):
            return op.exit
        _count(w, st, L, number)
        return number + 1

    return step


def _leave_if(w: Walker, op: ops.LeaveIf, number: int) -> Step:
    left = op.left + FIRST_SLOT

    def step(st: State, L: Locals) -> int:
        if not L[left]:
            return number + 1
        L[left] = None
        return op.exit

    return step


def _leave_from(w: Walker, op: ops.LeaveFrom, number: int) -> Step:
    places = [w.machine.program.layout.table[state] for state in op.states]
    left = None if op.left is None else op.left + FIRST_SLOT

    def step(st: State, L: Locals) -> int:
        if not any(st.values[place] for place in places):
            return number + 1
        if left is not None:
            L[left] = None
        return op.exit

    return step


def _loop_left(w: Walker, op: ops.LoopLeft, number: int) -> Step:
    items = None if op.items is None else op.items + FIRST_SLOT
    outer = None if op.outer is None else op.outer + FIRST_SLOT

    def step(st: State, L: Locals) -> int:
        L[op.index + FIRST_SLOT] = None
        if items is not None:
            L[items] = None
        if op.is_turns:
            _turn_back(st, L, op.is_turn, outer, None if outer is None else L[outer])
        return number + 1

    return step


def _phase_end(w: Walker, op: ops.PhaseEnd, number: int) -> Step:
    element = None if op.element is None else op.element + FIRST_SLOT

    def step(st: State, L: Locals) -> int:
        if element is not None:
            L[element] = None
        w.machine.resets.do(st, op.scope)
        return number + 1

    return step


def _reset_scope(w: Walker, op: ops.ResetScope, number: int) -> Step:
    def step(st: State, L: Locals) -> int:
        w.machine.resets.do(st, op.scope)
        return number + 1

    return step


def _demand(w: Walker, op: ops.Demand, number: int) -> Step:
    return lambda st, L: number + 1


def _do(w: Walker, op: ops.Do, number: int) -> Step:
    code, end, actor = op.code, FIRST_SLOT + op.code.given, 0 if op.by_me else ACTOR

    def step(st: State, L: Locals) -> int:
        w.save(st, number + 1, L)
        w.machine.push_body(st, code, L[0], L[1], L[actor], tuple(L[FIRST_SLOT:end]))
        return -1

    return step


def _settle(w: Walker, op: ops.Settle, number: int) -> Step:
    def step(st: State, L: Locals) -> int:
        w.save(st, number, L)
        return -1 if w.events.triggers.has_work(st) else number + 1

    return step


def _setup_end(w: Walker, op: ops.SetupEnd, number: int) -> Step:
    def step(st: State, L: Locals) -> int:
        w.save(st, number + 1, L)
        return -1

    return step


def _round_next(w: Walker, op: ops.RoundNext, number: int) -> Step:
    def step(st: State, L: Locals) -> int:
        _count(w, st, L, number)
        st.values[ROUND] += 1
        return number + 1

    return step


def _offer(w: Walker, op: ops.Offer, number: int) -> Step:
    machine, site = w.machine, ("phase", op.phase)
    takes = {n: machine.program.actions[n].take for n in op.actions}

    def step(st: State, L: Locals) -> int:
        me: int = L[0]
        options: Values = ()
        if st.answer is None:
            options = w.offers.offered(st, op.actions, me)
            if not options:
                return op.otherwise
        answer = machine.decide(st, me, "action", options, None, site)
        if answer is None:
            w.save(st, number, L)
            return -1
        action, card = answer[0]
        w.save(st, number + 1, L)
        machine.push_body(st, takes[action], me, card, me, ())
        return -1

    return step


def _passed(w: Walker, op: ops.Passed, number: int) -> Step:
    natives = w.machine.natives

    def step(st: State, L: Locals) -> int:
        st.values[natives.seat_field(L[0], LEFT)] = op.phase
        return number + 1

    return step


def _acted(w: Walker, op: ops.Acted, number: int) -> Step:
    natives = w.machine.natives

    def step(st: State, L: Locals) -> int:
        if st.values[natives.seat_field(L[0], LEFT)] != op.phase:
            forget_passes(w.machine, st, op.phase)
        return number + 1

    return step


def _happen(w: Walker, op: ops.Happen, number: int) -> Step:
    code = w.machine.program.events[op.event].code
    assert code is not None
    first, end = FIRST_SLOT, FIRST_SLOT + op.parameters

    def step(st: State, L: Locals) -> int:
        bound = st.result[op.parameters : code.given] if op.is_paid else ()
        w.save(st, number + 1, L)
        w.events.begin(st, op.event, L[0], tuple(L[first:end]), given=(L[1], bound))
        return -1

    return step


STEPS.update(
    {
        ops.PhaseList: _phase_list,
        ops.PhaseBegin: _phase_begin,
        ops.TurnNext: _turn_next,
        ops.TurnAgain: _turn_again,
        ops.PhaseWhile: _phase_while,
        ops.LeaveIf: _leave_if,
        ops.LeaveFrom: _leave_from,
        ops.LoopLeft: _loop_left,
        ops.PhaseEnd: _phase_end,
        ops.ResetScope: _reset_scope,
        ops.Demand: _demand,
        ops.Do: _do,
        ops.Settle: _settle,
        ops.SetupEnd: _setup_end,
        ops.RoundNext: _round_next,
        ops.Offer: _offer,
        ops.Passed: _passed,
        ops.Acted: _acted,
        ops.Happen: _happen,
    }
)
