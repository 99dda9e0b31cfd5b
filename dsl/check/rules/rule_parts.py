"""Check the parts that all rules have: where they stand, when they work, limits, what counts.

`works-while` is an attribute of cards that says when their rules work. A kind has it for all its
cards, a card for itself. It is read like any attribute, and modifiers may change it. The event's
slots are the first locals of a rule, in its pattern and in its steps; then come the names under
`let`, then a hidden local for each `was(…)`.

It is counted right after the event, of a cost when that is paid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias, TypedDict

from msgspec.structs import replace

from dsl.check.expressions.expressions import check_expression
from dsl.check.expressions.functions import calls_in
from dsl.check.expressions.names_declared import active_zones, unknown
from dsl.check.nouns.keywords import possession, times_of
from dsl.check.nouns.kinds import bases_first
from dsl.check.rules.repetition import fact_ids
from dsl.check.scopes.draft import Draft, EntryText
from dsl.check.scopes.scope import Earlier, Scope, define, reserve
from dsl.check.scopes.world import EventHead
from dsl.check.steps.bodies import Named
from dsl.check.texts.package import expression_of, written
from dsl.check.texts.texts import text_of
from dsl.keys.files import SectionKeys
from dsl.keys.key import StateFieldKeys
from dsl.keys.nouns import KindKeys, PlayersKeys
from dsl.keys.rules import EndingKeys, TriggerKeys
from dsl.model import documents as d
from dsl.model import expressions as e
from dsl.model.nouns import Attribute, StateField, Text
from dsl.model.rules import Limit
from dsl.model.steps import SlotInfo
from dsl.model.types import BOOL, INT, UNKNOWN, EntityType
from dsl.model.walk import WORKS, conjunction
from dsl.records import Span
from dsl.syntax.parser import parse_limit, parse_name
from dsl.syntax.trees import Expression as Tree
from dsl.syntax.trees import Name, Number


class Standing(TypedDict):
    """The fields of `dsl.model.rules.Rule`."""

    id: str
    card: str | None
    kind: str | None
    active_in: tuple[e.ZoneKey, ...] | None
    text: Text
    only_if: e.Expression | None
    span: Span
    keyword: str | None


def standing(entry: EntryText, draft: Draft, span: Span | None = None) -> Standing:
    """Return what an entry says of the rule that it is.

    Args:
        span: Its place, if that is not the entry's.
    """
    keys = EndingKeys(entry.node)
    return Standing(
        id=entry.id,
        card=entry.card,
        kind=entry.kind,
        active_in=active_zones(keys.active_in, draft),
        text=text_of(keys.text, draft.language),
        only_if=entry.only_if,
        span=entry.span if span is None else span,
        keyword=None if entry.keyword is None else entry.keyword.name,
    )


def declare_works(draft: Draft) -> None:
    """Give the kinds that say when their rules work, or have a card that does, the attribute."""
    spoken = {c.kind.text: c.keys[WORKS].key.span for c in draft.package.cards
              if c.kind is not None and WORKS in c.keys}  # fmt: skip
    for name in bases_first(draft):
        node = d.child(draft.kind_nodes[name], WORKS)
        if draft.world.attribute(name, WORKS) is not None:
            if node is not None:
                draft.report.add(
                    "duplicate-name.kind-extends-says", node.span, name=name, works=WORKS
                )
        elif node is not None:
            _declare(name, node, node.span, draft)
        elif name in spoken:
            _declare(name, None, spoken[name], draft)


def _declare(kind: str, node: d.Node | None, span: Span, draft: Draft) -> None:
    """Give a kind the attribute, with what it says as the default."""
    tree = Name("true", span) if node is None else expression_of(node, draft.report)
    draft.attribute_defaults[kind, WORKS] = tree or Name("true", span)
    attribute = Attribute(name=WORKS, type=BOOL, default=None, span=span, text={}, slots=())
    found = draft.world.kinds[kind]
    draft.world.kinds[kind] = replace(found, attributes=(*found.attributes, attribute))


def works(kind: str | None, text: EntryText, draft: Draft) -> e.Expression | None:
    """Return when a rule works that stands on a card of a kind, or on all of them; None for
    always."""
    world, card = draft.world, text.card
    if kind is None:
        return None
    found: list[e.Expression] = []
    for name, declared in world.kinds.items():
        if all(each.name != WORKS for each in declared.attributes):
            continue
        read = e.AttributeRead(name, WORKS, e.Role("self", EntityType(name)), BOOL)
        if name in world.lineage(kind):
            found.append(read)
        elif card is None and kind in world.lineage(name):
            other = e.IsKind(e.Role("self", EntityType(kind)), name, True, BOOL)
            found.append(e.Logic("or", other, read, BOOL))
        else:
            continue
        world.used.add(("attribute", f"{name}.{WORKS}"))
    has = possession(text.keyword, draft)
    return conjunction(found if has is None else (*found, has))


def while_works(
    condition: e.Expression | None, kind: str | None, text: EntryText, draft: Draft
) -> e.Expression | None:
    """Return the condition of such a rule: it works, too."""
    own = works(kind, text, draft)
    return conjunction(each for each in (condition, own) if each is not None)


STRETCHES: Final = ("turn", "round", "game", "action")


def limit_of(
    node: d.Node | None, rule: str, kind: str | None, draft: Draft, *, of_player: bool = True
) -> Limit | None:
    """Return the limit of a rule; it counts per card, else per player.

    Args:
        of_player: False where no player is meant: it then counts for the whole table.
    """
    scalar = d.scalar_of(node)
    parsed = None if scalar is None else parse_limit(scalar, draft.report)
    if scalar is None or parsed is None:
        return None
    number, scope = parsed
    if not isinstance(number, Number):
        draft.report.add("bad-number.no-whole-number", number.span, number=number.span.text)
        return None
    if number.value < 1:
        draft.report.add("bad-number.could-never-used", number.span, written=scalar.text)
        return None
    draft.scopes_named.append((scope.text, scope.span))
    key = e.StateKey(kind or ("player" if of_player else None), f"limit:{rule}")
    draft.limits[key] = StateField(
        key=key,
        type=INT,
        default=0,
        is_set_up=False,
        until=None if scope.text == "game" else scope.text,
        keep=False,
        seen_by=None,
        span=scalar.span,
    )
    return Limit(number=number.value, scope=scope.text, state=key)


def check_stretches(draft: Draft) -> None:
    """Report a word after `until` or `per` that is no stretch of time."""
    world = draft.world
    events = {name for name in world.events if ":" not in name}
    known = {*STRETCHES, *world.phases, *world.actions, *draft.group_texts, *events}
    for word, span in draft.scopes_named:
        if word not in known:
            unknown(draft.report, "unknown-scope", word, span, sorted(known), "stretch of time")


class EarlierNames:
    """What the `where` and the steps of a rule may name beside the event.

    Attributes:
        scope: That of the steps, once the event is known.
        condition: The `where` of the rule; the steps know that it holds.
        timing: Whether it listens `after`, `before` or `instead`.
        times: How often it acts, where it is granted: read before the event too.
    """

    def __init__(
        self, text: EntryText, scope: Scope, steps: tuple[object, ...], draft: Draft
    ) -> None:
        self.text, self.scope, self.steps, self.draft = text, scope, steps, draft
        self.timing = "after"
        self.condition: Tree | None = None
        self.times: e.Expression | None = None
        self._named: tuple[tuple[int, e.Expression], ...] = ()

    @property
    def lets(self) -> tuple[tuple[int, e.Expression], ...]:
        """Return all that is read before the event, each with its local."""
        earlier = self.scope.earlier
        return (*self._named, *(() if earlier is None else earlier.read))

    def at(self, timing: str) -> EarlierNames:
        """Note when the rule acts."""
        self.timing = timing
        return self

    def behind(self, condition: Tree | None) -> Named:
        """Return what gives the scope of a pattern's `where` these names."""

        self.condition = condition

        def named(head: EventHead, inside: Scope) -> Scope:
            for slot in head.slots:
                _, self.scope = self.scope.bind(slot.name, slot.type, fixed=True)
            first = len(self.scope.slots.infos)
            self._check_lets()
            if self.timing == "after":
                self._reserve(calls_in(condition, *self.steps))
            own = self.scope.slots.infos[first:]
            names = {info.name: (first + n, info.type) for n, info in enumerate(own) if info.name}
            inside.slots.infos.extend(own)
            return replace(
                inside,
                visible={**inside.visible, **names},
                fixed=inside.fixed | names.keys(),
                earlier=self.scope.earlier,
            )

        return named

    def _check_lets(self) -> None:
        draft, entries = self.draft, d.entries_of(TriggerKeys(self.text.node).let)
        first = reserve(self.scope, len(entries))
        found: list[tuple[int, e.Expression]] = []
        for slot, entry in enumerate(entries, start=first):
            parse_name(entry.key, draft.report)
            tree = expression_of(entry.value, draft.report)
            value = (
                e.Constant(None, UNKNOWN) if tree is None else check_expression(tree, self.scope)
            )
            self.scope = define(self.scope, slot, entry.key.text, value.type)
            found.append((slot, value))
        times = times_of(self.text.keyword, draft)
        if times is not None:
            slot = self.scope.slots.add("", INT)
            found.append((slot, times))
            self.times = e.Local(slot, "", INT)
        self._named = tuple(found)

    def _reserve(self, number: int) -> None:
        first = len(self.scope.slots.infos)
        self.scope.slots.infos.extend([SlotInfo("", BOOL)] * number)
        self.scope = replace(self.scope, earlier=Earlier(self.scope, first))


