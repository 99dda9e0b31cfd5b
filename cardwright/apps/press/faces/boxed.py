"""Draw the front of a card whose look gives each part a box of its own."""

from __future__ import annotations

from typing import Final

from cardwright.apps.press.faces.fitting import too_long
from cardwright.apps.press.faces.front import (
    FOOT_SIZE,
    FRAME,
    GAP,
    NAME_SIZES,
    SMALLEST,
    TEXT_SIZES,
    VEIL,
    Front,
    said_in,
)
from cardwright.apps.press.faces.looks import darkened, said
from cardwright.apps.press.faces.primitives import Rect
from dsl.model.look import Box

MARGIN: Final = 1.2
"""Between the edge of a box and what stands in it, where the box has a field."""
LARGER, SHRUNK = 1.6, 0.93
"""How much larger than elsewhere values are tried first, and how much smaller next."""
CORNER_SIZE, CORNER_SHARE = 12.0, 0.75
"""The largest size of a corner, and its share of the height of its box."""


class Boxed(Front):
    """Draws one face. What fits into no box is a finding; a box of which the card has nothing is
    not drawn."""

    def draw(self) -> None:
        """Draw the whole face."""
        marks, whole = self.pen.marks, (0.0, 0.0, self.width, self.height)
        marks.append(Rect(x=0, y=0, width=self.width, height=self.height, fill=self.edge))
        is_full = self.pictured.frame == "full" and self.pictured.draw(marks, whole)
        self.has_fields = is_full or self.pictured.ground(marks, whole)
        if not self.has_fields:
            self._panel(FRAME, self.height - FRAME, 1)
        parts = {
            "art": None if is_full else self._in_art,
            "corner": self._in_corner if self.content.corner else None,
            "name": self._in_name,
            "values": self._in_values,
            "text": self._in_text if self.texts else None,
            "foot": self._in_foot if self.content.foot or self.content.mark else None,
        }
        boxes = said(self.entry, "boxes")
        for name, part in parts.items():
            if part is not None and name in boxes:
                part(boxes[name])

    def _field(self, box: Box, name: str, text: str) -> Box:
        """Return the room inside a box, with a field below it where there is a picture.

        Raises:
            DoesNotFit: The box does not lie on the card.
        """
        x, y, width, height = box
        if x + width > self.width or y + height > self.height:
            raise too_long(self.entry, self.content.lang, name, text, height)
        if not self.has_fields:
            return box
        self.pen.marks.append(
            Rect(x=self.pen.left(x, width), y=y, width=width, height=height,
                 fill=self.theme.paper, opacity=VEIL, radius=min(self.theme.radius, height / 2))
        )  # fmt: skip
        return x + MARGIN, y, width - 2 * MARGIN, height

    def _in_art(self, box: Box) -> None:
        x, y, width, height = box
        width, height = min(width, self.width - x), min(height, self.height - y)
        if min(width, height) > 0:
            self._art((self.pen.left(x, width), y, width, height))

    def _in_corner(self, box: Box) -> None:
        corner = self.content.corner
        x, y, width, height = self._field(box, "corner", self.content.name)
        size = min(CORNER_SIZE, height * CORNER_SHARE)
        size = self._shrunk(size, self.pen.pieces_width(corner, size), width, "corner",
                            self.content.name)  # fmt: skip
        start = x + (width - self.pen.pieces_width(corner, size)) / 2
        color = darkened(self.content.color, self.theme.paper)
        self.pen.pieces(corner, start, y + height / 2 + size * 0.36, size, color)

    def _in_name(self, box: Box) -> None:
        name, (_, smallest) = self.content.name, NAME_SIZES
        x, y, width, height = self._field(box, "name", name)
        block = self.pen.fit_name(name, (width, height), (max(height, smallest), smallest))
        if block is None:
            raise self._too_long("name", name, smallest)
        y += (height - block.height) / 2
        self.pen.block(block, x, y, self.theme.ink, is_bold=True, room=width)

    def _in_values(self, box: Box) -> None:
        x, y, width, _ = box
        self.left, self.right = x, x + width
        if not self._rows():
            return
        self.left, _, width, height = self._field(box, "values", self.content.kind)
        self.right = self.left + width
        self.kind_size, self.stat_size = self.kind_size * LARGER, self.stat_size * LARGER
        while self._height_of(rows := self._rows()) - GAP > height:
            self.kind_size, self.stat_size = self.kind_size * SHRUNK, self.stat_size * SHRUNK
            if self.kind_size < SMALLEST:
                raise self._too_long("values", self.content.kind, SMALLEST)
        self._draw_rows(rows, y + (height - self._height_of(rows)) / 2)

    def _in_text(self, box: Box) -> None:
        said_, (largest, smallest) = said_in(self.texts), TEXT_SIZES
        x, y, width, height = self._field(box, "text", said_)
        block = self.pen.fit(self.texts, (width, height), (largest, smallest))
        if block is None:
            raise self._too_long("text", said_, smallest)
        self.pen.block(block, x, y + (height - block.height) / 2, self.theme.ink, room=width)

    def _in_foot(self, box: Box) -> None:
        foot = "  ".join(filter(None, (self.content.foot, self.content.mark)))
        x, y, width, height = self._field(box, "foot", foot)
        size = min(FOOT_SIZE, height)
        size = self._shrunk(size, self.pen.width(foot, size), width, "foot", foot)
        self.pen.text(x, y + height / 2 + size * 0.36, foot, size, self.theme.faint)
