"""Draw a card as it lies on a table on a screen: little, and all of it large enough to read.

The face for paper is shown beside it where somebody looks closer.
"""

from __future__ import annotations

from typing import Final

from cardwright.apps.cards.entries import Entry
from cardwright.apps.press.faces.content import Content, content_of
from cardwright.apps.press.faces.fitting import HELVETICA, Measure, fit, pieces
from cardwright.apps.press.faces.looks import (
    PAPER,
    Piece,
    Pieces,
    Symbol,
    darkened,
    ink_on,
    mixed,
    size_of,
)
from cardwright.apps.press.faces.pen import Pen
from cardwright.apps.press.faces.primitives import Face, Rect

LEAST: Final = 0.14
"""The smallest text, as a share of the width of the card: 8 pixels on a card 58 pixels wide."""
_CORNER: Final = 0.17
_FRAME: Final = 0.045
_FIGURE: Final = 0.55


class _SmallPen(Pen):
    """Draws discs so large that the letters on them are as large as those beside them."""

    disc_radius = 0.82

    def letter_size(self, text: str, radius: float) -> float:
        """Return the size of letters on a disc: as large as its round shape lets them be."""
        return min(1.25 * radius, 1.6 * radius / self.measure.width(text, True))


def small_face(entry: Entry, lang: str, measure: Measure = HELVETICA, dots: float = 4) -> Face:
    """Return the face of a card for a screen: its corner, and its figure or name."""
    width, height = size_of(entry)
    content = content_of(entry, lang)
    pen = _SmallPen(content, measure)
    frame = _FRAME * width
    pen.marks.append(Rect(x=0, y=0, width=width, height=height, fill=content.color))
    top = _corner(pen, content.corner, width, height, ink_on(content.color))
    tint = mixed(content.color, PAPER, 0.82)
    room = width - 2 * frame, height - top - frame
    pen.marks.append(
        Rect(x=frame, y=top, width=room[0], height=room[1], fill=tint, radius=frame / 2)
    )
    _middle(pen, content, (frame, top, *room), darkened(content.color, tint))
    return Face(
        title=content.name,
        lang=lang,
        width=width,
        height=height,
        fill=content.color,
        marks=tuple(pen.marks),
    )


def _corner(pen: Pen, corner: Pieces, width: float, height: float, ink: str) -> float:
    """Draw the corner in rows; return where they end.

    What has no room in half of the card is left out altogether: a part of a price would be wrong.
    """
    frame, size = _FRAME * width, _CORNER * width
    rows = _rows(pen, corner, size, width - 3 * frame)
    has_discs = any(isinstance(each, Symbol) for each in corner)
    line = size * (2 * pen.disc_radius if has_discs else 1) * 1.1
    if not rows or line * len(rows) > height / 2:
        return frame
    for number, row in enumerate(rows):
        middle = frame / 2 + line * (number + 0.5)
        pen.pieces(row, 1.5 * frame, middle + size * 0.36, size, ink)
    return frame + line * len(rows)


def _rows(pen: Pen, corner: Pieces, size: float, room: float) -> list[Pieces]:
    """Return pieces in rows, a number beside the symbol after it; none where one is too wide."""
    groups = list[tuple[Piece, ...]]()
    for piece in corner:
        if isinstance(piece, Symbol) and groups and isinstance(groups[-1][-1], str):
            groups[-1] = (*groups[-1], piece)
        else:
            groups.append((piece,))
    rows = list[Pieces]()
    for group in groups:
        if pen.pieces_width(group, size) > room:
            return []
        if rows and pen.pieces_width((*rows[-1], *group), size) <= room:
            rows[-1] = (*rows[-1], *group)
        else:
            rows.append(group)
    return rows


def _middle(pen: Pen, content: Content, box: tuple[float, float, float, float], ink: str) -> None:
    """Draw the figure, or the name where the figure is only its initial or too long."""
    x, y, width, height = box
    whole = x * 2 + width
    least = LEAST * whole
    size = min(height * _FIGURE, width * 0.5)
    size = min(size, width * 0.88 / pen.pieces_width(content.figure, 1))
    if content.is_initial or size < least:
        room = width * 0.94, height * 0.96
        widest = max(pen.width(each.rstrip(), least, is_bold=True) for each in pieces(content.name))
        block = fit([content.name], room, (0.24 * whole, least), pen.measure, is_bold=True)
        if block is not None and (widest <= room[0] or not content.is_initial):
            pen.block(block, whole / 2, y + (height - block.height) / 2, ink, True, 0.5)
            return
    if size < least:
        return
    start = (whole - pen.pieces_width(content.figure, size)) / 2
    pen.pieces(content.figure, start, y + height / 2 + size * 0.36, size, ink)
