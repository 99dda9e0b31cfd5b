"""Define decks, the formats that say how they may be built, and what is wrong with one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dsl.model.expressions import Constant
from dsl.model.nouns import Definition, Text
from dsl.records import Record, Span


class Fault(Record):
    """What is wrong with a deck: the last word of a key of the catalogue, and what fills its
    slots."""

    key: str
    slots: dict[str, Any]


class Size(Record):
    """How many cards there are: `most` is None where there may be any number."""

    least: int
    most: int | None

    def faults(self, place: str, format_: str, number: int) -> Iterator[Fault]:
        """Yield what is wrong with a number of cards."""
        slots: dict[str, Any] = {"format": format_, "number": number}
        if number < self.least:
            yield Fault(f"{place}-too-small", {**slots, "least": self.least})
        elif self.most is not None and number > self.most:
            yield Fault(f"{place}-too-large", {**slots, "most": self.most})


class Legal(Record):
    """What an attribute of each card may be, in run-time form.

    Attributes:
        ranges: Of a number: the least and the most.
    """

    attribute: str
    values: tuple[object, ...]
    ranges: tuple[tuple[int, int], ...] = ()

    def allows(self, card: Definition) -> bool:
        """Return whether a card has one of the values; what depends on the match is not looked
        at."""
        formula = card.attributes.get(self.attribute)
        if formula is None:
            return False
        if not isinstance(formula.expression, Constant):
            return True
        value = formula.expression.value
        is_inside = isinstance(value, int) and any(a <= value <= b for a, b in self.ranges)
        return is_inside or value in self.values


class Format(Record, kw_only=True):
    """How decks may be built.

    Attributes:
        size, sideboard: How many cards a deck has, and those beside it; None for no sideboard.
        copies: How many of a card there may be in a deck and its sideboard; None for any number.
        limits: Other numbers for some cards, by id.
        banned: Cards that may not be there, by id.
        legal: What attributes the cards must have.
    """

    id: str
    size: Size
    sideboard: Size | None
    copies: int | None
    limits: Mapping[str, int | None]
    banned: frozenset[str]
    legal: tuple[Legal, ...]
    text: Text
    span: Span

    def faults(
        self, main: Sequence[str], side: Sequence[str], cards: Mapping[str, Definition]
    ) -> Iterator[Fault]:
        """Yield what is wrong with a deck.

        Args:
            main, side: Its cards and those beside it, by id.
            cards: What is known of the cards, by id.
        """
        yield from self.size.faults("deck", self.id, len(main))
        if self.sideboard is not None:
            yield from self.sideboard.faults("sideboard", self.id, len(side))
        elif side:
            yield Fault("no-sideboard", {"format": self.id})
        for id_, number in Counter([*main, *side]).items():
            slots: dict[str, Any] = {"format": self.id, "card": id_}
            most = self.limits.get(id_, self.copies)
            if id_ in self.banned:
                yield Fault("banned", slots)
            elif most is not None and number > most:
                yield Fault("too-many-copies", {**slots, "number": number, "most": most})
            for each in self.legal:
                if not each.allows(cards[id_]):
                    yield Fault("not-legal", {**slots, "attribute": each.attribute})


class Deck(Record, kw_only=True):
    """A deck that the game comes with.

    Attributes:
        main, side: Its cards and those beside it, by id, as often as they are in it.
        format: The format that it keeps to, or None.
        spans: Where its list first says each card, by id.
    """

    id: str
    main: tuple[str, ...]
    side: tuple[str, ...]
    format: str | None
    text: Text
    span: Span
    spans: Mapping[str, Span]
