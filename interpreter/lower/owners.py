"""List everything in a game that holds expressions or steps, in one form, and lower its bodies.

An owner is a node of the event graph: a phase, an action, an event, a value or a rule. Its id is
stable and readable: `event:draw`, `trigger:moth:trigger.1`; further variants of one id get `~2`.

Lowered, an action becomes its conditions, its parameters as choices, counted limits and the paid
cost. A rule becomes its question, its limit, its cost and its body.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import TypeAlias

from dsl.model import rules
from dsl.model.expressions import Compare, Constant, Expression, Role, StateRead, ZoneKey
from dsl.model.game import End, Game, Phase
from dsl.model.nouns import Text
from dsl.model.rules import Limit
from dsl.model.steps import Body, Formula
from dsl.model.types import BOOL, INT, NONE, EntityType
from dsl.model.walk import bound_slots, conjuncts, free_slots
from dsl.records import Record, Span
from interpreter.lower import ops
from interpreter.lower.bodies import ME, NOWHERE, PERHAPS_ME, Assembler, Work, so_far
from interpreter.lower.course_ops import Part

Entry: TypeAlias = (
    Phase | rules.Action | rules.Event | rules.Value | rules.Effect | rules.Trigger
    | rules.Replacement | rules.Forbid | rules.Modifier | rules.Always | rules.Becomes
    | End
)  # fmt: skip


class Owner(Record, kw_only=True):
    """One entry with what it holds.

    Attributes:
        node: Its id in the graph.
        sort: `phase action event value effect trigger replacement forbid modifier always end`.
        name: Its id in the game.
        bodies: Its steps by role: `cost`, then `do`.
        formulas: All expressions outside steps.
        card, kind, active_in: Where the rule stands and works; None elsewhere.
    """

    node: str
    sort: str
    name: str
    entry: Entry
    bodies: tuple[tuple[str, Body], ...]
    formulas: tuple[Formula | Expression, ...]
    span: Span | None
    text: Text
    only_if: Expression | None
    card: str | None = None
    kind: str | None = None
    active_in: tuple[ZoneKey, ...] | None = None

    @classmethod
    def all_in(cls, game: Game) -> tuple[Owner, ...]:
        """Return every owner of a game, phases first, in the order of the model."""
        seen = Counter[str]()
        return tuple(_owner(sort, name, entry, seen) for sort, name, entry in _entries(game))

    @property
    def is_shared(self) -> bool:
        """Whether it comes from the prelude and not from the game's own texts."""
        return self.span is not None and self.span.source.is_shared

    @property
    def is_native(self) -> bool:
        """Whether the machine carries it out itself."""
        return isinstance(self.entry, rules.Event) and self.entry.native


def _entries(game: Game) -> Iterator[tuple[str, str, Entry]]:
    """Yield (sort, id, entry)."""
    yield from (("phase", each.id, each) for each in game.every_phase)
    yield from (("action", each.id, each) for each in game.actions)
    for variants in game.events.values():
        yield from (("event", each.id, each) for each in variants)
    for values in game.values.values():
        yield from (("value", each.id, each) for each in values)
    yield from (("effect", each.id, each) for each in game.effects)
    yield from (("trigger", each.id, each) for each in game.triggers)
    yield from (("trigger", each.id, each) for each in game.becomes)
    yield from (("replacement", each.id, each) for each in game.replacements)
    yield from (("forbid", each.id, each) for each in game.forbids)
    yield from (("modifier", each.id, each) for each in game.modifiers)
    yield from (("always", each.id, each) for each in game.always)
    yield "end", "end", game.end


def _owner(sort: str, name: str, entry: Entry, seen: Counter[str]) -> Owner:
    """Return the owner of an entry; `seen` counts the variants of each id."""
    base = "end" if sort == "end" else f"{sort}:{name}"
    seen[base] += 1
    return Owner(
        node=base if seen[base] == 1 else f"{base}~{seen[base]}",
        sort=sort,
        name=name,
        entry=entry,
        bodies=tuple(
            (role, body)
            for role, name in (("cost", "cost"), ("do", "body"))
            if isinstance(body := getattr(entry, name, None), Body)
        ),
        formulas=tuple(_formulas(entry)),
        span=entry.span,
        text=getattr(entry, "text", {}),
        only_if=getattr(entry, "only_if", None),
        card=getattr(entry, "card", None),
        kind=getattr(entry, "kind", None),
        active_in=getattr(entry, "active_in", None),
    )


SCATTERED = (
    "when", "at_least", "at_most", "condition", "source", "while_condition", "winners", "by", "to",
    "becomes", "affects", "layer",
)  # fmt: skip
"""Fields of entries that hold one expression or none."""


@cache
def _scattered(entry: type) -> tuple[str, ...]:
    """Return those of them that entries of a type have."""
    return tuple(name for name in SCATTERED if hasattr(entry, name))


