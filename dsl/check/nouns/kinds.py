"""Declare enums and kinds: first names and bases, then what cards have and who controls them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from dsl.check.expressions.expressions import check_as
from dsl.check.expressions.names_declared import Places, unknown, zone_key
from dsl.check.nouns.zones import check_team, is_empty_by_itself, members, state_fields
from dsl.check.scopes.collect import refuse_later, report_duplicate, unique_entries
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.scope import entity_scope
from dsl.check.scopes.world import check_type
from dsl.check.texts.package import copies_of, expression_of, field_at
from dsl.check.texts.texts import text_of
from dsl.keys.files import SectionKeys
from dsl.keys.key import AnyKey, AttributeKeys
from dsl.keys.nouns import EnumKeys, KindKeys
from dsl.model import documents as d
from dsl.model.nouns import Attribute, Enum, Kind, Text
from dsl.model.steps import Formula, SlotInfo
from dsl.model.types import EFFECT, PLAYER, ListOf, Maybe, Type, is_effect
from dsl.syntax.limits import CHAIN
from dsl.syntax.parser import parse_name
from dsl.syntax.trees import Field


def declare_enums(draft: Draft) -> None:
    """Fill `World.enums`."""
    for entry in unique_entries(draft, SectionKeys.enums):
        draft.world.enums[entry.key.text] = _enum_of(entry, draft)
        for member, _ in _members(members_node(entry.value), draft.language):
            whose = member.span.source.package
            draft.member_packages.setdefault((entry.key.text, member.text), whose)


def _enum_of(entry: d.Entry, draft: Draft) -> Enum:
    """Return one enum; its members stand in a list, or in a mapping with their texts."""
    is_plain = members_node(entry.value) is entry.value
    places = Places("member", draft.report)
    kept = [
        (member.text, text)
        for member, text in _members(members_node(entry.value), draft.language)
        if parse_name(member, draft.report) and places.add(member.text, member.span)
    ]
    names = [name for name, _ in kept]
    wild = () if is_plain else d.scalars_of(EnumKeys(entry.value).wild)
    for word in wild:
        draft.world.used.add(("member", f"{entry.key.text}.{word.text}"))
        if word.text not in names:
            unknown(draft.report, "unknown-member", word.text, word.span, names)
    return Enum(
        name=entry.key.text,
        members=tuple(names),
        wild=tuple(sorted({names.index(word.text) for word in wild if word.text in names})),
        texts=tuple(text for _, text in kept),
        span=entry.key.span,
        text={} if is_plain else text_of(EnumKeys(entry.value).text, draft.language),
    )


def members_node(node: d.Node) -> d.Node:
    """Return where the members of an enum stand: under `is`, if it has a text of its own."""
    return EnumKeys(node).is_ or node


def _members(node: d.Node, language: str) -> Iterator[tuple[d.Scalar, Text]]:
    """Yield each member with its text, in declared order."""
    if isinstance(node, d.Mapping):
        for entry in node.entries:
            yield entry.key, text_of(entry.value, language)
    for item in d.items_of(node):
        scalar = d.scalar_of(item)
        if scalar is not None:
            yield scalar, {}


def declare_kinds(draft: Draft) -> None:
    """Fill `World.kinds` with names and bases."""
    entries = unique_entries(draft, SectionKeys.kinds)
    for entry in entries:
        draft.world.kinds[entry.key.text] = _shell(entry, draft)
        draft.kind_nodes[entry.key.text] = entry.value
        refuse_later(draft, KindKeys.form, entry.value)
    for entry in entries:
        name, kinds = entry.key.text, draft.world.kinds
        base = KindKeys(entry.value).extends
        if base is not None and base.text not in kinds:
            unknown(draft.report, "unknown-kind", base.text, base.span, list(kinds))
            kinds[name] = replace(kinds[name], extends=None)
    depths: dict[str, int] = {}
    for entry in entries:
        _settle(entry.key.text, depths, draft)


def _shell(entry: d.Entry, draft: Draft) -> Kind:
    """Return a kind that says only what needs no other name."""
    keys = KindKeys(entry.value)
    base = keys.extends
    return Kind(
        name=entry.key.text,
        extends=None if base is None else base.text,
        attributes=(),
        state=(),
        active_in=(),
        is_unique=bool(keys.unique),
        start=None,
        copies=1,
        is_unlimited=False,
        zones_follow=keys.zones is not None,
        players=None,
        controller=None,
        text=text_of(keys.text, draft.language),
        span=entry.key.span,
        given=next(
            (each.key.span for each in d.entries_of(entry.value) if each.key.text == "given"), None
        ),
    )


def _settle(name: str, depths: dict[str, int], draft: Draft) -> None:
    """Fill in how many kinds one and its bases are; cut a circle of them, or a chain too long."""
    kinds, path = draft.world.kinds, dict[str, None]()
    current: str | None = name
    while current is not None and current not in depths and current not in path:
        path[current] = None
        current = kinds[current].extends
    if current is not None and current in path:
        known = [*path]
        circle = known[known.index(current) :]
        first = next(kind for kind in kinds if kind in circle)
        _cut(first, "extends-cycle.itself", draft)
        _settle(name, depths, draft)
        return
    for each in reversed(path):
        base = kinds[each].extends
        depths[each] = 1 if base is None else depths[base] + 1
        if depths[each] > CHAIN:
            _cut(each, "chain-too-long.more-than-kinds", draft)
            depths[each] = 1


def _cut(kind: str, key: str, draft: Draft) -> None:
    """Report the base of a kind, and take it away."""
    kinds = draft.world.kinds
    base = KindKeys(draft.kind_nodes[kind]).extends
    assert base is not None
    draft.report.add(key, base.span, kind=kind, base=base.text, most=CHAIN - 1)
    kinds[kind] = replace(kinds[kind], extends=None)


def declare_kind_fields(draft: Draft) -> None:
    """Fill in attributes and state, bases first."""
    for name in bases_first(draft):
        node = draft.kind_nodes[name]
        attributes = _attributes(name, KindKeys(node).attributes, draft)
        draft.world.kinds[name] = replace(draft.world.kinds[name], attributes=attributes)
    for name in bases_first(draft):
        fields = state_fields(name, KindKeys(draft.kind_nodes[name]).state, draft)
        draft.world.kinds[name] = replace(draft.world.kinds[name], state=fields)
        base = draft.world.kinds[name].extends
        for field in fields:
            attribute = draft.world.attribute(name, field.key.name)
            above = None if base is None else draft.world.state_of(base, field.key.name)
            first = attribute[1].span if attribute else above.span if above else None
            if first is not None:
                what = "attribute or state"
                report_duplicate(draft.report, what, field.key.name, field.span, first)


def bases_first(draft: Draft) -> list[str]:
    """Return the names of all kinds, each after its base."""
    ordered: dict[str, None] = {}
    for name in draft.world.kinds:
        for base in reversed(draft.world.lineage(name)):
            ordered.setdefault(base)
    return list(ordered)


def _attributes(kind: str, node: d.Node | None, draft: Draft) -> tuple[Attribute, ...]:
    """Return the attributes a kind declares, their defaults still open."""
    found: list[Attribute] = []
    for entry in d.entries_of(node):
        refuse_later(draft, AttributeKeys.form, entry.value)
        field = field_at(entry.value, draft.report)
        if field is None or parse_name(entry.key, draft.report) is None:
            draft.lost.add(entry.key.text)
            continue
        if _is_open(kind, entry, field, draft):
            continue
        above = draft.world.kinds[kind].extends
        older = None if above is None else draft.world.attribute(above, entry.key.text)
        if older is not None:
            name, first = entry.key, older[1].span
            report_duplicate(draft.report, "attribute", name.text, name.span, first)
            continue
        type_ = check_type(field.type, draft.world, allow_steps=True)
        if is_effect(type_):
            if field.default is not None:
                draft.report.add("wrong-type.effect-cost-no", field.default.span)
        elif field.slots:
            if field.default is not None:
                draft.value_defaults[kind, entry.key.text] = field.default
        else:
            draft.attribute_defaults[kind, entry.key.text] = field.default
        slots = tuple(SlotInfo(s.name.text, check_type(s.type, draft.world)) for s in field.slots)
        found.append(
            Attribute(
                name=entry.key.text,
                type=type_,
                default=None,
                span=entry.key.span,
                text=text_of(AttributeKeys(entry.value).text, draft.language),
                slots=slots,
            )
        )
    return tuple(found)


def _is_open(kind: str, entry: d.Entry, field: Field, draft: Draft) -> bool:
    """Report an attribute without default that an expansion adds to another's kind."""
    whose, own = draft.world.kinds[kind].span.source.package, entry.key.span.source.package
    if whose == own or field.default is not None:
        return False
    if is_empty_by_itself(check_type(field.type, draft.world, allow_steps=True)):
        return False
    draft.report.add(
        "missing-key.no-default-cards",
        entry.key.span,
        name=entry.key.text,
        type=field.type.span.text,
    )
    draft.lost.add(entry.key.text)
    return True


