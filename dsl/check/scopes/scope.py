"""Define the names of one place of a text: locals, roles, and what may stand there.

Each sort of place begins with its own names. While texts are checked, the scope and the type of
each place can be noted, so that editors can ask there again: only where somebody listens, and
only in the files that they name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from msgspec import field as record_field
from msgspec.structs import replace

from dsl.check.scopes.world import World
from dsl.model.expressions import Expression
from dsl.model.steps import SlotInfo
from dsl.model.types import UNKNOWN, EntityType, Type
from dsl.records import Record, Span
from dsl.syntax import statements, trees


@dataclass(slots=True)
class Slots:
    """The growing list of a body's locals; one for all scopes of a body.

    Attributes:
        nobody: Numbers of those that are none outside of turns.
    """

    infos: list[SlotInfo] = field(default_factory=list)
    nobody: set[int] = field(default_factory=set)

    def add(self, name: str, type_: Type) -> int:
        """Add a local and return its number."""
        self.infos.append(SlotInfo(name, type_))
        return len(self.infos) - 1


class Scope(Record, kw_only=True):
    """What a name may mean here.

    Attributes:
        slots: The locals of the whole body.
        visible: Slot and type by name; a type may be narrower than the slot's after `is KIND`.
        fixed: Names that `set` may not change: slots, parameters, loop and lambda names.
        element: Slot and type of the element (`it`) inside a collection function, else None: bare
            names are then its attributes too.
        outer_elements: The elements of the collection functions around that one, innermost first.
        called: Slots of elements that an expression itself gives a name: `any(x in xs, …)`.
        self_kind: The kind of `self`, or None where there is no card (event slot defaults and
            values that use `self` take the caller's).
        has_me: `yes` (known), `needed` (an event or value: using it makes the body need an actor)
            or `no` (set-up, phases without turns: using it is `no-actor`).
        has_actor: Whether `actor` (the event's) is there: in a card's or kind's rule.
        place: `effect`, `cost`, `value`, `together`, `at once`, `option`, `constant`, `script`:
            what may stand here.
        replaces: The event this body stands instead of, or None.
        result: Type that `return` must have; None where there is none to return.
        base: The hidden name of the value or event that `base` means here, or None.
        in_prelude: Whether the text is the prelude's.
        earlier: In what an `after` trigger asks and does: what is read before its event.
        stands_for: Names that stand for an expression, such as the number of a keyword.
        owner: What the text belongs to, by its id; empty where no rule does.
    """

    world: World
    slots: Slots
    visible: dict[str, tuple[int, Type]] = record_field(default_factory=dict)
    fixed: frozenset[str] = frozenset()
    element: tuple[int, Type] | None = None
    outer_elements: tuple[tuple[int, Type], ...] = ()
    called: frozenset[int] = frozenset()
    self_kind: str | None = None
    has_me: str = "no"
    has_actor: bool = False
    place: str = "effect"
    replaces: str | None = None
    result: Type | None = None
    base: str | None = None
    in_prelude: bool = False
    earlier: Earlier | None = None
    stands_for: dict[str, Expression] = record_field(default_factory=dict)
    owner: str = ""

    def is_own(self, word: str, span: Span) -> bool:
        """Return whether a later word of the language is a name of the packages at a place."""
        return not self.in_prelude and self.world.is_own(word, span.source.package)

    def is_hidden(self, word: str, span: Span) -> bool:
        """Return whether a name that some package gave is not seen at a place, where the language
        means something by it."""
        return word in self.world.own_words and not self.is_own(word, span)

    facts: set[str] = record_field(default_factory=set)
    """Shared by all scopes of a body: what it turned out to use, of `me self`."""

    def bind(self, name: str, type_: Type, *, fixed: bool = False) -> tuple[int, Scope]:
        """Return a new local and the scope in which it is visible."""
        slot = self.slots.add(name, type_)
        names = self.fixed | {name} if fixed else self.fixed - {name}
        return slot, replace(self, visible={**self.visible, name: (slot, type_)}, fixed=names)


class Earlier(Record):
    """What an `after` trigger reads before its event, beside what stands under `let`.

    Attributes:
        scope: What may be named then.
        first: The first of the hidden locals that are reserved for it.
        read: The hidden locals taken so far, each with what is read.
    """

    scope: Scope
    first: int
    read: list[tuple[int, Expression]] = record_field(default_factory=list)


Tree: TypeAlias = trees.Expression | tuple[statements.Step, ...]


class Note(Record, eq=False):
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


def scope_at(
    world: World,
    *,
    given: Iterable[SlotInfo] = (),
    self_kind: str | None = None,
    has_me: str = "no",
    has_actor: bool = False,
    place: str = "effect",
    result: Type | None = None,
    in_prelude: bool = False,
    element: tuple[int, Type] | None = None,
    owner: str = "",
) -> Scope:
    """Return the scope of a place, with the locals that are given from outside."""
    infos = list(given)
    return Scope(
        world=world,
        slots=Slots(infos),
        visible={info.name: (slot, info.type) for slot, info in enumerate(infos)},
        fixed=frozenset(info.name for info in infos),
        element=element,
        self_kind=self_kind,
        has_me=has_me,
        has_actor=has_actor,
        place=place,
        result=result,
        in_prelude=in_prelude,
        owner=owner,
    )


def entity_scope(world: World, kind: str) -> Scope:
    """Return the scope of a formula over a card of a kind: it is `self`, the local 0."""
    type_ = EntityType(kind)
    given = (SlotInfo("self", type_),)
    return scope_at(world, given=given, place="value", element=(0, type_))


def element_scope(world: World, type_: Type, *, has_me: str = "no") -> Scope:
    """Return the scope of a formula over an element: it is `it`, the local 0."""
    given = (SlotInfo("it", type_),)
    return scope_at(world, given=given, place="value", has_me=has_me, element=(0, type_))


def reserve(scope: Scope, count: int) -> int:
    """Reserve locals whose types are not known yet; return the number of the first."""
    first = len(scope.slots.infos)
    scope.slots.infos.extend([SlotInfo("", UNKNOWN)] * count)
    return first


def define(scope: Scope, slot: int, name: str, type_: Type) -> Scope:
    """Return the scope in which a reserved local is visible."""
    scope.slots.infos[slot] = SlotInfo(name, type_)
    visible = {**scope.visible, name: (slot, type_)}
    return replace(scope, visible=visible, fixed=scope.fixed | {name})
