"""Lower checked steps to the flat operations of the event graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from msgspec.structs import replace

from dsl.model import steps as model
from dsl.model.expressions import Constant, Expression, Local, Primitive, Role
from dsl.model.rules import Parameter
from dsl.model.types import BOOL, INT, PLAYER, ListOf, Maybe, Type
from dsl.model.walk import bound_slots, conjuncts, reads_slot, walk
from dsl.records import Span
from dsl.words.vocabulary import AS_ONE
from interpreter.lower import ops
from interpreter.lower.course_ops import Part

NOWHERE = cast(Span, None)
"""The place of operations that nobody wrote: what is come to there is told by others."""

CHOICES = (model.Let, model.Choose, model.Order)
"""What gives a local of secret choices its value, beside the results of events."""


ME = Role("me", PLAYER)
PERHAPS_ME = Role("me", Maybe(PLAYER))
"""Who does something that perhaps nobody does."""


class Assembler:
    """The growing list of a program's operations, and of what the steps of its bodies became."""

    def __init__(self, operations: list[ops.Operation | None]) -> None:
        self.operations = operations
        self.parts: list[Part] = []

    def lower(
        self,
        name: str,
        body: model.Body,
        span: Span,
        *,
        keeps_locals: bool = False,
        as_batch: bool = False,
        actor_needed_by: frozenset[str] = frozenset(),
    ) -> ops.Code:
        """Append a body and return where it stands.

        Args:
            keeps_locals: Its result is its slots, for costs.
            as_batch: It is collected, not done: its result is the batch.
            actor_needed_by: Where its `me` may be none, as nobody controls the card: the events
                that then do not happen, as they do not `by` a player who is none.
        """
        work = Work(self, body, span, actor_needed_by)
        if as_batch:
            work.batch = work.hidden()
            work.emit(ops.BatchStart(work.batch, span))
        first = len(self.operations) - (1 if as_batch else 0)
        work.steps(body.steps)
        work.emit(ops.Return(None, keeps_locals, work.batch if as_batch else None, span))
        return work.finish(name, first, body.given)


class Work:
    """The lowering of one body."""

    def __init__(
        self,
        assembler: Assembler,
        body: model.Body,
        span: Span,
        actor_needed_by: frozenset[str] = frozenset(),
    ) -> None:
        self.operations, self.parts = assembler.operations, assembler.parts
        self.actor_needed_by = actor_needed_by
        self.infos: list[tuple[str, Type]] = [(slot.name, slot.type) for slot in body.slots]
        self.passing = frozenset(bound_slots(body.steps))
        self.batch: int | None = None
        self.span = span

    def hidden(self, type_: Type = INT) -> int:
        """Return a new hidden slot."""
        self.infos.append(("", type_))
        return len(self.infos) - 1

    def emit(self, operation: ops.Operation) -> int:
        """Append an operation and return its number."""
        self.operations.append(operation)
        return len(self.operations) - 1

    @property
    def here(self) -> int:
        """The number the next operation will get."""
        return len(self.operations)

    def patch(self, number: int, **changes: Any) -> None:
        """Fill in what was not known yet."""
        operation = self.operations[number]
        assert operation is not None
        self.operations[number] = replace(operation, **changes)

    def steps(self, steps: Iterable[model.Step]) -> None:
        """Lower steps in order."""
        for step in steps:
            part = self.part(step)
            LOWERINGS.get(type(step), Work.emit)(self, step)
            part.last = self.here

    def part(self, of: model.Step | Parameter) -> Part:
        """Begin the part of a step or parameter; who lowers it says where it ends."""
        part = Part(of, self.here)
        self.parts.append(part)
        return part

    def finish(self, name: str, first: int, given: int) -> ops.Code:
        """Return the finished code."""
        return ops.Code(
            name=name,
            first=first,
            last=self.here,
            size=len(self.infos),
            given=given,
            names=tuple(name for name, _ in self.infos),
            types=tuple(type_ for _, type_ in self.infos),
            passing=self.passing,
        )

    def pieces(self, mode: str) -> tuple[int, int]:
        """Return the hidden slots of a choice; one element is not chosen piece by piece."""
        return (-1, -1) if mode == "one" else (self.hidden(), self.hidden())

    def loop(
        self,
        slot: int | None,
        source: Any,
        body: Callable[[int], None],
        span: Span,
        *,
        is_count: bool = False,
        backwards: bool = False,
        at_once: bool = False,
    ) -> None:
        """Lower a loop over a snapshot; `body` gets the slot of the index."""
        items, index = self.hidden(), self.hidden()
        self.emit(ops.LoopStart(items, index, source, is_count, backwards, at_once, span))
        head = self.emit(ops.LoopNext(slot, items, index, -1, at_once, False, span))
        body(index)
        self.emit(ops.Jump(head, span))
        self.patch(head, exit=self.here)

    def end_turns(self, first: int, head: int) -> None:
        """End a body that is done several times: where it stops, it goes on with the next turn."""
        for number in range(first, self.here):
            if isinstance(self.operations[number], ops.Return):
                self.operations[number] = ops.Jump(head, NOWHERE)
        self.emit(ops.Jump(head, NOWHERE))


