"""Choose the cards to print, and lay them out on pages with marks to cut along."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeVar

from cardwright.apps.cards.entries import Entry
from cardwright.apps.face.mistake import AppMistake
from cardwright.apps.press import faces
from cardwright.apps.press.faces.looks import is_printed
from cardwright.apps.press.faces.primitives import Face
from cardwright.apps.press.printing.fonts import Fonts, NoGlyph
from dsl import Record

Problem = faces.DoesNotFit | NoGlyph | AppMistake


class Card(Record, kw_only=True):
    """A card to be printed.

    Attributes:
        kind: What cards with this back are called.
    """

    entry: Entry
    face: Face
    back: Face
    copies: int


class Unprintable(ValueError):
    """Cards that cannot be printed, each with why not."""

    def __init__(self, problems: Sequence[tuple[Entry, Problem]]) -> None:
        super().__init__(f"{len(problems)} cards cannot be printed")
        self.problems = problems


def printed(cards: Iterable[Entry], is_chosen: bool) -> list[Entry]:
    """Return the cards that are printed: all that were chosen, else those that are cards."""
    return [card for card in cards if is_chosen or (card.definition.copies and is_printed(card))]


def deck(
    cards: Iterable[Entry],
    lang: str,
    fonts: Fonts,
    advance: Callable[[int], None],
    dots: float = 300 / 25.4,
) -> list[Card]:
    """Return the sides of cards.

    Args:
        advance: Called for each finished card.
        dots: How many pixels of a picture a millimetre has.

    Raises:
        Unprintable: Texts are too long, or no font has their characters.
    """
    found, problems = list[Card](), list[tuple[Entry, Problem]]()
    backs: dict[tuple[int, str], Face] = {}
    for entry in cards:
        key = id(entry.model), entry.definition.kind
        try:
            if key not in backs:
                backs[key] = faces.back(entry, lang, fonts, dots)
            face = faces.face(entry, lang, fonts, dots)
        except (faces.DoesNotFit, NoGlyph) as problem:
            problems.append((entry, problem))
        else:
            problems += ((entry, each) for each in {str(p): p for p in face.problems}.values())
            copies = max(1, entry.definition.copies)
            found.append(Card(entry=entry, face=face, back=backs[key], copies=copies))
        advance(1)
    if problems:
        raise Unprintable(problems)
    return found


PAPERS: Final = {"A4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""
MARGIN: Final = 5.0
"""What printers leave white."""
MARK: Final = 4.0
"""How long a mark is, and how far from the cards."""
AWAY: Final = 0.8
Item = TypeVar("Item")
Segment = tuple[float, float, float, float]


class TooLarge(ValueError):
    """A card for which no page has room."""


class Grid(Record, kw_only=True):
    """Where cards of a size stand on a page. All is in millimetres, from the upper left corner.

    Attributes:
        page: Width and height of the page, turned so that most cards have room.
        card: Width and height of a card when it is cut.
        bleed: How far its edge goes on beyond the cut.
    """

    page: tuple[float, float]
    card: tuple[float, float]
    bleed: float
    columns: int
    rows: int

    @property
    def size(self) -> int:
        """How many cards a page has room for."""
        return self.columns * self.rows

    def place(self, number: int, is_back: bool) -> tuple[float, float]:
        """Return the corner of a card; backs lie as the page is turned over at its left edge."""
        row, column = divmod(number, self.columns)
        column = self.columns - 1 - column if is_back else column
        return self._starts(0, self.columns)[column], self._starts(1, self.rows)[row]

    def marks(self) -> Iterator[Segment]:
        """Yield the lines to cut along, outside the cards."""
        for axis, number in ((0, self.columns), (1, self.rows)):
            starts = self._starts(axis, number)
            across = self._starts(1 - axis, self.rows if axis == 0 else self.columns)
            near = across[0] - self.bleed - AWAY
            far = across[-1] + self.card[1 - axis] + self.bleed + AWAY
            cuts = sorted({round(at, 4) for s in starts for at in (s, s + self.card[axis])})
            for at in cuts:
                for ends in ((max(0.5, near - MARK), near), (far, far + MARK)):
                    yield (at, ends[0], at, ends[1]) if axis == 0 else (ends[0], at, ends[1], at)

    def _starts(self, axis: int, number: int) -> list[float]:
        step = self.card[axis] + 2 * self.bleed
        first = (self.page[axis] - number * step) / 2 + self.bleed
        return [first + index * step for index in range(number)]


def grid(paper: str, card: tuple[float, float], bleed: float) -> Grid:
    """Return the grid for cards of a size: upright or turned, whichever has room for more.

    Raises:
        TooLarge: There is room for none.
    """
    width, height = PAPERS[paper]
    both = []
    for page in ((width, height), (height, width)):
        room = [int((p - 2 * MARGIN) // (c + 2 * bleed)) for p, c in zip(page, card, strict=True)]
        both.append(Grid(page=page, card=card, bleed=bleed, columns=room[0], rows=room[1]))
    best = max(both, key=lambda each: each.size)
    if not best.size:
        raise TooLarge
    return best


def chunks(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    """Yield items in chunks of a size."""
    for start in range(0, len(items), size):
        yield items[start : start + size]
