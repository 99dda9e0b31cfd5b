"""Explain why a card, place or player cannot be chosen, for a parameter or in steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from dsl.model import expressions as e
from dsl.model.types import PLAYER, EntityType, Type
from dsl.model.walk import conjuncts, free_slots
from dsl.words.arithmetic import Fault
from interpreter.lower import ops
from interpreter.lower.ops import FIRST_SLOT
from interpreter.state.record import State
from interpreter.state.values import Locals, Value, Values
from interpreter.walk.decision import Ask, ClosedElement, asking_frame, choice_of
from interpreter.walk.why_not_offered import WhyNotOffered

KINDS: Final = ("choose", "parameter", "piece")
"""Decisions about elements of a list."""
MOST: Final = 60
"""Elements of which it is said: among more nobody looks for one."""


class WhyNotChosen:
    """Finds out what stands in the way of the elements of a parameter."""

    def __init__(self, reasons: WhyNotOffered) -> None:
        self.reasons, self.machine = reasons, reasons.machine

    def barred(self, st: State) -> tuple[ClosedElement, ...]:
        """Return what the open decision about elements of a list leaves out."""
        self.machine.meter.begin()
        ask: Ask | None = st.ask
        if ask is None or (not isinstance(ask.of, EntityType) and ask.of != PLAYER):
            return ()
        try:
            choice = choice_of(self.machine.program, st, KINDS)
            return () if choice is None else self._of_choice(st, ask, choice)
        except Fault:
            return ()

    def _of_choice(self, st: State, ask: Ask, choice: ops.Choose) -> tuple[ClosedElement, ...]:
        """Return what a choice leaves out: what it does not choose from, what leads nowhere, and of
        several what does not go with the others."""
        frame = asking_frame(st)
        L = list(frame.locals)
        L += [None] * (self.machine.program.code_at(frame.kind).size + FIRST_SLOT - len(L))
        source, asked = choice.source, tuple[e.Filter, ...]()
        while isinstance(source, e.Filter):
            asked = (source, *asked)
            source = source.source
        taken, options = self._taken(ask, choice, L), self._elements(ask, choice, L)
        pool = self.machine.evaluator.closure(source)(st, L) or ()
        pool = [each for each in pool if each not in taken]
        found = (
            self._bar(st, each, choice, asked, L) for each in self._closed(st, ask, pool, options)
        )
        return tuple(islice((each for each in found if each is not None), MOST))

    @staticmethod
    def _elements(ask: Ask, choice: ops.Choose, L: Locals) -> Values:
        """Return the elements that are open."""
        if ask.kind != "piece":
            return ask.options
        pool = L[choice.pool + FIRST_SLOT][0]
        return tuple(pool[each[0]][0] for each in ask.options if isinstance(each, tuple))

    @staticmethod
    def _taken(ask: Ask, choice: ops.Choose, L: Locals) -> Values:
        """Return the elements that are chosen already."""
        if ask.kind != "piece":
            return ()
        pool, taken = L[choice.pool + FIRST_SLOT][0], L[choice.taken + FIRST_SLOT]
        return tuple(pool[each][0] for each in taken)

    def _bar(
        self, st: State, value: Value, choice: ops.Choose, asked: tuple[e.Filter, ...], L: Locals
    ) -> ClosedElement | None:
        """Return why an element is not open, None where that cannot be told."""
        ask: Ask = st.ask
        assert ask.of is not None
        given, own = self._given(choice, L), list(L)
        for each in asked:
            own[each.slot + FIRST_SLOT] = value
            failing = self._failing(st, each.condition, own)
            if failing is not None:
                return ClosedElement(value, ask.of, failing, each.slot, given, {})
        if ask.kind == "parameter":
            failing, texts = self._behind(st, value, choice, own)
            return ClosedElement(value, ask.of, failing, choice.slot, given, texts)
        if ask.kind == "choose" or choice.condition is None:
            return None
        return ClosedElement(
            value, ask.of, choice.condition, choice.slot, given, {}, is_of_all=True
        )

    def _behind(
        self, st: State, value: Value, choice: ops.Choose, own: Locals
    ) -> tuple[e.Expression | None, dict[str, str]]:
        """Return the condition that a parameter's element does not meet, else why nothing behind it
        leads on."""
        assert choice.action is not None
        action, place = choice.action
        dry = self.reasons.offers.dry[action]
        own[place + FIRST_SLOT] = value
        trail = dry.trail_from(st, own, dry.choices[place] + 1)
        demand = self.reasons.demand(trail)
        failing = None if demand is None else self._failing(st, demand, own)
        if failing is not None and max(free_slots(failing), default=-1) <= place:
            return failing, {}
        return None, self.reasons.texts(st, dry, trail, own[0])

    def _given(self, choice: ops.Choose, L: Locals) -> tuple[tuple[int, Value, Type], ...]:
        if choice.action is None:
            return ()
        action, place = choice.action
        before = self.machine.program.actions[action].action.parameters[:place]
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

    def _failing(self, st: State, condition: e.Expression, L: Locals) -> e.Expression | None:
        """Return the first part of a condition that does not hold."""
        closure = self.machine.evaluator.closure
        return next((p for p in conjuncts(condition) if not closure(p)(st, list(L))), None)
