"""Add an expansion's nouns and phases to what it requires, and refuse names that change texts.

A name that an older package already uses for something else, or that is a word of the prelude,
could take the place of the older meaning there; so it is an error, which names both.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from dsl.check.expressions.names_declared import unknown
from dsl.check.nouns.kinds import members_node
from dsl.check.nouns.zones import count_of
from dsl.check.scopes.collect import noun, package_of, report_duplicate
from dsl.check.scopes.draft import Draft
from dsl.check.texts.package import Package, written
from dsl.diagnostics.diagnostic import Label, Report
from dsl.diagnostics.wording import Said
from dsl.keys.course import PhaseKeys
from dsl.keys.files import ExpandingKeys, ExtendKeys, InsertKeys, SectionKeys, WiderKeys
from dsl.keys.key import AnyKey
from dsl.keys.nouns import AddedToKindKeys, KindKeys, PlayersKeys
from dsl.model import documents as d
from dsl.records import Span
from dsl.words.vocabulary import FIRST_PRELUDE


def with_entries(node: d.Mapping, key: AnyKey, entries: tuple[d.Entry, ...]) -> d.Mapping:
    """Return a mapping with other entries under one of its keys."""
    found = node.entry(key.name)
    first = found.key if found is not None else entries[0].key if entries else None
    if first is None:
        return node
    inner = d.Mapping(entries, False, first.span)
    name = found.key if found is not None else written(key.name, first.span)
    rest = tuple(entry for entry in node.entries if entry.key.text != key.name)
    return d.Mapping((*rest, d.Entry(name, inner)), node.is_flow, node.span)


def joined(
    known: tuple[d.Entry, ...], more: tuple[d.Entry, ...], what: str, report: Report
) -> tuple[d.Entry, ...]:
    """Return entries of two packages together; a name that both have is reported."""
    first = {entry.key.text: entry for entry in known}
    for entry in more:
        if entry.key.text in first:
            name, place = entry.key.text, first[entry.key.text].key.span
            report_duplicate(report, what, name, entry.key.span, place)
    return (*known, *(entry for entry in more if entry.key.text not in first))


def laid_over(node: d.Node, below: d.Node | None, without: Collection[str] = ()) -> d.Node:
    """Return a mapping with what another one says where it says nothing itself.

    Args:
        without: Keys that are not taken over.
    """
    if not isinstance(node, d.Mapping) or not isinstance(below, d.Mapping):
        return node
    own = {entry.key.text for entry in node.entries} | set(without)
    kept = tuple(entry for entry in below.entries if entry.key.text not in own)
    return d.Mapping((*kept, *node.entries), node.is_flow, node.span)


def without_keys(node: d.Node, keys: Collection[str]) -> d.Node:
    """Return a mapping without some keys; any other node as it is."""
    if not isinstance(node, d.Mapping):
        return node
    kept = tuple(entry for entry in node.entries if entry.key.text not in keys)
    return d.Mapping(kept, node.is_flow, node.span)


FIELDS = ((AddedToKindKeys.attributes, "attribute"), (AddedToKindKeys.state, "state"))


def extend(part: Package, draft: Draft) -> None:
    """Carry out `extend:` of one expansion."""
    entry = part.one(ExpandingKeys.extend)
    if entry is None:
        return
    for section, code in ((ExtendKeys.enums, "unknown-enum"), (ExtendKeys.kinds, "unknown-kind")):
        for added in d.entries_of(section.of(entry.value)):
            _extend_one(section, code, added, part, draft)
    _extend_players(ExtendKeys(entry.value).players, draft)


def _extend_one(section: AnyKey, code: str, added: d.Entry, part: Package, draft: Draft) -> None:
    """Add to one enum or kind."""
    entries = draft.package.named[section.name]
    visible = draft.closures[part.expansion]
    for place, entry in enumerate(entries):
        if entry.key.text != added.key.text or entry.key.span.source.package not in visible:
            continue
        if entry.key.span.source.package == part.expansion:
            draft.report.add(
                "bad-override.declared-itself",
                added.key.span,
                name=added.key.text,
                name_2=package_of(added.key.span),
            )
        change = _with_members if section is ExtendKeys.enums else _with_fields
        entries[place] = d.Entry(entry.key, change(entry.value, added.value, draft.report))
        return
    names = [e.key.text for e in entries if e.key.span.source.package in visible]
    unknown(draft.report, code, added.key.text, added.key.span, names)


def _extend_players(node: d.Node | None, draft: Draft) -> None:
    """Widen the range of player counts; a count never becomes narrower."""
    added, known = WiderKeys(node).count, draft.package.one(SectionKeys.players)
    before = None if known is None else PlayersKeys(known.value).count
    if added is None or before is None or known is None or not isinstance(known.value, d.Mapping):
        return
    bounds, wider = count_of(before), count_of(added)
    count: d.Scalar = added
    if bounds is not None and wider is not None:
        count = written(f"{min(bounds[0], wider[0])}-{max(bounds[1], wider[1])}", added.span)
    rest = tuple(entry for entry in known.value.entries if entry.key.text != WiderKeys.count.name)
    whole = (d.Entry(written(WiderKeys.count.name, added.span), count), *rest)
    draft.package.single[SectionKeys.players.name] = d.Entry(
        known.key, d.Mapping(whole, False, known.value.span)
    )


def _with_members(node: d.Node, added: d.Node, report: Report) -> d.Node:
    """Return an enum with more members at its end."""
    inside, span = members_node(node), node.span
    members = d.Mapping((*_members(inside), *_members(members_node(added))), False, inside.span)
    if inside is node or not isinstance(node, d.Mapping):
        return members
    rest = tuple(entry for entry in node.entries if entry.key.text != "is")
    return d.Mapping((*rest, d.Entry(written("is", span), members)), False, span)


def _members(node: d.Node) -> tuple[d.Entry, ...]:
    """Return the members of an enum with their texts."""
    scalars = (d.scalar_of(item) for item in d.items_of(node))
    listed = (d.Entry(scalar, written("", scalar.span)) for scalar in scalars if scalar is not None)
    return (*d.entries_of(node), *listed)


def _with_fields(node: d.Node, added: d.Node, report: Report) -> d.Node:
    """Return a kind with more attributes, state and zones in which its rules work."""
    found = node if isinstance(node, d.Mapping) else d.Mapping((), False, node.span)
    for key, what in FIELDS:
        more = d.entries_of(key.at(added))
        if more:
            whole = joined(d.entries_of(key.at(found)), more, what, report)
            found = with_entries(found, key, whole)
    more_zones = AddedToKindKeys(added).active_in
    if more_zones is None:
        return found
    zones = (*_listed(KindKeys(found).active_in), *_listed(more_zones))
    rest = tuple(entry for entry in found.entries if entry.key.text != KindKeys.active_in.name)
    key_node = written(KindKeys.active_in.name, more_zones.span)
    return d.Mapping(
        (*rest, d.Entry(key_node, d.Sequence(zones, more_zones.span))), False, found.span
    )


def _listed(node: d.Node | None) -> tuple[d.Node, ...]:
    """Return the items of a list, or a lone text as the only one."""
    scalar = d.scalar_of(node)
    return d.items_of(node) if scalar is None else (scalar,)


PLACES = (InsertKeys.before, InsertKeys.after)
SECTIONS = (SectionKeys.setup, SectionKeys.phases)


def insert(part: Package, draft: Draft) -> None:
    """Carry out `insert:` of one expansion; what stands first in its list ends up first."""
    entry = part.one(ExpandingKeys.insert)
    for item in d.items_of(None if entry is None else entry.value):
        named = [(place, word) for place in PLACES if (word := place.of(item)) is not None]
        if len(named) != 1:
            draft.report.add("missing-key.phases-put-one", item.span)
        else:
            _insert(named[0][0], named[0][1], d.items_of(InsertKeys(item).phases), part, draft)


def _insert(
    place: AnyKey, word: d.Scalar, added: tuple[d.Node, ...], part: Package, draft: Draft
) -> None:
    """Insert phases beside another."""
    visible = draft.closures[part.expansion]
    for section in SECTIONS:
        entry = draft.package.one(section)
        if entry is None:
            continue
        whole = _as_list(entry)
        changed = _beside(whole, place, word.text, added, visible)
        if changed is not whole:
            draft.package.single[section.name] = d.Entry(entry.key, changed)
            return
    unknown(draft.report, "unknown-phase", word.text, word.span, phases_of(draft, visible))


def _as_list(entry: d.Entry) -> d.Node:
    """Return phases as a list: a lone text is one phase, called like the section."""
    if not isinstance(entry.value, d.Scalar):
        return entry.value
    span = entry.key.span
    name = d.Entry(written(PhaseKeys.id.name, span), written(entry.key.text, span))
    effect = d.Entry(written(PhaseKeys.do.name, span), entry.value)
    return d.Sequence((d.Mapping((name, effect), False, span),), span)


def phases_of(draft: Draft, visible: frozenset[str]) -> list[str]:
    """Return the ids of the phases that an expansion may name."""
    found = []
    for section in SECTIONS:
        entry = draft.package.one(section)
        for node in () if entry is None else d.walk_nodes(_as_list(entry)):
            name = PhaseKeys(node).id if isinstance(node, d.Mapping) else None
            if name is not None and name.span.source.package in visible:
                found.append(name.text)
    return found


def _beside(
    node: d.Node, place: AnyKey, id_: str, added: tuple[d.Node, ...], visible: frozenset[str]
) -> d.Node:
    """Return a list of phases with others beside one of them; the very list if it is not there."""
    items = d.items_of(node)
    for number, item in enumerate(items):
        if names_phase(item, id_, visible):
            at = number if place is InsertKeys.before else number + 1
            return d.Sequence((*items[:at], *added, *items[at:]), node.span)
        inner = PhaseKeys(item).phases
        changed = None if inner is None else _beside(inner, place, id_, added, visible)
        if changed is not inner and changed is not None and isinstance(item, d.Mapping):
            phase = with_child(item, PhaseKeys.phases, changed)
            return d.Sequence((*items[:number], phase, *items[number + 1 :]), node.span)
    return node


def names_phase(item: d.Node, id_: str, visible: frozenset[str]) -> bool:
    """Return whether a phase is the one of an id, and may be named."""
    name = PhaseKeys(item).id
    return name is not None and name.text == id_ and name.span.source.package in visible


def with_child(node: d.Mapping, key: AnyKey, value: d.Node) -> d.Mapping:
    """Return a mapping with another value under one of its keys."""
    entries = tuple(d.Entry(e.key, value) if e.key.text == key.name else e for e in node.entries)
    return d.Mapping(entries, node.is_flow, node.span)


Declared = tuple[str, str, Span]
"""Sort, name and place."""


def check_new_names(draft: Draft) -> None:
    """Report each name of an expansion that stands for something else elsewhere."""
    if not draft.parts:
        return
    first: dict[str, Declared] = {}
    names = [each for each in _declared(draft) if each[1] not in HIDDEN]
    order = ["", *(part.expansion for part in draft.parts)]
    for sort, name, span in sorted(names, key=lambda each: order.index(each[2].source.package)):
        older = first.setdefault(name, (sort, name, span))
        if older[0] != sort and older[2].source.package != span.source.package:
            label = Label(older[2], Said("help.plain", older=noun(older[0])))
            draft.report.add(
                "name-clash.two-sorts",
                span,
                labels=(label,),
                name=name,
                sort=noun(sort),
                here=package_of(span),
                older=noun(older[0]),
                first=package_of(older[2]),
            )
    _check_prelude(draft)


HIDDEN = frozenset({"player-count"})


def _declared(draft: Draft) -> Iterator[Declared]:
    """Yield everything that a bare name may mean."""
    world = draft.world
    yield from (("option", name, option.span) for name, option in world.options.items())
    for zone in world.zones.values():
        yield ("zone" if zone.key.owner is None else "field", zone.key.name, zone.span)
    for field in world.state.values():
        yield ("state" if field.key.owner is None else "field", field.key.name, field.span)
    for kind in world.kinds.values():
        yield from (("field", attribute.name, attribute.span) for attribute in kind.attributes)
    for name, head in world.values.items():
        yield ("value", name, head.span)
    for card in draft.package.cards:
        yield ("card", card.id.text, card.span)


def _check_prelude(draft: Draft) -> None:
    """Report values and events called like words of the prelude; of one that came after the first
    release only where an older text uses it."""
    for section, found in (("events", draft.event_texts), ("values", draft.value_texts)):
        for name, texts in found.items():
            span = texts[0].span
            if not span.source.package or draft.prelude.get(section, name) is None:
                continue
            if name in FIRST_PRELUDE or _is_said_elsewhere(name, span.source.package, draft):
                package = package_of(span)
                draft.report.add("name-clash.word-of-all-games", span, name=name, package=package)


def _is_said_elsewhere(name: str, package: str, draft: Draft) -> bool:
    """Return whether a text of a package that does not see the names of another says a name."""
    word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    parts = [draft.package, *draft.parts]
    sources = {document.source for part in parts for document in part.documents}
    sources |= {document.source for part in parts for _, document in part.card_files}
    others = (each for each in sources if not draft.world.sees(each.package, [package]))
    return any(word.search(source.text) for source in others)
