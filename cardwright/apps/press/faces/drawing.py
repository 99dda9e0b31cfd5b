"""Draw the face of a card: one layout for all games and sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardwright.apps.cards.entries import Entry
from cardwright.apps.press.faces.colors import FAINT_INK, INK, PAPER, ink_on, mixed
from cardwright.apps.press.faces.content import Content, content_of
from cardwright.apps.press.faces.fitting import Block, DoesNotFit, fit
from cardwright.apps.press.faces.looks import size_of
from cardwright.apps.press.faces.measuring import HELVETICA, Measure
from cardwright.apps.press.faces.pen import Pen
from cardwright.apps.press.faces.primitives import Face, Rect

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
        """Draw the text, and above it what is left of the room as a picture."""
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
        """Return the size at which what is so wide fits in one line."""
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
