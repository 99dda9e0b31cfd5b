"""Find fonts for the texts of cards, and measure with them: once, for all that draws a face."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from cardwright.apps.press.faces import shaping
from cardwright.apps.press.faces.files import (
    FOLDERS,
    ITALIC,
    JAPANESE,
    LATIN,
    OTHER_WIDTH,
    OTHERS,
    BadFont,
    width_in_helvetica,
)
from cardwright.apps.press.faces.primitives import Face, Text
from dsl import Record

SLANT: Final = 12.0
"""How far italic letters lean where a font has none, in degrees."""
THICKER: Final = 0.028
"""How much thicker letters are drawn where a font has no bold ones, in sizes of the font."""
_COLLECTIONS: Final = (".ttc", ".otc")
_WEIGHTS: Final = {False: 400, True: 700}
_MOST_KNOWN: Final = 100_000


class NoGlyph(ValueError):
    """No font has a character.

    Attributes:
        char: The character.
    """

    def __init__(self, char: str) -> None:
        super().__init__(f"no font has U+{ord(char):04X}")
        self.char = char


class Drawn(Record):
    """A glyph with marks upon it, and the text that it stands for; no glyph for an empty place."""

    glyph: str | None
    text: str
    marks: tuple[shaping.Mark, ...] = ()


class Run(Record, kw_only=True):
    """Glyphs of one font, from left to right.

    Attributes:
        is_thick: Whether they are drawn thicker, for the font has no bold letters.
        is_slanted: Whether they are slanted, for it has no italic ones.
    """

    font: Font
    glyphs: tuple[shaping.Placed, ...]
    is_thick: bool = False
    is_slanted: bool = False

    @property
    def width(self) -> float:
        """How wide they are at size 1."""
        return sum(glyph.advance for glyph in self.glyphs)


_PRIVATE: Final = 0xE000
"""The first character that stands for a glyph which no character has."""


class Font:
    """A font in a file.

    Attributes:
        name: What it is called in a file that it is put into; the same for the same file.
        is_thickened: Whether bold letters are made by drawing thicker.
        is_italic: Whether its letters lean.
    """

    def __init__(
        self, path: Path, is_bold: bool, is_thickened: bool, name: str, is_italic: bool = False
    ) -> None:  # fmt: skip
        self.path, self.is_thickened, self.name = path, is_thickened, name
        self.is_italic, self._is_bold, self._weight = is_italic, is_bold, _WEIGHTS[is_bold]

    @cached_property
    def italic(self) -> Font:
        """The font of its italic letters; itself where this machine has none."""
        path = font_files().get(ITALIC.get(self.path.name, ""))
        is_own = self.is_italic or path is None or path.parent != self.path.parent
        if is_own or path is None:
            return self
        return Font(path, self._is_bold, self.is_thickened, f"I{self.name}", True)

    @cached_property
    def ttfont(self) -> Any:
        """The font as fontTools reads it."""
        from fontTools.ttLib import TTFont, TTLibError

        number = 0 if self.path.suffix.lower() in _COLLECTIONS else -1
        try:
            return TTFont(self.path, fontNumber=number, lazy=True)
        except (TTLibError, OSError, ValueError) as error:
            raise BadFont("print-bad-font", path=self.path) from error

    @cached_property
    def cmap(self) -> dict[int, str]:
        """The glyph of each character."""
        return self.ttfont.getBestCmap() or {}

    @cached_property
    def glyphs(self) -> Any:
        """The glyphs by name; of a font with several weights those of its own."""
        axes = self.ttfont["fvar"].axes if "fvar" in self.ttfont else ()
        weights = {each.axisTag for each in axes} & {"wght"}
        return self.ttfont.getGlyphSet(location=dict.fromkeys(weights, self._weight))

    @cached_property
    def units(self) -> int:
        """How many units its size has."""
        return int(self.ttfont["head"].unitsPerEm)

    @cached_property
    def _widths(self) -> dict[str, float]:
        return {}

    def width(self, char: str) -> float:
        """Return the width of a character that it has, at size 1."""
        return self.advance(self.glyph(char))

    def glyph(self, char: str) -> str:
        """Return the glyph of a character that it has."""
        return self.cmap[0x20 if char.isspace() else ord(char)]

    def advance(self, glyph: str | None) -> float:
        """Return the width of a glyph at size 1."""
        if glyph is None:
            return 0
        found = self._widths.get(glyph)
        if found is None:
            found = self._widths[glyph] = self.glyphs[glyph].width / self.units
        return found

    @cached_property
    def shaper(self) -> Any:
        """The font as HarfBuzz reads it."""
        import uharfbuzz

        shaper = uharfbuzz.Font(uharfbuzz.Face(self.path.read_bytes()))
        if "fvar" in self.ttfont:
            shaper.set_variations({"wght": self._weight})
        return shaper


class Fonts:
    """The fonts of faces, in the order in which a character is looked for.

    What has a place in the table of Helvetica is as wide as there, whatever fonts are here: so
    faces are laid out alike for paper and screens, and those of most games on all machines.
    """

    def __init__(self, named: Iterable[Path] = (), behind: Fonts | None = None) -> None:
        self._own, self._behind = [*named], behind
        self._number = 0 if behind is None else len(behind._named)
        self._found: dict[tuple[str, bool], Font] = {}
        self._wide: dict[tuple[str, bool], float] = {}
        self._chars: dict[tuple[Font, Drawn], str] = {} if behind is None else behind._chars
        self._named: dict[str, Fonts] = {}

    @cached_property
    def _chains(self) -> dict[bool, list[Font]]:
        """The fonts of regular and of bold letters."""
        if self._behind is not None:
            own = [Font(path, False, False, f"N{self._number}") for path in self._own]
            return {is_bold: own + chain for is_bold, chain in self._behind._chains.items()}
        pairs = [(path, path, True) for path in self._own]
        pairs += _installed((*LATIN, *JAPANESE))
        pairs += [each for each in _installed(OTHERS) if each not in pairs]
        pairs += _of_reportlab()
        return {
            False: [Font(path, False, False, f"F{n}") for n, (path, _, _) in enumerate(pairs)],
            True: [Font(bold, True, thick, f"B{n}") for n, (_, bold, thick) in enumerate(pairs)],
        }

    def font(self, char: str, is_bold: bool) -> Font:
        """Return the first font that has a character.

        Raises:
            NoGlyph: None has it.
        """
        key = char, is_bold
        if key not in self._found:
            code = 0x20 if char.isspace() else ord(char)
            font = next((each for each in self._chains[is_bold] if code in each.cmap), None)
            if font is None:
                raise NoGlyph(char)
            self._found[key] = font
        return self._found[key]

    def width(self, text: str, is_bold: bool) -> float:
        """Return how wide a text is at size 1; about so where no font is here to ask."""
        key = text, is_bold
        if key not in self._wide:
            if len(self._wide) > _MOST_KNOWN:
                self._wide.clear()
            known = [] if self._own else [width_in_helvetica(char, is_bold) for char in text]
            if self._own or None in known:
                self._wide[key] = self._measured(text, is_bold)
            else:
                self._wide[key] = sum(filter(None, known)) / 1000
        return self._wide[key]

    def _measured(self, text: str, is_bold: bool) -> float:
        try:
            return sum(run.width for run in self.runs(text, is_bold))
        except (ImportError, NoGlyph):
            return (
                sum(
                    OTHER_WIDTH if (w := width_in_helvetica(c, is_bold)) is None else w
                    for c in text
                )
                / 1000
            )

    def drawn(self, text: Text) -> tuple[Run, ...]:
        """Return the parts of a line of text that one font has, from left to right."""
        of = self.of(text.font)
        found = of.runs(text.text, text.is_bold, text.is_italic, text.is_rtl)
        return tuple(
            replace(run, is_slanted=text.is_italic and not run.font.is_italic,
                    is_thick=(text.is_bold and run.font.is_thickened)
                    or (text.is_thick and str(run.font.path) == text.font))
            for run in found
        )  # fmt: skip

    def runs(
        self, text: str, is_bold: bool, is_italic: bool = False, is_rtl: bool | None = None
    ) -> tuple[Run, ...]:
        """Return the parts of a line that one font has, from left to right.

        Args:
            is_rtl: Whether the line runs from right to left; None where its letters say so.
        """
        if not shaping.is_simple(text) or is_rtl:
            is_rtl = shaping.is_right_to_left(text) if is_rtl is None else is_rtl
            return tuple(self._shaped(text, is_bold, is_rtl))

        def font_of(char: str) -> Font:
            font = self.font(char, is_bold)
            code = 0x20 if char.isspace() else ord(char)
            return font.italic if is_italic and code in font.italic.cmap else font

        return tuple(
            Run(
                font=font,
                glyphs=tuple(shaping.Placed(font.glyph(c), c, font.width(c)) for c in chars),
            )
            for font, chars in groupby(text, font_of)
        )

    def _shaped(self, text: str, is_bold: bool, is_rtl: bool) -> Iterator[Run]:
        """Yield the parts of a line whose letters depend on one another."""
        for part in shaping.ordered(text, is_rtl, lambda char: self.font(char, is_bold).name):
            font = self.font(part.text[0], is_bold)
            yield Run(font=font, glyphs=tuple(shaping.shaped(font, part)))

    def char_of(self, font: Font, glyph: shaping.Placed) -> str:
        """Return the character that stands for a glyph in a file."""
        is_usual = len(glyph.text) == 1 and font.cmap.get(ord(glyph.text)) == glyph.glyph
        if is_usual or glyph.text.isspace():
            return glyph.text
        drawn = Drawn(glyph.glyph, glyph.text, glyph.marks)
        return self._chars.setdefault((font, drawn), chr(_PRIVATE + len(self._chars)))

    def used(self, sides: Iterable[Face]) -> dict[Font, dict[str, Drawn]]:
        """Return what faces show of each font, by the character that stands for it in a file."""
        found: dict[Font, dict[str, Drawn]] = {}
        texts = {
            (text.text, text.is_bold, text.is_italic, text.font, text.is_rtl)
            for side in sides
            for text in side.texts
        }
        for text, is_bold, is_italic, file, is_rtl in sorted(texts):
            for run in self.of(file).runs(text, is_bold, is_italic, is_rtl):
                drawn = found.setdefault(run.font, {})
                for glyph in shaping.with_marks(run.glyphs):
                    char = self.char_of(run.font, glyph)
                    drawn[char] = Drawn(glyph.glyph, glyph.text, glyph.marks)
        return found

    def check(self, side: Face) -> None:
        """Look for the characters of a face.

        Raises:
            NoGlyph: No font has one.
        """
        for text in side.texts:
            of = self.of(text.font)
            for char in text.text:
                of.font(char, text.is_bold)

    def of(self, file: str) -> Fonts:
        """Return these fonts behind one in a file; "" for these alone."""
        if not file:
            return self
        if file not in self._named:
            self._named[file] = Fonts([Path(file)], self)
        return self._named[file]


USUAL: Final = Fonts()
"""The fonts of this machine."""


def _of_reportlab() -> list[tuple[Path, Path, bool]]:
    """Return the fonts that reportlab brings."""
    found = find_spec("reportlab")
    if found is None or found.origin is None:
        return []
    folder = Path(found.origin).parent / "fonts"
    return [(folder / "Vera.ttf", folder / "VeraBd.ttf", False)]


def _installed(wanted: Sequence[tuple[str, str]]) -> list[tuple[Path, Path, bool]]:
    """Return those of some fonts that are on this machine, with their bold letters."""
    files = font_files()
    return [
        (files[regular], files.get(bold, files[regular]), bold not in files)
        for regular, bold in wanted
        if regular in files
    ]


@cache
def font_files() -> dict[str, Path]:
    """Return the files in the folders of fonts by their names."""
    found: dict[str, Path] = {}
    for folder in FOLDERS:
        top = os.path.expandvars(os.path.expanduser(folder))
        for at, folders, names in os.walk(top):
            folders.sort()
            for name in sorted(names):
                found.setdefault(name, Path(at) / name)
    return found
