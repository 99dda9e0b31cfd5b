"""Let waiting triggers act in order, and check between them what always holds.

A group is a tuple of (player, (Raised, …)) in turn order from the active player. A rule that acts
while a cost is being paid pays within it.
"""

from __future__ import annotations

from typing import TypeAlias

from dsl.model.rules import Always, Becomes, Reaction, Trigger
from dsl.words.arithmetic import Fault
from interpreter.compile.closures import Closure
from interpreter.compile.layout import ACTIVE
from interpreter.compile.meter import EACH, LONG
from interpreter.compile.plans import EventPlan, RulePlan
from interpreter.compile.program import Program
from interpreter.compile.tries import Paid
from interpreter.compile.values import FEW_CARDS
from interpreter.graph.ops import FIRST_SLOT
from interpreter.run.affected import Affected
from interpreter.run.machine import Machine
from interpreter.run.matching import Fit, Raised
from interpreter.run.orders import Orders
from interpreter.run.watching import Watching
from interpreter.state.frames import (
    GATHER,
    RULE,
    CheckFrame,
    GatherFrame,
    RuleFrame,
    ScopeFrame,
    rule_frame,
)
from interpreter.state.record import State
from interpreter.state.values import Locals, Value, Values

Group = tuple[tuple[int | None, tuple[Raised, ...]], ...]

ASK, PAY, ACT, DONE, PAY_WITHIN = range(5)


ReactionPlan: TypeAlias = RulePlan[Reaction]
AlwaysCheck: TypeAlias = tuple[RulePlan[Always], Closure | None, Closure | None, int]
"""An `always` rule, what reads its list and its condition, and the work of looking."""


