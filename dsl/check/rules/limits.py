"""Make the hidden counters behind `limit: n per X`."""

from __future__ import annotations

from typing import Final

from dsl.check.expressions.names_declared import unknown
from dsl.check.scopes.draft import Draft
from dsl.check.texts.shapes import scalar_of
from dsl.model.expressions import StateKey
from dsl.model.nouns import StateField
from dsl.model.rules import Limit
from dsl.model.types import INT
from dsl.syntax.documents import Node
from dsl.syntax.parser import parse_limit
from dsl.syntax.trees import Number

STRETCHES: Final = ("turn", "round", "game", "action")


def limit_of(
    node: Node | None, rule: str, kind: str | None, draft: Draft, *, of_player: bool = True
) -> Limit | None:
    """Return the limit of a rule; it counts per card, else per player.

    Args:
        of_player: False where no player is meant: it then counts for the whole table.
    """
    scalar = scalar_of(node)
    parsed = None if scalar is None else parse_limit(scalar, draft.report)
    if scalar is None or parsed is None:
        return None
    number, scope = parsed
    if not isinstance(number, Number):
        message = f"`{number.span.text}` is no whole number"
        draft.report.add("bad-number", message, number.span, "write a number before `per`")
        return None
    if number.value < 1:
        message = f"`limit: {scalar.text}`: it could never be used"
        draft.report.add("bad-number", message, number.span, "write a number of 1 or more")
        return None
    draft.scopes_named.append((scope.text, scope.span))
    key = StateKey(kind or ("player" if of_player else None), f"limit:{rule}")
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
            unknown(draft.report, "unknown-scope", "stretch of time", word, span, sorted(known))
