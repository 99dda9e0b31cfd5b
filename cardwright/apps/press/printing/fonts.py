"""Find fonts for the texts of cards, and measure with them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from cardwright.apps.face.words import AppMistake
from cardwright.apps.press.faces.primitives import Face
from cardwright.apps.press.printing.shaping import (
    Mark,
    Placed,
    is_simple,
    ordered,
    shaped,
    with_marks,
)
from dsl import Record

LATIN: Final = (
    ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"),
    ("Arial.ttf", "Arial Bold.ttf"),
    ("arial.ttf", "arialbd.ttf"),
    ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
)
ITALIC: Final = {
    "LiberationSans-Regular.ttf": "LiberationSans-Italic.ttf",
    "LiberationSans-Bold.ttf": "LiberationSans-BoldItalic.ttf",
    "Arial.ttf": "Arial Italic.ttf", "Arial Bold.ttf": "Arial Bold Italic.ttf",
    "arial.ttf": "ariali.ttf", "arialbd.ttf": "arialbi.ttf",
    "DejaVuSans.ttf": "DejaVuSans-Oblique.ttf", "DejaVuSans-Bold.ttf": "DejaVuSans-BoldOblique.ttf",
}  # fmt: skip
"""The files of italic letters, which are as wide as the upright ones."""
OTHERS: Final = (
    ("NotoSansHebrew-Regular.ttf", "NotoSansHebrew-Bold.ttf"),
    ("NotoSansArabic-Regular.ttf", "NotoSansArabic-Bold.ttf"),
    ("NotoNaskhArabic-Regular.ttf", "NotoNaskhArabic-Bold.ttf"),
    ("NotoSansDevanagari-Regular.ttf", "NotoSansDevanagari-Bold.ttf"),
    ("NotoSansThai-Regular.ttf", "NotoSansThai-Bold.ttf"),
    ("NotoSansSymbols2-Regular.ttf", ""),
    ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
)
JAPANESE: Final = (
    ("NotoSansCJK-Regular.ttc", "NotoSansCJK-Bold.ttc"),
    ("NotoSansCJKjp-Regular.otf", "NotoSansCJKjp-Bold.otf"),
    ("NotoSansJP-Regular.otf", "NotoSansJP-Bold.otf"),
    ("NotoSansJP-Regular.ttf", "NotoSansJP-Bold.ttf"),
    ("YuGothR.ttc", "YuGothB.ttc"),
    ("meiryo.ttc", "meiryob.ttc"),
    ("ヒラギノ角ゴシック W3.ttc", "ヒラギノ角ゴシック W6.ttc"),
    ("ipaexg.ttf", ""),
    ("ipag.ttf", ""),
    ("TakaoPGothic.ttf", ""),
    ("VL-PGothic-Regular.ttf", ""),
)
"""Fonts that are looked for, the best first: the file and that of its bold letters."""
FOLDERS: Final = (
    "~/.local/share/fonts", "~/.fonts", "/usr/local/share/fonts", "/usr/share/fonts",
    "~/Library/Fonts", "/Library/Fonts", "/System/Library/Fonts",
    "%LOCALAPPDATA%/Microsoft/Windows/Fonts", "%WINDIR%/Fonts",
)  # fmt: skip
_COLLECTIONS: Final = (".ttc", ".otc")
_WEIGHTS: Final = {False: 400, True: 700}


class BadFont(AppMistake):
    """A file that holds no font that could be printed."""


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
    marks: tuple[Mark, ...] = ()


class Run(Record, kw_only=True):
    """Glyphs of one font, from left to right."""

    font: Font
    glyphs: tuple[Placed, ...]

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
    """The fonts of a deck, in the order in which a character is looked for."""

    def __init__(self, regular: Sequence[Font], bold: Sequence[Font]) -> None:
        self._chains = {False: regular, True: bold}
        self._found: dict[tuple[str, bool], Font] = {}
        self._wide: dict[tuple[str, bool], float] = {}
        self._chars: dict[tuple[Font, Drawn], str] = {}
        self._named: dict[str, Fonts] = {}

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
        """Return how wide a text is at size 1."""
        if is_simple(text):
            return sum(self.font(char, is_bold).width(char) for char in text)
        key = text, is_bold
        if key not in self._wide:
            self._wide[key] = sum(run.width for run in self.runs(text, is_bold))
        return self._wide[key]

    def runs(self, text: str, is_bold: bool, is_italic: bool = False) -> tuple[Run, ...]:
        """Return the parts of a line that one font has, from left to right."""
        if not is_simple(text):
            return tuple(self._shaped(text, is_bold))

        def font_of(char: str) -> Font:
            font = self.font(char, is_bold)
            code = 0x20 if char.isspace() else ord(char)
            return font.italic if is_italic and code in font.italic.cmap else font

        return tuple(
            Run(font=font, glyphs=tuple(Placed(font.glyph(c), c, font.width(c)) for c in chars))
            for font, chars in groupby(text, font_of)
        )

    def _shaped(self, text: str, is_bold: bool) -> Iterator[Run]:
        """Yield the parts of a line whose letters depend on one another."""
        for part in ordered(text, lambda char: self.font(char, is_bold).name):
            font = self.font(part.text[0], is_bold)
            yield Run(font=font, glyphs=tuple(shaped(font, part)))

    def char_of(self, font: Font, glyph: Placed) -> str:
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
            (text.text, text.is_bold, text.is_italic, text.font)
            for side in sides
            for text in side.texts
        }
        for text, is_bold, is_italic, file in sorted(texts):
            for run in self.of(file).runs(text, is_bold, is_italic):
                drawn = found.setdefault(run.font, {})
                for glyph in with_marks(run.glyphs):
                    char = self.char_of(run.font, glyph)
                    drawn[char] = Drawn(glyph.glyph, glyph.text, glyph.marks)
        return found

    def of(self, file: str) -> Fonts:
        """Return these fonts behind one in a file; "" for these alone."""
        if not file:
            return self
        if file not in self._named:
            number = len(self._named)
            own = Font(Path(file), False, False, f"N{number}")
            chains = ([own, *self._chains[is_bold]] for is_bold in (False, True))
            self._named[file] = Fonts(*chains)
            self._named[file]._chars = self._chars
        return self._named[file]


def fonts_for(lang: str, named: Iterable[Path]) -> Fonts:
    """Return the fonts for a language: those that a person names, then those of the system."""
    pairs = [(path, path, True) for path in named]
    latin, japanese = _installed(LATIN), _installed(JAPANESE)
    pairs += [*japanese, *latin] if lang.startswith("ja") else [*latin, *japanese]
    pairs += [each for each in _installed(OTHERS) if each not in pairs]
    pairs.append((*_own(), False))
    fonts = [
        (Font(regular, False, False, f"F{n}"), Font(bold, True, is_thick, f"B{n}"))
        for n, (regular, bold, is_thick) in enumerate(pairs)
    ]
    return Fonts([regular for regular, _ in fonts], [bold for _, bold in fonts])


def _own() -> tuple[Path, Path]:
    """Return the fonts that reportlab brings."""
    import reportlab

    folder = Path(reportlab.__file__).parent / "fonts"
    return folder / "Vera.ttf", folder / "VeraBd.ttf"


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
