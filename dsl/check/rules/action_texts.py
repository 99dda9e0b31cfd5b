"""Declare the actions of the game, of kinds and of cards, and the groups that share their parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dsl.check.expressions.names_declared import unknown
from dsl.check.scopes.collect import report_duplicate
from dsl.check.scopes.draft import ActionText, Draft, Home, KeywordText
from dsl.check.steps.conditions import check_variants, option_condition
from dsl.check.texts.package import GROUPED, head_span
from dsl.keys.course import PhaseKeys
from dsl.keys.files import SectionKeys
from dsl.keys.nouns import OfCardKeys
from dsl.keys.rules import ActionKeys
from dsl.model import documents as d
from dsl.model.rules import Group
from dsl.syntax.limits import CHAIN
from dsl.syntax.parser import parse_name

REFUSED: Final = ("active-in", "only-if", "examples")
"""Keys of an action that a group, which is never taken by itself, has no use for."""


def declare_group(text: ActionText, draft: Draft) -> None:
    """Store a group of actions by its name."""
    first = draft.group_texts.get(text.id)
    if first is not None:
        report_duplicate(draft.report, "group", text.id, text.span, first.span)
        return
    draft.group_texts[text.id] = text
    for entry in d.entries_of(text.node):
        if entry.key.text in REFUSED:
            draft.report.add("bad-group.no-meaning-group", entry.key.span, name=entry.key.text)


def home_of(node: d.Node | None, draft: Draft) -> Home:
    """Return the phases and groups that an `in:` names, with the phases of those groups."""
    phases: dict[str, None] = {}
    found: Home | None = None
    for scalar in d.scalars_of(node):
        if scalar.text in draft.group_texts:
            draft.world.used.add(("action", scalar.text))
            found = _another(found, scalar, draft)
        elif scalar.text in draft.world.phases:
            draft.world.used.add(("phase", scalar.text))
            phases.setdefault(scalar.text)
        else:
            names = [*draft.world.phases, *draft.group_texts]
            unknown(
                draft.report, "unknown-phase", scalar.text, scalar.span, names, "phase or group"
            )
    inherited = found or Home()
    return Home(tuple(dict.fromkeys((*phases, *inherited.phases))), inherited.groups)


def _another(found: Home | None, scalar: d.Scalar, draft: Draft) -> Home:
    """Return the home inside one more group; only one is legal."""
    if found is None:
        path: dict[str, d.Scalar | None] = {}
        current: str | None = scalar.text
        while current is not None and current not in draft.homes and current not in path:
            path[current] = around = _group_around(current, draft)
            current = None if around is None else around.text
        for each, around in reversed(path.items()):
            draft.homes[each] = _home_in(draft.group_texts[each], around, draft)
        return draft.homes[scalar.text]
    draft.report.add(
        "bad-group.action", scalar.span, groups=found.groups[-1].id, written=scalar.text
    )
    return found


def _group_around(name: str, draft: Draft) -> d.Scalar | None:
    """Return the group that a group says it is in."""
    scalars = d.scalars_of(ActionKeys(draft.group_texts[name].node).in_)
    return next((each for each in scalars if each.text in draft.group_texts), None)


def _home_in(text: ActionText, around: d.Scalar | None, draft: Draft) -> Home:
    """Return the home of what stands in a group, of which the group around is settled."""
    outer = Home() if around is None else draft.homes.get(around.text)
    if around is not None and outer is None:
        draft.report.add("bad-group.group-inside-itself", around.span, name=text.id)
    if around is not None and outer is not None and len(outer.groups) >= CHAIN:
        draft.report.add(
            "chain-too-long.more-than-groups", around.span, name=text.id, value=CHAIN - 1
        )
        outer = None
    outer = outer or Home()
    names = (each.text for each in d.scalars_of(ActionKeys(text.node).in_))
    phases = [name for name in names if name in draft.world.phases]
    return Home(tuple(dict.fromkeys((*phases, *outer.phases))), (*outer.groups, text))


def parameters_of(nodes: tuple[d.Node, ...], draft: Draft) -> tuple[d.Entry, ...]:
    """Return the parameters of groups and of an action in them, in the order they are decided."""
    found: dict[str, d.Entry] = {}
    for node in nodes:
        for entry in d.entries_of(ActionKeys(node).choose):
            first = found.setdefault(entry.key.text, entry)
            if first is not entry:
                here, there = entry.key.span, first.key.span
                report_duplicate(draft.report, "parameter", entry.key.text, here, there)
    return tuple(found.values())


def check_members(groups: tuple[Group, ...], draft: Draft) -> None:
    """Report groups in which there is neither an action nor a group."""
    inhabited = {name for action in draft.actions for name in action.groups}
    outer = (_group_around(group.id, draft) for group in groups)
    inhabited |= {each.text for each in outer if each is not None}
    for group in groups:
        if group.id not in inhabited:
            draft.report.add("bad-group.no-action-group", group.span, group=group.id)


def declare_actions(draft: Draft) -> None:
    """Fill `Draft.action_texts`, `Draft.group_texts` and `World.actions`, and declare taking each
    as an event."""
    for entry in draft.package.entries(SectionKeys.actions):
        if parse_name(entry.key, draft.report) is None:
            continue
        text = ActionText(
            id=entry.key.text,
            node=entry.value,
            card=None,
            kind=None,
            only_if=option_condition(ActionKeys(entry.value).only_if, draft),
            span=entry.key.span,
        )
        if ActionKeys(text.node).actions is not None:
            declare_group(text, draft)
        else:
            draft.action_texts.append(text)
    for kind, node in draft.kind_nodes.items():
        nodes = d.items_of(ActionKeys(node).actions)
        draft.action_texts += _numbered(kind, nodes, None, kind, draft)
    for word in draft.keywords.values():
        nodes = d.items_of(ActionKeys(word.node).actions)
        draft.action_texts += _numbered(word.id, nodes, None, word.kind, draft, word)
    for card in draft.package.cards:
        id_, nodes = card.id.text, d.items_of(OfCardKeys(card).actions)
        draft.action_texts += _numbered(id_, nodes, id_, draft.world.definitions[id_], draft)
    draft.action_texts.extend(_of_prelude(draft))
    variants: dict[str, list[ActionText]] = {}
    for text in draft.action_texts:
        variants.setdefault(text.id, []).append(text)
    for name, texts in variants.items():
        check_variants(draft, "action", name, [(text.only_if, text.span) for text in texts])
        group = draft.group_texts.get(name)
        if group is not None:
            report_duplicate(draft.report, "action", name, texts[0].span, group.span)
        draft.world.actions.add(name)
        _refuse_inner([text.node for text in texts], draft)
        draft.world.declare_native(f"act:{name}", texts[0].span)
    for name, text in draft.group_texts.items():
        _refuse_inner([text.node], draft)
        draft.world.declare_native(f"act:{name}", text.span)


def _refuse_inner(nodes: list[d.Node], draft: Draft) -> None:
    """Report actions inside an override: those of a group have been told apart from it by then."""
    for entry in (each for node in nodes for each in d.entries_of(node)):
        if entry.key.text == GROUPED and d.entries_of(entry.value):
            draft.report.add("bad-override.override-puts-no", entry.key.span)


def _numbered(
    name: str,
    nodes: tuple[d.Node, ...],
    card: str | None,
    kind: str,
    draft: Draft,
    keyword: KeywordText | None = None,
) -> Iterator[ActionText]:
    """Yield actions that stand in a list: a lone one is called like its card."""
    for number, node in enumerate(nodes, start=1):
        yield ActionText(
            id=name if len(nodes) == 1 else f"{name}.{number}",
            node=node,
            card=card,
            kind=None if card is not None else kind,
            only_if=option_condition(PhaseKeys(node).only_if, draft),
            span=head_span(node),
            defaults=draft.defaults_of(kind),
            keyword=keyword,
        )


def _of_prelude(draft: Draft) -> Iterator[ActionText]:
    """Yield the actions of the prelude that an `offer` names and the game does not declare."""
    declared = {text.id for text in draft.action_texts} | draft.group_texts.keys()
    courses = (draft.package.single.get(section) for section in ("setup", "phases"))
    nodes = (node for each in courses if each is not None for node in d.walk_nodes(each.value))
    for scalar in (scalar for node in nodes for scalar in d.scalars_of(PhaseKeys(node).offer)):
        entry = draft.prelude.get(SectionKeys.actions.name, scalar.text)
        if entry is not None and scalar.text not in declared:
            declared.add(scalar.text)
            yield ActionText(
                id=scalar.text,
                node=entry.value,
                card=None,
                kind=None,
                only_if=None,
                span=scalar.span,
            )
