"""Turn faces into pixels: they are drawn on pages of a PDF, which PDFium paints."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Any, Final

from cardwright.apps.press.faces.fonts import Fonts
from cardwright.apps.press.faces.primitives import Face
from cardwright.apps.press.printing.drawer import Drawer
from cardwright.apps.press.printing.embedding import register


class Painter:
    """Paints faces, all of which are known from the start."""

    def __init__(self, fonts: Fonts, sides: Iterable[Face], bleed: float = 0) -> None:
        import pypdfium2

        self._pages = {side: number for number, side in enumerate(dict.fromkeys(sides))}
        self._document = pypdfium2.PdfDocument(_pages([*self._pages], fonts, bleed))

    def picture(self, side: Face, width: int) -> Any:
        """Return a face as a picture of Pillow, with a width in pixels."""
        page = self._document[self._pages[side]]
        scale = width / page.get_width()
        picture = page.render(scale=scale, rev_byteorder=True).to_pil().convert("RGB")
        height = round(width * page.get_height() / page.get_width())
        return picture.crop((0, 0, width, height))


def _pages(sides: Sequence[Face], fonts: Fonts, bleed: float) -> bytes:
    """Return a PDF with a page for each face."""
    from reportlab.pdfgen.canvas import Canvas

    names, out = register(sides, fonts), io.BytesIO()
    canvas = Canvas(out, invariant=1, pageCompression=0)
    drawer = Drawer(canvas, fonts, names)
    for side in sides:
        drawer.page(side.width + 2 * bleed, side.height + 2 * bleed)
        drawer.side(side, bleed, bleed, bleed)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


INCH: Final = 25.4


def pixels_of(side: Face, dpi: float, bleed: float = 0) -> int:
    """Return how many pixels wide a face is."""
    return round((side.width + 2 * bleed) / INCH * dpi)
