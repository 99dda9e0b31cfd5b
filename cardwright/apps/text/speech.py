"""Find the words for a node of any sort.

The words themselves stand in the modules beside this one, a function a node type, and are entered
into the registries here; so they can call each other without importing each other.
"""

from __future__ import annotations

from typing import Final

from cardwright.apps.text.clauses import Clause, Said
from cardwright.apps.text.registry import Registry
from cardwright.apps.text.scope import Scope
from cardwright.apps.text.things import Things
from dsl.model.expressions import Expression
from dsl.model.types import ListOf, SetOf, plain_type

VALUES: Final[Registry[str]] = Registry()
"""What an expression is worth, for every node type."""
CLAUSES: Final[Registry[Said]] = Registry()
"""What a condition says, for the node types that are more than a yes or no."""
THINGS: Final[Registry[Things | None]] = Registry()
"""What a list holds, for the node types that name a noun."""


def say(node: Expression, scope: Scope) -> str:
    """Return the words for what an expression is worth, marks of elements still open."""
    if isinstance(plain_type(node.type), ListOf | SetOf):
        found = things(node, scope)
        if found is not None:
            return found.zone or found.all_of_them()
    return VALUES.of(node)(node, scope)


def things(node: Expression, scope: Scope) -> Things | None:
    """Return what a list holds, or None where only its words as a whole are known."""
    function = THINGS.find(node)
    return None if function is None else function(node, scope)


def clause(node: Expression, scope: Scope, *, negated: bool = False) -> Said:
    """Return what a condition says, or its opposite."""
    function = CLAUSES.find(node)
    if function is not None:
        return function(node, scope, negated)
    return truth(say(node, scope), scope, negated=negated)


def truth(subject: str, scope: Scope, *, negated: bool) -> Clause:
    """Return that something is so, or not."""
    if scope.lang == "ja":
        return Clause("ja", subject, "が", "偽" if negated else "真", "", is_noun=True)
    no = "no" if negated else "yes"
    return Clause("en", subject, " ", f"is {no}", f"are {no}")
