"""Find fonts for the texts of cards, measure with them, and cut them down to the used characters.

PDF takes TrueType outlines alone from reportlab, but most Japanese fonts have those of PostScript:
each glyph is drawn again with quadratic curves, whatever sort of font it comes from.
"""

from __future__ import annotations

import io
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, cached_property
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from cardwright.apps.face.mistake import AppMistake
from cardwright.apps.press.faces.primitives import Face, Text

LATIN: Final = (
    ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"),
    ("Arial.ttf", "Arial Bold.ttf"),
    ("arial.ttf", "arialbd.ttf"),
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


class Font:
    """A font in a file.

    Attributes:
        name: What it is called in a file that it is put into; the same for the same file.
        is_thickened: Whether bold letters are made by drawing thicker.
    """

    def __init__(self, path: Path, is_bold: bool, is_thickened: bool, name: str) -> None:
        self.path, self.is_thickened, self.name = path, is_thickened, name
        self._weight = _WEIGHTS[is_bold]

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
        found = self._widths.get(char)
        if found is None:
            code = 0x20 if char.isspace() else ord(char)
            found = self.glyphs[self.cmap[code]].width / self.units
            self._widths[char] = found
        return found


class Fonts:
    """The fonts of a deck, in the order in which a character is looked for."""

    def __init__(self, regular: Sequence[Font], bold: Sequence[Font]) -> None:
        self._chains = {False: regular, True: bold}
        self._found: dict[tuple[str, bool], Font] = {}

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
        return sum(self.font(char, is_bold).width(char) for char in text)

    def runs(self, text: str, is_bold: bool) -> Iterator[tuple[Font, str]]:
        """Yield the parts of a text that one font has; a blank stands for those that it lacks."""
        for font, chars in groupby(text, lambda char: self.font(char, is_bold)):
            shown = (" " if c.isspace() and ord(c) not in font.cmap else c for c in chars)
            yield font, "".join(shown)

    def used(self, sides: Iterable[Face]) -> dict[Font, set[str]]:
        """Return the characters that faces show, by the font that has them."""
        marks = (mark for side in sides for mark in side.marks)
        texts = {(mark.text, mark.is_bold) for mark in marks if isinstance(mark, Text)}
        found: dict[Font, set[str]] = {}
        for text, is_bold in sorted(texts):
            for font, run in self.runs(text, is_bold):
                found.setdefault(font, set()).update(run)
        return found


def fonts_for(lang: str, named: Iterable[Path]) -> Fonts:
    """Return the fonts for a language: those that a person names, then those of the system."""
    pairs = [(path, path, True) for path in named]
    latin, japanese = _installed(LATIN), _installed(JAPANESE)
    pairs += [*japanese, *latin] if lang.startswith("ja") else [*latin, *japanese]
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


_MISSING: Final = ".notdef"
_ERROR: Final = 0.001
"""How far a curve may be from the original, in sizes of the font."""


def name_of(font: Font, chars: Collection[str]) -> str:
    """Return a name that no font of other characters has: reportlab goes by names alone."""
    whole = f"{font.ttfont['head'].checkSumAdjustment} {''.join(sorted(chars))}"
    return f"{font.name}-{sha256(whole.encode()).hexdigest()[:12]}"


def font_bytes(font: Font, chars: Collection[str]) -> bytes:
    """Return a font that has some characters alone; the same characters give the same bytes."""
    from fontTools.fontBuilder import FontBuilder

    codes = sorted({ord(char) for char in chars} | {0x20})
    names = {code: f"u{code:05X}" for code in codes}
    builder = FontBuilder(font.units, isTTF=True)
    builder.setupGlyphOrder([_MISSING, *names.values()])
    builder.setupCharacterMap(names)
    drawn = {name: _drawn(font, font.cmap.get(code)) for code, name in names.items()}
    builder.setupGlyf({_MISSING: _drawn(font, None), **drawn})
    widths = {name: round(font.width(chr(code)) * font.units) for code, name in names.items()}
    bounds = builder.font["glyf"]
    metrics = {name: (width, bounds[name].xMin) for name, width in widths.items()}
    builder.setupHorizontalMetrics({_MISSING: (font.units, 0), **metrics})
    head = font.ttfont["hhea"]
    builder.setupHorizontalHeader(ascent=head.ascent, descent=head.descent)
    name = name_of(font, chars)
    builder.setupNameTable({"familyName": name, "styleName": "Regular", "psName": name})
    builder.setupOS2()
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.font.recalcTimestamp = False
    out = io.BytesIO()
    builder.save(out)
    return out.getvalue()


def _drawn(font: Font, glyph: str | None) -> Any:
    """Return a glyph in quadratic curves; an empty one for none."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    pen = TTGlyphPen(None)
    if glyph is not None:
        whole = DecomposingRecordingPen(font.glyphs)
        font.glyphs[glyph].draw(whole)
        is_cubic = "CFF " in font.ttfont or "CFF2" in font.ttfont
        # PostScript outlines turn the other way round
        target = Cu2QuPen(pen, _ERROR * font.units, reverse_direction=is_cubic)
        whole.replay(target)
    made = pen.glyph()
    made.recalcBounds(None)
    return made
