"""Explain why an action is not offered, and why something cannot be chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from dsl.languages import SLOT, SPOKEN
from dsl.model import expressions as e
from dsl.model import types as t
from dsl.model.expressions import Expression, Filter, ZoneCards
from dsl.model.nouns import Text
from dsl.model.walk import conjuncts, free_slots
from dsl.records import Record
from dsl.words.arithmetic import Fault
from interpreter.lower import ops
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.program import ActionPlan, Program
from interpreter.program.steps import CostFailed
from interpreter.state.record import State
from interpreter.state.values import Locals, Value, Values
from interpreter.walk.decision import Ask, ClosedElement, asking_frame, choice_of
from interpreter.walk.dry import DryRun, Trail
from interpreter.walk.labels import WORDS, Labels, bare, in_language
from interpreter.walk.machine import Machine
from interpreter.walk.offers import Offers


class Refused(NamedTuple):
    """An event that could not happen: its id, who would do it, and its arguments."""

    event: str
    me: int | None
    arguments: Values


def shortage(machine: Machine, st: State, refused: Refused) -> dict[str, str] | None:
    """Return what is lacking for an event, by language; None where its condition compares no amount
    that has a name with what it asks for."""
    plan = machine.program.events[refused.event]
    if plan.event is None or plan.event.when is None:
        return None
    given: Locals = [refused.me, None, refused.me, *refused.arguments[: plan.slots]]
    given += [None] * len(plan.event.when.slots)
    for condition in conjuncts(plan.event.when.expression):
        sides = _sides(condition)
        if sides is not None and not machine.evaluator.closure(condition)(st, list(given)):
            return _said(machine, st, *sides, given)
    return None


def _sides(condition: e.Expression) -> tuple[e.Expression, e.Expression] | None:
    """Return what a condition asks for and what it is compared with; None where it is no such."""
    if isinstance(condition, e.Primitive) and condition.name in ("payable", "covers"):
        had, asked = condition.arguments
        return asked, had
    if isinstance(condition, e.Compare) and condition.operator in ("<=", ">="):
        sides = (condition.left, condition.right)
        return sides if condition.operator == "<=" else (sides[1], sides[0])
    return None


def _said(
    machine: Machine, st: State, asked: e.Expression, had: e.Expression, given: Locals
) -> dict[str, str] | None:
    noun, is_own = _noun(machine, st, had, given)
    labels, type_ = Labels(machine.program), t.plain_type(had.type)
    are_sources = isinstance(type_, t.ListOf)  # what they give is not told: others may not know it
    if not (noun or are_sources) or not (type_ == t.INT or isinstance(type_, t.BagOf | t.ListOf)):
        return None
    need, have = (machine.evaluator.closure(each)(st, list(given)) for each in (asked, had))
    key = "things" if type_ != t.INT else "own" if is_own else "of-table"
    key = "sources" if are_sources else key

    def word(value: Value, of: e.Expression, language: str) -> str:
        return labels.text(st, value, of.type, language, hidden=False)

    return {
        language: WORDS.say(
            language,
            f"lacking-{key}",
            noun=in_language(noun, language, ""),
            need=word(need, asked, language),
            have="" if are_sources else word(have, had, language),
        )
        for language in SPOKEN
    }


def _noun(machine: Machine, st: State, had: e.Expression, given: Locals) -> tuple[Text, bool]:
    """Return what people call what is compared, and whether it is one's own; no text where it has
    none or belongs to somebody else."""
    of = had.source if isinstance(had, e.Fold) and had.function == "count" else had
    game = machine.program.game
    if isinstance(of, e.StateRead):
        text = game.state[of.state].text
    elif isinstance(of, e.ZoneCards):
        text = game.zones[of.zone].text
    else:
        return {}, False
    if of.of is None:
        return text, False
    whose = machine.evaluator.closure(of.of)(st, list(given))
    return (text, True) if whose == given[0] else ({}, False)


class Refusal(Record):
    """An action that is not offered.

    Attributes:
        action: Its id.
        reason: Which of the texts `why-…` says why.
        texts: Why, by language.
    """

    action: str
    reason: str
    texts: dict[str, str]


Word: TypeAlias = int | str | Mapping[str, str]
"""A number, an id, or what something is called by language."""
Words: TypeAlias = dict[str, Word]


class WhyNotOffered:
    """Finds out what stands in the way of actions."""

    def __init__(self, machine: Machine, offers: Offers) -> None:
        self.machine, self.offers = machine, offers

    def refusals(self, st: State) -> tuple[Refusal, ...]:
        """Return the actions that the phase lists and the player who decides cannot take now."""
        ask = st.ask
        if ask is None or ask.kind != "action":
            return ()
        phase = ask.site[1]
        offered = {number for number, _ in ask.options}
        return tuple(
            self._refusal(st, number, ask.asked)
            for number in self.machine.program.phases[phase].offer
            if number not in offered
        )

    def _refusal(self, st: State, number: int, me: int) -> Refusal:
        dry = self.offers.dry[number]
        trails = [dry.trail(st, me, card) for card in self._users(st, dry.plan, me)]
        if not trails:
            return Refusal(dry.plan.action.id, "nobody", _spoken_texts("nobody", {}))
        key, words = self._reason(st, dry, max(trails, key=lambda trail: trail.reached), me)
        return Refusal(dry.plan.action.id, key, _spoken_texts(key, words))

    def texts(self, st: State, dry: DryRun, trail: Trail, me: int) -> dict[str, str]:
        """Return why the dry runs of an action come no further, by language."""
        return _spoken_texts(*self._reason(st, dry, trail, me))

    def demand(self, trail: Trail) -> Expression | None:
        """Return the condition at which dry runs have ended, if it is one."""
        operation = self.machine.program.operations[trail.reached]
        if trail.paying is not None or not isinstance(operation, ops.Demand):
            return None
        return operation.condition if operation.limit is None else None

    def _reason(self, st: State, dry: DryRun, furthest: Trail, me: int) -> tuple[str, Words]:
        """Return which text `why-…` names the first requirement that no way to take an action gets
        past, and its slots."""
        if furthest.paying is not None:
            return self._unpaid(st, dry, furthest.paying)
        operation = self.machine.program.operations[furthest.reached]
        if isinstance(operation, ops.Demand) and operation.limit is not None:
            return "limit", {"n": operation.limit}
        if isinstance(operation, ops.Choose) and furthest.lacking:
            type_ = t.innermost(operation.source.type)
            if isinstance(type_, t.EntityType | t.TargetType) or type_ == t.PLAYER:
                return _needs(self.machine.program, operation.source, furthest.lacking)
        return "forbidden" if self._is_forbidden(st, dry.plan, me) else "condition", {}

    def _is_forbidden(self, st: State, plan: ActionPlan, me: int) -> bool:
        """Return whether what an action itself asks for holds, and something forbids it."""
        own = next(each for each in self.machine.program.game.actions if each.id == plan.action.id)
        if own.when == plan.action.when:
            return False
        if own.when is None:
            return True
        when = None if own.parameters else self.machine.evaluator.optional(own.when)
        users = self._users(st, plan, me)
        return when is not None and any(when(st, [me, card, me]) for card in users)

    def _users(self, st: State, plan: ActionPlan, me: int) -> Iterator[int | None]:
        evaluator = self.machine.evaluator
        for card in evaluator.bearers(st, plan):
            if card is None or evaluator.controller(st, card) == me:
                yield card

    def _unpaid(self, st: State, dry: DryRun, L: Locals) -> tuple[str, Words]:
        """Try the cost step by step, and say where it failed first."""
        self._failure()
        walked = st.clone()
        walked.ask = None
        dry.tries(walked, L, logs=True)
        failed = self._failure()
        if failed is None or failed.site is None:
            return "cost", {}
        if failed.refused is not None and not dry.needs.verdict:
            lacking = shortage(self.machine, st, Refused(*failed.refused))
            if lacking is not None:
                return "short", {"lacking": lacking}
        return self._said(failed.site)

    def _failure(self) -> CostFailed | None:
        """Return the first failure of a cost that was noted, and forget it."""
        found, self.machine.failed = self.machine.failed, None
        return found

    def _said(self, site: int) -> tuple[str, Words]:
        """Return the words for the operation at which a cost failed."""
        program = self.machine.program
        operation = program.operations[site]
        if isinstance(operation, ops.Choose) and operation.mode in ("one", "exactly"):
            number = getattr(operation.number, "value", 1)
            return _needs(program, operation.source, number if isinstance(number, int) else 1)
        if isinstance(operation, ops.Call):
            text = program.events[operation.event].text or {"en": operation.event}
            if not any(SLOT.search(each) for each in text.values()):  # else it would have gaps
                return "event", {"event": text}
        return "cost", {}


def _needs(program: Program, source: Expression, number: int) -> tuple[str, Words]:
    """Return the words for something to choose from that is not there."""
    fitting = "-fitting" if isinstance(source, Filter) else ""
    while isinstance(source, Filter):
        source = source.source
    type_ = t.innermost(source.type)
    kind = type_.kind if isinstance(type_, t.EntityType) else None
    noun = program.game.kinds[kind].text if kind else {}
    words: Words = {"n": number, "noun": noun or {"en": str(type_)}}
    if fitting and number == 1:
        return "none-fits", {"noun": words["noun"]}
    if not isinstance(source, ZoneCards):
        return f"needs{fitting}", words
    zone = program.game.zones[source.zone].text
    return f"needs{fitting}-in", {**words, "zone": zone or {"en": source.zone.name}}


def _spoken_texts(key: str, words: Words) -> dict[str, str]:
    """Return the text of a reason in each language."""
    return {
        language: WORDS.say(
            language,
            f"why-{key}",
            **{
                name: bare(in_language(word, language, "")) if isinstance(word, dict) else str(word)
                for name, word in words.items()
            },
        )
        for language in SPOKEN
    }


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
        if ask is None or (
            not isinstance(ask.of, t.EntityType | t.TargetType) and ask.of != t.PLAYER
        ):
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

    def _given(self, choice: ops.Choose, L: Locals) -> tuple[tuple[int, Value, t.Type], ...]:
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
        if ask.of == t.PLAYER:
            yield from (each for each in pool if each not in options)
            return
        likeness, knowledge = self.reasons.offers.choosing.likeness, self.machine.knowledge
        said = {likeness.of(st, ask.asked, each) for each in options if each is not None}
        for each in pool:
            looks = likeness.of(st, ask.asked, each)
            if looks not in said and (each < 0 or knowledge.looks(st, each) >> ask.asked & 1):
                said.add(looks)
                yield each

    def _failing(self, st: State, condition: e.Expression, L: Locals) -> e.Expression | None:
        """Return the first part of a condition that does not hold."""
        closure = self.machine.evaluator.closure
        return next((p for p in conjuncts(condition) if not closure(p)(st, list(L))), None)