def _change(work: Work, step: model.Change) -> None:
    if step.state.is_definition:
        assert step.of is not None
        work.emit(ops.Become(work.here, step.state, step.of, step.value, step.span))
        return
    of = PERHAPS_ME if work.actor_needed_by and step.of == ME else step.of
    work.emit(ops.Change(step.operator, step.state, of, step.value, step.span))


def _learn(work: Work, step: model.Learn) -> None:
    work.emit(ops.Learn(work.here, step.truth, step.players, step.said, step.span))


def _do_event(work: Work, step: model.DoEvent) -> None:
    if step.each is None:
        _call(work, step, step.arguments)
        return
    source = step.arguments[step.each]
    slot = work.hidden(source.type.of if isinstance(source.type, ListOf) else source.type)
    element = Local(slot, "", work.infos[slot][1])
    arguments = tuple(element if i == step.each else a for i, a in enumerate(step.arguments))
    # of a list moved to the top of a zone the last goes first, so its first ends up on top
    end = step.arguments[-1]
    work.loop(
        slot,
        source,
        lambda index: _call(work, step, arguments),
        step.span,
        backwards=isinstance(end, Constant) and end.value == "top",
        at_once=step.event in AS_ONE,
    )


def _do_effect(work: Work, step: model.DoEffect) -> None:
    effects = tuple(f"effect:{id_}" for id_ in step.effects)
    work.emit(ops.Perform(effects, step.said, step.arguments, step.span))


def _call(work: Work, step: model.DoEvent, arguments: tuple[Any, ...]) -> None:
    work.emit(
        ops.Call(
            step.event,
            arguments,
            ME if step.by is None and step.event in work.actor_needed_by else step.by,
            step.required,
            step.defaulted,
            step.continues,
            work.batch,
            step.span,
        )
    )
    if step.result is not None:
        work.emit(ops.Take(step.result, step.span))


def _choose(work: Work, step: model.Choose) -> None:
    work.emit(_choice(work, step))


def _choice(work: Work, step: model.Choose) -> ops.Choose:
    return ops.Choose(
        step.slot, step.mode, step.number, step.source, step.by, step.by_chance, step.condition,
        *work.pieces(step.mode), None, step.span,
        so_far(step.condition, step.so_far, step.slot), step.weights,
    )  # fmt: skip


def _order(work: Work, step: model.Order) -> None:
    work.emit(ops.Order(step.slot, step.source, step.by, work.hidden(), step.span))


def _choose_one(work: Work, step: model.ChooseOne) -> None:
    ask = work.emit(ops.ChooseOne((), step.by, -1, step.span))
    alternatives: list[ops.Alternative] = []
    ends: list[int] = []
    for alternative in step.alternatives:
        start = work.here
        cost = start if alternative.cost else None
        if alternative.cost:
            _cost(work, alternative.cost, step.by, alternative.span)
        first = work.here
        work.steps(alternative.body)
        ends.append(work.emit(ops.Jump(-1, alternative.span)))
        alternatives.append(
            ops.Alternative(alternative.condition, cost, start, first, alternative.span)
        )
    for end in ends:
        work.patch(end, target=work.here)
    work.patch(ask, alternatives=tuple(alternatives), exit=work.here)


def _cost(work: Work, steps: tuple[model.Step, ...], by: Any, span: Span) -> None:
    """Lower a cost; its steps may be those of an event with which another cost is being paid."""
    kept, payer = None if by is None else work.hidden(), work.hidden()
    work.emit(ops.CostBegin(by, kept, span, payer))
    work.steps(steps)
    work.emit(ops.CostEnd(kept, span, payer))


def _may(work: Work, step: model.May) -> None:
    choice = step.cost[0] if len(step.cost) == 1 else None
    is_choice = isinstance(choice, model.Choose) and choice.mode == "one"
    ask = work.emit(
        ops.Ask(
            step.by,
            None,
            -1,
            _choice(work, choice) if isinstance(choice, model.Choose) and is_choice else None,
            -1,
            -1,
            step.span,
        )
    )
    cost = work.here if step.cost and not is_choice else None
    if cost is not None:
        _cost(work, step.cost, step.by, step.span)
    body = work.here
    work.steps(step.body)
    end = work.emit(ops.Jump(ask if step.again else -1, step.span))
    work.patch(ask, cost=cost, first=body, body=body, otherwise=work.here)
    work.steps(step.otherwise)
    if not step.again:
        work.patch(end, target=work.here)


