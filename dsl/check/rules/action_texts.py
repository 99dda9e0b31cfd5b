"""Declare the actions: those of the game, of kinds and of cards."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.check.rules.groups import declare_group
from dsl.check.scopes.collect import report_duplicate
from dsl.check.scopes.draft import ActionText, Draft
from dsl.check.steps.conditions import check_variants, option_condition
from dsl.check.texts.shapes import child, entries_of, head_span, items_of, scalars_of, walk_nodes
from dsl.check.texts.spelled_out import GROUPED
from dsl.syntax.documents import Node, Scalar
from dsl.syntax.parser import parse_name


def declare_actions(draft: Draft) -> None:
    """Fill `Draft.action_texts`, `Draft.group_texts` and `World.actions`, and declare taking each
    as an event."""
    for text in _of_game(draft):
        if child(text.node, GROUPED) is not None:
            declare_group(text, draft)
        else:
            draft.action_texts.append(text)
    draft.action_texts += [*_of_kinds(draft), *_of_cards(draft)]
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


def _refuse_inner(nodes: list[Node], draft: Draft) -> None:
    """Report actions inside an override: those of a group have been told apart from it by then."""
    for entry in (each for node in nodes for each in entries_of(node)):
        if entry.key.text == GROUPED and entries_of(entry.value):
            message = "an override puts no actions into a group"
            help_text = "declare them under `actions`, each with `in: GROUP`"
            draft.report.add("bad-override", message, entry.key.span, help_text)


def _of_game(draft: Draft) -> Iterator[ActionText]:
    """Yield the actions of the game itself."""
    for entry in draft.package.entries("actions"):
        if parse_name(entry.key, draft.report) is not None:
            yield ActionText(
                id=entry.key.text,
                node=entry.value,
                card=None,
                kind=None,
                only_if=option_condition(child(entry.value, "only-if"), draft),
                span=entry.key.span,
            )


def _of_kinds(draft: Draft) -> Iterator[ActionText]:
    """Yield the actions that every card of a kind has."""
    for name, node in draft.kind_nodes.items():
        nodes = items_of(child(node, "actions"))
        yield from _numbered(name, nodes, None, name, draft)


def _of_cards(draft: Draft) -> Iterator[ActionText]:
    """Yield the actions of single cards."""
    for card in draft.package.cards:
        nodes = items_of(card.get("actions"))
        kind = draft.world.definitions[card.id.text]
        yield from _numbered(card.id.text, nodes, card.id.text, kind, draft)


def _numbered(
    name: str, nodes: tuple[Node, ...], card: str | None, kind: str, draft: Draft
) -> Iterator[ActionText]:
    """Yield actions that stand in a list: a lone one is called like its card."""
    for number, node in enumerate(nodes, start=1):
        yield ActionText(
            id=name if len(nodes) == 1 else f"{name}.{number}",
            node=node,
            card=card,
            kind=None if card is not None else kind,
            only_if=option_condition(child(node, "only-if"), draft),
            span=head_span(node),
            defaults=draft.defaults_of(kind),
        )


def _of_prelude(draft: Draft) -> Iterator[ActionText]:
    """Yield the actions of the prelude that an `offer` names and the game does not declare."""
    declared = {text.id for text in draft.action_texts} | draft.group_texts.keys()
    for scalar in _offered(draft):
        entry = draft.prelude.get("actions", scalar.text)
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


def _offered(draft: Draft) -> Iterator[Scalar]:
    """Yield every name in an `offer` of the game."""
    for section in ("setup", "phases"):
        entry = draft.package.single.get(section)
        for node in () if entry is None else walk_nodes(entry.value):
            yield from scalars_of(child(node, "offer"))
