"""Write lowered bodies as Python source.

A plain body is one function that runs to its end, which its block function calls. The block of any
other takes a frame, runs on to where the body waits, and leaves asking and framed operations to
the walker's steps; both keep the very same frames.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from interpreter.lower import ops
from interpreter.lower.ops import Code
from interpreter.program.amounts import only_bag
from interpreter.writing.calls import CallWriter, Lines, locals_of, plain_name
from interpreter.writing.changes import OWN_STEPS, change_lines, own_step_lines
from interpreter.writing.deals import dealt, loop_turns, moved_whole
from interpreter.writing.lines import placed
from interpreter.writing.waits import WITHIN, waits_itself
from interpreter.writing.writer import INDENT, IS_WARY, Writer, indented, joined, local


class BodyWriter(CallWriter):
    """Writes the bodies of a program."""

    def __init__(self, writer: Writer) -> None:
        suspension = writer.analysis.suspension
        operations, codes = writer.program.operations, suspension.codes
        collecting = {code.first for code in codes if _collects(operations, code)}
        plain = {c.first: suspension.is_plain(c) and c.first not in collecting for c in codes}
        settling = set() if writer.logs else {c.first for c in codes if suspension.is_settling(c)}
        super().__init__(writer, plain, settling - collecting)
        self.suspension = suspension
        self.within = dict(WITHIN)
        self.in_block = self.in_value = False

    # --- plain bodies -------------------------------------------------------------------------

    def plain_function(self, code: Code) -> Lines:
        """Yield the function of a plain body: (st, me, card, actor, given…) to its result."""
        given = [local(slot) for slot in range(code.given)]
        yield f"def {plain_name(code)}({joined(['st', 'me', 'card', 'actor', *given])}):"
        yield from indented(self._head(code))
        yield from indented(self.range(code.first, code.last, code))
        yield ""

    def _head(self, code: Code) -> list[str]:
        """Return the statement that counts the work of a body, if that is heavy."""
        if self.w.program.is_of_course(code):
            return []
        work = self.w.evaluator.work.head_of(code)
        return [f"charge({work})"] if work else []

    def settling_functions(self, code: Code) -> Lines:
        """Yield two functions of a body that begins with the choice of a bag: one to the bag where
        there is only one (else None), and one that does the rest with it."""
        choice = self.operations[code.first]
        assert isinstance(choice, ops.Choose)
        given = ["st", "me", "card", "actor", *(local(slot) for slot in range(code.given))]
        within = "None" if choice.number is None else self.w.write(choice.number)
        only = self.w.name(only_bag, "only_bag")
        yield f"def only_{code.first}({joined(given)}):"
        yield f"{INDENT}return {only}({self.w.write(choice.source)}, {within})"
        yield ""
        yield f"def rest_{code.first}({joined([*given, 'chosen'])}):"
        yield f"{INDENT}{local(choice.slot)} = chosen"
        yield from indented(self.range(code.first + 1, code.last, code))
        yield ""

    def range(self, start: int, end: int, code: Code) -> Lines:
        """Yield the statements of a stretch of operations without waiting in it."""
        yield from list(self._stretch(start, end, code)) or ["pass"]

    def _stretch(self, start: int, end: int, code: Code) -> Lines:
        place = start
        while place < end:
            lines, place = self._statement(place, code)
            yield from lines

    def _statement(self, place: int, code: Code) -> tuple[list[str], int]:
        with self.w.unheard():
            lines, after = self._unheard_statement(place, code)
        return placed(lines, self.span_at(place, code)), after

    def _unheard_statement(self, place: int, code: Code) -> tuple[list[str], int]:
        operation = self.operations[place]
        if isinstance(operation, ops.Branch):
            return self._branch(place, operation, code)
        if isinstance(operation, ops.LoopStart):
            return self._loop(place, operation, code)
        return list(STATEMENTS[type(operation)](self, operation, code)), place + 1

    def _branch(self, place: int, op: ops.Branch, code: Code) -> tuple[list[str], int]:
        last = self.operations[op.otherwise - 1]
        assert isinstance(last, ops.Jump)
        if ops.may_be_endless(self.operations[place + 2]) and last.target == place:
            return self._while(place, op, code), op.otherwise
        known = self.w.known.of(op.condition, in_value=self.in_value)
        if known is not None:
            start, end = (place + 1, op.otherwise - 1) if known[0] else (op.otherwise, last.target)
            return list(self._stretch(start, end, code)), last.target
        lines = [f"if {self.w.truth(op.condition)}:"]
        lines += indented(self.range(place + 1, op.otherwise - 1, code))
        if last.target > op.otherwise:
            lines.append("else:")
            lines += indented(self.range(op.otherwise, last.target, code))
        return lines, last.target

    def _while(self, place: int, op: ops.Branch, code: Code) -> list[str]:
        work = self.w.evaluator.work.counted_turn(place + 1, in_value=self.in_value)
        head, turn = [f"while {self.w.truth(op.condition)}:"], [f"next({self.w.fuel(work)})"]
        if not self.in_value:  # its own variables are all that changes beside the state meanwhile
            watch = f"watch_{place}"
            head = [f"{watch} = None", *head]
            wary = f"{watch} = watch_loop(st, {watch}, locals())"
            turn += ["st.steps += 1", f"if {IS_WARY}: {wary}"]
        return [*head, *indented(turn), *indented(self.range(place + 3, op.otherwise - 1, code))]

    def _loop(self, place: int, op: ops.LoopStart, code: Code) -> tuple[list[str], int]:
        turn = self.operations[place + 1]
        assert isinstance(turn, ops.LoopNext)
        whole = None if self.in_block else moved_whole(self, place)
        if whole is not None:
            return whole, turn.exit
        name, source = "_" if turn.slot is None else local(turn.slot), self._loop_source(op, place)
        is_at_once = op.at_once and self.w.analysis.holders.has_piles
        lines = [f"for {name} in {f'taken_{place}' if is_at_once else source}:"]
        if op.is_count or self.logs:
            lines += indented(self._turn())
        if op.is_count:
            work = self.w.evaluator.work.counted_turn(place, in_value=self.in_value)
            lines += [f"{INDENT}next({self.w.fuel(work)})"] if work and not self.in_value else []
        lines += indented(self.range(place + 2, turn.exit - 1, code))
        if is_at_once:
            up = [f"taken_{place} = tuple({source})", f"take_up(st, taken_{place})"]
            return [*up, *lines, f"put_down(st, taken_{place})"], turn.exit
        return (lines if self.in_block else dealt(self, place, lines)), turn.exit

    def _turn(self) -> list[str]:
        """Return the statement that counts a turn as a step; a value takes none."""
        return [] if self.in_value else ["count_turn(st)"]

    def _loop_source(self, op: ops.LoopStart, place: int) -> str:
        turn = self.w.evaluator.work.turn_at(place)
        if op.is_count and self.in_value:
            return f"compress(range({self.w.write(op.source)} or 0), {self.w.fuel(turn)})"
        if op.is_count:
            return f"range({loop_turns(self.w, op)})"
        source = self.w.snapshot(op.source)
        return self.w.counted(f"{source}[::-1]" if op.backwards else source, op.source, turn)

    # --- blocks -------------------------------------------------------------------------------

    def block_function(self, code: Code) -> Lines:
        """Yield the block function of a body: (st, frame)."""
        if self.plain[code.first] and not self._keeps_locals(code):
            yield from self._plain_block(code)
            return
        yield f"def block_{code.first}(st, frame):"
        yield from indented(self.from_wait_to_wait(code, self.suspension.mask(code)))
        yield ""

    def from_wait_to_wait(self, code: Code, mask: int) -> Lines:
        """Yield the statements of a body that goes on where its frame waits, as long as no rule of
        a mask listens."""
        self.in_block = True
        if self.heard(mask):
            yield f"if {self.heard(mask)}: return walk(st, frame)"
        yield f"pc, ({locals_of(code)}) = frame"
        yield "while True:"
        for start, lines in self._blocks(code):
            yield f"{INDENT}if pc == {start}:"
            yield from indented(lines, 2)
        yield f"{INDENT}return walk(st, frame)"  # it left off between two waits
        self.in_block = False

    def _keeps_locals(self, code: Code) -> bool:
        """Return whether a body gives back all its locals, those that only a frame has too."""
        operations = self.operations[code.first : code.last]
        return any(isinstance(op, ops.Return) and op.keeps_locals for op in operations)

    def _plain_block(self, code: Code) -> Lines:
        """Yield the block function of a plain body, which the walker has begun or nobody."""
        given = ["me", "card", "actor", *(local(slot) for slot in range(code.given))]
        names = joined([*given, *["_"] * (code.size - code.given)])
        yield f"def block_{code.first}(st, frame):"
        heard = self.heard(self.suspension.mask(code))
        yield f"{INDENT}if frame.kind != {code.first}{f' or {heard}' if heard else ''}:"
        yield f"{INDENT * 2}return walk(st, frame)"
        yield f"{INDENT}{names} = frame.locals"
        yield f"{INDENT}result = {plain_name(code)}({joined(['st', *given])})"
        yield f"{INDENT}st.frames.pop()"
        yield f"{INDENT}st.result = result"
        yield ""

    def _blocks(self, code: Code) -> Iterator[tuple[int, list[str]]]:
        """Yield the straight stretches of a body with their statements."""
        leaders = self._leaders(code)
        place = code.first
        while place < code.last:
            start, lines = place, self._head(code) if place == code.first else []
            while place < code.last:
                span = self.span_at(place, code)
                found, place, goes_on = self._block_statement(place, code)
                lines += placed(found, span)
                if not goes_on:
                    break
                if place in leaders:
                    lines.append(f"pc = {place}")
                    break
            yield start, lines

    def _leaders(self, code: Code) -> set[int]:
        """Return where a block must begin: after each wait, and wherever something jumps."""
        found = {code.first}
        for number in range(code.first, code.last):
            operation = self.operations[number]
            found.update(ops.targets(operation))
            if self._waits(operation):
                found.update((number,) if waits_itself(operation) else (number, number + 1))
        return found

    def _waits(self, operation: ops.Operation | None) -> bool:
        if isinstance(operation, ops.Call):
            return not self.is_direct(operation)
        if isinstance(operation, ops.Choose):
            return not operation.by_chance
        return not isinstance(operation, STRAIGHT)

    def _block_statement(self, place: int, code: Code) -> tuple[list[str], int, bool]:
        """Return the statements at an operation, where to go on, and whether one falls through."""
        operation = self.operations[place]
        end = self._end_of_compound(place)
        if end is not None and self._runs_on(place, end):
            lines, after = self._statement(place, code)
            return lines + self._look_up(place, after, code), after, True
        if isinstance(operation, ops.Branch):
            away = [f"pc = {operation.otherwise}", "continue"]
            test = f"if not {self.w.truth(operation.condition)}:"
            return [test, *indented(iter(away))], place + 1, True
        if isinstance(operation, ops.Jump):
            back = ["continue"] if operation.target <= place else []
            return [f"pc = {operation.target}", *back], place + 1, False
        within = self.within.get(type(operation))
        done_here = None if within is None else within(self, place, operation, code)
        if done_here is not None:
            return done_here, place + 1, not done_here or not done_here[-1].startswith(_LEAVING)
        if isinstance(operation, ops.Return):
            return self.leave(operation, code), place + 1, False
        if self._waits(operation) or not isinstance(operation, (*STRAIGHT, ops.Call, ops.Choose)):
            return self._hand_over(place, operation, code), place + 1, False
        lines = list(STATEMENTS[type(operation)](self, operation, code))
        return lines + self._look_up(place, place + 1, code), place + 1, True

    def _runs_on(self, start: int, end: int) -> bool:
        """Return whether a stretch needs no frame: it does not wait, it is not stopped within, and
        nothing in it could be heard by a card that wakes in it."""
        stretch = self.operations[start:end]
        if any(self._waits(each) or self.suspension.is_stopped(each) for each in stretch):
            return False
        heard = any(self._is_heard(operation) for operation in stretch)
        return not (heard and any(self.suspension.shifts(operation) for operation in stretch))

    def _is_heard(self, operation: ops.Operation | None) -> bool:
        """Return whether the rule of a card could match a call or what happens in it."""
        if not isinstance(operation, ops.Call) or operation.collect is not None:
            return False
        code = self.events[operation.event].code
        mask = self.suspension.event_mask(operation.event)
        mask |= 0 if code is None else self.suspension.mask(code)
        return bool(mask & self.suspension.card_rules)

    def _look_up(self, start: int, end: int, code: Code) -> list[str]:
        """Return a statement that leaves the rest of a body to the walker, if a stretch may have
        woken a card that could hear of it."""
        shifts = any(self.suspension.shifts(operation) for operation in self.operations[start:end])
        if not shifts or not any(map(self._is_heard, self.operations[code.first : code.last])):
            return []
        return [
            f"if st.listening & {self.suspension.mask(code)}:",
            f"{INDENT}return walk(st, body_frame(({end}, ({locals_of(code)}))))",
        ]

    def _end_of_compound(self, place: int) -> int | None:
        operation = self.operations[place]
        if isinstance(operation, ops.Branch):
            last = self.operations[operation.otherwise - 1]
            assert isinstance(last, ops.Jump)
            return max(last.target, operation.otherwise)
        if isinstance(operation, ops.LoopStart):
            turn = self.operations[place + 1]
            assert isinstance(turn, ops.LoopNext)
            return turn.exit
        return None

    def leave(self, op: ops.Return, code: Code) -> list[str]:
        """Return what leaves a body."""
        if code.first in self.w.program.takes:  # below is the course, which goes on
            course = f"block_{self.w.program.course.code.first}"
            return ["st.frames.pop()", f"return {course}(st, st.frames[-1])"]
        return ["st.frames.pop()", f"st.result = {self._result(op, code)}", "return"]

    def _result(self, op: ops.Return, code: Code) -> str:
        if op.keeps_locals:
            return f"({''.join(local(slot) + ', ' for slot in range(code.size))})"
        if op.batch is not None:
            return local(op.batch)
        return self.w.frozen(op.value) if op.value is not None else "None"

    def _hand_over(self, place: int, operation: ops.Operation | None, code: Code) -> list[str]:
        """Return statements that let the walker take one operation, and take its word."""
        if isinstance(operation, ops.Call):
            return self.framed_call(place, operation, code)
        return [
            f"L = [{locals_of(code)}]",
            f"pc = steps[{place}](st, L)",
            "if pc < 0: return",
            f"{locals_of(code)} = L",
            "continue",
        ]


_LEAVING = ("return", "pc = ")


def _collects(operations: Sequence[ops.Operation | None], code: Code) -> bool:
    return any(
        isinstance(op, ops.Call) and op.collect is not None
        for op in operations[code.first : code.last]
    )


def _let(b: BodyWriter, op: ops.Let, code: Code) -> Lines:
    yield f"{local(op.slot)} = {b.w.frozen(op.value)}"


def _return(b: BodyWriter, op: ops.Return, code: Code) -> Lines:
    if b.in_block:
        yield from b.leave(op, code)
    elif b.in_value and op.value is not None:
        yield from b.w.returned(op.value)
    else:
        yield f"return {b._result(op, code)}"


def _require(b: BodyWriter, op: ops.Require, code: Code) -> Lines:
    yield f"if not {b.w.truth(op.condition)}: raise CostFailed"


def _end_game(b: BodyWriter, op: ops.EndGame, code: Code) -> Lines:
    yield "end_game(st)"


def _chance(b: BodyWriter, op: ops.Choose, code: Code) -> Lines:
    source = b.w.list_of(op.source)
    wanted = "None" if op.number is None else b.w.write(op.number)
    type_ = b.w.name(op.source.type, "type")
    yield f"{local(op.slot)} = draw(st, {code.name!r}, {source}, {wanted}, {type_})"


STATEMENTS: dict[type, Callable[[BodyWriter, Any, Code], Lines]] = {
    ops.Let: _let,
    ops.Take: lambda b, op, code: iter([f"{local(op.slot)} = st.result"]),
    ops.Change: lambda b, op, code: change_lines(b.w, op, code),
    **dict.fromkeys(OWN_STEPS, lambda b, op, code: own_step_lines(op, code)),
    ops.Call: BodyWriter.direct_call,
    ops.Return: _return,
    ops.Require: _require,
    ops.EndGame: _end_game,
    ops.Choose: _chance,
    ops.Jump: lambda b, op, code: iter(()),
}

STRAIGHT = (
    ops.Let, ops.Take, ops.Change, *OWN_STEPS, ops.Branch, ops.Jump, ops.Return, ops.Require,
    ops.CostBegin, ops.CostEnd, ops.Demand, ops.ResetScope, ops.LoopStart, ops.LoopNext,
)  # fmt: skip
"""Operations that never wait."""