def _if(work: Work, step: model.If) -> None:
    ends: list[int] = []
    for condition, body in step.branches:
        branch = work.emit(ops.Branch(condition, -1, step.span))
        work.steps(body)
        ends.append(work.emit(ops.Jump(-1, step.span)))
        work.patch(branch, otherwise=work.here)
    work.steps(step.otherwise)
    for end in ends:
        work.patch(end, target=work.here)


def _for_each(work: Work, step: model.ForEach) -> None:
    work.loop(step.slot, step.source, lambda index: work.steps(step.body), step.span)


def _repeat(work: Work, step: model.Repeat) -> None:
    work.loop(None, step.times, lambda index: work.steps(step.body), step.span, is_count=True)


def _while(work: Work, step: model.While) -> None:
    items, index = work.hidden(), work.hidden()
    head = work.emit(ops.Branch(step.condition, -1, step.span))
    work.emit(ops.LoopStart(items, index, Constant(1, INT), True, False, False, step.span))
    turn = work.emit(ops.LoopNext(None, items, index, -1, False, True, step.span))
    work.steps(step.body)
    work.emit(ops.Jump(head, step.span))
    work.patch(head, otherwise=work.here)
    work.patch(turn, exit=work.here)


def _together(work: Work, step: model.Together) -> None:
    if work.batch is not None:
        work.steps(step.body)
        return
    work.batch = work.hidden()
    work.emit(ops.BatchStart(work.batch, step.span))
    work.steps(step.body)
    work.emit(ops.BatchRun(work.batch, step.span))
    work.batch = None


def _at_once(work: Work, step: model.AtOnce) -> None:
    elements = ListOf(work.infos[step.slot][1])
    everyone, answers = work.hidden(elements), work.hidden()
    within = list(walk(step.body))
    events = [each for each in within if isinstance(each, model.DoEvent)]
    slots = {each.slot for each in within if isinstance(each, CHOICES)}
    bound = tuple(sorted(slots | {each.result for each in events if each.result is not None}))
    pays = bool(events) or any(isinstance(each, model.Change) for each in within)
    work.emit(ops.Let(everyone, step.source, step.span))
    work.emit(ops.SecretStart(answers, pays, step.span))

    def choose(index: int) -> None:
        work.steps(step.body)
        work.emit(ops.SecretKeep(answers, bound, step.span))

    def follow(index: int) -> None:
        work.emit(ops.SecretRecall(answers, index, bound, step.span))
        work.steps(step.then)

    source = Local(everyone, "", elements)
    work.loop(step.slot, source, choose, step.span)
    work.emit(ops.SecretEnd(answers, step.span))
    work.loop(step.slot, source, follow, step.span)


def _return(work: Work, step: model.Return) -> None:
    work.emit(ops.Return(step.value, False, None, step.span))


def _stop(work: Work, step: model.Stop) -> None:
    work.emit(ops.Return(None, False, None, step.span))


def _leave(work: Work, step: model.Leave) -> None:
    work.emit(ops.Change("set", step.state, None, Constant(True, BOOL), step.span))


LOWERINGS: dict[type, Callable[[Work, Any], object]] = {
    model.Change: _change,
    model.Learn: _learn,
    model.DoEvent: _do_event,
    model.DoEffect: _do_effect,
    model.Choose: _choose,
    model.Order: _order,
    model.ChooseOne: _choose_one,
    model.May: _may,
    model.If: _if,
    model.ForEach: _for_each,
    model.Repeat: _repeat,
    model.While: _while,
    model.Together: _together,
    model.AtOnce: _at_once,
    model.Wait: lambda work, step: work.steps(step.body),
    model.Lasts: lambda work, step: work.steps(step.body),
    model.Return: _return,
    model.Stop: _stop,
    model.Leave: _leave,
}
"""What becomes of a step; one without an entry is an operation itself."""


def so_far(condition: Expression | None, said: Expression | None, slot: int) -> Expression | None:
    """Return what must hold of every beginning of a set: where the whole pays an amount, each of it
    is of use so far too."""
    if said is None and condition is not None:
        paying = (part for part in conjuncts(condition) if isinstance(part, Primitive))
        for each in paying:
            if each.name == "pays" and reads_slot(each, slot):
                return replace(each, name="none-over")
    return said
