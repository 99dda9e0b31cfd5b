"""Say why a card, place or player cannot be chosen for an action's parameter."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from dsl.model import expressions as e
from dsl.model.rules import Parameter
from dsl.model.slots import conjuncts, free_slots
from dsl.model.types import PLAYER, EntityType, Type, innermost
from dsl.records import record
from interpreter.graph.ops import FIRST_SLOT
from interpreter.run.decision import Ask
from interpreter.run.dry import DryRun
from interpreter.run.reasons import Reasons
from interpreter.state.frames import BodyFrame
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
        given: What was chosen before: pairs of local and value, with its type.
        texts: Else why, by language.
    """

    value: Value
    type: Type
    condition: e.Expression | None
    slot: int
    given: tuple[tuple[int, Value, Type], ...]
    texts: dict[str, str]


class Bars:
    """Finds out what stands in the way of the elements of a parameter."""

    def __init__(self, reasons: Reasons) -> None:
        self.reasons, self.machine = reasons, reasons.machine

    def barred(self, st: State) -> tuple[Barred, ...]:
        """Return what the open decision about a parameter leaves out."""
        self.machine.meter.spent = 0
        ask: Ask | None = st.ask
        if ask is None or ask.kind != "parameter" or not isinstance(ask.site, tuple):
            return ()
        dry, place = self.reasons.offers.dry[ask.site[1]], ask.site[2]
        parameter = dry.plan.action.parameters[place]
        if not isinstance(ask.of, EntityType) and ask.of != PLAYER:
            return ()
        frame = st.frames[-1]
        assert isinstance(frame, BodyFrame)
        L = list(frame.locals)
        L += [None] * (dry.plan.take.size + FIRST_SLOT - len(L))
        source, asked = _unfiltered(parameter.source)
        pool = self.machine.evaluator.closure(source)(st, L) or ()
        closed = islice(self._closed(st, ask, pool), MOST)
        given = self._given(dry, L, place)
        return tuple(self._bar(st, dry, place, each, asked, L, given) for each in closed)

    def _given(self, dry: DryRun, L: Locals, place: int) -> tuple[tuple[int, Value, Type], ...]:
        before: tuple[Parameter, ...] = dry.plan.action.parameters[:place]
        return tuple((n, L[n + FIRST_SLOT], each.type) for n, each in enumerate(before))

    def _closed(self, st: State, ask: Ask, pool: Values) -> Iterator[Value]:
        """Yield the elements that are no option and not like one, of those alike one, as far as
        who decides can tell them."""
        if ask.of == PLAYER:
            yield from (each for each in pool if each not in ask.options)
            return
        likeness, knowledge = self.reasons.offers.choosing.likeness, self.machine.knowledge
        said = {likeness.of(st, ask.asked, each) for each in ask.options if each is not None}
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
