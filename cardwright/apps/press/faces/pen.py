"""Draw texts, numbers, symbols and the pictures of a card, and keep the marks of a face."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from cardwright.apps.cards.entries import Entry
from cardwright.apps.press.faces import looks
from cardwright.apps.press.faces.content import Content, Stat
from cardwright.apps.press.faces.drawings import Drawing
from cardwright.apps.press.faces.files import Bitmap
from cardwright.apps.press.faces.fitting import BETWEEN, LEADING, Block, fit, hyphens_of
from cardwright.apps.press.faces.fonts import Fonts
from cardwright.apps.press.faces.primitives import Circle, Mark, Picture, Rect, Text
from cardwright.apps.press.faces.shaping import cut, is_right_to_left, is_simple
from cardwright.apps.press.faces.words_as_icons import WithIcons, has_icons
from dsl.model.look import Box, File
from dsl.model.texts import PLAIN, Run, Runs, Style

_CAPITAL: Final = 0.72
"""How high a capital letter or digit is."""
_GAP: Final = 0.22
_LABEL: Final = 0.82
"""The size of a label beside its value."""
_NAME: Final = Style(is_bold=True)
_RUNS: Final = re.compile("[\ue000-\uf8ff]|[^\ue000-\uf8ff]+")


class Pen:
    """Keeps the marks of one face.

    On one that begins at its right edge, texts and discs are drawn as in a mirror: the same layout
    serves both directions.

    Args:
        width: How wide the face is, if it may begin at its right edge.
    """

    disc_radius = 0.6
    """The radius of a disc beside letters of size 1."""

    def __init__(self, content: Content, fonts: Fonts, width: float = 0) -> None:
        self._mirror = width if content.is_right_to_left else 0
        self.content, self.measure = content, WithIcons(fonts, content.fonts)
        self.marks: list[Mark] = []
        self._icons, self._fonts = content.icons, content.fonts

    def width(self, text: str, size: float, is_bold: bool = False) -> float:
        """Return how wide a text is."""
        return size * self.measure.width(text, None if is_bold else PLAIN)

    def left(self, x: float, width: float = 0) -> float:
        """Return where the left end of something lies that is laid out at a place."""
        return self._mirror - x - width if self._mirror else x

    def fit(
        self, texts: Sequence[Runs], room: tuple[float, float], sizes: tuple[float, float]
    ) -> Block | None:
        """Return paragraphs in lines, as large as there is room for, down to a size."""
        hyphens = hyphens_of(self.content.lang)
        return fit(texts, room, sizes, lambda run: self.measure.width(run.text, run.style), hyphens)

    def fit_name(
        self, name: str, room: tuple[float, float], sizes: tuple[float, float]
    ) -> Block | None:
        """Return a name in lines, as large as there is room for, down to a size."""
        return fit([(Run(name),)], room, sizes, lambda run: self.measure.width(run.text, None))

    def text(
        self, x: float, y: float, text: str, size: float, fill: str, is_bold: bool = False,
        align: float = 0,
    ) -> float:  # fmt: skip
        """Draw a line of text and return its width; `align` 0.5 centres it on `x`, 1 ends there.

        Args:
            is_bold: Whether it is a name or a figure.
        """
        return self._line(x, y, (Run(text),), size, fill, is_bold, align)

    def _line(
        self, x: float, y: float, runs: Runs, size: float, fill: str, is_name: bool, align: float
    ) -> float:
        """Draw letters of several styles in a line; return its width."""
        whole = "".join(run.text for run in runs)
        is_rtl = is_right_to_left(whole)
        parts = [
            (text, None if is_name else run.style, is_rtl)
            for run in runs
            for text in (_RUNS.findall(run.text) if has_icons(run.text) else (run.text,))
        ]
        if len(parts) > 1 and not is_simple(whole):
            styles = [style for _, style, _ in parts]
            order = cut([text for text, _, _ in parts], is_rtl)
            parts = [(text, styles[number], turned) for number, text, turned in order]
        widths = [size * self.measure.width(text, style) for text, style, _ in parts]
        x = self.left(x, sum(widths) * (1 - 2 * align)) - align * sum(widths)
        for (text, style, turned), width in zip(parts, widths, strict=True):
            self._part(x, y, text, style, size, fill, width, turned)
            x += width
        return sum(widths)

    def _part(
        self, x: float, y: float, text: str, style: Style | None, size: float, fill: str,
        width: float, is_rtl: bool,
    ) -> None:  # fmt: skip
        """Draw letters of one style, or an icon."""
        look = style or _NAME
        size, fill = size * look.scale, look.color or fill
        if text in self._icons:
            self.icon(self._icons[text], x + width / 2, y - size * _CAPITAL / 2, size, fill)
            return
        shown = text.strip()
        if not shown:
            return
        # blanks at an end have no width in SVG
        blanks = text[len(text.rstrip()) :] if is_rtl else text[: len(text) - len(text.lstrip())]
        file, unit = self.measure.file(style), size / look.scale
        has_own = style is not None and file and file != self._fonts.get("text")
        self.marks.append(
            Text(x=x + unit * self.measure.width(blanks, style), y=y, text=shown, size=size,
                 fill=fill, is_bold=look.is_bold, is_italic=look.is_italic and not has_own,
                 is_thick=bool(style and style.is_bold and file and not has_own),
                 width=unit * self.measure.width(shown, style), font=file, is_rtl=is_rtl)
        )  # fmt: skip

    def icon(self, symbol: looks.Symbol, x: float, y: float, size: float, ink: str) -> None:
        """Draw the icon of a symbol around a point, among letters of a size and an ink."""
        if symbol.icon is not None:
            is_dark = looks.contrast(ink, looks.PAPER) > looks.contrast(ink, looks.INK)
            fill = looks.darkened(symbol.fill, looks.PAPER) if is_dark else ink
            self.marks += symbol.icon.marks(x, y, size * 1.05, fill)

    def block(
        self, block: Block, x: float, y: float, fill: str, is_bold: bool = False,
        align: float = 0, room: float | None = None,
    ) -> None:  # fmt: skip
        """Draw lines of text below `y`; those from right to left end where the room does."""
        for number, (line, height) in enumerate(zip(block.lines, block.heights, strict=True)):
            y += BETWEEN * block.size if number and number in block.starts else 0
            baseline = y + height * (1 + _CAPITAL / LEADING) / 2
            is_turned = is_right_to_left("".join(r.text for r in line)) != bool(self._mirror)
            at, end = (x + room, 1.0) if room is not None and is_turned else (x, align)
            self._line(at, baseline, line, block.size, fill, is_bold, end)
            y += height

    def disc(self, symbol: looks.Symbol, x: float, y: float, radius: float) -> None:
        """Draw a symbol around a point."""
        at = self.left(x)
        if symbol.is_bare and symbol.icon is not None:
            self.marks += symbol.icon.marks(at, y, radius * 2, symbol.fill)
            return
        self.marks.append(Circle(x=at, y=y, radius=radius, fill=looks.PAPER))
        self.marks.append(Circle(x=at, y=y, radius=radius * 0.9, fill=symbol.fill))
        ink = looks.ink_on(symbol.fill)
        if symbol.icon is not None:
            self.marks += symbol.icon.marks(at, y, radius * 1.25, ink)
            return
        size = self.letter_size(symbol.text, radius)
        self.text(x, y + size * _CAPITAL / 2, symbol.text, size, ink, is_bold=True, align=0.5)

    def letter_size(self, text: str, radius: float) -> float:
        """Return the size of letters on a disc."""
        return radius * (1.25 if len(text) == 1 else 0.95)

    def pieces_width(self, pieces: looks.Pieces, size: float, is_bold: bool = True) -> float:
        """Return how wide numbers and symbols are in a row."""
        widths = [self._piece_width(piece, size, is_bold) for piece in pieces]
        return sum(widths) + size * _GAP * max(0, len(pieces) - 1)

    def _piece_width(self, piece: looks.Piece, size: float, is_bold: bool) -> float:
        return (
            size * self.disc_radius * 2
            if isinstance(piece, looks.Symbol)
            else self.width(piece, size, is_bold)
        )

    def pieces(
        self, pieces: looks.Pieces, x: float, y: float, size: float, fill: str, is_bold: bool = True
    ) -> None:
        """Draw numbers and symbols in a row, on a baseline."""
        for piece in pieces:
            width = self._piece_width(piece, size, is_bold)
            if isinstance(piece, looks.Symbol):
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

    def _parts(self, stat: Stat, size: float) -> Iterator[tuple[str | looks.Pieces, float]]:
        """Yield label, value and the rest of the label, with their widths."""
        if stat.before:
            yield stat.before, self.width(stat.before, size * _LABEL)
        if stat.pieces:
            yield stat.pieces, self.pieces_width(stat.pieces, size)
        if stat.after:
            yield stat.after, self.width(stat.after, size * _LABEL)


class Pictured:
    """The pictures of one card.

    Attributes:
        dots: How many pixels of a picture a millimetre has room for.
        values: Reads the files, and keeps why some are not shown.
    """

    def __init__(self, entry: Entry, lang: str, size: tuple[float, float], dots: float) -> None:
        self.values, self.dots, self._entry = looks.Values(entry, lang), dots, entry
        self.frame = looks.said(entry, "frame") or "plain"
        art = looks.said(entry, "art")
        self.art = self.values.picture(art, size, dots) if art is not None else None

    def draw(self, marks: list[Mark], box: Box, radius: float = 0) -> bool:
        """Draw the art into a box; return whether there is any."""
        if self.art is None:
            return False
        marks += drawn(self.art, box, looks.said(self._entry, "focus") or (0.5, 0.5), radius)
        return True

    def ground(self, marks: list[Mark], box: Box) -> bool:
        """Draw what lies below everything; return whether there is anything."""
        ground = looks.said(self._entry, "background")
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
        return picture.marks(x + width / 2, y + height / 2, size, looks.INK)
    found = Picture(x=x, y=y, width=width, height=height, data=picture.data,
                    pixels=picture.pixels, focus=focus, radius=radius)  # fmt: skip
    return [found]
