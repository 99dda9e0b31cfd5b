"""Read a deck from the text form that people exchange: a number and a card on each line.

    4 Dire wolf
    2x ash-tree
    Sideboard
    1 Bell

Cards stand by id or by name, in any language. A line without a number is one card. Empty lines and
those that begin with `#` or `//` say nothing. What many programs write behind a name, the set in
brackets and a number, is not read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from dsl.languages import SPOKEN, Catalogue
from dsl.records import Record

WORDS: Final = Catalogue(__file__)
_LINE: Final = re.compile(
    r"[ \t]*(?P<side>SB:[ \t]*)?(?:(?P<number>\d{1,4})[ \t]*(?:[x×][ \t]+|[ \t]))?[ \t]*"
    r"(?P<name>\S(?:[^\n]*?\S)?)[ \t\r]*$"
)
_PRINTING: Final = re.compile(r"[ \t]*\([A-Za-z0-9-]{1,12}\)(?:[ \t]+\S+)?$")
_SAYS_NOTHING: Final = ("#", "//")
MOST_CARDS: Final = 2_000
"""Cards of a deck."""


class Line(Record):
    """A line that says how many of a card are in a deck.

    Attributes:
        start, end: Where the name stands in the text.
    """

    number: int
    name: str
    is_side: bool
    start: int
    end: int


def lines_of(text: str) -> Iterator[Line]:
    """Yield the lines of a deck; cards stand apart by line ends, else by commas."""
    sections: dict[str, bool] = {}  # by the words above: whether what follows is the sideboard
    for language in SPOKEN:
        for key, is_side in (("deck-list.main", False), ("deck-list.side", True)):
            words = WORDS.texts(language).get(key, "")
            sections |= {word.strip().casefold(): is_side for word in words.split("|") if word}
    is_side = False
    for found in re.finditer(r"[^\n]+" if "\n" in text else r"[^,\n]+", text):
        line = _LINE.match(found[0])
        if line is None or line["name"].startswith(_SAYS_NOTHING):
            continue
        heading = line["name"].removesuffix(":").strip().casefold()
        if line["number"] is None and heading in sections:
            is_side = sections[heading]
            continue
        start, end = (found.start() + place for place in line.span("name"))
        number = 1 if line["number"] is None else int(line["number"])
        yield Line(number, line["name"], is_side or line["side"] is not None, start, end)


def names_in(text: str) -> Iterator[str]:
    """Yield every text by which a line may name a card: with what stands behind it, and without."""
    for line in lines_of(text):
        yield from _names(line.name)


def _names(name: str) -> Iterator[str]:
    yield name
    if (bare := _PRINTING.sub("", name)) != name:
        yield bare


class DeckList(Record):
    """What a text says of a deck.

    Attributes:
        main, side: The cards that are known, by id.
        first: The first line of each of them.
        unknown: The lines whose cards are not known.
    """

    main: tuple[str, ...]
    side: tuple[str, ...]
    first: Mapping[str, Line]
    unknown: tuple[Line, ...]

    @classmethod
    def of(cls, text: str, card_of: Callable[[str], str | None]) -> DeckList:
        """Return the deck of a text.

        Args:
            card_of: The id of the card that has an id or a name, or None.
        """
        parts: dict[bool, list[str]] = {False: [], True: []}
        unknown: list[Line] = []
        first: dict[str, Line] = {}
        for line in lines_of(text):
            found = (id_ for name in _names(line.name) if (id_ := card_of(name)) is not None)
            id_ = next(found, None)
            if id_ is None:
                unknown.append(line)
            else:
                first.setdefault(id_, line)
                part = parts[line.is_side]
                part += [id_] * min(line.number, MOST_CARDS - len(part) + 1)
        return cls(tuple(parts[False]), tuple(parts[True]), first, tuple(unknown))


class CardNames:
    """Finds cards by id or by name, in any language, whatever letters are large."""

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}
        self._names: dict[str, str | None] = {}

    def add(self, id_: str, names: Iterator[str]) -> None:
        """Add a card."""
        self._ids[id_] = id_
        for name in names:
            key = _folded(name)
            self._names[key] = None if self._names.get(key, id_) != id_ else id_

    def card_of(self, name: str) -> str | None:
        """Return the id of a card; None where there is none, or more than one of the name."""
        return (
            self._ids.get(name)
            or self._names.get(_folded(name))
            or self._ids.get(id_by_custom(name))
        )


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()


def id_by_custom(name: str) -> str:
    """Return the id that a card of a name has by custom."""
    return "-".join(re.findall(r"\w+", name.casefold()))
