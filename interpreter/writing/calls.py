"""Write the calls of events as Python source: at once where nothing listens, else by frames."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from dsl.model import expressions as e
from dsl.source import Span
from dsl.words.vocabulary import AS_ONE
from interpreter.lower import ops
from interpreter.lower.ops import Code
from interpreter.program.program import EventPlan
from interpreter.state.record import LOGGED
from interpreter.writing.moves import MoveWriter
from interpreter.writing.writer import INDENT, WORD, Writer, indented, joined, local

Lines = Iterator[str]


def plain_name(code: Code) -> str:
    """Return the name of a plain body's function."""
    return f"plain_{code.first}"


def locals_of(code: Code) -> str:
    """Return the variables of all locals of a body."""
    return joined(["me", "card", "actor", *map(local, range(code.size))])


class CallWriter:
    """Writes calls.

    Attributes:
        plain: For each body, by its first operation, whether it is one function to its end.
        waking: Natives that what they wake may hear of.
        moves: Writes moves.
        settling: Bodies that are plain but for the choice of a bag they begin with.
        logs: Whether each event is written into the log, else what is written runs without one.
    """

    def __init__(
        self,
        writer: Writer,
        plain: Mapping[int, bool],
        settling: Container[int],
    ) -> None:
        self.w, self.plain, self.settling, self.logs = writer, plain, settling, writer.logs
        self.waking = writer.analysis.listening.waking
        self.events: Mapping[str, EventPlan] = writer.program.events
        self.operations = writer.program.operations
        self.moves = MoveWriter(writer)

    def is_direct(self, op: ops.Call) -> bool:
        """Return whether a call leaves no frame while nothing listens."""
        plan = self.events[op.event]
        if op.collect is not None:
            return True
        if op.continues:
            return False
        if plan.native:
            return op.event not in self.waking
        return plan.code is not None and self.plain[plan.code.first]

    def heard(self, mask: int) -> str:
        """Return the test whether one of some rules listens, or the log where none is written; ""
        where that is never so."""
        mask |= 0 if self.logs else LOGGED
        return f"st.listening & {mask}" if mask else ""

    def logged(self, event: str, actor: str, given: str, lines: list[str], card: str = "") -> Lines:
        """Yield the statements of an event with what writes it into the log, if one is written.

        Args:
            card: Of an action what stands for its card.
        """
        if not self.logs:
            yield from lines
            return
        noted = joined(["st", repr(event), actor, given, *([card] if card else [])])
        yield f"cause = note({noted})"
        yield from lines
        if self.events[event].told:
            yield f"tell_result(st, st.cause, {event!r})"
        yield "st.cause = cause"

    def _arguments(self, op: ops.Call) -> Lines:
        if op.by is not None and not _is_simple(op.by):
            yield f"by = {self.w.write(op.by)}"
        for number, argument in enumerate(op.arguments):
            if number in op.defaulted:
                yield f"a{number} = (lambda me: {self.w.frozen(argument)})({self._actor(op)})"
            elif not _is_simple(argument):
                yield f"a{number} = {self.w.frozen(argument)}"

    def _argument(self, op: ops.Call, number: int) -> str:
        argument = op.arguments[number]
        if _is_simple(argument) and number not in op.defaulted:
            return self.w.write(argument)
        return f"a{number}"

    def _given(self, op: ops.Call) -> str:
        given = joined(self._argument(op, n) for n in range(len(op.arguments)))
        return f"({given},)" if op.arguments else "()"

    def _actor(self, op: ops.Call) -> str:
        if op.by is None:
            return "me"
        return self.w.write(op.by) if _is_simple(op.by) else "by"

    def _skip_test(self, op: ops.Call) -> str | None:
        tests = [f"{self._argument(op, number)} is None" for number in op.skip]
        if op.by is not None and not isinstance(op.by, e.Constant):
            tests.append(f"{self._actor(op)} is None")
        return " or ".join(tests) if tests else None

    def _no_result(self, op: ops.Call) -> object:
        return self.events[op.event].no_result

    def direct_call(self, op: ops.Call, code: Code) -> Lines:
        """Yield the statements of a call that leaves no frame."""
        yield from self._arguments(op)
        skip = self._skip_test(op)
        lines = self._collected(op) if op.collect is not None else self._done_here(op)
        if skip is None:
            yield from lines
            return
        yield f"if {skip}:"
        yield f"{INDENT}skip_event(st, {self._no_result(op)!r})"
        yield "else:"
        yield from indented(lines)

    def _collected(self, op: ops.Call) -> Lines:
        assert op.collect is not None
        member = f"({op.event!r}, {self._actor(op)}, {self._given(op)})"
        yield f"{local(op.collect)} = made((*{local(op.collect)}, {member}))"

    def _done_here(self, op: ops.Call) -> Lines:
        plan = self.events[op.event]
        given = [self._argument(op, number) for number in range(len(op.arguments))]
        if plan.native:
            yield from self._native(op, plan, given)
            return
        actor = self._actor(op)
        passed = joined(["st", actor, "None", actor, *given])
        lines = ["st.result = True"]
        if plan.code is not None:
            call = f"{plain_name(plan.code)}({passed})"
            declares = plan.event is not None and plan.event.declares_result
            lines = [f"st.result = {call}"] if declares else [call, *lines]
        when = plan.event.when if plan.event else None
        done = self.logged(op.event, actor, self._given(op), lines)
        if when is None:
            yield from done
            return
        yield f"if {self._when_name(op.event)}(st, [{joined([actor, 'None', actor, *given])}]):"
        yield from indented(done)
        yield "else:"
        yield f"{INDENT}skip_event(st, {self._no_result(op)!r})"

    def _native(self, op: ops.Call, plan: EventPlan, given: list[str]) -> Lines:
        """Yield the statements of a native; it is written into the log only if there is room."""
        actor = self._actor(op)
        target = self.moves.target(*op.arguments[1:]) if op.event in AS_ONE else None
        if target is not None:
            lines = self.moves.lines(target, actor, op.arguments[0], given[:2])
        else:
            lines = [f"st.result = native_{op.event}({joined(['st', actor, *given])})"]
            if plan.needs_room:
                lines.append("if not st.result and st.payer is not None: raise CostFailed")
        done = self.logged(op.event, actor, self._given(op), lines)
        if not (self.logs and plan.needs_room):
            yield from done
            return
        yield f"if can_enter({joined(['st', *given[:2]])}):"
        yield from indented(done)
        yield "else:"
        yield f"{INDENT}st.steps += 1"
        yield f"{INDENT}skip_event(st, {self._no_result(op)!r})"

    def _when_name(self, event: str) -> str:
        plan = self.events[event].event
        assert plan is not None and plan.when is not None
        closure = self.w.readers.setdefault(("when", event), self.w.evaluator.roomy(plan.when))
        return self.w.name(closure, "when")

    def framed_call(self, place: int, op: ops.Call, code: Code) -> list[str]:
        lines = list(self._arguments(op))
        call = self._settled_call(place, op)
        call += [
            f"st.frames[-1] = {self.frame(place + 1, code)}",
            f"begin_event(st, {op.event!r}, {self._actor(op)}, {self._given(op)}, {op.continues})",
            "return",
        ]
        skip = self._skip_test(op)
        if skip is None:
            return lines + call
        missing = [f"skip_event(st, {self._no_result(op)!r})", f"pc = {place + 1}", "continue"]
        return [*lines, f"if {skip}:", *indented(iter(missing)), *call]

    def _settled_call(self, place: int, op: ops.Call) -> list[str]:
        """Return the statements that do an event at once where there is only one bag that pays what
        it begins with."""
        plan = self.events[op.event]
        if plan.code is None or plan.code.first not in self.settling or op.continues:
            return []
        first, actor = plan.code.first, self._actor(op)
        given = [self._argument(op, number) for number in range(len(op.arguments))]
        call = joined(["st", actor, "None", actor, *given])
        chosen = f"only_{first}({call})"
        if plan.event is not None and plan.event.when is not None:
            values = joined([actor, "None", actor, *given])
            chosen += f" if {self._when_name(op.event)}(st, [{values}]) else None"
        done = [f"st.result = rest_{first}({call}, chosen)"]
        if plan.event is None or not plan.event.declares_result:
            done = [f"rest_{first}({call}, chosen)", "st.result = True"]
        done += [f"pc = {place + 1}", "continue"]
        return [f"chosen = {chosen}", "if chosen is not None:", *indented(iter(done))]

    def frame(self, place: int, code: Code) -> str:
        """Return the frame in which a body waits to go on at an operation."""
        slots = (self._kept(slot, code) for slot in range(code.size))
        return f"body_frame(({place}, ({joined(['me', 'card', 'actor', *slots])})))"

    def span_at(self, place: int, code: Code) -> Span | None:
        """Return the text of an operation; None for the end of a body, which nobody wrote."""
        operation = self.operations[place]
        return None if operation is None or place == code.last - 1 else operation.span

    def _kept(self, slot: int, code: Code) -> str:
        return "None" if slot in code.passing else local(slot)


def without_card(lines: list[str]) -> list[str]:
    """Return the lines of a function of a player, with the roles that no card plays there bound as
    far as they are named."""
    words = set(WORD.findall("\n".join(lines)))
    bound = (("card", "card = None"), ("actor", "actor = me"))
    return [*(line for word, line in bound if word in words), *lines]


def _is_simple(node: e.Expression) -> bool:
    is_table = isinstance(node, e.ZoneRef) and node.zone.owner is None
    return is_table or isinstance(node, e.Constant | e.Local | e.Role)
