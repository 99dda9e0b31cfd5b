"""Write turns in which several actions are offered as Python source: on to the next decision, and
from an answer on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from dsl.model import expressions as e
from interpreter.compile.layout import ACTIVE, ELIMINATED, LEFT
from interpreter.compile.leaving import can_pass
from interpreter.compile.plans import PhasePlan
from interpreter.compile.simple import is_unasked
from interpreter.compile.slots import free_slots
from interpreter.state.frames import INSIDE, PHASE, SCOPE
from interpreter.state.values import Values
from interpreter.writing.calls import Lines
from interpreter.writing.in_place import in_place
from interpreter.writing.lines import like
from interpreter.writing.turns import STEP, TurnWriter
from interpreter.writing.writer import INDENT, WORD, indented, local

AskOf: TypeAlias = Callable[[Values], object]
"""Makes an open decision of its parts."""

_MOST_CONDITIONS = 6


class OpenTurnWriter:
    """Writes functions for phases whose offers are simple, with an action that asks nothing."""

    def __init__(self, turns: TurnWriter) -> None:
        self.turns, self.bodies, self.w = turns, turns.bodies, turns.w
        self.program, self.layout = turns.program, turns.program.layout
        self.resets = self.program.resets
        self.are_all_in = self.w.never_eliminates and not can_pass(self.program)
        self.phases = [plan for plan in self.program.phases if self._fits(plan)]

    def _fits(self, plan: PhasePlan) -> bool:
        phase = plan.phase
        is_bare = phase.loop == "turns" and not phase.while_condition and plan.code is None
        is_open = plan.number in self.turns.offers and plan.number not in self.turns.turns
        is_open = is_open and len(self._conditions(plan)) <= _MOST_CONDITIONS
        return is_bare and is_open and any(self._is_at_once(number) for number in plan.offer)

    def _is_at_once(self, number: int) -> bool:
        """Return whether an action is one function as soon as it is chosen."""
        plan = self.program.actions[number]
        return is_unasked(plan) and self.turns.is_plain(plan)

    def mask(self, plan: PhasePlan) -> int:
        """Return the bits of the rules that could match what is done at once in a phase."""
        mask = 1
        for number in plan.offer:
            if self._is_at_once(number):
                mask |= self.turns.mask(self.program.actions[number])
        return mask

    def functions(self) -> Lines:
        """Yield them all."""
        for plan in self.phases:
            listed, helper = self._listed(plan)
            yield from helper
            yield from self._begin(plan, listed)
            yield from self._turns(plan, listed)
            yield from self._answer(plan, listed)

    # --- to the next decision -----------------------------------------------------------------

    def _begin(self, plan: PhasePlan, listed: str) -> Lines:
        """Yield a function (st, me, elements) that begins a phase and takes its turns."""
        number, items = plan.number, "(None,)"
        if not plan.phase.repeat:
            items = listed if self.turns.is_everyone(plan) else f"tuple({listed})"
        yield f"def begin_turns_{number}(st, me, elements):"
        yield f"{INDENT}outer, active = (me, elements), st.values[{ACTIVE}]"
        if plan.phase.repeat and not self.are_all_in:
            first, size = self.layout.seat_base + LEFT, self.layout.seat_size
            places = tuple(first + seat * size for seat in range(self.program.seats))
            yield f"{INDENT}for place in {places}:"
            yield f"{INDENT * 2}if st.values[place] == {number}: st.values[place] = None"
        yield f"{INDENT}items = {items}"
        own = f"{PHASE}, {INSIDE}, {number}, me, elements, items, 0, None, active, 0, outer"
        yield f"{INDENT}st.frames.append(phase_frame(({own})))"
        yield f"{INDENT}return open_turns_{number}(st, outer, items, 0, active, None)"
        yield ""

    def _turns(self, plan: PhasePlan, listed: str) -> Lines:
        """Yield a function (st, outer, items, place, active, last) that takes the turns of a phase
        whose frame is on top, from a place of its list or after the last player on, and says
        whether they are over. `outer` is who and which elements the phase is for, `active` whose
        turn it was before."""
        yield f"def open_turns_{plan.number}(st, outer, items, place, active, last):"
        yield f"{INDENT}values = st.values"
        yield from indented(self._course(plan, listed))
        yield ""

    def _course(self, plan: PhasePlan, listed: str) -> Iterator[str]:
        """Yield the statements that take turns."""
        lines = ["stack, elements = st.frames, outer[1]"]
        lines += self._repeated(plan, listed) if plan.phase.repeat else self._through(plan, listed)
        lines += indented(self._turn(plan))
        lines += ["stack.pop()", f"values[{ACTIVE}] = active"]
        lines += [*self._reset(plan.phase.id), "return True"]
        yield from (like(line, line.replace("st.values[", "values[")) for line in lines)

    def _listed(self, plan: PhasePlan) -> tuple[str, list[str]]:
        """Return the source of the players listed now, and a function for it if it reads who the
        phase is for."""
        assert plan.phase.source is not None
        expression = plan.phase.source.expression
        with self.w.unheard():
            source, slots = self.w.list_of(expression), sorted(free_slots(expression))
        if not slots and not {"me", "card", "actor"} & set(WORD.findall(source)):
            return source, []
        name = f"listed_{plan.number}"
        head = [f"def {name}(st, me, elements):", f"{INDENT}card = actor = None"]
        head += [f"{INDENT}{local(slot)} = elements[{slot}]" for slot in slots]
        return f"{name}(st, outer[0], elements)", [*head, f"{INDENT}return {source}", ""]

    def _repeated(self, plan: PhasePlan, listed: str) -> list[str]:
        """Return the head of a loop over the players listed, again and again."""
        seats = range(self.program.seats)
        order = tuple(tuple((last + 1 + i) % len(seats) for i in seats) for last in seats)
        following = self.w.name(self.w.readers.setdefault(("table", "after"), order), "following")
        is_in = "me in listed"
        if not self.are_all_in:
            base = f"{self.layout.seat_base} + me * {self.layout.seat_size}"
            left, out = f"values[{base} + {LEFT}]", f"values[{base} + {ELIMINATED}]"
            is_in += f" and {left} != {plan.number} and not {out}"
        return [
            "while True:",
            f"{INDENT}listed = {listed}",
            f"{INDENT}for me in listed if last is None else {following}[last]:",
            f"{INDENT * 2}if {is_in}: break",
            f"{INDENT}else:",
            f"{INDENT * 2}break",
            f"{INDENT}place += 1",
        ]

    def _through(self, plan: PhasePlan, listed: str) -> list[str]:
        """Return the head of a loop over the players who were listed when the phase began."""
        lines = ["while place < len(items):", f"{INDENT}me = items[place]", f"{INDENT}place += 1"]
        if not self.turns.is_everyone(plan):
            lines.append(f"{INDENT}if me not in {listed}: continue")
        return lines

    def _turn(self, plan: PhasePlan) -> Iterator[str]:
        """Yield how a player whose turn it is comes to a choice; the only option is as good as
        taken."""
        yield f"{'last = ' if plan.phase.repeat else ''}values[{ACTIVE}] = me"
        yield from STEP
        with self.w.unheard():
            conditions = [self.w.truth(condition) for _, condition in self._conditions(plan)]
        words = set(WORD.findall(" ".join(conditions)))
        roles = {"card": "card = None", "actor": "actor = me"}
        yield from (line for role, line in roles.items() if role in words)
        bits = [f"({1 << n} if {condition} else 0)" for n, condition in enumerate(conditions)]
        which = " + ".join(bits) or "0"
        asked = [f"stack[-1] = {_frame(plan)}", "st.result = None", "return False"]
        if all(len(offer) > 1 for offer in self.offers(plan)):
            yield f"st.ask = asks_{plan.number}[{which}][me]"
            yield from asked
            return
        yield f"which = {which}"
        yield f"if asks_{plan.number}[which] is not None:"
        yield f"{INDENT}st.ask = asks_{plan.number}[which][me]"
        yield from indented(asked)
        yield f"if offers_{plan.number}[which]:"
        yield f"{INDENT}st.answer = offers_{plan.number}[which]"
        yield from indented(asked)
        yield from self._reset("turn")

    def _conditions(self, plan: PhasePlan) -> list[tuple[int, e.Expression]]:
        """Return the actions that are not always offered, with what has to hold for each."""
        found = []
        for number in plan.offer:
            action = self.program.actions[number].action
            if action.parameters:
                found.append((number, action.parameters[0].source))
            elif action.when is not None:
                found.append((number, action.when))
        return found

    def offers(self, plan: PhasePlan) -> list[tuple[tuple[int, None], ...]]:
        """Return all that a phase can offer, by which conditions hold: one bit each."""
        bits = {number: 1 << n for n, (number, _) in enumerate(self._conditions(plan))}
        return [
            tuple(
                (number, None)
                for number in plan.offer
                if number not in bits or which & bits[number]
            )
            for which in range(1 << len(bits))
        ]

    def tables(self, ask_of: AskOf) -> Iterator[tuple[str, object]]:
        """Yield the tables that the functions read, by name: what is offered, and what is asked
        then of each player."""
        for plan in self.phases:
            offers, seats, site = self.offers(plan), range(self.program.seats), plan.number
            yield f"offers_{plan.number}", tuple(offers)
            yield (
                f"asks_{plan.number}",
                tuple(
                    tuple(ask_of((me, "action", offer, None, ("phase", site))) for me in seats)
                    if len(offer) > 1
                    else None
                    for offer in offers
                ),
            )

    def _reset(self, scope: str) -> list[str]:
        return [f"reset(st, {scope!r})"] if self.resets.get(scope) else []

    # --- from an answer on --------------------------------------------------------------------

    def _answer(self, plan: PhasePlan, listed: str) -> Lines:
        """Yield a function (st, frame, option) that carries out an action chosen in a turn whose
        frame is on top, and goes on with the turns; an action that asks more is left alone."""
        at_once = [number for number in plan.offer if self._is_at_once(number)]
        yield f"def answer_turn_{plan.number}(st, frame, option):"
        yield f"{INDENT}me, action = frame.me, option[0]"
        is_other = f"frame.stage != {INSIDE} or frame.inner"
        if len(at_once) < len(plan.offer):
            is_other += f" or action not in {(*at_once,)}"
        yield f"{INDENT}if {is_other}:"
        yield f"{INDENT * 2}st.answer = (option,)"
        yield f"{INDENT * 2}return"
        yield f"{INDENT}st.steps, values = 1, st.values"
        word = "if"
        for number in at_once[:-1]:
            yield f"{INDENT}{word} action == {number}:"
            yield from self._done(number)
            word = "elif"
        yield f"{INDENT}else:" if len(at_once) > 1 else f"{INDENT}if True:"
        yield from self._done(at_once[-1])
        yield f"{INDENT}if st.pending:"
        yield f"{INDENT * 2}st.frames[-1] = frame.at(1)"
        ids = {number: self.program.actions[number].action.id for number in at_once}
        yield f"{INDENT * 2}st.frames.append(ScopeFrame({SCOPE}, 'action', {ids}[action]))"
        yield f"{INDENT * 2}return"
        yield from indented(self._reset("turn"))
        yield f"{INDENT}items, place, last = frame.items, frame.done, frame.last"
        yield f"{INDENT}active, outer = frame.active, frame.outer"
        yield from indented(self._course(plan, listed))
        yield ""

    def _done(self, number: int) -> Lines:
        """Yield the statements of what an action does."""
        code = self.program.events[self.program.actions[number].event].code
        assert code is not None
        for line in in_place(self.bodies, code):
            yield like(line, INDENT * 2 + line.replace("st.values[", "values["))


def _frame(plan: PhasePlan) -> str:
    """Return the source of the frame of a turn in which an action is to be chosen."""
    own = f"{PHASE}, {INSIDE}, {plan.number}, me, elements, items, place, me, active, 0, outer"
    return f"phase_frame(({own}))"
