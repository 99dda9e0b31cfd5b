"""Place the pictures of a card: its art, and what lies below everything."""

from __future__ import annotations

from cardwright.apps.cards.entries import Entry
from cardwright.apps.press.faces.drawings import Drawing
from cardwright.apps.press.faces.files import Bitmap
from cardwright.apps.press.faces.looks import INK, Values, said
from cardwright.apps.press.faces.primitives import Mark, Picture, Rect
from dsl.model.look import Box, File


class Pictured:
    """The pictures of one card.

    Attributes:
        dots: How many pixels of a picture a millimetre has room for.
        values: Reads the files, and keeps why some are not shown.
    """

    def __init__(self, entry: Entry, lang: str, size: tuple[float, float], dots: float) -> None:
        self.values, self.dots, self._entry = Values(entry, lang), dots, entry
        self.frame = said(entry, "frame") or "plain"
        art = said(entry, "art")
        self.art = self.values.picture(art, size, dots) if art is not None else None

    def draw(self, marks: list[Mark], box: Box, radius: float = 0) -> bool:
        """Draw the art into a box; return whether there is any."""
        if self.art is None:
            return False
        marks += drawn(self.art, box, said(self._entry, "focus") or (0.5, 0.5), radius)
        return True

    def ground(self, marks: list[Mark], box: Box) -> bool:
        """Draw what lies below everything; return whether there is anything."""
        ground = said(self._entry, "background")
        if isinstance(ground, File):
            found = self.values.picture(ground, box[2:], self.dots)
            if found is None:
                return False
            marks += drawn(found, box)
        elif ground is not None:
            x, y, width, height = box
            marks.append(Rect(x=x, y=y, width=width, height=height, fill=ground))
        return ground is not None


def drawn(
    picture: Drawing | Bitmap, box: Box, focus: tuple[float, float] = (0.5, 0.5), radius: float = 0
) -> list[Mark]:
    """Return a picture that fills a box; a drawing lies inside as a whole."""
    x, y, width, height = box
    if isinstance(picture, Drawing):
        size = min(width / picture.width, height / picture.height)
        size *= max(picture.width, picture.height)
        return picture.marks(x + width / 2, y + height / 2, size, INK)
    found = Picture(x=x, y=y, width=width, height=height, data=picture.data,
                    pixels=picture.pixels, focus=focus, radius=radius)  # fmt: skip
    return [found]
