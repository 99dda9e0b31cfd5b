"""Draw the two sides of a card: one layout for all games and sizes.

A back tells no more of a card than the pile in which the card lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cardwright.apps.cards.entries import Entry
from cardwright.apps.face.names import in_language
from cardwright.apps.press.faces.content import Content, Stat, content_of
from cardwright.apps.press.faces.fitting import (
    BETWEEN,
    HELVETICA,
    LEADING,
    Block,
    DoesNotFit,
    Measure,
    fit,
)
from cardwright.apps.press.faces.looks import (
    FAINT_INK,
    INK,
    PAPER,
    Piece,
    Pieces,
    Symbol,
    back_color,
    darkened,
    in_row,
    ink_on,
    mixed,
    size_of,
)
from cardwright.apps.press.faces.primitives import Circle, Face, Mark, Rect, Text
from cardwright.apps.text.names import Names
from dsl.model.game import Game
from dsl.model.nouns import is_kind_of, lineage

_CAPITAL: Final = 0.72
"""How high a capital letter or digit is."""
_GAP: Final = 0.22
_LABEL: Final = 0.82
"""The size of a label beside its value."""


class Pen:
    """Keeps the marks of one face."""

    disc_radius = 0.6
    """The radius of a disc beside letters of size 1."""

    def __init__(self, measure: Measure) -> None:
        self.measure = measure
        self.marks: list[Mark] = []

    def width(self, text: str, size: float, is_bold: bool = False) -> float:
        """Return how wide a text is."""
        return size * self.measure.width(text, is_bold)

    def text(
        self, x: float, y: float, text: str, size: float, fill: str, is_bold: bool = False,
        align: float = 0,
    ) -> float:  # fmt: skip
        """Draw a line of text and return its width; `align` 0.5 centres it on `x`, 1 ends there."""
        width = self.width(text, size, is_bold)
        x -= align * width
        self.marks.append(
            Text(x=x, y=y, text=text, size=size, width=width, fill=fill, is_bold=is_bold)
        )
        return width

    def block(
        self, block: Block, x: float, y: float, fill: str, is_bold: bool = False, align: float = 0
    ) -> None:
        """Draw lines of text below `y`."""
        for number, line in enumerate(block.lines):
            y += BETWEEN * block.size if number and number in block.starts else 0
            baseline = y + block.size * (LEADING + _CAPITAL) / 2
            self.text(x, baseline, line, block.size, fill, is_bold, align)
            y += block.size * LEADING

    def disc(self, symbol: Symbol, x: float, y: float, radius: float) -> None:
        """Draw a symbol around a point."""
        self.marks.append(Circle(x=x, y=y, radius=radius, fill=PAPER))
        self.marks.append(Circle(x=x, y=y, radius=radius * 0.9, fill=symbol.fill))
        size = self.letter_size(symbol.text, radius)
        ink = ink_on(symbol.fill)
        self.text(x, y + size * _CAPITAL / 2, symbol.text, size, ink, is_bold=True, align=0.5)

    def letter_size(self, text: str, radius: float) -> float:
        """Return the size of letters on a disc."""
        return radius * (1.25 if len(text) == 1 else 0.95)

    def pieces_width(self, pieces: Pieces, size: float, is_bold: bool = True) -> float:
        """Return how wide numbers and symbols are in a row."""
        widths = [self._piece_width(piece, size, is_bold) for piece in pieces]
        return sum(widths) + size * _GAP * max(0, len(pieces) - 1)

    def _piece_width(self, piece: Piece, size: float, is_bold: bool) -> float:
        return (
            size * self.disc_radius * 2
            if isinstance(piece, Symbol)
            else self.width(piece, size, is_bold)
        )

    def pieces(
        self, pieces: Pieces, x: float, y: float, size: float, fill: str, is_bold: bool = True
    ) -> None:
        """Draw numbers and symbols in a row, on a baseline."""
        for piece in pieces:
            width = self._piece_width(piece, size, is_bold)
            if isinstance(piece, Symbol):
                self.disc(piece, x + width / 2, y - size * _CAPITAL / 2, width / 2)
            else:
                self.text(x, y, piece, size, fill, is_bold)
            x += width + size * _GAP

    def stat_width(self, stat: Stat, size: float) -> float:
        """Return how wide a value is with its label."""
        return sum(width + size * _GAP for _, width in self._parts(stat, size)) - size * _GAP

    def stat(self, stat: Stat, x: float, y: float, size: float, fill: str, faint: str) -> None:
        """Draw a value with its label, on a baseline."""
        for part, width in self._parts(stat, size):
            if isinstance(part, str):
                self.text(x, y, part, size * _LABEL, faint)
            else:
                self.pieces(part, x, y, size, fill)
            x += width + size * _GAP

    def _parts(self, stat: Stat, size: float) -> Iterator[tuple[str | Pieces, float]]:
        """Yield label, value and the rest of the label, with their widths."""
        if stat.before:
            yield stat.before, self.width(stat.before, size * _LABEL)
        if stat.pieces:
            yield stat.pieces, self.pieces_width(stat.pieces, size)
        if stat.after:
            yield stat.after, self.width(stat.after, size * _LABEL)


FRAME: Final = 3.0
HEAD: Final = 11.5
"""The height of what stands above the paper: corner and name."""
INSIDE: Final = 2.4
"""The margin at the sides of the paper."""
FOOT: Final = 4.2
KIND_SIZE: Final = 2.3
STAT_SIZE: Final = 3.0
FOOT_SIZE: Final = 1.75
NAME_SIZES: Final = (4.6, 2.2)
TEXT_SIZES: Final = (3.3, 1.75)
SMALLEST: Final = 1.3
LEAST_ART: Final = 11.0
GAP: Final = 1.6


def face(entry: Entry, lang: str, measure: Measure = HELVETICA) -> Face:
    """Return the face of a card in a language.

    Raises:
        DoesNotFit: A text is too long, however small.
    """
    width, height = size_of(entry)
    drawn = _Front(entry, content_of(entry, lang), (width, height), measure)
    drawn.draw()
    return Face(
        title=drawn.content.name,
        lang=lang,
        width=width,
        height=height,
        fill=drawn.content.color,
        marks=tuple(drawn.pen.marks),
    )


class _Front:
    """Draws one face, from its upper edge to the lower one."""

    def __init__(
        self, entry: Entry, content: Content, size: tuple[float, float], measure: Measure
    ) -> None:
        self.entry, self.content = entry, content
        self.width, self.height = size
        self.pen = Pen(measure)
        self.left, self.right = FRAME + INSIDE, self.width - FRAME - INSIDE

    def draw(self) -> None:
        """Draw the whole face."""
        color = self.content.color
        self.pen.marks.append(Rect(x=0, y=0, width=self.width, height=self.height, fill=color))
        self._head()
        width, height = self.width - 2 * FRAME, self.height - HEAD - FRAME
        self.pen.marks.append(
            Rect(x=FRAME, y=HEAD, width=width, height=height, fill=PAPER, radius=2)
        )
        self._foot()
        self._middle(self._stats(HEAD + 1.2), self.height - FRAME - FOOT)

    def _head(self) -> None:
        """Draw the corner and the name beside it."""
        ink, start = ink_on(self.content.color), self.left - 1
        corner = self.content.corner
        if corner:
            is_plain = all(isinstance(piece, str) for piece in corner)
            size = (6.6 if len(corner) == 1 else 5.2) if is_plain else 4.0
            room = (self.right - self.left) * 0.6
            width = self.pen.pieces_width(corner, size)
            size = self._shrunk(size, width, room, self.content.name)
            self.pen.pieces(corner, start, HEAD / 2 + 0.4 + size * 0.36, size, ink)
            start += self.pen.pieces_width(corner, size) + GAP
        room = self.right + 1 - start
        block = self._fitted([self.content.name], (room, HEAD - 1.6), NAME_SIZES, is_bold=True)
        self.pen.block(block, start, (HEAD + 0.8 - block.height) / 2, ink, is_bold=True)

    def _stats(self, y: float) -> float:
        """Draw kind and values in rows; return where they end."""
        pen, content, room = self.pen, self.content, self.right - self.left
        x, y = self.left, y + KIND_SIZE
        if content.kind:
            size = self._shrunk(KIND_SIZE, pen.width(content.kind, KIND_SIZE), room, content.kind)
            x += pen.text(x, y, content.kind, size, FAINT_INK) + 2 * GAP
        for stat in content.stats:
            width = pen.stat_width(stat, STAT_SIZE)
            if x + width > self.right and x > self.left:
                x, y = self.left, y + STAT_SIZE * 1.45
            size = self._shrunk(STAT_SIZE, width, room, stat.before)
            pen.stat(stat, x, y, size, INK, FAINT_INK)
            x += width + GAP * 1.5
        return y + GAP

    def _middle(self, top: float, bottom: float) -> None:
        """Draw the text, and above it the rest of the room as a picture."""
        if not self.content.texts:
            self._art(top, bottom)
            return
        if bottom - top < TEXT_SIZES[1]:
            raise self._too_long(self.content.texts, TEXT_SIZES[1])
        block = self._text_block(bottom - top)
        art = bottom - top - block.height - 2 * GAP
        if art >= LEAST_ART:
            self._art(top, top + art)
            top += art + GAP
        self.pen.block(block, self.left, top + (bottom - top - block.height) / 2, INK)

    def _text_block(self, room: float) -> Block:
        """Return the text: below a picture if it can be large there, else as large as can be."""
        width, measure = self.right - self.left, self.pen.measure
        largest, smallest = TEXT_SIZES
        beside = fit(self.content.texts, (width, room * 0.6), (largest, 2.7), measure)
        return beside or self._fitted(self.content.texts, (width, room), (2.9, smallest))

    def _fitted(
        self,
        texts: Sequence[str],
        room: tuple[float, float],
        sizes: tuple[float, float],
        is_bold: bool = False,
    ) -> Block:
        block = fit(texts, room, sizes, self.pen.measure, is_bold)
        if block is None:
            raise self._too_long(texts, sizes[1])
        return block

    def _shrunk(self, size: float, width: float, room: float, text: str) -> float:
        """Return the size at which a text of a width fits in one line."""
        size = min(size, size * room / width)
        if size < SMALLEST:
            raise self._too_long((text,), SMALLEST)
        return size

    def _too_long(self, texts: Sequence[str], size: float) -> DoesNotFit:
        card = self.entry.definition
        return DoesNotFit(card.id, card.span.place, "\n".join(texts), size)

    def _art(self, top: float, bottom: float) -> None:
        """Draw what stands for a picture: a tinted field with a large figure."""
        if bottom - top < LEAST_ART / 2:
            return
        tint = mixed(self.content.color, PAPER, 0.82)
        x, width, height = FRAME + 1.2, self.width - 2 * FRAME - 2.4, bottom - top
        self.pen.marks.append(Rect(x=x, y=top, width=width, height=height, fill=tint, radius=1.2))
        strong = mixed(self.content.color, PAPER, 0.25 if self.content.texts else 0)
        strong = darkened(strong, tint)
        middle, size = (top + bottom) / 2, min(height * 0.62, width * 0.5)
        figure = self.content.figure
        size = min(size, width * 0.85 / self.pen.pieces_width(figure, 1))
        start = (self.width - self.pen.pieces_width(figure, size)) / 2
        self.pen.pieces(figure, start, middle + size * 0.36, size, strong)

    def _foot(self) -> None:
        """Draw which game it is of, and whether it is reconstructed."""
        pen, y, mark = self.pen, self.height - FRAME - 1.5, self.content.mark
        room = self.right - self.left
        if mark:
            width = pen.text(self.right, y, mark, FOOT_SIZE, FAINT_INK, align=1)
            room -= width + GAP
        foot = self.content.foot
        size = self._shrunk(FOOT_SIZE, pen.width(foot, FOOT_SIZE), room, foot)
        pen.text(self.left, y, foot, size, FAINT_INK)


def kinds_like(model: Game, kind: str) -> tuple[str, ...]:
    """Return the kinds whose cards have the back of a kind's cards, itself among them, in order."""
    found, grown = {kind}, True
    # what lies in a pile or hand that is not open to everyone must not be known by its back
    hidden = {
        zone.of
        for zone in model.zones.values()
        if zone.order == "stack" or zone.key.owner is not None
        if any(seen.cards != "everyone" for _, seen in zone.audiences)
    }
    piles = [{name for name in model.kinds if is_kind_of(model.kinds, name, of)} for of in hidden]
    while grown:
        joined = found.union(*(pile for pile in piles if pile & found))
        grown, found = joined != found, joined
    return tuple(name for name in model.kinds if name in found) or (kind,)