def declare_waits(draft: Draft) -> None:
    """Fill in which attribute holds an effect that waits; report what cards of such a kind lack,
    and a second zone of delayed effects."""
    world = draft.world
    for name, node in draft.kind_nodes.items():
        said = KindKeys(node).waits
        found = None if said is None else world.attribute(name, said.text)
        if said is None:
            continue
        if found is None or found[1].type != Maybe(EFFECT) or found[1].slots:
            draft.report.add("bad-wait.no-effect", said.span, name=said.text)
            continue
        for base in world.lineage(name):
            for each in world.kinds[base].attributes:  # such a card says none of them
                key = base, each.name
                usual = key in draft.value_defaults or draft.attribute_defaults.get(key) is not None
                if not usual and not is_empty_by_itself(each.type):
                    draft.report.add("bad-wait.lacks", said.span, kind=name, name=each.name)
        world.used.add(("attribute", f"{found[0]}.{said.text}"))
        world.kinds[name] = replace(world.kinds[name], waits=said.text)
    later = [zone for zone in world.zones.values() if zone.is_later]
    for zone in later[1:]:
        draft.report.add("bad-wait.two-laters", zone.span, name=later[0].key.dotted)
    for zone in later[:1]:
        if zone.key.owner is not None:
            draft.report.add("bad-wait.own-later", zone.span)


