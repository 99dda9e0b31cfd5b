"""Draw texts, discs and values: a pen that keeps what it drew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cardwright.apps.press.faces.colors import PAPER, ink_on
from cardwright.apps.press.faces.content import Stat
from cardwright.apps.press.faces.fitting import BETWEEN, LEADING, Block
from cardwright.apps.press.faces.measuring import Measure
from cardwright.apps.press.faces.primitives import Circle, Mark, Text
from cardwright.apps.press.faces.values import Piece, Pieces, Symbol

_CAPITAL: Final = 0.72
"""How high a capital letter or digit is."""
_DISC: Final = 0.6
"""The radius of a disc beside letters."""
_GAP: Final = 0.22
_LABEL: Final = 0.82
"""The size of a label beside its value."""


class Pen:
    """Keeps the marks of one face."""

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
        size = radius * (1.25 if len(symbol.text) == 1 else 0.95)
        ink = ink_on(symbol.fill)
        self.text(x, y + size * _CAPITAL / 2, symbol.text, size, ink, is_bold=True, align=0.5)

    def pieces_width(self, pieces: Pieces, size: float, is_bold: bool = True) -> float:
        """Return how wide numbers and symbols are in a row."""
        widths = [self._piece_width(piece, size, is_bold) for piece in pieces]
        return sum(widths) + size * _GAP * max(0, len(pieces) - 1)

    def _piece_width(self, piece: Piece, size: float, is_bold: bool) -> float:
        return size * _DISC * 2 if isinstance(piece, Symbol) else self.width(piece, size, is_bold)

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
