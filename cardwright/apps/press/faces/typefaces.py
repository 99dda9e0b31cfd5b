"""Know the usual fonts: their files, where systems keep them, how wide Helvetica is.

A font of a package is read before anything is drawn with it: one that is none, or a trap, is
refused.
"""

from __future__ import annotations

import io
import struct
import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from cardwright.apps.face.words import AppMistake, needs
from cardwright.apps.press.faces.files import BadFile, bytes_of
from dsl import Phrase

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

_FIRST: Final = 32
_REGULAR: Final = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)  # fmt: skip
_BOLD: Final = (
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667,
    611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
    278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
)  # fmt: skip
_SIGNS: Final = {"‘": (222, 278), "’": (222, 278), "“": (333, 500), "”": (333, 500),
                 "–": (556, 556), "—": (1000, 1000), "…": (1000, 1000),
                 "·": (278, 278)}  # fmt: skip
OTHER_WIDTH: Final = 600
"""The width of what Helvetica has not."""
_WIDE: Final = 1000


@cache
def width_in_helvetica(char: str, is_bold: bool) -> int | None:
    """Return how wide Helvetica has a character, as Arial does too: wide ones are square, and an
    accent changes nothing. None for what it does not have."""
    if char in _SIGNS:
        return _SIGNS[char][is_bold]
    base = ord(unicodedata.normalize("NFD", char)[0])
    if _FIRST <= base < _FIRST + len(_REGULAR):
        return (_BOLD if is_bold else _REGULAR)[base - _FIRST]
    if 0x300 <= base < 0x370:
        return 0
    return _WIDE if Phrase.is_wide(char) else None


_FORMS: Final = (b"\0\1\0\0", b"true", b"OTTO", b"ttcf")
"""How files of fonts begin; what is packed could unpack to anything."""
_GROUPED: Final = (b"\0\x0c", b"\0\x0d")
"""How tables of characters begin that name them by groups."""
_MOST_CHARACTERS, _MOST_PARTS = 400_000, 300
"""Of a font, all its tables together, and of one glyph."""


class BadFont(AppMistake):
    """A file that holds no font that could be printed."""


@lru_cache(maxsize=32)
def check_font(path: Path) -> None:
    """Read a font of a package.

    Raises:
        AppMistake: It is none, or nothing here reads fonts.
    """
    try:
        from fontTools.ttLib import TTFont

        data = bytes_of(path)
        if data[:4] not in _FORMS:
            raise BadFont("print-bad-font", path=path)
        font = TTFont(io.BytesIO(data), fontNumber=0, lazy=True)
        if _characters(font.reader["cmap"]) > _MOST_CHARACTERS or _is_nested(font):
            raise BadFont("print-bad-font", path=path)
        font.getGlyphSet()[font.getBestCmap().get(ord("A"), ".notdef")]
        int(font["head"].unitsPerEm)
    except ImportError as error:
        raise BadFile("picture-extra", path=path, **needs("print", "fonttools")) from error
    except (BadFile, BadFont):
        raise
    # a font of a stranger fails in more ways than fontTools names
    except Exception as error:
        raise BadFont("print-bad-font", path=path) from error


def _characters(cmap: bytes) -> int:
    """Return how many characters a font says to have, without listing them."""
    found = 0
    for row in range(int.from_bytes(cmap[2:4], "big")):
        at = int.from_bytes(cmap[8 * row + 8 : 8 * row + 12], "big")
        if cmap[at : at + 2] in _GROUPED:
            end = at + 16 + 12 * int.from_bytes(cmap[at + 12 : at + 16], "big")
            groups = struct.iter_unpack(">LLL", cmap[at + 16 : end])
            found += sum(last - first + 1 for first, last, _ in groups)
    return found


def _is_nested(font: Any) -> bool:
    """Return whether a glyph is made of itself, or of more others than any script needs."""
    if "glyf" not in font:
        return False
    glyf, parts = font["glyf"], dict[str, int]()

    def parts_of(name: str) -> int:
        if name not in parts:
            parts[name] = _MOST_PARTS  # until it is counted: so a glyph inside itself has too many
            glyph = glyf.glyphs[name]  # as bytes, which is all that most glyphs are read as
            inside = glyph.getComponentNames(glyf) if glyph.isComposite() else ()
            parts[name] = min(_MOST_PARTS, 1 + sum(map(parts_of, inside)))
        return parts[name]

    return any(parts_of(name) == _MOST_PARTS for name in glyf.glyphs)
