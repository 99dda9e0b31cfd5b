"""Choose the cards to print, lay them out on pages with marks to cut along, and write a PDF.

The same cards and fonts give the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from cardwright import write_atomically
from cardwright.apps.cards.entries import Entry
from cardwright.apps.face.words import AppMistake
from cardwright.apps.press import faces
from cardwright.apps.press.faces.files import MISSING
from cardwright.apps.press.faces.fonts import Fonts, NoGlyph
from cardwright.apps.press.faces.looks import is_printed
from cardwright.apps.press.faces.primitives import Face, Line, Turned
from cardwright.apps.press.printing.drawer import POINT, Drawer, register
from dsl import Record

Problem = faces.DoesNotFit | NoGlyph | AppMistake


class Card(Record, kw_only=True):
    """A card to be printed.

    Attributes:
        other: The id of the other face that its back is; empty for the usual back of its kind.
    """

    entry: Entry
    face: Face
    back: Face
    copies: int
    other: str = ""


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
            entries = (entry, *entry.others)
            sides = [faces.face(each, lang, fonts, dots) for each in entries]
            for side in (backs[key], *sides):
                fonts.check(side)
        except (faces.DoesNotFit, NoGlyph) as problem:
            problems.append((entry, problem))
        else:
            wrong = {
                str(each): each for side in sides for each in side.problems if each.key != MISSING
            }
            problems += ((entry, each) for each in wrong.values())
            usual, copies = (backs[key], ""), max(1, entry.definition.copies)
            for number in (0, *range(2, len(sides))):  # the second face is the back of the first
                is_double = number == 0 and len(sides) > 1
                back, other = (sides[1], entries[1].id) if is_double else usual
                found.append(Card(entry=entries[number], face=sides[number], back=back,
                                  copies=copies, other=other))  # fmt: skip
        advance(1)
    if problems:
        raise Unprintable(problems)
    return found


def by_back(cards: Iterable[Card]) -> dict[Face, list[Card]]:
    """Return cards by their backs, as they lie in piles."""
    found: dict[Face, list[Card]] = {}
    for card in cards:
        found.setdefault(card.back, []).append(card)
    return found


def board_deck(entry: Entry, lang: str, fonts: Fonts, paper: str, bleed: float) -> list[Card]:
    """Return the boards of the game of a card, each as large as a page has room for.

    Args:
        paper: Of PAPERS; `card` makes them as large as A4 has room for.
    """
    width, height = PAPERS.get(paper, PAPERS["A4"])
    room = width - 2 * (MARGIN + bleed), height - 2 * (MARGIN + bleed)
    found = list[Card]()
    for id_, face in faces.boards(entry.model, lang, room, fonts):
        definition = replace(entry.definition, id=id_, copies=1)
        back = replace(face, marks=face.marks[:1])
        board = Entry(entry.model, definition, None)
        found.append(Card(entry=board, face=face, back=back, copies=1))
    return found


PAPERS: Final = {
    "A4": (210.0, 297.0), "A3": (297.0, 420.0), "letter": (215.9, 279.4),
    "legal": (215.9, 355.6), "tabloid": (279.4, 431.8),
}  # fmt: skip
"""Width and height in millimetres."""
CARD: Final = "card"
"""A page for each card, as large as it is with its bleed."""
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
        gutter: How far the edges of two cards are apart.
        is_over_top: Whether the page is turned over at its upper edge, and not at its left one.
    """

    page: tuple[float, float]
    card: tuple[float, float]
    bleed: float
    columns: int
    rows: int
    gutter: float = 0
    is_over_top: bool = False

    @property
    def size(self) -> int:
        """How many cards a page has room for."""
        return self.columns * self.rows

    def place(self, number: int, is_back: bool) -> tuple[float, float]:
        """Return the corner of a card; backs lie where they are when the page is turned over."""
        row, column = divmod(number, self.columns)
        if is_back and self.is_over_top:
            row = self.rows - 1 - row
        elif is_back:
            column = self.columns - 1 - column
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
        step = self.card[axis] + 2 * self.bleed + self.gutter
        first = (self.page[axis] - number * step + self.gutter) / 2 + self.bleed
        return [first + index * step for index in range(number)]


