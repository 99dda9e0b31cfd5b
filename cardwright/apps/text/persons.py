"""Say who does what where one decides and another acts: costs that somebody else pays."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from cardwright.apps.text.choices import is_me
from cardwright.apps.text.scope import Scope
from dsl.model import expressions as e
from dsl.model import steps as s
from dsl.model.walk import is_node

_DONE_BY = (s.DoEvent, s.Choose, s.Order, s.ChooseOne, s.May, e.CanHappen)
_PLAIN = ("type", "span")


def decider_of(step: s.ChooseOne | s.May) -> e.Expression | None:
    """Return who decides and pays, where that is somebody else."""
    return None if step.by is None or is_me(step.by) else step.by


def paid_by(who: e.Expression | None, steps: tuple[s.Step, ...]) -> tuple[s.Step, ...]:
    """Return a cost as whoever else pays it does: in it, `me` is they."""
    return steps if who is None else _as_of(steps, who)


def naming_me(who: e.Expression | None, scope: Scope) -> Scope:
    """Return a scope that says `you` where you act, since somebody else was named before."""
    return scope if who is None else replace(scope, names_me=True)


def _as_of(node: Any, who: e.Expression) -> Any:
    """Return a node in which `me` is somebody else."""
    if isinstance(node, tuple):
        return tuple(_as_of(each, who) for each in node)
    if isinstance(node, e.Role) and node.name == "me":
        return who
    if not is_node(node):
        return node
    inside = {each.name: getattr(node, each.name) for each in fields(node)}
    found = {name: _as_of(part, who) for name, part in inside.items() if name not in _PLAIN}
    if isinstance(node, _DONE_BY) and node.by is None:
        found["by"] = who
    return replace(node, **found)
