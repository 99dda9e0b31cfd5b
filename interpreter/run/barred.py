"""Say why a card, place or player cannot be chosen, for an action's parameter or in its steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from dsl.model import expressions as e
from dsl.model.rules import Parameter
from dsl.model.slots import conjuncts, free_slots
from dsl.model.types import PLAYER, EntityType, Type, innermost
from dsl.records import record
from dsl.words.arithmetic import Fault
from interpreter.graph import ops
from interpreter.graph.ops import FIRST_SLOT
from interpreter.run.decision import Ask
from interpreter.run.dry import DryRun
from interpreter.run.parts import asking_frame, choice_of
from interpreter.run.reasons import Reasons
from interpreter.state.record import State
from interpreter.state.values import Locals, Value, Values

MOST: Final = 60
"""Elements of which it is said: among more nobody looks for one."""


@record
class Barred:
    """What cannot be chosen, though it is one of those that are chosen from.

    Attributes:
        value, type: The element.
        condition: What it does not meet, where that can be told.
        slot: The local by which the condition calls it.
        is_of_all: Whether the condition is of all that is chosen together, and calls that so. It
            is a reason only to who picks in any order: a match asks in its own, and what is not
            open yet may be so behind another.
        given: What was chosen before: pairs of local and value, with its type.
        texts: Else why, by language.
    """

    value: Value
    type: Type
    condition: e.Expression | None
    slot: int
    given: tuple[tuple[int, Value, Type], ...]
    texts: dict[str, str]
    is_of_all: bool = False


class Bars:
    """Finds out what stands in the way of the elements of a parameter."""

    def __init__(self, reasons: Reasons) -> None:
        self.reasons, self.machine = reasons, reasons.machine

    def barred(self, st: State) -> tuple[Barred, ...]:
        """Return what the open decision about elements of a list leaves out."""
        self.machine.meter.spent = 0
        ask: Ask | None = st.ask
        if ask is None or (not isinstance(ask.of, EntityType) and ask.of != PLAYER):
            return ()
        try:
            if ask.kind == "parameter" and isinstance(ask.site, tuple):
                return self._of_parameter(st, ask, ask.site)
            return self._of_choice(st, ask)
        except Fault:
            return ()

    def _of_parameter(self, st: State, ask: Ask, site: Values) -> tuple[Barred, ...]:
        """Return what a parameter of one element leaves out."""
        dry, place = self.reasons.offers.dry[site[1]], site[2]
        parameter = dry.plan.action.parameters[place]
        frame = asking_frame(st)
        L = list(frame.locals)
        L += [None] * (dry.plan.take.size + FIRST_SLOT - len(L))
        source, asked = _unfiltered(parameter.source)
        pool = self.machine.evaluator.closure(source)(st, L) or ()
        closed = islice(self._closed(st, ask, pool, ask.options), MOST)
        given = self._given(dry, L, place)
        return tuple(self._bar(st, dry, place, each, asked, L, given) for each in closed)

    def _of_choice(self, st: State, ask: Ask) -> tuple[Barred, ...]:
        """Return what a choice in steps, or of several, leaves out: what it does not choose from,
        and of several what does not go with the others."""
        choice, frame = self._choice(st, ask), asking_frame(st)
        if choice is None:
            return ()
        L = list(frame.locals)
        L += [None] * (self.machine.program.code_at(frame.kind).size + FIRST_SLOT - len(L))
        source, asked = _unfiltered(choice.source)
        taken, options = self._taken(ask, choice, L), self._elements(ask, choice, L)
        pool = self.machine.evaluator.closure(source)(st, L) or ()
        pool = [each for each in pool if each not in taken]
        given = self._given_to(choice, L)
        found = (
            self._bar_of(st, each, choice, asked, L, given)
            for each in self._closed(st, ask, pool, options)
        )
        return tuple(islice((each for each in found if each is not None), MOST))

    def _choice(self, st: State, ask: Ask) -> ops.Choose | None:
        """Return the choice that asks: of one element in steps, or of several."""
        if ask.kind == "choose" and isinstance(ask.site, int):
            operation = self.machine.program.operations[ask.site]
            return operation if isinstance(operation, ops.Choose) else None
        return choice_of(self.machine.program, st) if ask.kind == "piece" else None

    @staticmethod
    def _elements(ask: Ask, choice: ops.Choose, L: Locals) -> Values:
        """Return the elements that are open."""
        if ask.kind == "choose":
            return ask.options
        pool = L[choice.pool + FIRST_SLOT][0]
        return tuple(pool[each[0]][0] for each in ask.options if isinstance(each, tuple))

    @staticmethod
    def _taken(ask: Ask, choice: ops.Choose, L: Locals) -> Values:
        """Return the elements that are chosen already."""
        if ask.kind == "choose":
            return ()
        pool, taken = L[choice.pool + FIRST_SLOT][0], L[choice.taken + FIRST_SLOT]
        return tuple(pool[each][0] for each in taken)

    def _given_to(self, choice: ops.Choose, L: Locals) -> tuple[tuple[int, Value, Type], ...]:
        if choice.action is None:
            return ()
        action, place = choice.action
        return self._given(self.reasons.offers.dry[action], L, place)

    def _bar_of(
        self, st: State, value: Value, choice: ops.Choose, asked: tuple[e.Filter, ...],
        L: Locals, given: tuple[tuple[int, Value, Type], ...],
    ) -> Barred | None:  # fmt: skip
        """Return why an element is not open, None where that cannot be told."""
        ask: Ask = st.ask
        assert ask.of is not None
        own = list(L)
        for each in asked:
            own[each.slot + FIRST_SLOT] = value
            failing = self._failing(st, each.condition, own)
            if failing is not None:
                return Barred(value, ask.of, failing, each.slot, given, {})
        if ask.kind == "choose" or choice.condition is None:
            return None
        return Barred(value, ask.of, choice.condition, choice.slot, given, {}, is_of_all=True)

    def _given(self, dry: DryRun, L: Locals, place: int) -> tuple[tuple[int, Value, Type], ...]:
        before: tuple[Parameter, ...] = dry.plan.action.parameters[:place]
        return tuple((n, L[n + FIRST_SLOT], each.type) for n, each in enumerate(before))

    def _closed(
        self, st: State, ask: Ask, pool: Sequence[Value], options: Values
    ) -> Iterator[Value]:
        """Yield the elements that are no option and not like one, of those alike one, as far as
        who decides can tell them."""
        if ask.of == PLAYER:
            yield from (each for each in pool if each not in options)
            return
        likeness, knowledge = self.reasons.offers.choosing.likeness, self.machine.knowledge
        said = {likeness.of(st, ask.asked, each) for each in options if each is not None}
        for each in pool:
            looks = likeness.of(st, ask.asked, each)
            if looks not in said and knowledge.identifies(st, each) >> ask.asked & 1:
                said.add(looks)
                yield each

    def _bar(
        self, st: State, dry: DryRun, place: int, value: Value,
        asked: tuple[e.Filter, ...], L: Locals, given: tuple[tuple[int, Value, Type], ...],
    ) -> Barred:  # fmt: skip
        own, type_ = list(L), innermost(dry.plan.action.parameters[place].type)
        for each in asked:
            own[each.slot + FIRST_SLOT] = value
            failing = self._failing(st, each.condition, own)
            if failing is not None:
                return Barred(value, type_, failing, each.slot, given, {})
        own[place + FIRST_SLOT] = value
        trail = dry.trail_from(st, own, dry.choices[place] + 1)
        demand = self.reasons.demand(trail)
        failing = None if demand is None else self._failing(st, demand, own)
        if failing is not None and _reads_only(failing, place):
            return Barred(value, type_, failing, place, given, {})
        return Barred(value, type_, None, place, given, self.reasons.texts(st, dry, trail, L[0]))

    def _failing(self, st: State, condition: e.Expression, L: Locals) -> e.Expression | None:
        """Return the first part of a condition that does not hold."""
        closure = self.machine.evaluator.closure
        return next((p for p in conjuncts(condition) if not closure(p)(st, list(L))), None)


def _reads_only(condition: e.Expression, place: int) -> bool:
    """Return whether a condition reads nothing that is chosen behind a parameter."""
    return max(free_slots(condition), default=-1) <= place


def _unfiltered(source: e.Expression) -> tuple[e.Expression, tuple[e.Filter, ...]]:
    """Return the list that a choice is from, and what is asked of its elements, the first first."""
    found: list[e.Filter] = []
    while isinstance(source, e.Filter):
        found.append(source)
        source = source.source
    return source, tuple(reversed(found))
