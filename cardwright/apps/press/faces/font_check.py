"""Read a font of a package before anything is drawn with it; refuse what is none, or a trap."""

from __future__ import annotations

import io
import struct
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from cardwright.apps.face.words import AppMistake, needs
from cardwright.apps.press.faces.files import BadFile, bytes_of

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
