"""Find what happens instead of an event, and ask those who decide about it, one after another."""

from __future__ import annotations

from dsl.model.rules import Replacement
from interpreter.program.limits import LONG
from interpreter.program.program import EventPlan
from interpreter.state.record import State
from interpreter.state.values import ASKED, BEGIN, REPLACED, EventFrame, Value, Values
from interpreter.walk.machine import Machine
from interpreter.walk.matching import Fit, Matcher, without_twins
from interpreter.walk.triggers import Triggers


class Replacements:
    """Finds and begins what stands instead of an event.

    Nobody is asked about a card that they may not see and that is not theirs: each player decides
    about their own, and what nobody may see acts unasked.
    """

    def __init__(self, machine: Machine, matcher: Matcher, triggers: Triggers) -> None:
        self.machine, self.matcher, self.triggers = machine, matcher, triggers
        self.is_last = machine.program.game.policy.replacements == "last"
        self.affected = triggers.affected

    def fits(
        self, st: State, plan: EventPlan, me: int | None, arguments: Values, used: Values
    ) -> list[Fit[Replacement]]:
        """Return what could stand instead of an event, but what was used or refused before."""
        rules = self.machine.program.insteads.get(plan.id, ())
        if not rules or not st.listening & self.machine.masks[plan.id]:
            return []
        found = [
            fit
            for rule in self.matcher.heard(st, rules)
            for fit in self.matcher.fits(st, rule, me, arguments)
            if (fit.plan.number, fit.card) not in used
            and not self.triggers.is_spent(st, fit.plan, fit.locals)
            and self._is_open(st, fit)
        ]
        return found[-1:] if self.is_last and not used else [] if self.is_last else found

    def _is_open(self, st: State, fit: Fit[Replacement]) -> bool:
        """Return whether an optional replacement's cost can be paid, and in a cost by its payer."""
        if not _is_optional(fit):
            return True
        decider = self._decider_of(st, fit)
        if decider is None or (st.payer is not None and decider != st.payer):
            return False
        return self.triggers.is_payable(st, fit.plan, fit.locals)

    def _decider_of(self, st: State, fit: Fit[Replacement]) -> int | None:
        by = fit.plan.rule.by
        if by is None:
            return fit.locals[0]
        found = self.machine.evaluator.closure(by)(st, fit.locals)
        return None if found is None else int(found)

    def use(
        self, st: State, frame: EventFrame, plan: EventPlan, fits: list[Fit[Replacement]]
    ) -> None:
        """Ask who decides next, if there is a choice, and begin what was chosen."""
        decider, own = self._next_of(st, frame, plan, fits)
        if st.before_batch is not None:  # a question ends that view: the answer means these
            told = tuple((m.plan.number, m.card, tuple(m.locals)) for m in own)
            st.frames[-1] = frame._replace(stage=ASKED, extra=(frame.extra, decider, told))
        self._choose(st, frame, plan, decider, own)

    def answered(self, st: State, frame: EventFrame, plan: EventPlan) -> None:
        """Begin what was chosen of what was offered."""
        extra, decider, told = frame.extra
        rules = {rule.number: rule for rule in self.machine.program.insteads[plan.id]}
        own = [Fit(rules[number], card, list(locals_)) for number, card, locals_ in told]
        self._choose(st, frame._replace(stage=BEGIN, extra=extra), plan, decider, own)

    def _choose(
        self, st: State, frame: EventFrame, plan: EventPlan, decider: int | None,
        own: list[Fit[Replacement]],
    ) -> None:  # fmt: skip
        different = without_twins(st, own)
        optional = all(_is_optional(m) for m in different)
        options: Values = tuple((m.plan.number, m.card) for m in different)
        if optional:
            answer = self._ask(st, frame, decider, (*options, None))
        elif len(different) == 1 or decider is None:
            answer = options[:1]
        else:
            answer = self._ask(st, frame, decider, options)
        if answer is not None:
            self._apply(st, frame, plan, own, answer[0])

    def _next_of(
        self, st: State, frame: EventFrame, plan: EventPlan, fits: list[Fit[Replacement]]
    ) -> tuple[int | None, list[Fit[Replacement]]]:
        """Return who decides next, and about which replacements: those whom the event concerns
        come first; in a cost who pays it decides all."""
        if len(fits) == 1:
            return self._decider_of(st, fits[0]), fits
        first = st.payer
        if first is None:
            first = self.affected(st, plan, frame.me, frame.arguments)
        by_player: dict[int | None, list[Fit[Replacement]]] = {}
        for fit in fits:
            by_player.setdefault(self._orderer_of(st, fit, first), []).append(fit)
        decider = next(p for p in self.affected.turn_order(st, first) if p in by_player)
        return decider, by_player[decider]

    def _orderer_of(self, st: State, fit: Fit[Replacement], first: int) -> int | None:
        """Return who says when a replacement acts: of an optional one who decides about it; else
        whom the event concerns, if they may see its card, else the card's controller; nobody in a
        cost that another pays, or where the controller may not see it either."""
        if _is_optional(fit):
            return self._decider_of(st, fit)
        card, controller = fit.card, fit.locals[0]
        seeing = -1 if card is None else self.machine.knowledge.looks(st, card)
        if seeing & 1 << first:
            return first
        if st.payer is not None or controller is None or not seeing & 1 << controller:
            return None
        return int(controller)

    def _ask(self, st: State, frame: EventFrame, decider: int | None, options: Values) -> Value:
        assert decider is not None
        return self.machine.decide(
            st, decider, "replacement", options, None, ("event", frame.event)
        )

    def _apply(
        self,
        st: State,
        frame: EventFrame,
        plan: EventPlan,
        fits: list[Fit[Replacement]],
        chosen: Value,
    ) -> None:
        used = frame.used
        if chosen is None:
            used = (*used, *((m.plan.number, m.card) for m in fits))
            st.frames[-1] = frame._replace(used=used)
            return
        fit = next(m for m in fits if (m.plan.number, m.card) == chosen)
        used = (*used, chosen)
        st.frames[-1] = frame._replace(stage=REPLACED, used=used, extra=(plan.no_result,))
        self.machine.meter.charge(LONG)
        self.triggers.act(st, fit.plan, fit.locals)


def _is_optional(fit: Fit[Replacement]) -> bool:
    return fit.plan.rule.optional or fit.plan.cost is not None