def common_base(model: Game, kinds: tuple[str, ...]) -> str | None:
    """Return the nearest kind that all of some kinds are or extend; None where there is none."""
    lines = [lineage(model.kinds, kind) for kind in kinds]
    return next((name for name in lines[0] if all(name in line for line in lines)), None)


def back(entry: Entry, lang: str, measure: Measure = HELVETICA) -> Face:
    """Return the back of a card in a language; alike for all that can lie in one pile.

    Raises:
        DoesNotFit: The title is too long, however small.
    """
    model, names = entry.model, Names(entry.model, lang)
    kinds = kinds_like(model, entry.kinds[0])
    base, (width, height) = common_base(model, kinds), size_of(entry)
    usual = mixed(in_row([*model.kinds].index(kinds[0])), INK, 0.3)
    color = back_color(model, kinds) or usual
    pen, ink = Pen(measure), ink_on(color)
    for number, inset in enumerate((0, FRAME, FRAME + 0.6, FRAME + 2.2, FRAME + 2.5)):
        fill = color if number % 2 == 0 else mixed(color, ink, 0.55)
        pen.marks.append(
            Rect(x=inset, y=inset, width=width - 2 * inset, height=height - 2 * inset, fill=fill,
                 radius=inset * 0.6)
        )  # fmt: skip
    manifest = model.manifest
    title = in_language(manifest.title, lang, manifest.default_language) or manifest.id
    room = width - 2 * (FRAME + INSIDE) - 3, height * 0.4
    block = fit([title], room, (7, 2.4), measure, is_bold=True)
    if block is None:
        raise DoesNotFit(entry.id, entry.definition.span.place, title, 2.4)
    pen.block(block, width / 2, (height - block.height) / 2, ink, is_bold=True, align=0.5)
    kind = names.kind(base) if base is not None else ""
    if kind:
        size = min(3, 3 * room[0] / pen.width(kind, 3))
        pen.text(width / 2, height * 0.8, kind, size, ink, align=0.5)
    whole = " · ".join(filter(None, (title, kind)))
    return Face(
        title=whole, lang=lang, width=width, height=height, fill=color, marks=tuple(pen.marks)
    )
