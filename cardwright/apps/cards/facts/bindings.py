"""Answer what each local of a text can stand for: what it was bound to, or out of what it came."""

from __future__ import annotations

from dsl.model import expressions as e
from dsl.model import rules
from dsl.model import steps as s
from dsl.model.expressions import Expression
from dsl.model.walk import walk
from interpreter.effects.places import Bindings
from interpreter.lower.owners import Owner


class OwnerBindings:
    """The bindings of owners, each found once."""

    def __init__(self) -> None:
        self._found: dict[str, Bindings] = {}

    def of(self, owner: Owner) -> Bindings:
        """Return for each local of an owner's steps the expressions that it comes from."""
        if owner.node not in self._found:
            self._found[owner.node] = _bindings(owner)
        return self._found[owner.node]


def _bindings(owner: Owner) -> Bindings:
    """Return for each local of an owner's steps the expressions that it comes from.

    The parameters of an action come from their lists, what is chosen from what is offered. What an
    event is given is missing.
    """
    found: dict[int, tuple[Expression, ...]] = {}

    def bind(slot: int, value: Expression) -> None:
        found[slot] = (*found.get(slot, ()), value)

    if isinstance(owner.entry, rules.Action):
        for slot, parameter in enumerate(owner.entry.parameters):
            bind(slot, parameter.source)
    for _, body in owner.bodies:
        for node in walk(body.steps):
            if isinstance(node, s.Let):
                bind(node.slot, node.value)
            elif isinstance(node, s.Choose | s.Order | s.ForEach | s.AtOnce):
                bind(node.slot, node.source)
            for slot, value in e.bindings(node):
                bind(slot, value)
    return found
