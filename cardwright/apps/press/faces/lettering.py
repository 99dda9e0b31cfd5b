"""Measure and draw letters of a font in a file, for screens that do not have it."""

from __future__ import annotations

import unicodedata
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from cardwright.apps.press.faces.files import BadFile, bytes_of

_JOINED = ("R", "AL", "NSM")


class Letters:
    """A font in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @cached_property
    def font(self) -> Any:
        """The font as fontTools reads it.

        Raises:
            BadFile: It is no font.
        """
        import io

        from fontTools.ttLib import TTFont

        try:
            font = TTFont(io.BytesIO(bytes_of(self._path)), lazy=True)
            self._glyphs, self._cmap = font.getGlyphSet(), font.getBestCmap()
            self._units = int(font["head"].unitsPerEm)
            self._width("A")
        except BadFile:
            raise
        # a font of a stranger fails in more ways than fontTools names
        except Exception as error:
            raise BadFile("print-bad-font", path=self._path) from error
        return font

    def _width(self, char: str) -> float:
        glyph = self._cmap.get(0x20 if char.isspace() else ord(char))
        return 0 if glyph is None else float(self._glyphs[glyph].width)

    def has(self, text: str) -> bool:
        """Return whether it has all letters of a text, each drawn by itself."""
        return self.font is not None and all(
            (char.isspace() or ord(char) in self._cmap)
            and unicodedata.bidirectional(char) not in _JOINED
            for char in text
        )

    def width(self, text: str) -> float:
        """Return how wide a text is at size 1."""
        return sum(map(self._width, text)) / self._units

    def outline(self, text: str) -> tuple[str, float]:
        """Return a text as an outline from its left end on the baseline, and its units a size."""
        from fontTools.pens.svgPathPen import SVGPathPen
        from fontTools.pens.transformPen import TransformPen

        pen, x = SVGPathPen(self._glyphs), 0.0
        for char in text:
            glyph = self._cmap.get(ord(char))
            if glyph is not None:
                self._glyphs[glyph].draw(TransformPen(pen, (1, 0, 0, -1, x, 0)))
            x += self._width(char)
        return pen.getCommands(), self._units


@lru_cache(maxsize=32)
def letters_of(file: str) -> Letters | None:
    """Return a font in a file; None where it cannot be read, or nothing here reads fonts."""
    try:
        found = Letters(Path(file))
        return found if found.font is not None else None
    except (BadFile, ImportError):
        return None