class Triggers:
    """Queues, orders and begins triggers; also runs the bodies of replacements."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.evaluator = machine.evaluator
        self.rules = machine.program.reactions
        self.watching = Watching(machine)
        self.always = _always_checks(machine)
        self.is_checked = machine.analysis.checks.are_any
        self.course = machine.program.course
        self.orders = Orders(machine)
        self.affected = Affected(machine.evaluator)
        self.telling = _telling(machine.program)
        """Triggers of the game itself about events that say whom they concern, by number."""

    # --- groups -------------------------------------------------------------------------------

    def group(self, st: State, fits: list[Fit[Trigger]]) -> Group:
        """Return the group of before triggers."""
        return self.group_records(
            st, tuple(Raised(m.plan.number, m.card, tuple(m.locals), False) for m in fits)
        )

    def group_records(self, st: State, raised: tuple[Raised, ...]) -> Group:
        """Sort triggers by player, the active one first, then in turn order."""
        if not raised:
            return ()
        by_player: dict[int | None, list[Raised]] = {}
        for record in raised:
            whose = record.locals[0]
            if record.rule in self.telling:
                whose = self._concerned(st, record)
            by_player.setdefault(whose, []).append(record)
        active = st.values[ACTIVE]
        first = active if active is not None else st.values[0] or 0
        order = self.affected.turn_order(st, first)
        return tuple((p, tuple(by_player.pop(p))) for p in order if p in by_player)

    def _concerned(self, st: State, record: Raised) -> int | None:
        """Return whom the event of a rule of the game says it concerns, else who does it."""
        me, arguments = record.locals[0], record.locals[FIRST_SLOT:]
        said = self.affected.said(st, self.telling[record.rule], me, arguments)
        return me if said is None else said

    def pick(self, st: State, group: Group) -> tuple[Raised, Group] | None:
        """Return the next trigger of a group and the rest, or None after asking which."""
        player, waiting = group[0]
        place = 0
        apt = () if len(waiting) < 2 else tuple(w for w in waiting if self._may_act(st, w))
        if player is not None and len(apt) > 1 and self.orders.matter(st, apt):
            options = tuple((w.rule, w.card, *self._element(w)) for w in apt)
            answer = self.machine.decide(st, player, "trigger", options, None, ("queue",))
            if answer is None:
                return None
            place = waiting.index(apt[options.index(answer[0])])
        rest = waiting[:place] + waiting[place + 1 :]
        return waiting[place], ((player, rest), *group[1:]) if rest else group[1:]

    def _element(self, waiting: Raised) -> Values:
        """Return the element for which a rule that waits for a condition acts, if it has one."""
        rule = self.rules[waiting.rule].rule
        if not isinstance(rule, Becomes) or rule.source is None:
            return ()
        return (waiting.locals[FIRST_SLOT],)

    # --- one trigger or replacement -----------------------------------------------------------

    def is_spent(self, st: State, plan: ReactionPlan, card: int | None, me: int | None) -> bool:
        """Return whether a rule's limit is used up for its card or player."""
        place = self._counter(st, plan, card, me)
        limit = plan.rule.limit
        return place is not None and limit is not None and st.values[place] >= limit.number

    def _counter(
        self, st: State, plan: ReactionPlan, card: int | None, me: int | None
    ) -> int | None:
        limit = plan.rule.limit
        if limit is None:
            return None
        layout = self.machine.program.layout
        if limit.state.owner == "player":
            if me is None:
                return None
            return layout.seat_base + me * layout.seat_size + layout.seat[limit.state]
        if limit.state.owner is None:
            return layout.table[limit.state]
        assert card is not None
        return int(st.entity_bases[card]) + layout.entity[limit.state]

    def is_payable(
        self, st: State, plan: ReactionPlan, locals_: Value, decider: int | None
    ) -> bool:
        """Return whether a rule's cost can be completed, if it has one."""
        if plan.cost is None:
            return True
        if st.is_trial:
            return True
        copy = self.machine.trial_copy(st)
        copy.answer = None  # an answer waiting is for the event, not for this cost
        copy.payer = decider
        copy.frames.append(rule_frame((RULE, PAY, plan.number, locals_[1], tuple(locals_))))
        self._push_cost(copy, plan, tuple(locals_), decider)
        return self.machine.search(copy)

    def _push_cost(self, st: State, plan: ReactionPlan, locals_: Values, payer: int | None) -> None:
        assert plan.cost is not None
        given = locals_[FIRST_SLOT : FIRST_SLOT + plan.cost.given]
        self.machine.push_body(st, plan.cost, payer, locals_[1], locals_[2], given)

    def push_rule(
        self,
        st: State,
        plan: ReactionPlan,
        card: int | None,
        locals_: Locals,
        payer: int | None,
    ) -> None:
        """Begin a rule that was decided on: its cost, paid by whoever decided, then its body."""
        self.machine.meter.charge(LONG)
        self._count(st, plan, card, locals_[0])
        stage = ACT if plan.cost is None else PAY if st.payer is None else PAY_WITHIN
        st.frames.append(rule_frame((RULE, stage, plan.number, card, tuple(locals_))))
        if plan.cost is not None:
            st.payer = payer
            self._push_cost(st, plan, tuple(locals_), payer)

    def _count(self, st: State, plan: ReactionPlan, card: int | None, me: int | None) -> None:
        place = self._counter(st, plan, card, me)
        if place is not None:
            st.values[place] += 1

    def _may_act(self, st: State, raised: Raised) -> bool:
        """Return whether the card of a trigger still has it, and its limit is not used up."""
        plan = self.rules[raised.rule]
        active = raised.was_put_out or self.evaluator.bears(st, plan, raised.card)
        return active and not self.is_spent(st, plan, raised.card, raised.locals[0])

    def begin(self, st: State, raised: Raised) -> None:
        """Begin a trigger at its turn, if it may still act."""
        plan = self.rules[raised.rule]
        if not self._may_act(st, raised):
            return
        if plan.rule.optional or plan.cost is not None:
            if self.is_payable(st, plan, raised.locals, raised.locals[0]):
                st.frames.append(rule_frame((RULE, ASK, plan.number, raised.card, raised.locals)))
            return
        self.push_rule(st, plan, raised.card, list(raised.locals), raised.locals[0])

    def on_rule(self, st: State, frame: RuleFrame) -> None:
        """Go on with a trigger or replacement."""
        stage, plan = frame.stage, self.rules[frame.rule]
        if stage == ASK:
            self._ask(st, plan, frame.card, frame.locals)
        elif stage in (PAY, PAY_WITHIN):
            self._paid(st, frame, plan)
        elif stage == ACT:
            st.frames[-1] = rule_frame((RULE, DONE, frame.rule, frame.card, frame.locals))
            self._push_body(st, plan, frame.locals)
        else:
            st.frames.pop()

    def _ask(self, st: State, plan: ReactionPlan, card: int | None, locals_: Values) -> None:
        answer = self.machine.decide(
            st, locals_[0], "yes-no", (True, False), None, ("rule", plan.number)
        )
        if answer is not None:
            st.frames.pop()
            if answer[0]:
                self.push_rule(st, plan, card, list(locals_), locals_[0])

    def _paid(self, st: State, frame: RuleFrame, plan: ReactionPlan) -> None:
        if frame.stage == PAY:
            if st.is_trial:
                raise Paid
            st.payer = None
        assert plan.cost is not None
        own, paid = frame.locals, st.result
        merged = (*own[:FIRST_SLOT], *paid, *own[FIRST_SLOT + len(paid) :])
        st.frames[-1] = rule_frame((RULE, ACT, frame.rule, frame.card, merged))

    def _push_body(self, st: State, plan: ReactionPlan, locals_: Values) -> None:
        code = plan.code
        assert code is not None
        given = locals_[FIRST_SLOT : FIRST_SLOT + code.given]
        me, card, actor = locals_[:FIRST_SLOT]
        self.machine.push_body(st, code, me, card, actor, given)

    # --- scopes -------------------------------------------------------------------------------

    def on_scope(self, st: State, frame: ScopeFrame) -> None:
        """A script's statements have ended."""
        if not self.has_work(st):
            st.frames.pop()

    def has_work(self, st: State) -> bool:
        """Line up what a body has raised, check what always holds, begin the next that waits;
        return whether there was anything to do."""
        if st.pending:
            st.queue += (self.group_records(st, st.pending),)
            st.pending = ()
        if self.checkpoint(st):
            return True
        if st.queue:
            self._next(st)
            return True
        return False

    def _next(self, st: State) -> None:
        group = st.queue[0]
        picked = self.pick(st, group)
        if picked is None:
            return
        raised, rest = picked
        st.queue = (rest, *st.queue[1:]) if rest else st.queue[1:]
        self.begin(st, raised)

    def checkpoint(self, st: State) -> bool:
        """Check what always holds and whether the match is over; return whether there is work.
        Nothing is looked at before set-up is over."""
        if not self.is_checked or self.course.is_setup(st.frames[0].kind):
            return False
        self.evaluator.keeper.open(st)
        try:
            found, is_over = self._check(st)
        finally:
            st.window = 0
        if found:
            self._count_found(st, found)
            st.frames.append(GatherFrame(GATHER, tuple(found), 0, ()))
        elif is_over:
            self.machine.finish(st, "end", "")
        return bool(found) or is_over

    def _count_found(self, st: State, found: list[Value]) -> None:
        """Count what must be done: it may never come to an end."""
        try:
            self.machine.count_step(st)
            self.machine.meter.over(found, LONG)
        except Fault as fault:
            raise fault.within(*self.machine.program.rules[found[0][0]].told) from None

    def _check(self, st: State) -> tuple[list[Value], bool]:
        """Return where something must always be done, and whether the match is over; note what
        has become true."""
        matches = [found for check in self.always for found in self._always(st, *check)]
        if matches:
            return matches, False
        if self.watching.watches:
            raised = self.watching.raised(st)
            if raised:
                st.queue += (self.group_records(st, raised),)
        is_over = self.machine.ending.when
        try:
            return [], bool(is_over and is_over(st, [None, None, None]))
        except Fault as fault:
            raise fault.within("end", self.machine.program.game.end.span) from None

    def _always(
        self,
        st: State,
        plan: RulePlan[Always],
        source: Closure | None,
        condition: Closure | None,
        work: int,
    ) -> list[Value]:
        found, cards = [], self.evaluator.bearers(st, plan)
        if len(cards) > FEW_CARDS:
            self.machine.meter.over(cards, work)
        try:
            for card in cards:
                L = self.evaluator.rule_locals(st, card, None, ())
                if source is None:
                    if condition is None or condition(st, L):
                        found.append((plan.number, tuple(L)))
                    continue
                for element in self.machine.meter.over(tuple(source(st, L)), EACH):
                    if condition is None or condition(st, [*L, element]):
                        found.append((plan.number, (*L, element)))
        except Fault as fault:
            raise fault.within(*plan.told) from None
        return found

    def on_check(self, st: State, frame: CheckFrame) -> None:
        """A checkpoint within a body: `policy: watch: event`."""
        if not self.checkpoint(st):
            st.frames.pop()
            st.result = frame.result


def _telling(program: Program) -> dict[int, EventPlan]:
    """Return the events of triggers that no card has, where they say whom they concern."""
    found: dict[int, EventPlan] = {}
    for id_, event in program.events.items():
        if event.event is not None and event.event.affects is not None:
            waiting = (*program.befores.get(id_, ()), *program.afters.get(id_, ()))
            found.update((plan.number, event) for plan in waiting if plan.is_of_game)
    return found


def _always_checks(machine: Machine) -> tuple[AlwaysCheck, ...]:
    """Return each `always` with the closures of its list and condition, and the work of looking
    whether it holds for one card."""
    return tuple(
        (
            plan,
            machine.formula(plan.rule.source) if plan.rule.source else None,
            machine.formula(plan.rule.condition) if plan.rule.condition else None,
            EACH + machine.evaluator.work.of(plan.rule.condition),
        )
        for plan in machine.program.always
    )
