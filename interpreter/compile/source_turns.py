"""Write the turns of phases as Python source: what is offered in them, and those in which only a
player with a real choice is asked."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model import expressions as e
from interpreter.compile.layout import ACTIVE
from interpreter.compile.limits import LOOP_WATCH
from interpreter.compile.plans import ActionPlan, PhasePlan
from interpreter.compile.simple import is_of_entities, is_one_choice, is_unasked
from interpreter.compile.source import INDENT, indented, shortened
from interpreter.compile.source_bodies import BodyWriter
from interpreter.compile.source_calls import Lines


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
        source = None if plan.phase.source is None else plan.phase.source.expression
        is_of_all = isinstance(source, e.Players) and source.opponents_of is None
        return is_of_all and self.w.never_eliminates

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
        yield f"{INDENT}card, actor = None, me"
        yield from shortened([f"{INDENT}return {source}"], INDENT)
        yield ""

    def _options(self, plan: ActionPlan) -> Lines:
        """Yield a function (st, me) to what a player can choose from it: of equal cards one."""
        source = plan.action.parameters[0].source
        options = "tuple(dict.fromkeys(pool))"
        if is_of_entities(source.type):
            options = "card_options(st, me, pool)"
            if self.are_all_single:
                is_shown = "shown[me].issuperset(map(st.places.__getitem__, pool))"
                options = f"tuple(pool) if {is_shown} else {options}"
        yield f"def options_{plan.number}(st, me):"
        lines = [
            "card, actor = None, me",
            f"pool = {self.w.write(source)}",
            "if not pool: return ()",
            f"return {options}",
        ]
        yield from shortened(indented(lines), INDENT)
        yield ""

    def _offer(self, plan: PhasePlan) -> Lines:
        """Yield a function (st, me) to the actions of a phase that a player can take."""
        fixed = self.fixed_offer(plan)
        if fixed is not None:
            yield f"def offer_{plan.number}(st, me):"
            yield f"{INDENT}return {fixed}"
            yield ""
            return
        lines = ["card, actor = None, me", "found = []"]
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
        yield from shortened(indented([*lines, "return tuple(found)"]), INDENT)
        yield ""

    def fixed_offer(self, plan: PhasePlan) -> tuple[tuple[int, None], ...] | None:
        """Return what a phase offers if that is always the same, else None."""
        offered = (self.program.actions[number].action for number in plan.offer)
        if any(action.parameters or action.when is not None for action in offered):
            return None
        return tuple((number, None) for number in plan.offer)

    def _take(self, plan: ActionPlan) -> Lines:
        """Yield a function (st, me, option) that carries an action out."""
        parameter = plan.action.parameters[0]
        code = self.program.events[plan.event].code
        assert code is not None
        yield f"def take_{plan.number}(st, me, l0):"
        yield f"{INDENT}card, actor = None, me"
        if is_of_entities(parameter.source.type):
            type_ = self.w.name(parameter.source.type, "type")
            stream = f"action {plan.action.id}"
            yield f"{INDENT}if st.places[l0] not in shown[me]:"
            told = f"l0 = told(st, me, pool_{plan.number}, l0, {type_}, {stream!r})"
            yield f"{INDENT * 2}{told}"
        yield from indented(_step())
        yield from indented(self.bodies.range(code.first, code.last, code))
        yield ""

    def _turns(self, plan: PhasePlan, action: ActionPlan) -> Lines:
        """Yield a function (st, outer, items, place, active) that takes the turns from a place of
        the list on, and says whether they are over. `outer` is who and which elements the phase
        is for, `active` whose turn it was before."""
        yield f"def turns_{plan.number}(st, outer, items, place, active):"
        yield f"{INDENT}values, last = st.values, len(items)"
        yield f"{INDENT}while place < last:"
        yield f"{INDENT * 2}me = items[place]"
        yield f"{INDENT * 2}place += 1"
        yield f"{INDENT * 2}values[{ACTIVE}] = me"
        yield from (INDENT * 2 + line for line in _step())
        yield from (INDENT * 2 + line for line in self._choice(plan, action))
        if self.program.resets.get("turn"):
            yield f"{INDENT * 2}reset(st, 'turn')"
        yield f"{INDENT}values[{ACTIVE}] = active"
        if self.program.resets.get(plan.phase.id):
            yield f"{INDENT}reset(st, {plan.phase.id!r})"
        yield f"{INDENT}return True"
        yield ""

    def _answer(self, plan: PhasePlan, action: ActionPlan) -> Lines:
        """Yield a function (st, frame, option) that answers what an action asks whose frame is on
        top, and goes on with the turns it was taken in."""
        mask = self.mask(action)
        yield f"def answer_{action.number}(st, frame, option):"
        yield f"{INDENT}stack = st.frames"
        yield f"{INDENT}stack.pop()"
        yield f"{INDENT}st.answer = None"
        yield f"{INDENT}take_{action.number}(st, frame[3], option)"
        yield f"{INDENT}if st.pending: return"
        yield f"{INDENT}stack.pop()"
        yield f"{INDENT}turn = stack[-1]"
        is_its = f"turn[0] == PHASE and turn[2] == {plan.number} and turn[1] == INSIDE and turn[9]"
        yield f"{INDENT}if {is_its} and not st.listening & {mask}:"
        yield f"{INDENT * 2}stack.pop()"
        if self.program.resets.get("turn"):
            yield f"{INDENT * 2}reset(st, 'turn')"
        yield f"{INDENT * 2}turns_{plan.number}(st, turn[10], turn[5], turn[6], turn[8])"
        yield ""

    def mask(self, action: ActionPlan) -> int:
        """Return the bits of the rules that could match what an action does."""
        code = self.program.events[action.event].code
        assert code is not None
        suspension = self.bodies.suspension
        return suspension.mask(code) | suspension.event_mask(action.event)

    def _choice(self, plan: PhasePlan, action: ActionPlan) -> Iterator[str]:
        """Yield how a player whose turn it is comes to a choice, or takes the only option."""
        type_ = action.action.parameters[0].source.type
        room = "None, " * len(action.action.slots)
        number, site = action.number, f"('action', {action.number}, 0)"
        yield f"options = options_{number}(st, me)"
        yield "if len(options) > 1:"
        yield f"{INDENT}turn = (PHASE, INSIDE, {plan.number}, me, outer[1], items, place, me,"
        yield f"{INDENT * 2}active, 1, outer)"
        yield f"{INDENT}begun = (ACTION, 0, {number}, me, None, (me, None, me, {room}), None)"
        yield f"{INDENT}st.frames += (turn, (SCOPE, 'action', {action.action.id!r}), begun)"
        parts = f"(me, 'parameter', options, {self.w.name(type_, 'type')}, {site})"
        yield f"{INDENT}st.ask = ask_of({parts})"
        yield f"{INDENT}st.result = None"
        yield f"{INDENT}return False"
        yield f"if options: take_{number}(st, me, options[0])"


def _step() -> list[str]:
    """Return the statements that count a step."""
    return ["st.steps += 1", f"if st.steps > {LOOP_WATCH}: be_wary(st)"]
