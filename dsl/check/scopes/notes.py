"""Note, while texts are checked, what is known at each place, so that editors can ask there again.

Nothing is noted unless somebody listens, and only of the files that he names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from dsl.model.types import Type
from dsl.records import record
from dsl.source import Span
from dsl.syntax import step_trees, trees

if TYPE_CHECKING:
    from dsl.check.scopes.scope import Scope

Tree: TypeAlias = trees.Expression | tuple[step_trees.Step, ...]


@record(eq=False)
class Note:
    """One expression or block where it was checked.

    Attributes:
        scope: What a name may mean there, as it was before the check.
        expected: The type that the place asks for, or None.
        type: What was found; None of a block.
    """

    tree: Tree
    span: Span
    scope: Scope
    expected: Type | None
    type: Type | None


@dataclass(slots=True)
class Notes:
    """What was noted, by file. `paths` are those that are listened to."""

    paths: Collection[str]
    found: dict[str, list[Note]] = field(default_factory=dict)

    def add(self, tree: Any, scope: Scope, expected: Type | None, type_: Type | None) -> None:
        """Note a place, if it is of one of the files."""
        span = tree[0].span.to(tree[-1].span) if isinstance(tree, tuple) else tree.span
        path = span.source.path
        if path in self.paths:
            own = fresh(scope)
            self.found.setdefault(path, []).append(Note(tree, span, own, expected, type_))


NOTES: Final[ContextVar[Notes | None]] = ContextVar("notes of places", default=None)


def fresh(scope: Scope) -> Scope:
    """Return a scope whose locals grow without those of the other."""
    slots = type(scope.slots)(list(scope.slots.infos), set(scope.slots.nobody))
    return replace(scope, slots=slots, facts=set(scope.facts))


@contextmanager
def noting(paths: Collection[str]) -> Iterator[Notes]:
    """Yield the notes of all that is checked inside."""
    notes = Notes(paths)
    token = NOTES.set(notes)
    try:
        yield notes
    finally:
        NOTES.reset(token)
