"""Define a row: all that the language knows of one of its words.

The checks read its types, the machine its meaning, rules texts its phrases, `explain` and the guide
the rest. Nobody else lists words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Final, TypeAlias

from dsl.languages import OWN, Catalogue
from dsl.model.steps import Formula
from dsl.model.types import BOOL, Type
from dsl.records import Record

Both: TypeAlias = tuple[str, str]
"""A text in English and in Japanese (see `dsl.languages.OWN`)."""


WORDS: Final = Catalogue(str(Path(__file__).parents[1] / "words" / "vocabulary.py"))
"""What words are called, under the names of their rows."""


@cache
def _both(key: str) -> Both | None:
    """Return a text in the languages in which rules texts are made; None where there is none."""
    return (WORDS.text(OWN[0], key), WORDS.text(OWN[1], key)) if key in WORDS else None


class _Described(Record, kw_only=True):
    """Define the examples of a word; `kw_only` concerns all fields of a class.

    Attributes:
        examples: Conditions that hold in the position of the language guide.
    """

    examples: tuple[str, ...] = ()


class Word(_Described):
    """What is said of every word.

    Attributes:
        signature: As shown to authors; T stands for any type.
    """

    name: str
    signature: str

    @property
    def summary(self) -> Both:
        """Return what it means, in a sentence."""
        return _both(f"{self.name}.summary") or ("", "")

    @property
    def phrase(self) -> Both | None:
        """Return how rules texts say it; what is in braces is filled in."""
        return _both(f"{self.name}.phrase")


WAS: Final = "was"
"""The function that reads before an event: the checker puts a hidden local in its place."""


# --- functions over evaluated arguments -------------------------------------------------------


class Gives(Enum):
    """What a function gives of what it was given: what is known of that is known of this.

    FIRST is the first element, PICKED one or several by their place, PART some whatever their
    place, EITHER one of the arguments, COUNT how many they are, RESULTS what is worked out of each,
    NEIGHBOUR another player.
    """

    FIRST = "first"
    PICKED = "picked"
    PART = "part"
    EITHER = "either"
    COUNT = "count"
    RESULTS = "results"
    NEIGHBOUR = "neighbour"
    OTHER = "other"


class Reads(Enum):
    """What a function reads of a match beside its arguments; BOARD is the same all through it, but
    for what lies in zones that are laid out, which are arguments as well."""

    NOTHING = "nothing"
    ZONE = "zone"
    ELIMINATIONS = "eliminations"
    BOARD = "board"


class Function(Word, kw_only=True):
    """A function over evaluated arguments: the node `Primitive`.

    Attributes:
        takes: Sorts of the operands, from `list number zone bag player member`; None for what the
            checker looks at by itself.
        optional: How many of the last ones may be left out.
        result: The type of the result, from those of the operands.
        means: What it comes to, for one that reads nothing but its arguments.
        keeps_length: Whether the result is as long as the argument, at the most.
        is_internal: Whether nobody writes it: the checker puts it where a value changes its form.
    """

    takes: tuple[str, ...] | None = None
    optional: int = 0
    result: Callable[..., Type] | None = None
    means: Callable[..., Any] | None = None
    reads: Reads = Reads.NOTHING
    gives: Gives = Gives.OTHER
    keeps_length: bool = False
    is_internal: bool = False

    @property
    def slots(self) -> tuple[str, ...]:
        """Return what is filled into the phrase, in the order of the arguments."""
        assert self.phrase is not None
        found = (slot for _, slot, _, _ in Formatter().parse(self.phrase[0]) if slot)
        return tuple(dict.fromkeys(found))


# --- functions over the elements of a list ----------------------------------------------------


Meaning: TypeAlias = Callable[[Sequence[Any], Iterable[Any]], Any]
"""Of the elements, and what the body comes to for each, worked out one by one when asked for."""


class Fold(Word, kw_only=True):
    """A function over the elements of a list: the node `Fold`.

    Attributes:
        body: What is worked out of each element: `condition`, `number`,
            `number or bag` or `anything`.
        needs_body: Whether that must be said.
        has_default: Whether what it comes to for nothing can be said; it is also a function of two
            ints.
        result: The type of the result, from those of the list and of the body.
        means: What it comes to.
        of_bags: What it comes to where the bodies are bags.
        until: For one that goes on to the first element whose condition is so; None: to the last.
        bare: What it comes to without a body, by a function of Python that goes through nothing.
        is_bounded: Whether the result can be too large a number.
        largest: How far from 0 it can be, from how many elements there are and how far the body is.
        in_any_order: Whether it comes out the same in whatever order the elements are.
        weight: The work of an element, as a multiple of what any loop does.
        element: The function that gives the element of which this one gives the number.
    """

    body: str
    needs_body: bool = True
    has_default: bool = False
    result: Callable[[Type, Type], Type]
    means: Meaning
    of_bags: Callable[[Iterable[Any]], Any] | None = None
    until: bool | None = None
    bare: Callable[[Sequence[Any]], Any] | None = None
    gives: Gives = Gives.OTHER
    is_bounded: bool = False
    largest: Callable[[int, int], int] | None = None
    in_any_order: bool = False
    weight: int = 1
    element: str | None = None

    @property
    def plain_phrase(self) -> Both | None:
        """Return how rules texts say it without a body."""
        return _both(f"{self.name}.plain")

    @property
    def over_phrase(self) -> Both | None:
        """Return how rules texts say it where the body speaks of the element by name."""
        return _both(f"{self.name}.over")


# --- native events ----------------------------------------------------------------------------


class Writes(Enum):
    """What an event of the machine changes.

    CARDS where cards are, and with that what they forget and which of their rules work; ORDER how
    they lie; KNOWLEDGE who knows them; PLAYERS who takes part; TURNS whose turn it is.
    """

    CARDS = "cards"
    ORDER = "order"
    KNOWLEDGE = "knowledge"
    PLAYERS = "players"
    TURNS = "turns"


class Slot(Record):
    """A slot of an event; `preposition` is None for one right behind another word."""

    name: str
    type: Type
    preposition: str | None = None
    default: Formula | None = None


class Native(Word, kw_only=True):
    """An event that the machine carries out itself.

    Attributes:
        result: The type of the result; a bool says whether it happened.
        enters: The slot of the zone into which it puts cards; None for none.
        pair: The slots that must go together: the card's, and the zone's or the other card's.
        has_actor: Whether it asks who does it.
        needs_room: Whether it happens only where the zone has room for the card; a cost that asks
            for it fails else.
        goes_as_one: Whether it is done to the cards of a list in one go: none of them becomes a top
            on the way.
        manners: Those that have a sentence of their own in rules texts.
    """

    slots: tuple[Slot, ...] = ()
    result: Type = BOOL
    writes: Writes
    enters: int | None = None
    pair: tuple[int, int] | None = None
    has_actor: bool = False
    needs_room: bool = False
    goes_as_one: bool = False
    manners: tuple[str, ...] = ()

    @property
    def label(self) -> Both:
        """Return what it is called."""
        return _both(f"{self.name}.label") or ("", "")

    @property
    def log(self) -> dict[str, str]:
        """Return how the log tells it, by language."""
        return WORDS.in_each(f"{self.name}.log")

    @property
    def phrases(self) -> Mapping[str, Both]:
        """Return how rules texts order it, by the manner in which it is done; "" for any."""
        found = {manner: _both(f"{self.name}.order-{manner}") for manner in self.manners}
        found[""] = _both(f"{self.name}.order")
        return {manner: both for manner, both in found.items() if both is not None}
