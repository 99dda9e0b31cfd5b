"""Hold what is known at one place of a text: locals, roles, and what may stand there."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from dsl.check.scopes.world import World
from dsl.model.expressions import Expression
from dsl.model.steps import SlotInfo
from dsl.model.types import Type
from dsl.records import record
from dsl.source import Span


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


@record(kw_only=True)
class Scope:
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
        place: `effect`, `cost`, `value`, `together`, `at once`, `option`, `script`: what may stand
            here.
        replaces: The event this body stands instead of, or None.
        result: Type that `return` must have; None where there is none to return.
        base: The hidden name of the value or event that `base` means here, or None.
        in_prelude: Whether the text is the prelude's.
        earlier: In what an `after` trigger asks and does: what is read before its event.
    """

    world: World
    slots: Slots
    visible: dict[str, tuple[int, Type]] = field(default_factory=dict)
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

    def is_own(self, word: str, span: Span) -> bool:
        """Return whether a later word of the language is a name of the packages at a place."""
        return not self.in_prelude and self.world.is_own(word, span.source.package)

    def is_hidden(self, word: str, span: Span) -> bool:
        """Return whether a name that some package gave is not seen at a place, where the language
        means something by it."""
        return word in self.world.own_words and not self.is_own(word, span)

    facts: set[str] = field(default_factory=set)
    """Shared by all scopes of a body: what it turned out to use, of `me self`."""

    def bind(self, name: str, type_: Type, *, fixed: bool = False) -> tuple[int, Scope]:
        """Return a new local and the scope in which it is visible."""
        slot = self.slots.add(name, type_)
        names = self.fixed | {name} if fixed else self.fixed - {name}
        return slot, replace(self, visible={**self.visible, name: (slot, type_)}, fixed=names)


@record
class Earlier:
    """What an `after` trigger reads before its event, beside what stands under `let`.

    Attributes:
        scope: What may be named then.
        first: The first of the hidden locals that are reserved for it.
        read: The hidden locals taken so far, each with what is read.
    """

    scope: Scope
    first: int
    read: list[tuple[int, Expression]] = field(default_factory=list)
