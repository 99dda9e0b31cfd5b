"""Hold effects that wait and effects that last, as written."""

from __future__ import annotations

from dsl.model import types as t
from dsl.model.traits import StateKey
from dsl.records import Record, Span
from dsl.syntax.statements import Step
from dsl.syntax.trees import Expression, Pattern, Word


class Kept(Record):
    """A name that an effect that waits remembers.

    Attributes:
        state: The state of the waiting card that holds it.
        type: What it is in the effect.
        may_be_none: Whether it may be none where it is remembered.
    """

    name: str
    state: StateKey
    type: t.Type
    may_be_none: bool = False

    @property
    def is_known(self) -> bool:
        """Whether it can be remembered."""
        return self.type != t.UNKNOWN


class Undone(Record):
    """A change of state that goes back when an effect is over; its parts are remembered by name.

    Attributes:
        state: What is changed.
        lasting: What lists the effects that do so.
        before: Where an effect remembers what it was, of what is set.
        owner: Whose state it is, or None for the game's.
        old: What it was before, of what is set; else None.
        new: What it was set to, or what was added to it.
        is_certain: Whether the state is never none.
        is_more: Whether it was added to, rather than subtracted from.
    """

    state: StateKey
    lasting: StateKey
    before: StateKey
    owner: str | None
    old: str | None
    new: str
    is_certain: bool = False
    is_more: bool = True


class WaitText(Record, kw_only=True):
    """An effect that waits, as written; it is a card made of its own.

    Attributes:
        id: What the card is called.
        of: The text of rules in which it stands: `owl.says`, `game:trigger.2`.
        body: What it does.
        until: The state that says until when a delayed effect waits; None for ever.
        is_once: Whether a delayed effect happens once.
        listens: What a delayed effect waits for; None where the game carries it out itself.
        waiting: What it is called itself in its steps, or None.
        lasts: Of an effect that lasts what ends it: `while`, `left`, `event`, `stretch`; else "".
        condition: What it lasts as long as, or None.
        leaver: The card until which leaves it lasts, or None.
        undone: What goes back when it is over.
    """

    id: str
    kind: str
    of: str
    body: tuple[Step, ...]
    kept: tuple[Kept, ...]
    span: Span
    until: StateKey | None = None
    is_once: bool = False
    listens: Pattern | None = None
    waiting: Word | None = None
    lasts: str = ""
    condition: Expression | None = None
    leaver: str | None = None
    undone: tuple[Undone, ...] = ()
