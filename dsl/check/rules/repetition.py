"""Read state that tells how often a position has been there, as a value.

Each fact of the position is a value `STATE.N`, and hidden state of this name is the list of what it
was at each look. The state itself is a value that counts the looks at which all facts were as now.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from dsl.check.nouns.zones import holds_amount
from dsl.check.scopes.draft import Draft, ValueText
from dsl.check.scopes.world import ValueHead, check_type
from dsl.check.texts.package import field_at, written
from dsl.keys.course import ValueKeys
from dsl.keys.files import SectionKeys
from dsl.keys.key import GameStateKeys
from dsl.model import expressions as e
from dsl.model import types as t
from dsl.model.documents import Entry, Mapping, Node, items_or_one
from dsl.model.nouns import StateField
from dsl.model.rules import look
from dsl.model.steps import Body, Change, Let, Return, SlotInfo, Step
from dsl.model.traits import Looking
from dsl.model.walk import walk
from dsl.syntax.trees import ValueSignature, Word


def positions_of(draft: Draft) -> Iterator[Entry]:
    """Yield the state that says of which facts a position is made."""
    for entry in draft.package.entries(SectionKeys.state):
        if GameStateKeys(entry.value).same is not None:
            yield entry


def fact_ids(entry: Entry) -> tuple[str, ...]:
    """Return the ids of the facts of a position."""
    facts = items_or_one(GameStateKeys(entry.value).same)
    return tuple(f"{entry.key.text}.{number}" for number in range(1, len(facts) + 1))


def declare_positions(draft: Draft) -> None:
    """Declare such state, and each of its facts, as a value."""
    for entry in positions_of(draft):
        name, keys, report = entry.key, GameStateKeys(entry.value), draft.report
        tree = field_at(entry.value, report)
        if not fact_ids(entry):
            report.add("bad-position.no-facts", name.span, name=name.text)
        if not items_or_one(keys.counts):
            report.add("bad-position.no-event", name.span, name=name.text)
        if tree is not None and check_type(tree.type, draft.world) not in (t.INT, t.UNKNOWN):
            report.add("wrong-type.counts-no-number", tree.type.span, name=name.text)
        elif tree is not None and tree.default is not None and tree.default.span.text != "0":
            report.add("bad-position.begins", tree.default.span, name=name.text)
        until = None if tree is None else tree.until
        if until is not None:
            draft.scopes_named.append((until.text, until.span))
        for id_, fact in zip(fact_ids(entry), items_or_one(keys.same), strict=True):
            _declare(id_, None, fact, entry, draft)
            key = e.StateKey(None, id_)
            draft.limits[key] = StateField(
                key=key, type=t.ListOf(t.UNKNOWN), default=(), is_set_up=False, keep=False,
                until=None if until is None or until.text == "game" else until.text,
                seen_by=None if keys.seen_by is None else keys.seen_by.text,
                span=fact.span, is_shown=False, looks_at=id_,
            )  # fmt: skip
        _declare(name.text, t.INT, _shown(entry), entry, draft, fact_ids(entry))


def _shown(entry: Entry) -> Mapping:
    """Return what stands under the value: its text, and where people see it."""
    keys, span = GameStateKeys(entry.value), entry.key.span
    said: dict[str, Node] = {ValueKeys.is_.name: written("0", span)}
    if keys.text is not None:
        said[ValueKeys.text.name] = keys.text
        if keys.show is not False and keys.seen_by is None:
            said[ValueKeys.show.name] = written("true", span)
    return Mapping(tuple(Entry(written(k, span), node) for k, node in said.items()), False, span)


def _declare(
    id_: str,
    type_: t.Type | None,
    node: Node,
    entry: Entry,
    draft: Draft,
    facts: tuple[str, ...] | None = None,
) -> None:
    """Declare a value."""
    span = node.span if facts is None else entry.key.span
    signature = ValueSignature(Word(id_, span), (), None, span)
    text = ValueText(
        signature=signature, node=node, only_if=None, in_prelude=False, span=span, facts=facts,
        is_fact=facts is None,
    )  # fmt: skip
    draft.value_texts.setdefault(id_, []).append(text)
    draft.world.values[id_] = ValueHead(id=id_, parameters=(), result=type_, span=span)


def times_there(text: ValueText, draft: Draft) -> Body:
    """Return what counts the looks at which all facts were as they are now; declare the lists."""
    ids = text.facts or ()
    lists = [_kept(id_, text, draft) for id_ in ids]
    types = [t.element_of(each.type) for each in lists]
    many, number = len(ids), e.Local(len(ids), "it", t.INT)
    now: list[Step] = [
        Let(n, e.ValueCall(id_, (), types[n]), text.span) for n, id_ in enumerate(ids)
    ]
    alike: e.Expression = e.Constant(True, t.BOOL)
    for n, kept in reversed(tuple(enumerate(lists))):
        there = e.Element(kept, number, types[n])
        same = e.Compare(
            "==", there, e.Local(n, "it", types[n]), False, t.BOOL
        )  # rows in their order
        alike = e.Logic("and", same, alike, t.BOOL) if n < many - 1 else same
    slots = [SlotInfo("it", type_) for type_ in (*types, t.INT, t.UNKNOWN)]
    looks = (
        e.Fold("count", lists[0], many + 1, None, None, t.INT) if lists else e.Constant(0, t.INT)
    )
    every = e.RangeList(e.Constant(1, t.INT), looks, t.ListOf(t.INT))
    times = e.Fold("count", every, many, alike, None, t.INT)
    return Body(tuple(slots), 0, (*now, Return(times, text.span)))


def _kept(id_: str, text: ValueText, draft: Draft) -> e.Expression:
    """Return the list of what a fact was at each look; settle its type."""
    name, key = text.signature.name.text, e.StateKey(None, id_)
    type_, uses_me, uses_self = draft.facts_of_value(id_)
    if id_ in draft.world.nobody_values:
        type_ = t.maybe(type_)
    draft.world.used |= {("value", id_), ("state", id_)}
    field = draft.limits[key] = replace(draft.limits[key], type=t.ListOf(type_))
    if uses_me or uses_self:
        draft.report.add("bad-position.needs-me", field.span, name=name)
    elif t.is_effect(t.innermost(type_)) or holds_amount(type_):
        draft.report.add("bad-position.not-kept", field.span, name=name, type=type_)
    elif type_ != t.UNKNOWN and not any(
        isinstance(node, Looking) for node in walk(draft.values.get(id_, ()))
    ):
        draft.report.add("bad-position.never-changes", field.span, name=name)
    return e.StateRead(key, None, field.type)


def looks(ids: tuple[str, ...], draft: Draft) -> tuple[Change, ...]:
    """Return the steps that look at a position once more."""
    return tuple(look(draft.limits[e.StateKey(None, id_)], "add") for id_ in ids)
