"""Know the usual fonts: their files, where systems keep them, how wide Helvetica is."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

from dsl import languages

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
    return _WIDE if languages.is_wide(char) else None
