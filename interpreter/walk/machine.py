"""Run a match: take the frame on top, let its handler do its part, until someone must decide.

The handlers live in the other modules of this room; `assembly` puts them into the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from dsl.model.steps import Formula
from dsl.model.types import Type
from dsl.records import Span
from dsl.words.arithmetic import Fault
from interpreter.lower.ops import Code
from interpreter.program.analysis import Analysis
from interpreter.program.closures import Closure
from interpreter.program.limits import (
    ANSWER,
    BULK,
    DECISIONS,
    LOOP_WATCH,
    NESTING,
    STEPS,
    TRY,
    UNITS,
    WORK,
    nobody_can_act,
    too_much,
)
from interpreter.program.limits import WAYS_TO_PAY as MOST_WAYS
from interpreter.program.program import EventPlan, Program
from interpreter.program.steps import CostFailed, Paid
from interpreter.program.values import Evaluator
from interpreter.state.record import State
from interpreter.state.values import Frame, Value, Values, body_frame, innermost_call
from interpreter.walk.decision import (
    Ask,
    ClosedElement,
    Halted,
    LoopCut,
    Playing,
    Site,
    Stopped,
    ask_of,
)
from interpreter.walk.ending import CYCLE_SHOWN, Ending, events_since, fault_of, location_of
from interpreter.walk.facts import Facts, FactualKnowledge
from interpreter.walk.knowledge import Deciders, Knowledge
from interpreter.walk.listener import Listener, LookingBack
from interpreter.walk.loops import LoopWatch, check_holdings, cut_loop
from interpreter.walk.moves import Moves, spare_numbers
from interpreter.walk.natives import Natives
from interpreter.walk.resets import Becoming, Resets

Handler: TypeAlias = Callable[[State, Any], None]
"""Goes on with a frame of its kind."""


class Machine(Playing):
    """A program with everything that can run it.

    Attributes:
        table: The handler of every frame by its `kind`: first the machine's own frames, then one
            an operation.
        watched: What the checks between bodies read (see `interpreter.program.reads`).
        visited: Where somebody asks what a match comes to: numbers of operations, else spans.
        first_state: What all matches begin with, but for the seed; None before the first.
        modules: What keeps modules of the native engine between runs; None for nothing.
        made: What has been made of it for an engine, by that engine's settings.
        ending: What says when it is over and who has won.
        masks: For each event the bits of the rules that could match it.
        waking: Natives that are always gone through stage by stage, since what they wake may hear
            of them, or since something is looked at after them.
    """

    def __init__(self, program: Program, analysis: Analysis, evaluator: Evaluator) -> None:
        self.program, self.analysis = program, analysis
        self.evaluator, self.meter = evaluator, evaluator.meter
        self.rewind = self.meter.rewind
        kept = FactualKnowledge if analysis.tells_facts else Knowledge
        self.knowledge = knowledge = kept(program, analysis.holders, evaluator)
        plainly = Evaluator(program, analysis)
        self.facts = Facts(program.operations, plainly, knowledge, self.meter)
        self.listener = Listener(analysis.listening, evaluator)
        self.looking_back = LookingBack(program, analysis.suspension, self.listener)
        becoming = Becoming(program, self.listener.listen, self.meter, knowledge)
        passages = Moves(program, analysis, knowledge, becoming)
        self.natives = Natives(program, analysis, evaluator, passages)
        self.resets = Resets(program.resets, program.layout, becoming)
        self.ending = Ending(program.game, program.seats, evaluator)
        self.deciders = Deciders(analysis.decider, evaluator, knowledge)
        self.masks, self.waking = analysis.listening.by_event, analysis.listening.waking
        self.loops = LoopWatch(program.course)
        self.first_state: State | None = None
        self.modules: object = None
        self.made: dict[object, object] = {}
        self.table: list[Handler] = []
        self.walk: Handler = _nothing
        self.refusals: Callable[[State], tuple[Any, ...]] = lambda st: ()
        self.barred: Callable[[State], tuple[ClosedElement, ...]] = lambda st: ()
        self.whens: dict[str, Closure | None] = {}
        self.definition_ids = tuple(d.id for d in program.game.definitions)
        self.searched = 0
        self.failed: CostFailed | None = None
        self.visited: set[int | Span] | None = None
        self.on_forced = None

    def formula(self, formula: Formula) -> Closure:
        """Return the closure of a formula, to be called with `[me, self, actor, given…]`."""
        return self.evaluator.roomy(formula)

    def extend_table(self) -> None:
        """Give the walker every operation that has no handler yet."""
        missing = len(self.program.operations) - len(self.table)
        self.table.extend([self.walk] * missing)

    # --- the loop -----------------------------------------------------------------------------

    def run(self, st: State) -> None:
        """Run until someone must decide or the match is over; faults end it."""
        self.meter.begin()
        self._go_on(st)

    def _go_on(self, st: State) -> None:
        if self.loops.kept is not None:
            self.loops.forget()
        while True:
            try:
                self.advance(st)
                return
            except LoopCut:
                if not self._cut_loop(st):
                    return
            except Stopped:
                return
            except (Fault, RecursionError, TypeError) as error:
                self._fail(st, error)
                return

    def _fail(self, st: State, error: Fault | RecursionError | TypeError) -> None:
        fault = fault_of(error)
        where = location_of(self.program, st, fault)
        st.frames.clear()
        st.ask = st.before_batch = None
        where += events_since(st, st.next_id - CYCLE_SHOWN)
        st.outcome = ("fault", (), (), f"{fault.name}: {fault.detail}{where}")

    def advance(self, st: State) -> None:
        """Run until someone must decide, the frames are done, or a cost tried comes to its end."""
        frames, table = st.frames, self.table
        try:
            while st.ask is None and frames:
                frame = frames[-1]
                table[frame.kind](st, frame)
        except Halted:
            return

    def answer(self, st: State, option: Value) -> None:
        """Answer the open decision with one of its options and go on."""
        st.ask = None
        st.steps, self.meter.spent = 0, ANSWER
        self.rewind(0)
        st.actions += 1
        if self.loops.kept is not None:
            self.loops.forget()
        try:
            if st.actions > DECISIONS:
                self.finish(st, "draw", f"over {DECISIONS} decisions")
                return
            st.answer = (option,)  # where the asking frame finds it
            if st.free:
                st.spare = spare_numbers(st, self.evaluator)
            frame = st.frames[-1]
            self.table[frame.kind](st, frame)
            if st.ask is None:
                self.advance(st)
            if self.meter.cells:
                check_holdings(self.program, st, self.meter)
        except LoopCut:
            if self._cut_loop(st):
                self._go_on(st)
        except Stopped:
            return
        except (Fault, RecursionError, TypeError) as error:
            self._fail(st, error)

    def decide(
        self, st: State, decider: int | None, kind: str, options: Values, type_: Type | None,
        site: Site,
    ) -> Value:  # fmt: skip
        """Return a 1-tuple of the answer, or None after asking for it.

        One option is taken by itself. In a cost that is really paid, options that cannot be
        completed are left out.
        """
        if st.answer is not None:
            given, st.answer = st.answer, None
            return given
        if st.before_batch is not None:
            self.looking_back.end(st)
        is_open = st.payer is not None and not st.is_trial and len(options) > 1
        if is_open:
            options = tuple([each for each in options if self.tries(st, each)])
        if len(options) == 1:
            if self.on_forced is None or st.is_trial or decider is None:
                return options
            if not self.on_forced(st, Ask(decider, kind, options, type_, site, decider)):
                return options
        if not options:
            raise CostFailed
        st.ask = ask_of((decider, kind, options, type_, site, decider))
        st.result = None
        self.deciders.hand_over(st)
        return None

    def visit(self, st: State, span: Span) -> None:
        """Note that a match has come to a place of the text, if somebody asks."""
        if self.visited is not None and not st.is_trial:
            self.visited.add(span)

    def count_step(self, st: State) -> None:
        """Count an event or loop turn; stop at the budget."""
        st.steps += 1
        if len(st.frames) > NESTING:
            raise Fault("nesting-too-deep", f"events nested over {NESTING} deep")
        if st.steps > LOOP_WATCH:
            self.be_wary(st)

    def count_turn(self, st: State) -> None:
        """Count a turn of a loop within a body, whose locals the loop watch does not see."""
        st.steps += 1
        if st.steps > STEPS:
            self.be_wary(st)

    def be_wary(self, st: State) -> None:
        """Stop at the budget."""
        work = self.meter
        work.watch(len(st.values), sum(map(len, st.queue)), self.evaluator.work.light)
        if st.steps > STEPS or st.steps * UNITS + work.spent > WORK:
            raise nobody_can_act() if self.loops.idle_rounds else too_much()

    def look_for_loop(self, st: State) -> None:
        """Look whether the position has come before, where something begins that may begin again
        for ever: a rule that waits, a turn of a loop, a phase."""
        loops = self.loops
        if st.steps > LOOP_WATCH and not st.is_trial and loops.comes_again(st):
            since = loops.since
            loops.forget()
            if self.program.game.policy.loops != "draw":
                raise LoopCut
            reason = "the same position came again without a decision"
            where = location_of(self.program, st, Fault("endless", reason))
            self.finish(st, "draw", f"{reason}{where}{events_since(st, since)}")
            raise Stopped

    def _cut_loop(self, st: State) -> bool:
        """Go on behind what goes round, or end the match where nothing is around it; return whether
        it goes on."""
        self.looking_back.end(st)
        is_cut = cut_loop(self.program, self.meter, st)
        if not is_cut:
            self._fail(st, Fault("budget-exceeded", "a loop outside of every action and phase"))
        return is_cut

    # --- costs --------------------------------------------------------------------------------

    def tries(self, st: State, option: Value) -> bool:
        """Return whether the cost being paid can be completed after an answer."""
        copy = self.trial_copy(st)
        copy.answer = (option,)
        return self.search(copy)

    def trial_copy(self, st: State) -> State:
        """Return a copy on which a cost can be tried."""
        copy = st.clone()
        copy.is_trial = True
        copy.ask = None
        if copy.given_values is None:  # else only the walker may work them out
            copy.listening &= ~1
        self.searched = 0
        return copy

    def search(self, copy: State) -> bool:
        """Return whether some answers lead the frames on a copy to a paid cost."""
        waiting: list[tuple[State, Value]] = []
        while True:
            paid = self._pays(copy)
            if paid:
                return True
            if paid is None:
                waiting += [(copy, option) for option in reversed(copy.ask.options)]
            if not waiting:
                return False
            asked, option = waiting.pop()
            copy = asked.clone()
            copy.ask = None
            copy.answer = (option,)

    def _pays(self, copy: State) -> bool | None:
        """Return whether a copy goes on to a paid cost; None where something is to be decided."""
        self.searched += 1
        if self.searched > MOST_WAYS:
            raise Fault("choice-too-large", f"over {MOST_WAYS} ways to pay one cost")
        self.meter.charge(TRY + (len(copy.values) + 2 * len(copy.places)) // BULK)
        steps = copy.steps
        try:
            self.advance(copy)
        except Paid:
            return True
        except CostFailed as failed:
            if self.failed is None:
                if failed.site is None:
                    failed.site = innermost_call(copy.frames)
                self.failed = failed
            return False
        except Stopped:
            return True
        finally:
            self.meter.charge((copy.steps - steps) * UNITS)
        return False if copy.ask is None else None

    # --- bodies -------------------------------------------------------------------------------

    def push_body(
        self, st: State, code: Code, me: int | None, card: int | None, actor: int | None,
        given: Values,
    ) -> None:  # fmt: skip
        """Begin a body."""
        room = (None,) * (code.size - len(given))
        st.frames.append(body_frame((code.first, (me, card, actor, *given, *room))))

    def event_when(self, plan: EventPlan) -> Closure | None:
        """Return the condition of an event as a closure."""
        if plan.id not in self.whens:
            when = plan.event.when if plan.event else None
            self.whens[plan.id] = self.formula(when) if when else None
        return self.whens[plan.id]

    # --- the end ------------------------------------------------------------------------------

    def finish(self, st: State, kind: str, reason: str) -> None:
        """End the match in the position as it is."""
        ranks, winners = self.ending.settled(st, is_end=kind == "end")
        st.outcome = (kind, winners, ranks, reason)
        st.frames.clear()
        st.pending, st.queue = (), ()
        st.ask = st.answer = st.payer = st.result = st.before_batch = None
        if st.is_secret:
            st.open_secrets()


def _nothing(st: State, frame: Frame) -> None:
    raise AssertionError("the machine has not been assembled")
