"""Check who is meant by a kind's `players:` and `controller:`."""

from __future__ import annotations

from dataclasses import replace

from dsl.check.expressions.expressions import check_as
from dsl.check.nouns.teams import check_team, members
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.places import entity_scope
from dsl.check.texts.shapes import child
from dsl.check.texts.trees_of import expression_of
from dsl.model.steps import Formula
from dsl.model.types import PLAYER, ListOf, Maybe, Type
from dsl.syntax.documents import Node


def check_kind_roles(draft: Draft) -> None:
    """Fill in `players` and `controller` of every kind; both are inherited."""
    check_team(draft)
    for name in draft.world.kinds:
        players = _inherited(name, "players", draft)
        controller = _inherited(name, "controller", draft)
        draft.world.kinds[name] = replace(
            draft.world.kinds[name],
            players=members(name, draft) or _formula(players, name, ListOf(PLAYER), draft),
            controller=_formula(controller, name, Maybe(PLAYER), draft),
        )


def _inherited(kind: str, key: str, draft: Draft) -> Node | None:
    """Return what a kind, or the nearest base that says it, has under a key."""
    nodes = (child(draft.kind_nodes[base], key) for base in draft.world.lineage(kind))
    return next((node for node in nodes if node is not None), None)


def _formula(node: Node | None, kind: str, type_: Type, draft: Draft) -> Formula | None:
    """Return a formula over an entity as local 0."""
    tree = expression_of(node, draft.report)
    if tree is None:
        return None
    scope = entity_scope(draft.world, kind)
    found = check_as(tree, scope, type_)
    return Formula(tuple(scope.slots.infos), 1, found)
