"""Run several events together, and suppose that events had happened: `would(EVENTS, CONDITION)`.

What waits for the other members stands in a `BatchFrame`, what `always` rules do in a
`GatherFrame` until all of it is known.

They happen on a copy of the position, as those of a cost that is tried: all of them or none, with
what stands instead of them, without the rules before and after them. The match itself stays as it
is, its chance and what players know included.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.words.vocabulary import AS_ONE
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.closures import Closure, Supposed
from interpreter.program.limits import BULK, TRY, UNITS
from interpreter.program.steps import CostFailed
from interpreter.state.record import State
from interpreter.state.values import (
    AFTER,
    BATCH,
    GATHER,
    PREPARE,
    REACT,
    STEP,
    BatchFrame,
    GatherFrame,
    Locals,
    Value,
    Values,
)
from interpreter.walk.decision import Stopped
from interpreter.walk.events import ANY_ROOM, Events
from interpreter.walk.listener import keep_within
from interpreter.walk.machine import Machine
from interpreter.walk.matching import Raised


class Batches:
    """Runs batches in step: all conditions, all replacements and befores, all steps, all afters."""

    def __init__(self, machine: Machine, events: Events) -> None:
        self.machine, self.events = machine, events
        self.rules = machine.program.rules

    def begin(self, st: State, members: Values) -> None:
        """Begin a batch of occurrences: those that can happen at all, others making room."""
        possible = tuple(m for m in members if self._is_possible(st, m))
        if possible:
            within = () if self.machine.looking_back.begin(st, possible) else None
            st.frames.append(BatchFrame(BATCH, PREPARE, possible, 0, (), within))

    def _is_possible(self, st: State, member: Value) -> bool:
        plan = self.machine.program.events[member[0]]
        return self.events.can_happen(st, plan, member[1], member[2], ANY_ROOM)

    def on_batch(self, st: State, frame: BatchFrame) -> None:
        """Go on with a batch."""
        (self._prepare, self._step, self._after, self._react)[frame.stage](st, frame)

    def _prepare(self, st: State, frame: BatchFrame) -> None:
        members, place, ready = frame.members, frame.place, frame.rest
        if place > 0 and isinstance(st.result, tuple) and st.result[:1] == ("ready",):
            ready = self.machine.meter.made((*ready, st.result[1:]))
        st.result = None
        if place < len(members):
            st.frames[-1] = BatchFrame(BATCH, PREPARE, members, place + 1, ready, frame.within)
            id_, me, arguments = members[place]
            self.events.begin(st, id_, me, arguments, in_batch=True)
            return
        if frame.within is not None:  # a question in between has dropped what was before
            self.machine.looking_back.begin(st, members)
        plans = self.machine.program.events
        watched = tuple((*r, self.events.witnesses(st, plans[r[0]], r[1], r[2])) for r in ready)
        if self.machine.knowledge.has_piles:
            self.machine.knowledge.take_up(st, _moved(watched))
        st.frames[-1] = BatchFrame(BATCH, STEP, watched, 0, st.cause, frame.within)

    def _step(self, st: State, frame: BatchFrame) -> None:
        members, place, cause = frame.members, frame.place, frame.rest
        if place:
            self.events.recorder.tell_result(st, members[place - 1][3], members[place - 1][0])
        if place < len(members):
            member = members[place]
            if member[0] in self.events.bounded:
                member = self.events.as_it_comes(st, member)
            if member is not members[place]:
                came = () if member is None else (member,)
                self.machine.knowledge.put_down(st, _moved(members[place : place + 1]))
                members = (*members[:place], *came, *members[place + 1 :])
                st.frames[-1] = frame._replace(members=members)
                return
        else:
            if self.machine.knowledge.has_piles:
                self.machine.knowledge.put_down(st, _moved(members))
            st.cause = cause
            st.frames[-1] = BatchFrame(BATCH, AFTER, members, 0, cause, frame.within)
            return
        id_, me, arguments, own_id, _ = members[place]
        st.frames[-1] = BatchFrame(BATCH, STEP, members, place + 1, cause, frame.within)
        st.cause = own_id or cause
        self.events.carry_out(st, self.machine.program.events[id_], me, arguments)

    def _after(self, st: State, frame: BatchFrame) -> None:
        st.result = None
        if frame.within is None and st.before_batch is not None:  # part of another batch
            st.frames.pop()
            keep_within(st, frame.members)
            return
        if frame.within is not None:
            self.machine.looking_back.end(st)
        raised: tuple[Raised, ...] = ()
        for id_, me, arguments, _, witnesses in (*(frame.within or ()), *frame.members):
            plan = self.machine.program.events[id_]
            raised += self.events.raised(st, plan, me, arguments, witnesses)
        now = self.events.take_now(st, raised, is_immediate=False)
        if now:
            st.frames[-1] = BatchFrame(BATCH, REACT, now, 0, ())
        else:
            st.frames.pop()

    def _react(self, st: State, frame: BatchFrame) -> None:
        """Run the rules that act at once; all members are over."""
        st.result = None
        if not frame.members:
            st.frames.pop()
            return
        picked = self.events.triggers.pick(st, frame.members)
        if picked is not None:
            st.frames[-1] = BatchFrame(BATCH, REACT, picked[1], 0, ())
            self.events.triggers.begin(st, picked[0])

    def on_gather(self, st: State, frame: GatherFrame) -> None:
        """Collect what the matches of `always` do, then do it as one batch."""
        found, place, members = frame.found, frame.place, frame.members
        if place > 0 and isinstance(st.result, tuple):
            members = (*members, *st.result)
        st.result = None
        if place < len(found):
            st.frames[-1] = GatherFrame(GATHER, found, place + 1, members)
            number, L = found[place]
            code = self.rules[number].code
            assert code is not None
            me, card, actor = L[:FIRST_SLOT]
            self.machine.push_body(st, code, me, card, actor, L[FIRST_SLOT:])
            return
        st.frames.pop()
        self.begin(st, members)


def _moved(members: Values) -> tuple[int, ...]:
    """Return the cards of a batch that only moves cards: none becomes a top on the way. With other
    events in it people may be asked in between, and see what lies there."""
    is_move_alone = AS_ONE.issuperset(member[0] for member in members)
    return tuple(member[2][0] for member in members) if is_move_alone else ()


class Supposing:
    """Tells what would hold behind events.

    Attributes:
        hides: Whether there are cards that somebody may not see.
    """

    def __init__(self, machine: Machine, events: Events) -> None:
        self.machine, self.events = machine, events
        self.hides = machine.knowledge.hides

    def holds(self, st: State, L: Locals, events: Sequence[Supposed], condition: Closure) -> bool:
        """Return whether a condition holds behind events.

        It does not where one of them cannot happen, somebody would be asked, chance would decide,
        the match would end, or `me` would see a card that `me` cannot tell now; without a `me`,
        where anybody would.
        """
        machine, searched = self.machine, self.machine.searched
        copy = machine.trial_copy(st)
        machine.searched = searched
        copy.frames, copy.answer, copy.result, copy.before_batch = [], None, None, None
        copy.payer = L[0] or 0
        copy.chance = dict(st.chance)  # it is not asked for what chance decides: see below
        machine.meter.charge(TRY + (len(copy.values) + 2 * len(copy.places)) // BULK)
        try:
            happens = all(self._happens(copy, L, event) for event in events)
        except (CostFailed, Stopped):
            return False
        finally:
            machine.meter.charge((copy.steps - st.steps) * UNITS)
        if (
            not happens
            or copy.chance != dict(st.chance)
            or (self.hides and self._shows(st, copy, L[0]))
        ):
            return False
        return bool(condition(copy, L))

    def _happens(self, copy: State, L: Locals, event: Supposed) -> bool:
        """Let an event happen on a copy; return whether it could, nobody had to be asked, and the
        match went on."""
        plan, required, given_in = event
        me, given = given_in(copy, L)
        if me is None or any(given[number] is None for number in required):
            return False
        self.events.begin(copy, plan.id, me, given)
        self.machine.advance(copy)
        return copy.ask is None and copy.outcome is None

    def _shows(self, st: State, copy: State, me: int | None) -> bool:
        """Return whether somebody can tell a card on a copy that they cannot tell now."""
        knowledge = self.machine.knowledge
        mask = knowledge.everyone if me is None else 1 << me
        return any(
            knowledge.identifies(copy, card) & mask & ~knowledge.identifies(st, card)
            for card in range(len(st.places))
        )
