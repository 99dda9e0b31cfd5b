"""List everything in a game that holds expressions or steps, in one form.

An owner is a node of the event graph: a phase, an action, an event, a value or a rule. Its id is
stable and readable: `event:draw`, `trigger:moth:trigger.1`; further variants of one id get `~2`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TypeAlias

from dsl.model import rules
from dsl.model.expressions import Expression, ZoneKey
from dsl.model.game import Game
from dsl.model.nouns import Text
from dsl.model.steps import Body, Formula
from dsl.records import Record, Span

Entry: TypeAlias = (
    rules.Phase | rules.Action | rules.Event | rules.Value | rules.Effect | rules.Trigger
    | rules.Replacement | rules.Forbid | rules.Modifier | rules.Always | rules.Becomes
    | rules.End
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
    if isinstance(entry, rules.End):
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