def grid(
    paper: str,
    card: tuple[float, float],
    bleed: float,
    gutter: float = 0,
    is_over_top: bool = False,
) -> Grid:
    """Return the grid for cards of a size: upright or turned, whichever has room for more.

    Raises:
        TooLarge: There is room for none.
    """
    if paper == CARD:
        page = card[0] + 2 * bleed, card[1] + 2 * bleed
        return Grid(page=page, card=card, bleed=bleed, columns=1, rows=1)
    width, height = PAPERS[paper]
    both = []
    for page in ((width, height), (height, width)):
        room = [
            int((p - 2 * MARGIN + gutter + 1e-6) // (c + 2 * bleed + gutter))
            for p, c in zip(page, card, strict=True)
        ]
        both.append(
            Grid(page=page, card=card, bleed=bleed, columns=room[0], rows=room[1],
                 gutter=gutter, is_over_top=is_over_top)
        )  # fmt: skip
    best = max(both, key=lambda each: each.size)
    if not best.size:
        raise TooLarge
    return best


def chunks(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    """Yield items in chunks of a size."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


CUT_COLOR: Final = "#8a8a8a"
CUT_WIDTH: Final = 0.1


class Paper(Record, kw_only=True):
    """How cards are put on paper.

    Attributes:
        name: Of PAPERS, or CARD.
        bleed: Millimetres beyond the cut.
        gutter: Millimetres between the edges of two cards.
        is_over_top: Whether a page is turned over at its upper edge.
    """

    name: str
    bleed: float
    has_backs: bool
    gutter: float = 0
    is_over_top: bool = False


def write_pdf(
    cards: Iterable[Card],
    fonts: Fonts,
    paper: Paper,
    title: str,
    output: Path,
    advance: Callable[[int], None],
) -> int:
    """Write a deck to a file; return the number of pages.

    Raises:
        TooLarge: No page has room for a card.
    """
    from reportlab.pdfgen.canvas import Canvas

    by_size: dict[tuple[float, float], list[Card]] = {}
    for card in cards:
        faces = (
            [card, replace(card, face=card.back)] if card.other and not paper.has_backs else [card]
        )
        by_size.setdefault((card.face.width, card.face.height), []).extend(faces * card.copies)
    grids = {
        size: grid(paper.name, size, paper.bleed, paper.gutter, paper.is_over_top)
        for size in by_size
    }
    sides = [side for listed in by_size.values() for c in listed for side in (c.face, c.back)]
    names = register(sides, fonts)
    out = io.BytesIO()
    # a font that is inside to begin with, or else Helvetica, which is not, is named in the file
    canvas = Canvas(out, invariant=1, initialFontName=next(iter(names.values())))
    canvas.setTitle(title)
    canvas.setCreator("Cardwright")
    printer = _Printer(Drawer(canvas, fonts, names), canvas)
    pages = 0
    for size, listed in by_size.items():
        for chunk in chunks(listed, grids[size].size):
            printer.page([card.face for card in chunk], grids[size])
            if paper.has_backs:
                printer.page([card.back for card in chunk], grids[size], are_backs=True)
            pages += 1 + paper.has_backs
            advance(len(chunk))
    canvas.save()
    write_atomically(output, out.getvalue())
    return pages


class _Printer:
    """Draws pages of cards."""

    def __init__(self, drawer: Drawer, canvas: Any) -> None:
        self._drawer, self._canvas = drawer, canvas

    def page(self, sides: Sequence[Face], on: Grid, are_backs: bool = False) -> None:
        """Draw a page; marks to cut along stand beside the faces."""
        self._drawer.page(*on.page)
        if on.size == 1 and on.page[0] == on.card[0] + 2 * on.bleed:
            self._boxes(on)
        for number, side in enumerate(sides):
            side = turned(side) if are_backs and on.is_over_top else side
            self._drawer.side(side, *on.place(number, are_backs), on.bleed)
        for x1, y1, x2, y2 in () if are_backs else on.marks():
            cut = Line(x1=x1, y1=y1, x2=x2, y2=y2, stroke=CUT_COLOR, line=CUT_WIDTH)
            if min(x1, y1, on.page[0] - x2, on.page[1] - y2) >= 0:
                self._drawer.line(cut)
        self._canvas.showPage()

    def _boxes(self, on: Grid) -> None:
        """Say where a page that is one card is cut, and how far its bleed goes."""
        low, high = on.bleed * POINT, [(on.bleed + each) * POINT for each in on.card]
        self._canvas.setTrimBox((low, low, *high))
        self._canvas.setBleedBox((0, 0, *(each * POINT for each in on.page)))


def turned(side: Face) -> Face:
    """Return a side upside down."""
    whole = Turned(x=side.width / 2, y=side.height / 2, marks=side.marks)
    return replace(side, marks=(whole,))
