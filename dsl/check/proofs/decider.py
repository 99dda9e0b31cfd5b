"""Check who answers in place of a player: `players: {decider: EXPR}`."""

from __future__ import annotations

from dataclasses import replace

from dsl.check.expressions.expressions import check_as
from dsl.check.proofs.leaks import Reader
from dsl.check.proofs.sight import ANYONE, Sight
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.places import element_scope
from dsl.check.texts.shapes import child
from dsl.check.texts.trees_of import expression_of
from dsl.model.expressions import Expression
from dsl.model.steps import Formula
from dsl.model.types import PLAYER, Maybe
from dsl.source import Span


def check_decider(draft: Draft) -> None:
    """Fill in who answers in place of a player, which everybody sees who is asked."""
    entry = draft.package.single.get("players")
    tree = None if entry is None else expression_of(child(entry.value, "decider"), draft.report)
    if tree is None:
        return
    scope = element_scope(draft.world, PLAYER)
    found = check_as(tree, scope, Maybe(PLAYER))
    decider = Formula(tuple(scope.slots.infos), 1, found)
    draft.players = replace(draft.players, decider=decider)
    _check_open(found, tree.span, draft)


def _check_open(found: Expression, span: Span, draft: Draft) -> None:
    """Report what tells more than everybody may see."""
    reader = Reader(draft, best=False)
    reader.read(found, {0: Sight(who=ANYONE)})
    if reader.leaks:
        message = f"`decider` tells {reader.leaks[0]}, and all see who answers"
        draft.report.add("leaking-value", message, span, "read what everybody sees")