def link_kinds(draft: Draft) -> None:
    """Fill in the zones kinds name and the numbers they inherit, bases first."""
    for name in bases_first(draft):
        node = draft.kind_nodes[name]
        kind = draft.world.kinds[name]
        base = None if kind.extends is None else draft.world.kinds[kind.extends]
        active = [zone_key(scalar, draft) for scalar in d.scalars_of(KindKeys(node).active_in)]
        inherited = () if base is None else base.active_in
        start = zone_key(KindKeys(node).start, draft)
        usual = (1, False) if base is None else (base.copies, base.is_unlimited)
        copies, is_unlimited = copies_of(KindKeys(node).copies) or usual
        draft.world.kinds[name] = replace(
            kind,
            active_in=tuple(dict.fromkeys((*inherited, *(key for key in active if key)))),
            is_unique=kind.is_unique or (base is not None and base.is_unique),
            start=start or (None if base is None else base.start),
            copies=copies,
            is_unlimited=is_unlimited,
            zones_follow=kind.zones_follow or (base is not None and base.zones_follow),
        )
        actions = KindKeys(node).actions
        if isinstance(actions, d.Mapping):  # what the kind says for the actions of all its cards
            draft.action_defaults[name] = actions


def check_kind_roles(draft: Draft) -> None:
    """Fill in `players` and `controller` of every kind; both are inherited."""
    check_team(draft)
    for name in draft.world.kinds:
        players = _inherited(name, KindKeys.players, draft)
        controller = _inherited(name, KindKeys.controller, draft)
        draft.world.kinds[name] = replace(
            draft.world.kinds[name],
            players=members(name, draft) or _formula(players, name, ListOf(PLAYER), draft),
            controller=_formula(controller, name, Maybe(PLAYER), draft),
        )


def _inherited(kind: str, key: AnyKey, draft: Draft) -> d.Node | None:
    """Return what a kind, or the nearest base that says it, has under a key."""
    nodes = (key.at(draft.kind_nodes[base]) for base in draft.world.lineage(kind))
    return next((node for node in nodes if node is not None), None)


def _formula(node: d.Node | None, kind: str, type_: Type, draft: Draft) -> Formula | None:
    """Return a formula over an entity as local 0."""
    tree = expression_of(node, draft.report)
    if tree is None:
        return None
    scope = entity_scope(draft.world, kind)
    found = check_as(tree, scope, type_)
    return Formula(tuple(scope.slots.infos), 1, found)