def _formulas(entry: Entry) -> Iterator[Formula | Expression]:
    """Yield every expression of an entry that stands outside its steps."""
    sort: type = type(entry)
    for name in _scattered(sort):
        found = getattr(entry, name)
        if found is not None:
            yield found
    if isinstance(entry, rules.Value) and isinstance(entry.body, Formula):
        yield entry.body
    if isinstance(entry, rules.Trigger | rules.Replacement | rules.Forbid):
        yield from pattern_expressions(entry.pattern)
    if isinstance(entry, rules.Trigger | rules.Replacement):
        yield from (value for _, value in entry.lets)
    if isinstance(entry, rules.Action):
        for parameter in entry.parameters:
            yield from parameter_expressions(parameter)
    if isinstance(entry, rules.Event):
        yield from (slot.default for slot in entry.slots if slot.default is not None)
    if isinstance(entry, End):
        yield from (*entry.rank, *entry.keeps.values())


def pattern_expressions(pattern: rules.Pattern) -> Iterator[Expression]:
    """Yield the expressions of a pattern."""
    yield from (value for _, value in pattern.equals)
    asked = (pattern.actor, pattern.condition, pattern.works)
    yield from (each for each in asked if each is not None)


def parameter_expressions(parameter: rules.Parameter) -> Iterator[Expression]:
    """Yield the expressions of a parameter."""
    yield parameter.source
    for each in (parameter.number, parameter.condition, parameter.so_far, parameter.when):
        if each is not None:
            yield each


def event_nodes(game_owners: Iterable[Owner]) -> dict[str, tuple[str, ...]]:
    """Return the nodes of each event id, those of actions (`act:ID`) and phases included."""
    prefix = {"event": "", "action": "act:", "phase": "phase:", "effect": "effect:"}
    found: dict[str, tuple[str, ...]] = {}
    for owner in game_owners:
        if owner.sort in prefix:
            name = prefix[owner.sort] + owner.name
            found[name] = (*found.get(name, ()), owner.node)
            if isinstance(owner.entry, rules.Action):
                for group in owner.entry.groups:
                    found[f"act:{group}"] = (*found.get(f"act:{group}", ()), owner.node)
    return found


def is_left(limit: Limit) -> Expression:
    """Return whether a limit leaves room."""
    count = StateRead(limit.state, bearer(limit, ME), INT)
    return Compare("<", count, Constant(limit.number, INT), False, BOOL)


def counted(limit: Limit, me: Expression) -> ops.Change:
    """Return what counts once more.

    Args:
        me: Who does it.
    """
    return ops.Change("add", limit.state, bearer(limit, me), Constant(1, INT), NOWHERE)


def bearer(limit: Limit, me: Expression) -> Expression | None:
    """Return whose counter of a limit it is; None for the game's."""
    owner = limit.state.owner
    if owner is None:
        return None
    return me if owner == "player" else Role("self", EntityType(owner))


def lower_action(
    assembler: Assembler,
    action: rules.Action,
    number: int,
    cost: ops.Code | None,
    resets: frozenset[str],
) -> ops.Code:
    """Append the body of taking an action and return where it stands.

    Args:
        number: Its place in `Program.actions`.
        cost: The body of its cost, or None.
        resets: The scopes at whose end anything is reset.
    """
    work = Work(assembler, Body(action.slots, 0, ()), action.span)
    texts = tuple((p.source, p.number, p.condition, p.so_far, p.when) for p in action.parameters)
    work.passing = frozenset(bound_slots(texts))
    first = work.here
    for each in action.limits:
        work.emit(ops.Demand(is_left(each), each.number, False, NOWHERE))
    for condition in conjuncts(action.when) if action.parameters else ():
        if not free_slots(condition):
            work.emit(ops.Demand(condition, None, True, NOWHERE))
    for place, parameter in enumerate(action.parameters):
        _parameter(work, parameter, place, number)
    if action.when is not None:
        work.emit(ops.Demand(action.when, None, False, NOWHERE))
    for limit in action.limits:
        work.emit(counted(limit, ME))
    if cost is not None:
        work.emit(ops.CostBegin(None, None, NOWHERE))
        work.emit(ops.Do(cost, True, NOWHERE))
        work.emit(ops.CostEnd(None, NOWHERE))
    count_ = len(action.parameters)
    work.emit(ops.Happen(number, f"act:{action.id}", count_, cost is not None, NOWHERE))
    work.emit(ops.Settle(NOWHERE))
    for scope in ("action", action.id, *action.groups):
        if scope in resets:
            work.emit(ops.ResetScope(scope, NOWHERE))
    work.emit(ops.Return(None, False, None, NOWHERE))
    return work.finish(f"action {action.id}", first, 0)


