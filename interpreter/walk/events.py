"""Carry an event through its stages: may it, instead of it, before it, its steps, after it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dsl.model.rules import Trigger
from interpreter.program.closures import freeze
from interpreter.program.limits import LONG
from interpreter.program.program import EventPlan, RulePlan
from interpreter.program.steps import CostFailed
from interpreter.program.subscriptions import is_always_possible
from interpreter.state.record import LOGGED, State
from interpreter.state.values import (
    AFTERS,
    BEFORES,
    BEGIN,
    CHECK,
    EVENT,
    REPLACED,
    STEPS,
    BatchFrame,
    CheckFrame,
    EventFrame,
    Value,
    Values,
    body_frame,
    event_frame,
)
from interpreter.walk.listener import keep_within
from interpreter.walk.machine import Machine
from interpreter.walk.matching import Fit, Matcher, Raised
from interpreter.walk.recording import Recorder, amend, forget
from interpreter.walk.replacements import Replacements
from interpreter.walk.triggers import Group, Triggers

ANY_ROOM: Final[Mapping[int, int]] = {}
"""Says that room is not asked for: what happens before may make it."""
CREATE: Final = "create"
"""The event that happens to as many cards as there are: rules are told how many."""


class Events:
    """Carries events through their stages.

    What stands in `extra` of their frames: at the beginning what the body is given beyond the
    arguments; of one replaced its result so far; before the steps the triggers that wait and what
    the body is given; at the steps who watches them; after them the triggers that wait and the
    result.
    """

    def __init__(self, machine: Machine, matcher: Matcher, triggers: Triggers) -> None:
        self.machine, self.matcher, self.triggers = machine, matcher, triggers
        self.recorder = Recorder(machine.program, machine.knowledge, machine.meter)
        self.replacements = Replacements(machine, matcher, triggers)
        self.stages = (
            *(self._begin, self._replaced, self._befores, self._steps, self._afters),
            self.replacements.answered,
        )
        self.is_immediate = machine.program.game.policy.triggers == "immediate"
        self.watches = machine.program.game.policy.watch == "event"
        afters = (plan for plans in machine.program.afters.values() for plan in plans)
        self.at_once = frozenset(plan.number for plan in afters if plan.rule.at_once)
        """The after triggers that do not wait until the body around the event has ended."""
        self.limited = {
            family.number
            for family in machine.program.families
            if family.slots is not None or family.limit is not None
        }
        """The families of zones with a limit of cards."""
        into = {id_ for id_, plan in machine.program.events.items() if plan.needs_room}
        self.bounded = {CREATE, *into} if self.limited else {CREATE}
        """The events that happen only as far as there is room."""
        self.masks, self.resets = machine.masks, machine.resets
        events, self.forbids = machine.program.events, machine.program.forbids
        self.free = {
            id_: plan.code
            for id_, plan in events.items()
            if plan.code and is_always_possible(machine.program, plan)
        }
        """The bodies of events that can always happen."""
        self.done = {id_: None if _declares(plan) else True for id_, plan in events.items()}
        """What events come to whose bodies return nothing."""

    def begin(
        self, st: State, id_: str, me: int | None, arguments: Values,
        continues: bool = False, in_batch: bool = False, given: Values = (),
    ) -> None:  # fmt: skip
        """Begin an event; its result will be in `st.result`.

        Args:
            given: For an action its card and the further locals of its body that rules do not
                see: what its cost has bound.
        """
        self.machine.count_step(st)
        mask, is_in_stages = self.masks[id_], continues or in_batch or self.watches
        if (mask or is_in_stages) and not st.listening & LOGGED:
            self.machine.meter.charge(LONG)
        if not (is_in_stages or st.listening & mask):
            self._begin_unheard(st, id_, me, arguments, given)
            return
        if id_ == CREATE:
            coming = self.machine.natives.coming(st, *arguments)
            if arguments[0] and not coming and st.payer is None:
                st.result = None if in_batch else ()
                return
            arguments = (coming, *arguments[1:]) if st.payer is None else arguments
        used = self._used_so_far(st, id_) if continues else ()
        st.frames.append(
            event_frame(
                (EVENT, BEGIN, id_, me, arguments, used, 0, st.cause, given, continues, in_batch)
            )
        )

    def _begin_unheard(
        self, st: State, id_: str, me: int | None, arguments: Values,
        given: Values,
    ) -> None:  # fmt: skip
        """Go on to the steps of an event at once: no rule can act on it before."""
        code, plan = self.free.get(id_), self.machine.program.events[id_]
        if code is None and not self.can_happen(st, plan, me, arguments):
            st.result = plan.no_result
            return
        card, bound = given or (None, ())
        own_id, cause, frames = 0, st.cause, st.frames
        if st.listening & LOGGED:
            own_id = self.recorder.note(st, id_, me, arguments, card)
        frames.append(
            event_frame((EVENT, STEPS, id_, me, arguments, (), own_id, cause, (), False, False))
        )
        if code is None:
            self.carry_out(st, plan, me, arguments, given)
            return
        room = (None,) * (code.size - len(arguments) - len(bound))
        frames.append(body_frame((code.first, (me, card, me, *arguments, *bound, *room))))

    def _used_so_far(self, st: State, id_: str) -> Values:
        for frame in reversed(st.frames):
            if isinstance(frame, EventFrame) and frame.event == id_ and frame.stage == REPLACED:
                return frame.used
        return ()

    def on_event(self, st: State, frame: EventFrame) -> None:
        """Go on with an event."""
        id_ = frame.event
        waits = frame.extra or frame.continues or frame.in_batch or self.watches
        if frame.stage != STEPS or waits or st.listening & self.masks[id_]:
            self.stages[frame.stage](st, frame, self.machine.program.events[id_])
            return
        st.frames.pop()  # its steps are done, and no rule can act after it
        st.cause, result = frame.cause, st.result
        st.result = self.done[id_] if result is None else freeze(result)
        if frame.own_id:
            self.recorder.tell_result(st, frame.own_id, id_)
        if id_ in self.resets.by_scope:
            self.resets.do(st, id_)

    # --- stages -------------------------------------------------------------------------------

    def _begin(self, st: State, frame: EventFrame, plan: EventPlan) -> None:
        me, arguments, used = frame.me, frame.arguments, frame.used
        if frame.in_batch and plan.needs_room:
            possible = self.can_happen(st, plan, me, arguments, self._going(st, arguments))
        else:
            possible = self.can_happen(st, plan, me, arguments)
        if not possible:
            self._end(st, frame, plan.no_result)
            return
        fits = self.replacements.fits(st, plan, me, arguments, used)
        if fits:
            self.replacements.use(st, frame, plan, fits)
            return
        self._to_befores(st, frame, plan)

    def can_happen(
        self, st: State, plan: EventPlan, me: int | None, arguments: Values,
        going: Mapping[int, int] | None = None,
    ) -> bool:  # fmt: skip
        """Return whether an event's `when` holds and nothing forbids it; in a cost, fail it.

        Args:
            going: Which cards go into which zones before it happens: those of its batch, or
                `ANY_ROOM`.
        """
        possible = self.is_possible(st, plan, me, arguments, going)
        if not possible and st.payer is not None:
            raise CostFailed((plan.id, me, arguments))
        return possible

    def is_possible(
        self, st: State, plan: EventPlan, me: int | None, arguments: Values,
        going: Mapping[int, int] | None = None,
    ) -> bool:  # fmt: skip
        """Return whether an event's `when` holds and nothing forbids it (see `can_happen`)."""
        if plan.event is not None and plan.event.when is not None:
            when = self.machine.event_when(plan)
            if when and not when(st, [me, None, me, *arguments[: plan.slots]]):
                return False
        is_bound, can_enter = (
            plan.needs_room and going is not ANY_ROOM,
            self.machine.natives.can_enter,
        )
        if is_bound and not can_enter(st, arguments[0], arguments[1], going):
            return False
        return plan.id not in self.forbids or not self._is_forbidden(st, plan, me, arguments)

    def _going(self, st: State, arguments: Values) -> Mapping[int, int] | None:
        """Return which cards go into which zones before an event of a batch."""
        if st.zone_families[arguments[1]] not in self.limited:
            return None
        batch, plans = st.frames[-2], self.machine.program.events
        assert isinstance(batch, BatchFrame)
        self.machine.meter.charge(len(batch.rest))
        return {given[0]: given[1] for id_, _, given, _ in batch.rest if plans[id_].needs_room}

    def _is_forbidden(self, st: State, plan: EventPlan, me: int | None, arguments: Values) -> bool:
        for rule in self.matcher.heard(st, self.forbids[plan.id]):
            if self.matcher.fits(st, rule, me, arguments) or (
                st.before_batch is not None
                and self.matcher.fits(st, rule, me, arguments, is_now=True)
            ):
                self.machine.visit(st, rule.rule.span)
                return True
        return False

    def as_it_comes(self, st: State, member: Value) -> Value:
        """Return an event of a batch as it happens now that others have; None where it does not:
        there is no room left for it, or none of what it makes is there."""
        id_, me, arguments, own_id, witnesses = member
        if id_ != CREATE:
            is_limited = st.zone_families[arguments[1]] in self.limited
            if not is_limited or self.machine.natives.can_enter(st, *arguments[:2]):
                return member
        elif coming := self.machine.natives.coming(st, *arguments):
            if coming is arguments[0]:
                return member
            if st.payer is None:
                amend(st, own_id, lambda record: record._replace(arguments=(coming, arguments[1])))
                return id_, me, (coming, arguments[1]), own_id, witnesses
        if st.payer is not None:
            raise CostFailed((id_, me, arguments))
        forget(st, own_id)
        return None

    def _replaced(self, st: State, frame: EventFrame, plan: EventPlan) -> None:
        self._end(st, frame, frame.extra[0])

    def _to_befores(self, st: State, frame: EventFrame, plan: EventPlan) -> None:
        id_, me, arguments = frame.event, frame.me, frame.arguments
        card = frame.extra[0] if frame.extra else None
        own_id = self.recorder.note(st, id_, me, arguments, card)
        befores: Values = ()
        if st.payer is None:
            befores = self.triggers.group(
                st, self._fits_of(st, self.machine.program.befores.get(id_, ()), me, arguments)
            )
        st.frames[-1] = event_frame(
            (EVENT, BEFORES, id_, me, arguments, frame.used, own_id, frame.cause,
             (befores, frame.extra), frame.continues, frame.in_batch)
        )  # fmt: skip

    def _fits_of(
        self,
        st: State,
        rules: tuple[RulePlan[Trigger], ...],
        me: int | None,
        arguments: Values,
    ) -> list[Fit[Trigger]]:
        heard = self.matcher.heard(st, rules) if rules else ()
        return [m for rule in heard for m in self.matcher.fits(st, rule, me, arguments)]

    def _befores(self, st: State, frame: EventFrame, plan: EventPlan) -> None:
        group, given = frame.extra
        if group:
            picked = self.triggers.pick(st, group)
            if picked is not None:
                st.frames[-1] = frame.at(BEFORES, (picked[1], given))
                self.triggers.begin(st, picked[0])
            return
        me, arguments = frame.me, frame.arguments
        going = self._going(st, arguments) if frame.in_batch and plan.needs_room else None
        if not self.can_happen(st, plan, me, arguments, going):
            forget(st, frame.own_id)
            self._end(st, frame, plan.no_result)
        elif frame.in_batch:
            self._join_batch(st, frame)
        else:
            self._do(st, frame, plan, given)

    def _join_batch(self, st: State, frame: EventFrame) -> None:
        """Hand a member of a batch back, ready for its steps."""
        st.frames.pop()
        st.cause = frame.cause
        st.result = ("ready", frame.event, frame.me, frame.arguments, frame.own_id)

    def _do(self, st: State, frame: EventFrame, plan: EventPlan, given: Values) -> None:
        me, arguments = frame.me, frame.arguments
        witnesses = self.witnesses(st, plan, me, arguments)
        st.frames[-1] = frame.at(STEPS, witnesses)
        self.carry_out(st, plan, me, arguments, given)

    def witnesses(self, st: State, plan: EventPlan, me: int | None, arguments: Values) -> Values:
        """Return the after triggers that are active just before the steps, with what they read."""
        if not st.listening & self.masks[plan.id]:
            return ()
        heard = self.matcher.heard(st, self.machine.program.afters.get(plan.id, ()))
        return tuple(w for rule in heard for w in self.matcher.witnesses(st, rule, me, arguments))

    def carry_out(
        self, st: State, plan: EventPlan, me: int | None, arguments: Values,
        given: Values = (),
    ) -> None:  # fmt: skip
        """Do an event's steps, natives at once."""
        if plan.code is not None:
            card, bound = given or (None, ())
            self.machine.push_body(st, plan.code, me, card, me, (*arguments, *bound))
        elif plan.native:
            st.result = self.machine.natives.operations[plan.id](st, me, *arguments)
        else:
            st.result = True

    def _steps(self, st: State, frame: EventFrame, plan: EventPlan) -> None:
        me, arguments = frame.me, frame.arguments
        result = True if st.result is None and not _declares(plan) else st.result
        if st.before_batch is not None:
            keep_within(st, ((plan.id, me, arguments, frame.own_id, frame.extra),))
            self._end(st, frame, result)
            return
        raised = self.raised(st, plan, me, arguments, frame.extra)
        now = self.take_now(st, raised, is_immediate=self.is_immediate) if raised else ()
        if now:
            st.frames[-1] = frame.at(AFTERS, (now, result))
            return
        self._end(st, frame, result)

    def take_now(self, st: State, raised: tuple[Raised, ...], *, is_immediate: bool) -> Group:
        """Return the group of those raised that act at once; the others wait. A cost is paid
        before anything acts."""
        if st.payer is not None or not (is_immediate or self.at_once):
            st.pending += raised
            return ()
        now: list[Raised] = []
        later: list[Raised] = []
        for each in raised:
            (now if is_immediate or each.rule in self.at_once else later).append(each)
        st.pending += tuple(later)
        return self.triggers.group_records(st, tuple(now))

    def raised(
        self, st: State, plan: EventPlan, me: int | None, arguments: Values, witnesses: Value
    ) -> tuple[Raised, ...]:
        """Return the after triggers that the event just done has raised."""
        if not witnesses and not st.listening & self.masks[plan.id]:
            return ()
        rules = self.machine.program.afters.get(plan.id, ())
        return self.matcher.raised(st, rules, me, arguments, witnesses)

    def _afters(self, st: State, frame: EventFrame, plan: EventPlan) -> None:
        group, result = frame.extra
        if not group:
            self._end(st, frame, result)
            return
        picked = self.triggers.pick(st, group)
        if picked is not None:
            st.frames[-1] = frame.at(AFTERS, (picked[1], result))
            self.triggers.begin(st, picked[0])

    def _end(self, st: State, frame: EventFrame, result: Value) -> None:
        st.frames.pop()
        st.cause = frame.cause
        st.result = freeze(result)
        if frame.stage >= STEPS:
            self.recorder.tell_result(st, frame.own_id, frame.event)
            self.machine.resets.do(st, frame.event)
        if frame.continues:
            self._tell_original(st, frame.event, st.result)
        if frame.in_batch:
            st.result = None
        elif self.watches and st.payer is None and not self._is_in_batch(st):
            st.frames.append(CheckFrame(CHECK, st.result))

    def _is_in_batch(self, st: State) -> bool:
        return any(isinstance(frame, BatchFrame) for frame in st.frames)

    def _tell_original(self, st: State, id_: str, result: Value) -> None:
        """Give the replaced event the result of the event in its place."""
        for place in range(len(st.frames) - 1, -1, -1):
            frame = st.frames[place]
            if isinstance(frame, EventFrame) and frame.event == id_ and frame.stage == REPLACED:
                st.frames[place] = frame._replace(extra=(result,))
                return


def _declares(plan: EventPlan) -> bool:
    return plan.event is not None and plan.event.declares_result
