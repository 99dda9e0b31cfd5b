"""Draw the two sides of a card: one layout for all games and sizes."""

from __future__ import annotations

from typing import Final

from cardwright.cardbase.entries import Entry
from cardwright.faces.colors import FAINT_INK, INK, PAPER, in_row, ink_on, mixed
from cardwright.faces.content import Content, content_of
from cardwright.faces.fitting import Block, DoesNotFit, fit
from cardwright.faces.measuring import HELVETICA, Measure
from cardwright.faces.pen import Pen
from cardwright.faces.piles import common_base, kinds_like
from cardwright.faces.primitives import Face, Rect
from cardwright.faces.values import Symbol
from cardwright.text.names import Names
from cardwright.view.names import in_language

FRAME: Final = 3.0
HEAD: Final = 11.5
"""The height of what stands above the paper: corner and name."""
INSIDE: Final = 2.4
"""What is left free at the sides of the paper."""
FOOT: Final = 4.2
KIND_SIZE: Final = 2.3
STAT_SIZE: Final = 3.0
FOOT_SIZE: Final = 1.75
NAME_SIZES: Final = (4.6, 2.2)
TEXT_SIZES: Final = (3.3, 1.75)
LEAST_ART: Final = 11.0
GAP: Final = 1.6


def face(entry: Entry, lang: str, measure: Measure = HELVETICA) -> Face:
    """Return the face of a card in a language.

    Raises:
        DoesNotFit: A text is too long, however small.
    """
    width, height = 63.0, 88.0
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
            size = 6.6 if len(corner) == 1 and isinstance(corner[0], str) else 4.0
            self.pen.pieces(corner, start, HEAD / 2 + 0.4 + size * 0.36, size, ink)
            start += self.pen.pieces_width(corner, size) + GAP
        room = self.right + 1 - start
        block = self._fitted([self.content.name], (room, HEAD - 1.6), NAME_SIZES, is_bold=True)
        self.pen.block(block, start, (HEAD + 0.8 - block.height) / 2, ink, is_bold=True)

    def _stats(self, y: float) -> float:
        """Draw kind and values in rows; return where they end."""
        pen, content = self.pen, self.content
        x, y = self.left, y + KIND_SIZE
        x += pen.text(x, y, content.kind, KIND_SIZE, FAINT_INK) + 2 * GAP
        for stat in content.stats:
            width = pen.stat_width(stat, STAT_SIZE)
            if x + width > self.right and x > self.left:
                x, y = self.left, y + STAT_SIZE * 1.45
            size = min(STAT_SIZE, STAT_SIZE * (self.right - self.left) / width)
            pen.stat(stat, x, y, size, INK, FAINT_INK)
            x += width + GAP * 1.5
        return y + GAP

    def _middle(self, top: float, bottom: float) -> None:
        """Draw the text, and above it what is left of the room as a picture."""
        if not self.content.texts:
            self._art(top, bottom)
            return
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
        texts: list[str] | tuple[str, ...],
        room: tuple[float, float],
        sizes: tuple[float, float],
        is_bold: bool = False,
    ) -> Block:
        block = fit(texts, room, sizes, self.pen.measure, is_bold)
        if block is None:
            card = self.entry.definition
            raise DoesNotFit(card.id, card.span.place, "\n".join(texts), sizes[1])
        return block

    def _art(self, top: float, bottom: float) -> None:
        """Draw what stands for a picture: a tinted field with a large figure."""
        tint = mixed(self.content.color, PAPER, 0.82)
        x, width, height = FRAME + 1.2, self.width - 2 * FRAME - 2.4, bottom - top
        self.pen.marks.append(Rect(x=x, y=top, width=width, height=height, fill=tint, radius=1.2))
        strong = mixed(self.content.color, PAPER, 0.25 if self.content.texts else 0)
        middle, size = (top + bottom) / 2, min(height * 0.62, width * 0.5)
        (piece,) = self.content.figure
        if isinstance(piece, Symbol):
            self.pen.disc(piece, self.width / 2, middle, size * 0.5)
            return
        size = min(size, width * 0.8 / self.pen.measure.width(piece, True))
        self.pen.text(self.width / 2, middle + size * 0.36, piece, size, strong, True, align=0.5)

    def _foot(self) -> None:
        """Draw which game it is of, and whether it is reconstructed."""
        y = self.height - FRAME - 1.5
        self.pen.text(self.left, y, self.content.foot, FOOT_SIZE, FAINT_INK)
        mark = self.content.mark
        if mark:
            self.pen.text(self.right, y, mark, FOOT_SIZE, FAINT_INK, align=1)


def back(entry: Entry, lang: str, measure: Measure = HELVETICA) -> Face:
    """Return the back of a card in a language; alike for all that can lie in one pile.

    Raises:
        DoesNotFit: The title is too long, however small.
    """
    model, names = entry.model, Names(entry.model, lang)
    kinds = kinds_like(model, entry.kinds[0])
    base, (width, height) = common_base(model, kinds), (63.0, 88.0)
    color = mixed(in_row([*model.kinds].index(kinds[0])), INK, 0.3)
    pen, ink = Pen(measure), ink_on(color)
    for number, inset in enumerate((0, FRAME, FRAME + 0.6, FRAME + 2.2, FRAME + 2.5)):
        fill = color if number % 2 == 0 else mixed(color, ink, 0.55)
        pen.marks.append(_inset(inset, width, height, fill))
    title = in_language(model.manifest.title, lang, model.manifest.default_language)
    room = width - 2 * (FRAME + INSIDE) - 3, height * 0.4
    block = fit([title or model.manifest.id], room, (7, 2.4), measure, is_bold=True)
    if block is None:
        raise DoesNotFit(entry.id, entry.definition.span.place, title, 2.4)
    pen.block(block, width / 2, (height - block.height) / 2, ink, is_bold=True, align=0.5)
    if base is not None:
        size = min(3, 3 * room[0] / pen.width(names.kind(base), 3))
        pen.text(width / 2, height * 0.8, names.kind(base), size, ink, align=0.5)
    return Face(
        title=title, lang=lang, width=width, height=height, fill=color, marks=tuple(pen.marks)
    )


def _inset(inset: float, width: float, height: float, fill: str) -> Rect:
    """Return a rectangle inside the card."""
    return Rect(
        x=inset, y=inset, width=width - 2 * inset, height=height - 2 * inset, fill=fill,
        radius=inset * 0.6,
    )  # fmt: skip
