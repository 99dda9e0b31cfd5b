"""Write the course of a game as Python source: one function that goes on from where its frame waits
until somebody has to decide. Its slots are variables meanwhile: a frame is written only when
somebody is asked, or something with frames of its own begins.

Every stretch is guarded by `pc`: it is passed over if the frame waits behind it; 0 means that
nothing is passed over any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import UnionType

from dsl.model.steps import Formula
from dsl.model.traits import LEAVE
from interpreter.lower import ops
from interpreter.lower.course import Stretch, asks_again, condition_of
from interpreter.lower.ops import Code
from interpreter.program.layout import ACTIVE, ELIMINATED, LEFT, ROUND
from interpreter.program.program import PhasePlan
from interpreter.program.simple import is_of_everyone
from interpreter.writing.asks import AskWriter
from interpreter.writing.calls import Lines, plain_name
from interpreter.writing.course_frames import CourseFrames
from interpreter.writing.lines import placed
from interpreter.writing.takes import TakeWriter
from interpreter.writing.writer import INDENT, IS_WARY, indented, joined, local


class CourseWriter:
    """Writes the function of the course."""

    def __init__(self, takes: TakeWriter) -> None:
        self.takes, self.bodies, self.w = takes, takes.bodies, takes.w
        self.program = takes.program
        self.course = self.program.course
        self.can_pass = self.w.analysis.can_pass
        self.resets = self.program.resets
        self.frames = CourseFrames(self.course, can_pass=self.can_pass)
        self.asks = AskWriter(takes, self.frames)
        self._slot, self._wait = self.frames.slot, self.frames.wait

    # --- the function -------------------------------------------------------------------------

    def function(self) -> Lines:
        """Yield it."""
        with self.w.unheard():
            lines = list(self._function())
        yield from lines

    def _function(self) -> Lines:
        course, program = self.course, self.program
        slots = map(self._slot, range(course.code.size))
        names = joined(["me", "card", "actor", *slots])
        listening = self.bodies.heard(0)
        head = [f"if {listening}: return walk(st, frame)"] if listening else []
        head.append(f"pc, ({names}) = frame")
        setup = [line for number in program.setup for line in self._phase(number)]
        settle = course.setup + 2
        check = [self._wait(settle), "if has_work(st): return"]
        setup += [
            f"if pc < {settle}:",
            f"{INDENT}st.steps += 1",
            f"{INDENT}st.values[{ROUND}] += 1",
            *(indented(check) if self.takes.checks.are_any else []),
            f"{INDENT}pc = 0",
        ]
        if self.takes.checks.are_any:
            setup += _resumed(settle)
        lines = [f"if pc < {settle + 1}:", *indented(setup)]
        rounds = [line for number in program.rounds for line in self._phase(number)]
        again = course.code.last - 2
        rounds += self._reset("round")
        rounds += self._counted(again)
        rounds += [f"st.values[{ROUND}] += 1", "pc = 0"]
        lines += ["while True:", *indented(rounds)]
        yield f"def block_{course.code.first}(st, frame):"
        yield from indented([*head, *lines])
        yield ""

    def _reset(self, scope: str) -> list[str]:
        return [f"reset(st, {scope!r})"] if self.resets.get(scope) else []

    def _counted(self, number: int) -> list[str]:
        """Return the statements that count a step of what may go on for ever."""
        wary = [f"if {IS_WARY}:", *indented([self._wait(number), "be_wary(st)"])]
        return ["st.steps += 1", *wary]

    # --- phases -------------------------------------------------------------------------------

    def _phase(self, number: int) -> list[str]:
        plan, stretch = self.program.phases[number], self.course.stretches[number]
        lines = self._entry(plan, stretch)
        inside = self._pass(plan, stretch)
        phase = plan.phase
        if phase.loop in ("turns", "for"):
            head = [f"if pc <= {stretch.head}:", *indented(self._head(plan, stretch))]
            left = []
            if condition_of(phase) is not None:
                left = self._left_from(stretch, stretch.last, self._loop_left(stretch))
            lines += ["while True:", *indented([*head, *inside, *left, *self._turn_end(stretch)])]
        elif stretch.leaves and condition_of(phase) is None:
            lines += ["while True:", *indented([*inside, "break"])]
        else:
            lines += inside
        lines += self._reset(phase.id)
        lines += self._reset(f"{LEAVE}{phase.id}")
        lines = [f"if pc < {stretch.last}:", *indented(lines)] if lines else []
        return placed(lines, phase.span)

    def _turn_end(self, stretch: Stretch) -> list[str]:
        return self._reset("turn") if stretch.is_turns and not stretch.asks else []

    def _loop_left(self, stretch: Stretch) -> list[str]:
        """Return how a loop ends that is left in the middle."""
        slots = [slot for slot in (stretch.items, stretch.index) if slot is not None]
        ends = "".join(f"{self._slot(slot)} = " for slot in slots) + "None"
        return [*self._turn_end(stretch), ends, *self._turns_over(stretch)]

    def _left_from(self, stretch: Stretch, place: int, over: list[str]) -> list[str]:
        """Return how a phase ends if it, or one around it, is being left.

        Args:
            place: The operation that asks; whoever goes on behind it asks later.
        """
        if not stretch.leaves:
            return []
        table = self.program.layout.table
        flags = " or ".join(f"st.values[{table[state]}]" for state in stretch.leaves)
        if stretch.left is not None and self.can_pass:
            over = [*over, f"{self._slot(stretch.left)} = None"]
        return [f"if pc <= {place} and ({flags}):", *indented([*over, "pc = 0", "break"])]

    def _entry(self, plan: PhasePlan, stretch: Stretch) -> list[str]:
        """Return how a phase begins: its list, its event, the check after it."""
        phase, settle = plan.phase, stretch.head - 1
        lines = self._reset(f"{LEAVE}{phase.id}")
        if stretch.items is not None:
            assert phase.source is not None
            lines.append(f"{self._slot(stretch.items)} = {self._snapshot(phase.source)}")
        if stretch.index is not None:
            lines.append(f"{self._slot(stretch.index)} = 0")
        if stretch.outer is not None:
            lines.append(f"{self._slot(stretch.outer)} = me")
        if phase.repeat and not self._are_all_in:
            lines += self._forgets(plan.number)
        event = f"phase:{phase.id}"
        mask = self.bodies.suspension.event_mask(event)
        heard = mask > 0
        if heard:
            begin = f"begin_event(st, {event!r}, me, ())"
            framed = [self._wait(settle), begin, "return"]
            lines += [f"if st.listening & {mask}:", *indented(framed)]
        if self.bodies.logs:  # a loop is cut at the very step at which the walker cuts it
            lines += ["st.steps += 1", *self.bodies.logged(event, "me", "()", [])]
        if self.takes.checks.changes_by_itself:
            lines += [self._wait(settle), "if has_work(st): return"]
        found = [f"if pc < {settle}:", *indented(lines)] if lines else []
        if heard or self.takes.checks.changes_by_itself:
            found += _resumed(settle, "elif" if found else "if")
        return found

    @property
    def _are_all_in(self) -> bool:
        return self.w.never_eliminates and not self.can_pass

    @property
    def _left(self) -> str:
        """The field that holds the phase in which `me` has passed."""
        layout = self.program.layout
        return f"st.values[{layout.seat_base + LEFT} + me * {layout.seat_size}]"

    def _forgets(self, number: int) -> list[str]:
        layout = self.program.layout
        first, size = layout.seat_base + LEFT, layout.seat_size
        places = tuple(first + seat * size for seat in range(self.program.seats))
        return [
            f"for place in {places}:",
            f"{INDENT}if st.values[place] == {number}: st.values[place] = None",
        ]

    def _snapshot(self, formula: Formula) -> str:
        with self.w.unheard():
            return self.w.snapshot(formula.expression)

    def _listed(self, formula: Formula) -> str:
        with self.w.unheard():
            return self.w.list_of(formula.expression)

    def _head(self, plan: PhasePlan, stretch: Stretch) -> list[str]:
        """Return what takes the next turn or element of a phase."""
        assert stretch.index is not None
        index = self._slot(stretch.index)
        if plan.phase.repeat:
            return self._turn_again(plan, stretch, index)
        assert stretch.items is not None
        items = self._slot(stretch.items)
        over = [f"{items} = {index} = None", *self._turns_over(stretch), "break"]
        test = [f"if {index} >= len({items}):", *indented(over)]
        test += ["st.steps += 1"] if self.bodies.logs else []
        if not stretch.is_turns:
            assert stretch.element is not None
            bind = f"{local(stretch.element)} = {items}[{index}]"
            return [*test, bind, f"{index} += 1", "pc = 0"]
        skip = []
        if not (is_of_everyone(plan.phase) and self.w.never_eliminates):
            assert plan.phase.source is not None
            outer = "None" if stretch.outer is None else self._slot(stretch.outer)
            away = f"{items}[{index}] not in listed"
            skip = [
                f"if {index} < len({items}):",
                f"{INDENT}me = {outer}",
                f"{INDENT}listed = {self._listed(plan.phase.source)}",
                f"{INDENT}while {index} < len({items}) and {away}: {index} += 1",
            ]
        turn = [f"{_turn_of(stretch)} = {items}[{index}]", f"{index} += 1", "pc = 0"]
        return [*skip, *test, *turn]

    def _turns_over(self, stretch: Stretch) -> list[str]:
        """Return how the turn goes back to whose it was."""
        if not stretch.is_turns:
            return []
        if stretch.outer is None:
            return [f"{_turn_of(stretch)} = None"]
        outer = self._slot(stretch.outer)
        return [f"{_turn_of(stretch)} = {outer}", f"{outer} = None"]

    def _turn_again(self, plan: PhasePlan, stretch: Stretch, index: str) -> list[str]:
        """Return what takes the turn of the next player of a phase that goes on and on."""
        assert plan.phase.source is not None
        seats, layout = range(self.program.seats), self.program.layout
        order = tuple(tuple((last + 1 + i) % len(seats) for i in seats) for last in seats)
        following = self.w.name(self.w.readers.setdefault(("table", "after"), order), "following")
        is_in = "me in listed"
        if not self._are_all_in:
            base = f"{layout.seat_base} + me * {layout.seat_size}"
            left, out = f"st.values[{base} + {LEFT}]", f"st.values[{base} + {ELIMINATED}]"
            is_in += f" and {left} != {plan.number} and not {out}"
        outer = "None" if stretch.outer is None else self._slot(stretch.outer)
        return [
            "last = me",
            f"me = {outer}",
            f"listed = {self._listed(plan.phase.source)}",
            f"for me in {following}[last] if {index} else listed:",
            f"{INDENT}if {is_in}: break",
            "else:",
            f"{INDENT}{index} = None",
            *indented([*self._turns_over(stretch), "break"]),
            *([] if stretch.asks else [f"st.values[{ACTIVE}] = me"]),
            f"{index} += 1",
            *self._counted(stretch.head),
            "pc = 0",
        ]

    # --- one pass -----------------------------------------------------------------------------

    def _pass(self, plan: PhasePlan, stretch: Stretch) -> list[str]:
        """Return what is done in a pass, as often as a condition holds."""
        condition = condition_of(plan.phase)
        places = iter(self._places(stretch, ops.LeaveFrom | ops.LeaveIf))
        lines = []
        if plan.code is not None:
            lines += self._do(self._place(stretch, ops.Do), plan.code)
            lines += self._leave(plan, stretch, places)
        for number in plan.phases:
            lines += self._phase(number)
            lines += self._leave(plan, stretch, places)
        if plan.offer:
            none = ["break"] if condition is not None else []
            again = asks_again(plan.phase)
            none += [f"{self._left} = {plan.number}"] if again else []
            lines += self.asks.lines(plan, self._place(stretch, ops.Offer), none)
            lines += self._leave(plan, stretch, places)
            if again:
                forgets = indented(self._forgets(plan.number))
                lines += [f"if {self._left} != {plan.number}:", *forgets]
        if condition is None:
            return lines
        place = self._place(stretch, ops.PhaseWhile)
        with self.w.unheard():
            test = f"if not {self.w.truth(condition.expression)}: break"
        tested = [test, *self._counted(place), "pc = 0"]
        head = [f"if pc <= {place}:", *indented(tested)]
        return ["while True:", *indented([*head, *lines])]

    def _place(self, stretch: Stretch, kind: type) -> int:
        """Return the operation of a kind that is a phase's own."""
        return next(self._places(stretch, kind))

    def _places(self, stretch: Stretch, kind: type | UnionType) -> Iterator[int]:
        return (
            place
            for place in range(stretch.first, stretch.last)
            if self.course.path(place)[-1] is stretch
            and isinstance(self.program.operations[place], kind)
        )

    def _leave(self, plan: PhasePlan, stretch: Stretch, places: Iterator[int]) -> list[str]:
        """Return how a phase is left, and how somebody leaves one."""
        is_loop = plan.phase.loop in ("turns", "for") and condition_of(plan.phase) is None
        over = self._loop_left(stretch) if is_loop else []
        lines = self._left_from(stretch, next(places), over) if stretch.leaves else []
        place = -1 if stretch.left is None else next(places)
        if stretch.left is None or not self.can_pass:
            return lines
        left = self._slot(stretch.left)
        return [
            *lines,
            f"if pc <= {place} and {left}:",
            f"{INDENT}{left} = None",
            f"{INDENT}pc = 0",
            f"{INDENT}break",
        ]

    def _do(self, place: int, code: Code) -> list[str]:
        """Return how a body of statements is done."""
        settle, given = place + 1, [local(slot) for slot in range(code.given)]
        mask = self.bodies.suspension.mask(code)
        passed = "".join(f"{each}, " for each in given)
        push = f"push_body(st, {self.w.name(code, 'code')}, me, None, me, ({passed}))"
        framed = [self._wait(settle), push, "return"]
        if not self.bodies.plain[code.first] or self.takes.passes(code):
            return [f"if pc < {settle}:", *indented(framed), *_resumed(settle, "if")]
        done = [f"{plain_name(code)}({joined(['st', 'me', 'None', 'me', *given])})"]
        if not self.takes.checks.misses(code):
            done += [self._wait(settle), "if has_work(st): return"]
        if mask:
            done = [f"if st.listening & {mask}:", *indented(framed), *done]
        return [f"if pc < {settle}:", *indented([*done, "pc = 0"]), *_resumed(settle)]


def _turn_of(stretch: Stretch) -> str:
    """Return what is set when the turn of a player comes: of a phase that asks only who `me` is."""
    return "me" if stretch.asks else f"me = st.values[{ACTIVE}]"


def _resumed(settle: int, word: str = "elif") -> list[str]:
    """Return how it goes on at a check."""
    return [f"{word} pc == {settle}:", *indented(["if has_work(st): return", "pc = 0"])]
