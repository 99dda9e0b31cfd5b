"""Run waiting triggers in order, if it matters, and check between them what always holds.

A group is a tuple of (player, (Raised, …)) in turn order from the active player. What a rule does
is a body like any other, which asks and pays first where it has to.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from dsl.model.rules import Always, Becomes, Reaction, Trigger
from dsl.model.walk import read_slots
from dsl.words.arithmetic import Fault
from interpreter.lower.ops import FIRST_SLOT
from interpreter.lower.owners import is_left
from interpreter.program.closures import Closure
from interpreter.program.limits import EACH, LONG
from interpreter.program.program import ACTIVE, EventPlan, Program, RulePlan
from interpreter.state.record import State
from interpreter.state.values import GATHER, CheckFrame, GatherFrame, ScopeFrame, Value, Values
from interpreter.walk.decision import Affected
from interpreter.walk.machine import Machine
from interpreter.walk.matching import Fit, Raised, StateTriggers

if TYPE_CHECKING:
    from interpreter.effects.transitive import Conflicts

Group = tuple[tuple[int | None, tuple[Raised, ...]], ...]

ReactionPlan: TypeAlias = RulePlan[Reaction]


class AlwaysCheck(NamedTuple):
    """An `always` rule with the closures of its list and its condition.

    `work` is that of looking whether it holds for one card; `kept` keeps what was found, by
    nothing; None where that cannot be kept.
    """

    plan: RulePlan[Always]
    source: Closure | None
    condition: Closure | None
    work: int
    kept: dict[Value, Value] | None


class Triggers:
    """Queues, orders and begins triggers; also begins replacements.

    Attributes:
        left: Of rules with a limit what reads whether it leaves room.
        counting: The rules that count, by number: they come before all others.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.evaluator = machine.evaluator
        self.rules = machine.program.reactions
        self.left = {
            number: machine.evaluator.closure(is_left(plan.rule.limit))
            for number, plan in self.rules.items()
            if plan.rule.limit is not None
        }
        self.watching = StateTriggers(machine)
        self.counting = counting(machine.program)
        self.always = tuple(_always_check(machine, plan) for plan in machine.program.always)
        self.leavers_act = machine.program.game.policy.leavers == "act"
        self.is_checked = machine.analysis.checks.are_any
        self.course = machine.program.course
        self.orders = Orders(machine)
        self.affected = Affected(machine.evaluator)
        self.telling = telling_events(machine.program)
        """Triggers of the game itself about events that say whom they concern, by number."""

    # --- groups -------------------------------------------------------------------------------

    def group(self, st: State, fits: list[Fit[Trigger]]) -> Group:
        """Return the group of before triggers."""
        was_seen = st.before_batch is not None
        return self.group_records(
            st,
            tuple(Raised(m.plan.number, m.card, tuple(m.locals), was_seen) for m in fits),
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
        counts = [n for n, each in enumerate(waiting) if each.rule in self.counting]
        place, is_settled = counts[0] if counts else 0, bool(counts) or len(waiting) < 2
        apt = () if is_settled else tuple(w for w in waiting if self._may_act(st, w))
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

    def is_spent(self, st: State, plan: ReactionPlan, locals_: Sequence[Value]) -> bool:
        """Return whether a rule's limit is used up for its card or player; never for nobody."""
        limit = plan.rule.limit
        if limit is None or (limit.state.owner == "player" and locals_[0] is None):
            return False
        return not self.left[plan.number](st, [*locals_])

    def is_payable(self, st: State, plan: ReactionPlan, locals_: Sequence[Value]) -> bool:
        """Return whether a rule's cost can be completed, if it has one."""
        acting = plan.acting
        if acting is None or acting.pays is None or st.is_trial:
            return True
        copy = self.machine.trial_copy(st)
        copy.answer = copy.payer = None  # an answer waiting is for the event, not for this cost
        self.act(copy, plan, locals_)
        copy.frames[-1] = copy.frames[-1]._replace(kind=acting.pays)
        return self.machine.search(copy)

    def act(self, st: State, plan: ReactionPlan, locals_: Sequence[Value]) -> None:
        """Begin the body of a rule: who is asked, what is paid, what is done."""
        code = plan.code
        assert code is not None
        me, card, actor = locals_[:FIRST_SLOT]
        given = tuple(locals_[FIRST_SLOT : FIRST_SLOT + code.given])
        self.machine.push_body(st, code, me, card, actor, given)

    def _may_act(self, st: State, raised: Raised) -> bool:
        """Return whether a trigger acts though its card may have left, and its limit is not used
        up."""
        plan = self.rules[raised.rule]
        acts = self.leavers_act or raised.was_put_out
        active = acts or self.evaluator.bears(st, plan, raised.card)
        return active and not self.is_spent(st, plan, raised.locals)

    def begin(self, st: State, raised: Raised) -> None:
        """Begin a trigger at its turn, if it may still act."""
        if self._may_act(st, raised):
            self.machine.meter.charge(LONG)
            self.act(st, self.rules[raised.rule], raised.locals)

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
            self.machine.look_for_loop(st)
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
        self.evaluator.memo.open(st)
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
            self.machine.look_for_loop(st)
            self.machine.meter.over(found, LONG)
        except Fault as fault:
            raise fault.within(*self.machine.program.rules[found[0][0]].told) from None

    def _check(self, st: State) -> tuple[list[Value], bool]:
        """Return where something must always be done, and whether the match is over; note what
        has become true."""
        matches = [found for check in self.always for found in self._always(st, check)]
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

    def _always(self, st: State, check: AlwaysCheck) -> Values:
        """Return where something must be done by a rule: as when it was last looked at, where
        nothing that tells has changed since."""
        found = self.evaluator.memo.kept(st, check.kept, (), lambda: self._always_now(st, check))
        return tuple(found)

    def _always_now(self, st: State, check: AlwaysCheck) -> Values:
        plan, source, condition, work, _ = check
        found, cards = [], self.evaluator.bearers(st, plan)
        try:
            for card in self.machine.meter.over(cards, work):
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
        return tuple(found)

    def on_check(self, st: State, frame: CheckFrame) -> None:
        """A checkpoint within a body: `policy: watch: event`."""
        if not self.checkpoint(st):
            st.frames.pop()
            st.result = frame.result


def counting(program: Program) -> frozenset[int]:
    """Return the numbers of the rules that count."""
    rules = ((number, plan.rule) for number, plan in program.reactions.items())
    return frozenset(n for n, rule in rules if isinstance(rule, Trigger) and rule.is_count)


def telling_events(program: Program) -> dict[int, EventPlan]:
    """Return the events of triggers that no card has, where they say whom they concern."""
    found: dict[int, EventPlan] = {}
    for id_, event in program.events.items():
        if event.event is not None and event.event.affects is not None:
            waiting = (*program.befores.get(id_, ()), *program.afters.get(id_, ()))
            found.update((plan.number, event) for plan in waiting if plan.is_of_game)
    return found


def _always_check(machine: Machine, plan: RulePlan[Always]) -> AlwaysCheck:
    rule, memo = plan.rule, machine.evaluator.memo
    group = memo.group(memo.readings.of_rule(plan, rule.source, rule.condition))
    return AlwaysCheck(
        plan,
        machine.formula(rule.source) if rule.source else None,
        machine.formula(rule.condition) if rule.condition else None,
        EACH + machine.evaluator.work.of(rule.condition),
        None if group is None else group.table(),
    )


class Orders:
    """Compares triggers that wait together.

    Attributes:
        conflicts: Which rules touch what others read or write, once somebody asked.
        read: Which locals body and cost of a rule read, once somebody asked.
    """

    def __init__(self, machine: Machine) -> None:
        self.game, self.rules = machine.program.game, machine.program.reactions
        self.conflicts: Conflicts | None = None
        self.read: dict[int, frozenset[int]] = {}

    def matter(self, st: State, waiting: tuple[Raised, ...]) -> bool:
        """Return whether two of the waiting triggers differ in more than the copy they stand on,
        and touch what the other reads or writes."""
        kinds = dict.fromkeys(self._kind(st, each) for each in waiting)
        return any(self._may_conflict(a[0], b[0]) for a, b in combinations(kinds, 2))

    def _kind(self, st: State, waiting: Raised) -> tuple[int, Values, int | None]:
        """Return what two triggers have in common that differ at most in the copy they stand on."""
        card = waiting.card
        definition = None if card is None else st.entity_definitions[card]
        return waiting.rule, self._acts_by(waiting), definition

    def _acts_by(self, waiting: Raised) -> Values:
        """Return who acts and all that the rule reads of its event: what else differs between two
        that wait, as how much was climbed, changes nothing of what they do."""
        rule = self.rules[waiting.rule].rule
        if waiting.rule not in self.read:
            self.read[waiting.rule] = frozenset(read_slots((rule.body, rule.cost)))
        me, _, actor, *given = waiting.locals
        read = self.read[waiting.rule]
        return me, actor, tuple(each for slot, each in enumerate(given) if slot in read)

    def _may_conflict(self, a: int, b: int) -> bool:
        """Return whether the order of two triggers can matter; the table is made when it is first
        needed, since many games never do."""
        if self.conflicts is None:
            from interpreter.effects.transitive import Conflicts

            self.conflicts = Conflicts(self.game)
        return self.conflicts.matter(self.rules[a].rule.id, self.rules[b].rule.id)
