"""Define the question of a view: its options, what touching things means, what is not open."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from dsl import Record


class Option(Record, kw_only=True):
    """One answer.

    Attributes:
        index: What the match takes: `match.apply(index)`.
        label: What scripts call it, in every language.
        text: What people read.
        touches: Keys of the cards, areas and players that it means.
        price: What taking it costs, in words, or "".
        does: What it does, a sentence each, where it is no card with a face.
        color: Of a member of an enum, else "".
    """

    index: int
    label: str
    text: str
    touches: tuple[str, ...] = ()
    price: str = ""
    does: tuple[str, ...] = ()
    color: str = ""


class Offer(Record, kw_only=True):
    """What touching a thing can mean.

    Attributes:
        path: The option, or an action and the option of what it asks for next.
        text: What people read: the action with the thing, where it begins one.
        price: What taking it costs, in words, or "".
    """

    path: tuple[int, ...]
    text: str
    price: str = ""

    @property
    def answer(self) -> str:
        """The path as one word."""
        return ".".join(map(str, self.path))


class Pick(Record, kw_only=True):
    """A part of the choice that is being made, which can be put back.

    Attributes:
        key: Of the thing on the table, "" where it is none.
    """

    key: str
    text: str


class Question(Record, kw_only=True):
    """What the seat is asked.

    Attributes:
        kind: `action parameter choose piece unit order yes-no alternative replacement trigger`.
        text: What is asked, as a sentence.
        within: What it is asked in: the action that is being taken, the card that asks; or "".
        purpose: What is done with the answer, where steps ask and that can be said; else "".
        is_declinable: Whether one option says none, enough or no.
        chosen: Keys of the cards that were chosen before in the same action.
    """

    kind: str
    text: str
    is_declinable: bool
    options: tuple[Option, ...]
    within: str = ""
    chosen: tuple[str, ...] = ()
    purpose: str = ""
    picks: tuple[Pick, ...] = ()
    offers: Mapping[str, tuple[Offer, ...]] = MappingProxyType({})
    beside: tuple[int, ...] = ()
    why: Mapping[str, str] = MappingProxyType({})


class Closed(Record, kw_only=True):
    """What is not open now.

    Attributes:
        name: The action, or the label of the card that is not open.
        text: What people call it.
        reason: Why, in words.
        touches: Keys of the cards that it means.
    """

    name: str
    text: str
    reason: str
    touches: tuple[str, ...] = ()