Count: TypeAlias = tuple[str, d.Node, str | None, tuple[str, ...]]
"""A trigger that counts: id, mapping, the kind on which it stands, the facts at which it looks."""


def counts_of(draft: Draft) -> Iterator[Count]:
    """Yield the triggers that count events, or look at a position."""
    yield from _triggers(None, draft.package.entries(SectionKeys.state), "", draft)
    section = draft.package.one(SectionKeys.players)
    players = PlayersKeys(None if section is None else section.value)
    yield from _triggers("player", d.entries_of(players.state), "me.", draft)
    for kind, node in draft.kind_nodes.items():
        yield from _triggers(kind, d.entries_of(KindKeys(node).state), "self.", draft)


def _triggers(
    owner: str | None, fields: Iterable[d.Entry], path: str, draft: Draft
) -> Iterator[Count]:
    """Yield those of the states of one owner."""
    for field in fields:
        name = field.key
        state = draft.world.state.get(e.StateKey(owner, name.text))
        patterns = d.scalars_of(StateFieldKeys(field.value).counts)
        facts = fact_ids(field) if owner is None else ()
        if state is not None and state.type != INT and patterns:
            draft.report.add("wrong-type.counts-no-number", patterns[0].span, name=name.text)
        elif state is not None or facts:
            nowhere = Span(name.span.source, name.span.start, name.span.start)
            step = written(f"add 1 to {path}{name.text}", nowhere)
            for number, pattern in enumerate(patterns, start=1):
                said: dict[str, d.Scalar] = {
                    TriggerKeys.after.name: pattern,
                    TriggerKeys.at_once.name: written("true", nowhere),
                }
                if not facts:
                    said[TriggerKeys.do.name] = step
                entries = [d.Entry(written(key, node.span), node) for key, node in said.items()]
                rule = d.Mapping((*entries,), False, pattern.span)
                kind = None if owner == "player" else owner
                yield f"{owner or 'game'}:counts.{name.text}.{number}", rule, kind, facts