def _parameter(work: Work, parameter: rules.Parameter, place: int, action: int) -> None:
    """Lower a parameter: a choice, if it is asked for; else it is none, or empty."""
    asked = None
    if parameter.when is not None:
        asked = work.emit(ops.Branch(parameter.when, -1, NOWHERE))
    part = work.part(parameter)
    work.emit(
        ops.Choose(
            place, parameter.mode, parameter.number, parameter.source, None, False,
            parameter.condition, *work.pieces(parameter.mode), (action, place), parameter.span,
            so_far(parameter.condition, parameter.so_far, place),
        )
    )  # fmt: skip
    part.last = work.here
    if asked is None:
        return
    over = work.emit(ops.Jump(-1, NOWHERE))
    work.patch(asked, otherwise=work.here)
    nothing = Constant(None, NONE) if parameter.mode == "one" else Constant((), parameter.type)
    work.emit(ops.Let(place, nothing, NOWHERE))
    work.patch(over, target=work.here)


class Acting(Record):
    """The body of a rule that acts.

    Attributes:
        pays: The operation at which its cost begins, or None.
        acts: The operation at which it acts, having been asked about and paid for.
    """

    code: ops.Code
    pays: int | None
    acts: int


def lower_reaction(
    assembler: Assembler, rule: rules.Reaction, asked: tuple[int, str], cost: ops.Code | None,
    needing: frozenset[str],
) -> Acting:  # fmt: skip
    """Append the body of a rule and return where it stands.

    Args:
        asked: Its place in `Program.rules` and its sort. Replacements are asked about among others
            before they begin.
        cost: The body of its cost, or None.
        needing: As `actor_needed_by` of `Assembler.lower`.
    """
    number, sort = asked
    body = rule.body
    work = Work(assembler, body, _span(body), needing)
    first, pays, ask = work.here, None, None
    given = body.given if cost is None else cost.given
    head = left = None
    if rule.times is not None:
        items, index = work.hidden(), work.hidden()
        work.emit(ops.LoopStart(items, index, rule.times, True, False, False, NOWHERE))
        head = work.emit(ops.LoopNext(None, items, index, -1, False, False, NOWHERE))
        if rule.limit is not None:
            left = work.emit(ops.Branch(is_left(rule.limit), -1, NOWHERE))
    if sort != "replacement" and (rule.optional or cost is not None):
        ask = work.emit(ops.Ask(None, None, None, None, -1, -1, NOWHERE, number))
    if rule.limit is not None:
        work.emit(counted(rule.limit, PERHAPS_ME))
    if cost is not None:
        pays = _cost(work, rule, cost)
    acts = work.here
    work.steps(body.steps)
    if head is not None:
        work.end_turns(acts, head)
    end = work.emit(ops.Return(None, False, None, _span(body)))
    if head is not None:
        work.patch(head, exit=end)
    if left is not None:
        work.patch(left, otherwise=end)
    if ask is not None:
        work.patch(ask, cost=pays, body=acts, otherwise=end if head is None else head)
    return Acting(work.finish(f"{sort} {rule.id}", first, given), pays, acts)


def _cost(work: Work, rule: rules.Reaction, cost: ops.Code) -> int:
    """Lower what is paid first, perhaps while another cost is being paid; return where it begins.
    The decider pays; the actor of the rule stays the same."""
    by = rule.by if isinstance(rule, rules.Replacement) else None
    kept = None if by is None else work.hidden()
    payer = work.hidden()
    bound = tuple(range(cost.given, rule.body.given))
    pays = work.emit(ops.CostBegin(by, kept, NOWHERE, payer))
    work.emit(ops.Do(cost, False, NOWHERE))
    work.emit(ops.CostEnd(kept, NOWHERE, payer, bound))
    return pays


def _span(body: Body) -> Span:
    return body.steps[0].span if body.steps else NOWHERE


class Lowered(Record):
    """The operations of one owner, numbered from 0 on.

    Attributes:
        codes: Its bodies by role, in the order in which they run: `choose`, `cost`, `do`.
        parts: What its parameters and steps have become, in written order.
    """

    operations: list[ops.Operation | None]
    codes: tuple[tuple[str, ops.Code], ...]
    parts: tuple[Part, ...]

    @property
    def then(self) -> dict[int, int]:
        """By the last operation of each body the first one of the next."""
        return {one.last - 1: other.first for (_, one), (_, other) in pairwise(self.codes)}

    def role_of(self, part: Part) -> str:
        """Return the role of the body in which a part is."""
        return next(role for role, code in self.codes if part.first < code.last)


def lower_owner(owner: Owner) -> Lowered:
    """Return the operations of an owner."""
    assembler = Assembler([])
    codes: list[tuple[str, ops.Code]] = []
    if isinstance(owner.entry, rules.Action):
        codes.append(("choose", lower_action(assembler, owner.entry, 0, None, frozenset())))
    for role, body in owner.bodies:
        codes.append((role, assembler.lower(owner.name, body, owner.span or NOWHERE)))
    return Lowered(assembler.operations, tuple(codes), own_parts(assembler.parts))


def own_parts(parts: list[Part]) -> tuple[Part, ...]:
    """Return the parts that do something themselves: those with a first operation of their own."""
    inner = {part.first: part for part in parts if part.first < part.last}
    return tuple(part for part in parts if inner.get(part.first) is part)
