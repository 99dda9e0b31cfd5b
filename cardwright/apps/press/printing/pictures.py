"""Draw faces as pictures."""

from __future__ import annotations

import io
from typing import Any, Final

from cardwright.apps.press.faces.primitives import Circle, Face, Line, Mark, Rect, Text
from cardwright.apps.press.printing.built_fonts import font_bytes
from cardwright.apps.press.printing.fonts import Font, Fonts
from cardwright.apps.press.printing.pdf import THICKER

_FINER: Final = 2
"""Everything is drawn so many times larger, then made smaller, so that edges are smooth."""


class Painter:
    """Draws faces so many pixels wide."""

    def __init__(self, fonts: Fonts, sides: list[Face], width: int) -> None:
        self._fonts, self._width = fonts, width
        self._files = {font: font_bytes(font, chars) for font, chars in fonts.used(sides).items()}
        self._sized: dict[tuple[Font, int], Any] = {}

    def picture(self, side: Face) -> Any:
        """Return a face as a picture of Pillow."""
        from PIL import Image, ImageDraw

        scale = self._width * _FINER / side.width
        size = self._width, round(self._width * side.height / side.width)
        whole = Image.new("RGB", (size[0] * _FINER, size[1] * _FINER), side.fill)
        draw = ImageDraw.Draw(whole)
        for mark in side.marks:
            self._mark(draw, mark, scale)
        return whole.resize(size, Image.Resampling.LANCZOS)

    def _mark(self, draw: Any, mark: Mark, scale: float) -> None:
        match mark:
            case Rect():
                ends = mark.x, mark.y, mark.x + mark.width, mark.y + mark.height
                box = [round(end * scale) for end in ends]
                draw.rounded_rectangle(box, mark.radius * scale, mark.fill)
            case Circle():
                draw.circle((mark.x * scale, mark.y * scale), mark.radius * scale, mark.fill)
            case Line():
                ends = mark.x1, mark.y1, mark.x2, mark.y2
                draw.line([end * scale for end in ends], mark.stroke, round(mark.line * scale))
            case _:
                self._text(draw, mark, scale)

    def _text(self, draw: Any, mark: Text, scale: float) -> None:
        """Draw a line of text, a part for each font."""
        x = mark.x
        for font, run in self._fonts.runs(mark.text, mark.is_bold):
            stroke = mark.size * THICKER * scale / 2 if font.is_thickened else 0
            letters = self._letters(font, round(mark.size * scale))
            at = x * scale, mark.y * scale
            draw.text(at, run, mark.fill, letters, anchor="ls", stroke_width=round(stroke))
            x += mark.size * sum(font.width(char) for char in run)

    def _letters(self, font: Font, size: int) -> Any:
        """Return a font of Pillow in a size."""
        from PIL import ImageFont

        if (font, size) not in self._sized:
            file = io.BytesIO(self._files[font])
            engine = ImageFont.Layout.BASIC
            self._sized[font, size] = ImageFont.truetype(file, size, layout_engine=engine)
        return self._sized[font, size]
