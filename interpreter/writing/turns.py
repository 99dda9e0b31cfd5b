"""Write the turns of phases as Python source: what is offered in them, and those in which only a
player with a real choice is asked."""

from __future__ import annotations

from interpreter.compile.homes import ME, home_of
from interpreter.compile.layout import ACTIVE
from interpreter.compile.limits import LOOP_WATCH
from interpreter.compile.plans import ActionPlan, PhasePlan
from interpreter.compile.simple import (
    is_group,
    is_of_entities,
    is_of_everyone,
    is_one_choice,
    is_unasked,
)
from interpreter.state import frames
from interpreter.writing.bodies import BodyWriter
from interpreter.writing.calls import Lines, without_results
from interpreter.writing.shortened import brief, shortened, without_card
from interpreter.writing.writer import INDENT, indented

STEP = ("st.steps += 1", f"if st.steps > {LOOP_WATCH}: be_wary(st)")
"""Statements that count a step."""


class TurnWriter:
    """Writes functions for phases and for what is offered in them.

    Attributes:
        takes: Numbers of the actions with functions of their own that list what they can be done
            with and carry them out.
        offers, turns: The same for phases: what is offered, and whole turns.
    """

    def __init__(self, bodies: BodyWriter) -> None:
        self.bodies, self.w, self.program = bodies, bodies.w, bodies.w.program
        actions, phases = self.program.actions, self.program.phases
        self.takes = {a.number for a in actions if is_one_choice(a) and self.is_plain(a)}
        self.offers = {p.number for p in phases if p.offer and self._is_simple(p)}
        self.turns = {p.number for p in phases if self._is_quick(p)}
        self.are_all_single = all(d.copies == 1 for d in self.program.game.definitions)

    def is_plain(self, plan: ActionPlan) -> bool:
        """Return whether what an action does is one function, and nothing is reset after it."""
        code = self.program.events[plan.event].code
        stretches = {"action", plan.action.id, *plan.action.groups}
        is_plain = code is not None and self.bodies.plain[code.first]
        return is_plain and not self.program.resets.keys() & stretches

    def _is_simple(self, plan: PhasePlan) -> bool:
        offer = [self.program.actions[number] for number in plan.offer]
        return all(is_one_choice(action) or is_unasked(action) for action in offer)

    def _is_quick(self, plan: PhasePlan) -> bool:
        phase = plan.phase
        is_bare = phase.loop == "turns" and not phase.repeat and not phase.while_condition
        is_fixed = self.is_everyone(plan)
        return is_bare and is_fixed and len(plan.offer) == 1 and plan.offer[0] in self.takes

    def is_everyone(self, plan: PhasePlan) -> bool:
        """Return whether the turns of a phase are always those of all players."""
        return is_of_everyone(plan.phase) and self.w.never_eliminates

    def functions(self) -> Lines:
        """Yield them all."""
        for action in self.program.actions:
            if action.number in self.takes:
                yield from self._pool(action)
                yield from self._options(action)
                yield from self._take(action)
        for phase in self.program.phases:
            if phase.number in self.offers:
                yield from self._offer(phase)
            if phase.number in self.turns:
                action = self.program.actions[phase.offer[0]]
                yield from self._turns(phase, action)
                if sum(action.number in other.offer for other in self.program.phases) == 1:
                    yield from self._answer(phase, action)

    def _pool(self, plan: ActionPlan) -> Lines:
        """Yield a function (st, me) to what the only parameter of an action is chosen from."""
        source = self.w.write(plan.action.parameters[0].source)
        yield f"def pool_{plan.number}(st, me):"
        lines = indented(without_card([f"return {source}"]))
        yield from shortened(lines, INDENT)
        yield ""

    def _options(self, plan: ActionPlan) -> Lines:
        """Yield a function (st, me) to what a player can choose from it: of equal cards one."""
        yield f"def options_{plan.number}(st, me):"
        yield from indented(without_card([*self._chosen_from(plan), "return options"]))
        yield ""

    def _chosen_from(self, plan: ActionPlan) -> Lines:
        """Yield statements that find what a player can choose from, while no log is kept."""
        source = plan.action.parameters[0].source
        with self.w.unheard():
            written, frozen = self.w.write(source), self.w.frozen(source)
        if not is_of_entities(source.type):
            yield f"options = tuple(dict.fromkeys({written}))"
            return
        yield f"options = {frozen} or ()"
        if not self.are_all_single:
            yield "if options: options = card_options(st, me, options)"
        elif not self._is_seen(plan):
            yield "if not shown[me].issuperset(map(st.places.__getitem__, options)):"
            yield f"{INDENT}options = card_options(st, me, options)"

    def _is_seen(self, plan: ActionPlan) -> bool:
        """Return whether a player sees all that they choose from, while no log is kept."""
        home = home_of(self.program, plan.action.parameters[0].source)
        if home is None:
            return False
        family = self.program.families[self.program.family_numbers[home.zone]]
        return family.audience.cards == "everyone" or (
            home.owner == ME and family.audience.cards == "owner"
        )

    def _offer(self, plan: PhasePlan) -> Lines:
        """Yield a function (st, me) to the actions of a phase that a player can take."""
        fixed = self.fixed_offer(plan)
        if fixed is not None:
            yield f"def offer_{plan.number}(st, me):"
            yield f"{INDENT}return {fixed}"
            yield ""
            return
        lines = ["found = []"]
        for number in plan.offer:
            action = self.program.actions[number].action
            add = f"found.append(({number}, None))"
            if action.parameters:
                lines.append(f"if {self.w.truth(action.parameters[0].source)}: {add}")
            elif action.when is not None:
                lines.append(f"if {self.w.truth(action.when)}: {add}")
            else:
                lines.append(add)
        yield f"def offer_{plan.number}(st, me):"
        lines = without_card([*lines, "return tuple(found)"])
        yield from shortened(indented(lines), INDENT)
        yield ""

    def fixed_offer(self, plan: PhasePlan) -> tuple[tuple[int, None], ...] | None:
        """Return what a phase offers if that is always the same, else None."""
        offered = (self.program.actions[number].action for number in plan.offer)
        if any(action.parameters or action.when is not None for action in offered):
            return None
        return tuple((number, None) for number in plan.offer)

    def _take(self, plan: ActionPlan) -> Lines:
        """Yield a function (st, me, option) that carries an action out."""
        yield f"def take_{plan.number}(st, me, l0):"
        yield from brief(indented(without_card(self._carried_out(plan))), INDENT)
        yield ""

    def _carried_out(self, plan: ActionPlan) -> list[str]:
        """Return the statements that carry an action out with the option `l0`, while no log is
        kept."""
        parameter = plan.action.parameters[0]
        code = self.program.events[plan.event].code
        assert code is not None
        lines = []
        if is_of_entities(parameter.source.type) and not self._is_seen(plan):
            type_ = self.w.name(parameter.source.type, "type")
            stream = f"action {plan.action.id}"
            lines.append("if st.places[l0] not in shown[me]:")
            told = f"l0 = told(st, me, pool_{plan.number}, l0, {type_}, {stream!r})"
            lines.append(f"{INDENT}{told}")
        return [*lines, *self.bodies.range(code.first, code.last, code)]

    def _taken(self, plan: ActionPlan, option: str) -> list[str]:
        """Return the statements that carry an action out within another function: in place where
        they run to their end, else as a call."""
        *lines, last = self._carried_out(plan)
        if last != "return None" or any("return" in line for line in lines):
            return [f"take_{plan.number}(st, me, {option})"]
        return [f"l0 = {option}", *without_results(lines)]

    def _turns(self, plan: PhasePlan, action: ActionPlan) -> Lines:
        """Yield a function (st, outer, items, at, active) that takes the turns from a place of the
        list on, and says whether they are over. `outer` is who and which elements the phase is
        for, `active` whose turn it was before. Loops around the turns count the steps."""
        lines = [
            "last = len(items)",
            "while at < last:",
            f"{INDENT}me = items[at]",
            f"{INDENT}at += 1",
            f"{INDENT}st.values[{ACTIVE}] = me",
            *indented(self._choice(plan, action)),
        ]
        if self.program.resets.get("turn"):
            lines.append(f"{INDENT}reset(st, 'turn')")
        lines.append(f"st.values[{ACTIVE}] = active")
        if self.program.resets.get(plan.phase.id):
            lines.append(f"reset(st, {plan.phase.id!r})")
        yield f"def turns_{plan.number}(st, outer, items, at, active):"
        yield from brief(indented(without_card([*lines, "return True"])), INDENT)
        yield ""

    def _answer(self, plan: PhasePlan, action: ActionPlan) -> Lines:
        """Yield a function (st, frame, option) that answers what an action asks whose frame is on
        top, and goes on with the turns it was taken in."""
        is_its = f"turn.kind == {frames.PHASE} and turn.phase == {plan.number} and turn.inner"
        again = ["del stack[-3:]"]
        if self.program.resets.get("turn"):
            again.append("reset(st, 'turn')")
        turns = f"turns_{plan.number}(st, turn.outer, turn.items, turn.done, turn.active)"
        again += self._go_on(plan, turns)
        lines = [
            "stack, me = st.frames, frame.me",
            *self._taken(action, "option"),
            "turn = stack[-3]",
            f"if {is_its} and not (st.pending or st.listening & {self.mask(action)}):",
            *indented([*again, "return"]),
            "stack.pop()",
            "if not st.pending: stack.pop()",
        ]
        yield f"def answer_{action.number}(st, frame, option):"
        yield from brief(indented(without_card(lines)), INDENT)
        yield ""

    def _go_on(self, plan: PhasePlan, turns: str) -> list[str]:
        """Return how turns go on, and after them the phase around them."""
        parent = None if plan.parent is None else self.program.phases[plan.parent]
        if parent is None or not is_group(parent):
            return [turns]
        number = parent.number
        return [
            f"if {turns}:",
            f"{INDENT}outer = stack[-1]",
            f"{INDENT}if outer.kind == {frames.PHASE} and outer.phase == {number} and outer.inner:",
            f"{INDENT * 2}group_{number}(st, outer.me, outer.elements, outer.inner, outer.active)",
        ]

    def mask(self, action: ActionPlan) -> int:
        """Return the bits of the rules that could match what an action does."""
        code = self.program.events[action.event].code
        assert code is not None
        suspension = self.bodies.suspension
        return suspension.mask(code) | suspension.event_mask(action.event)

    def _choice(self, plan: PhasePlan, action: ActionPlan) -> Lines:
        """Yield how a player whose turn it is comes to a choice, or takes the only option."""
        type_ = action.action.parameters[0].source.type
        site = ("action", action.number, 0)
        phase = f"{frames.PHASE}, {frames.INSIDE}, {plan.number}"
        scope = self.w.name(frames.ScopeFrame(frames.SCOPE, "action", action.action.id), "scope")
        table = action.beginnings(self.program.seats)
        begun = self.w.name(table, "begun")
        yield from self._chosen_from(action)
        yield "if len(options) > 1:"
        ask = [
            f"turn = phase_frame(({phase}, me, outer[1], items, at, me, active, 1, outer))",
            f"st.frames.extend((turn, {scope}, {begun}[me]))",
            f"st.ask = ask_of((me, 'parameter', options, {self.w.name(type_, 'type')}, {site}))",
            "st.result = None",
            "return False",
        ]
        yield from indented(ask)
        yield "if options:"
        yield from indented(self._taken(action, "options[0]"))
