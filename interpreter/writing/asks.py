"""Write how the course offers actions as Python source: what can be taken is listed in place, one
option alone is taken unasked, and what is one function is done at once."""

from __future__ import annotations

from interpreter.lower import ops
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.program import ActionPlan, PhasePlan
from interpreter.program.simple import is_one_choice, is_unasked
from interpreter.state.frames import BodyFrame
from interpreter.writing.calls import plain_name, without_card
from interpreter.writing.course_frames import CourseFrames
from interpreter.writing.takes import TakeWriter
from interpreter.writing.waits import asking, listed, told
from interpreter.writing.writer import INDENT, indented, local


class AskWriter:
    """Writes the offers of phases."""

    def __init__(self, takes: TakeWriter, frames: CourseFrames) -> None:
        self.takes, self.frames, self.wait = takes, frames, frames.wait
        self.bodies, self.w, self.program = takes.bodies, takes.w, takes.program

    def lines(self, plan: PhasePlan, place: int, none: list[str]) -> list[str]:
        """Return how an action is offered and taken, and what is done where there is none.

        Args:
            place: The operation that offers.
        """
        actions = [self.program.actions[number] for number in plan.offer]
        is_lone = len(actions) == 1 and is_one_choice(actions[0]) and not self.w.logs
        lines = self._lone(actions[0], place, none) if is_lone else self._several(plan, place, none)
        return [f"if pc < {place + 1}:", *indented(lines), "else:", f"{INDENT}pc = 0"]

    def _lone(self, action: ActionPlan, place: int, none: list[str]) -> list[str]:
        """Return the same for one action that is one choice."""
        take = indented(self._choice_taken(action, place))
        missing = ["else:", *indented(none)] if none else []
        listed = without_card(self._listed(action))
        return [*listed, "if options:", *take, *missing]

    def _listed(self, action: ActionPlan) -> list[str]:
        with self.w.unheard():
            return listed(self.w, self._choice(action), "me")

    def _told(self, action: ActionPlan) -> list[str]:
        with self.w.unheard():
            return told(self.w, self._choice(action), action.take, "me")

    def _choice(self, action: ActionPlan) -> ops.Choose:
        """Return the choice that an action begins with."""
        op = self.program.operations[action.take.first]
        assert isinstance(op, ops.Choose)
        return op

    def _choice_taken(self, action: ActionPlan, place: int) -> list[str]:
        """Return how an action is taken whose `options` are found: asking where there are
        several."""
        source = self._choice(action).source
        type_, site = self.w.name(source.type, "type"), ("action", action.number, 0)
        wait, push = self.wait(place + 1), f"st.frames.append({self._begun(action)}[me])"
        ask = asking(self.w, [wait, push], f"'parameter', options, {type_}, {site}")
        is_passing = self.takes.passes(self.takes.body(action))
        if not self.takes.is_at_once(action) or is_passing or self.frames.elements:
            return ["if len(options) > 1:", *indented(ask), wait, push, "return"]
        mask = self.takes.mask(action)
        done = [f"{local(0)} = options[0]", *self._told(action)]
        code = self.takes.body(action)
        done += [f"{plain_name(code)}(st, me, None, me, {local(0)})"]
        framed = [wait, push, "return"]
        heard = [f"if st.listening & {mask}:", *indented(framed)] if mask else []
        return ["if len(options) > 1:", *indented(ask), *heard, *done]

    def _begun(self, action: ActionPlan) -> str:
        """Return the name of the frames in which an action of no card begins, one a seat: they are
        made once."""
        slots = (None,) * action.take.size
        seats = range(self.program.seats)
        frames = tuple(BodyFrame(action.take.first, (me, None, me, *slots)) for me in seats)
        return self.w.name(frames, "begun")

    def _several(self, plan: PhasePlan, place: int, none: list[str]) -> list[str]:
        """Return the same for several actions, or one that is not a single choice."""
        site = ("phase", plan.number)
        actions = [self.program.actions[number] for number in plan.offer]
        options = ["if st.answer is None:", *indented(self._options(plan, actions))]
        asked = f"'action', options, None, {site}"
        lines = [*options, *self._chosen(asking(self.w, [self.wait(place)], asked)), "pc = 0"]
        if self.w.logs:
            lines = ["options = ()", *options, *self._decided(asked, self.wait(place)), "pc = 0"]
        taken = self._taken(actions, place)
        missing = ["else:", *indented(none)] if none else []
        return [*lines, "if chosen is not None:", *indented(taken), *missing]

    def _chosen(self, ask: list[str]) -> list[str]:
        """Return what asks where there are several options, behind what finds them."""
        return [
            f"{INDENT}if len(options) > 1:",
            *indented(ask, 2),
            f"{INDENT}chosen = options[0] if options else None",
            "else:",
            f"{INDENT}(chosen,), st.answer = st.answer, None",
        ]

    def _decided(self, asked: str, wait: str) -> list[str]:
        """Return what lets the machine decide: a script is told of one option that is taken."""
        return [
            "chosen = None",
            "if options or st.answer is not None:",
            f"{INDENT}answer = decide(st, me, {asked})",
            f"{INDENT}if answer is None:",
            f"{INDENT * 2}{wait}",
            f"{INDENT * 2}return",
            f"{INDENT}chosen = answer[0]",
        ]

    def _options(self, plan: PhasePlan, actions: list[ActionPlan]) -> list[str]:
        """Return the statements that find what can be taken."""
        if plan.number not in self.w.analysis.listed:
            numbers = self.w.name(plan.offer, "offer")
            return [f"options = offered(st, {numbers}, me)"]
        parts = []
        with self.w.unheard():
            for action in actions:
                option, when = repr((action.number, None)), action.action.when
                asked = [p.source for p in action.action.parameters]
                conditions = [self.w.truth(part) for part in (*asked, when) if part is not None]
                test = f"*(({option},) if {' and '.join(conditions)} else ())"
                parts.append(test if conditions else option)
        return without_card([f"options = ({', '.join(parts)},)"])

    def _taken(self, actions: list[ActionPlan], place: int) -> list[str]:
        """Return how the action chosen is taken: at once where it is one function."""
        lines: list[str] = []
        word = "if"
        for action in actions:
            is_unheard = is_unasked(action) and self.takes.is_at_once(action)
            if not is_unheard:
                continue
            code, mask = self.takes.body(action), self.takes.mask(action)
            heard = f" and not st.listening & {mask}" if mask else ""
            lines.append(f"{word} chosen[0] == {action.number}{heard}:")
            passes = self.takes.passes(code)
            done = [self.wait(place + 1)] if passes else []
            done += [f"{plain_name(code)}(st, me, None, me)"]
            done += self._left_again(place + 1) if passes else []
            lines += indented(done)
            word = "elif"
        table = {a.number: (a.take.first, a.take.size) for a in actions}
        rooms = self.w.name(
            {n: (first, (None,) * size) for n, (first, size) in table.items()}, "rooms"
        )
        push = [
            self.wait(place + 1),
            f"first, room = {rooms}[chosen[0]]",
            "st.frames.append(body_frame((first, (me, chosen[1], me, *room))))",
            "return",
        ]
        if not lines:
            return push
        return [*lines, "else:", *indented(push)]

    def _left_again(self, number: int) -> list[str]:
        """Return the statements that read again who has left which phase."""
        slots = [s.left for s in self.program.course.path(number) if s.left is not None]
        kept = "st.frames[-1].locals"
        return [f"{self.frames.slot(slot)} = {kept}[{slot + FIRST_SLOT}]" for slot in slots]
