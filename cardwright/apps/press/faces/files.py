"""Read the pictures, drawings and fonts that a look names; know the usual fonts.

What is in a package comes from strangers. A file is read only if it lies inside the package, is no
larger than the bounds, and is what its name says; a picture is decoded and written anew. A font is
read before anything is drawn with it: one that is none, or a trap, is refused.
"""

from __future__ import annotations

import io
import re
import struct
import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from cardwright.apps.cards.entries import Entry
from cardwright.apps.face.words import AppMistake, needs
from cardwright.apps.press.faces import drawings
from cardwright.apps.press.faces.drawings import Drawing
from dsl import Phrase, Record
from dsl.model.game import Game
from dsl.model.look import DRAWINGS, File, Icon
from dsl.model.nouns import OF_ABOUT
from dsl.model.types import INT, EnumType, plain_type

LARGEST: Final = 16_000_000
"""In bytes."""
MISSING: Final = "file-missing"
"""What is the matter with a file that is not there."""
MOST_PIXELS: Final = 4_096
_MANIFESTS: Final = ("game.yaml", "expansion.yaml", "library.yaml")
_FORMATS: Final = ("PNG", "JPEG", "WEBP")
_SLOT: Final = re.compile(r"\{([^{}]*)\}")
_QUALITY: Final = 88


class BadFile(AppMistake):
    """A file that cannot be shown."""


class Bitmap(Record):
    """A picture as PNG or JPEG."""

    data: bytes
    pixels: tuple[int, int]


def path_of(file: File, entry: Entry) -> Path:
    """Return where a file of a package lies, for a card.

    Raises:
        BadFile: It does not lie inside the package, or is not there.
    """
    at = Path(file.span.source.path)
    found = (each for each in at.parents if any((each / name).is_file() for name in _MANIFESTS))
    folder = next(found, at.parent)
    shown = _SLOT.sub(lambda slot: _value(entry, slot[1]), file.path)
    path = folder / shown
    if not path.resolve().is_relative_to(folder.resolve()):
        raise BadFile("file-outside", path=path)
    if not path.is_file():
        raise BadFile(MISSING, path=path)
    return path


def _value(entry: Entry, name: str) -> str:
    """Return what a slot in the name of a file stands for."""
    if name == "id":
        return entry.id
    if name.startswith(OF_ABOUT):
        texts = entry.definition.about.get(name.removeprefix(OF_ABOUT), ())
        return next((text for said in texts for text in said.values()), "none")
    value, type_ = entry.value(name), plain_type(entry.attributes[name].type)
    if isinstance(type_, EnumType) and type(value) is int:
        return entry.model.enums[type_.name].members[value]
    return str(value) if type_ == INT and type(value) is int else "none"


def has_files(model: Game) -> bool:
    """Return whether a look names files, which may change while the rules stay."""
    looks = model.looks
    if looks is None:
        return False
    named: list[object] = [icon for look in looks.enums.values() for icon in look.icons.values()]
    for look in looks.kinds.values():
        named += (look.icon, look.art, look.background, look.back, *(look.font or {}).values())
        named += (icon for icons in (look.icons or {}).values() for icon in icons.values())
    return any(isinstance(each, File) for each in named)


def bytes_of(path: Path) -> bytes:
    """Return what a file holds.

    Raises:
        BadFile: It is too large.
    """
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise BadFile("file-too-large", path=path, most=LARGEST)
    return data


def drawing(icon: Icon, entry: Entry) -> Drawing:
    """Return an icon.

    Raises:
        AppMistake: Its file cannot be shown.
    """
    if isinstance(icon, str):
        return drawings.icon(icon)
    path = path_of(icon, entry)
    return drawings.read(bytes_of(path), str(path))


def picture(file: File, entry: Entry, room: tuple[int, int]) -> Drawing | Bitmap:
    """Return a picture, with about as many pixels as the room that it fills.

    Raises:
        AppMistake: It cannot be shown.
    """
    path = path_of(file, entry)
    if path.suffix.lower() in DRAWINGS:
        return drawings.read(bytes_of(path), str(path))
    stat = path.stat()
    return _bitmap(path, (stat.st_mtime_ns, stat.st_size), room)


@lru_cache(maxsize=64)
def _bitmap(path: Path, _: tuple[int, int], room: tuple[int, int]) -> Bitmap:
    """Return a picture as it is drawn; what it was read from is forgotten."""
    try:
        from PIL import Image
    except ImportError as error:
        raise BadFile("picture-extra", path=path, **needs("print", "Pillow")) from error
    data = bytes_of(path)
    try:
        with Image.open(io.BytesIO(data), formats=_FORMATS) as read:
            if max(read.size) > MOST_PIXELS:
                size = f"{read.width} x {read.height}"
                raise BadFile("picture-too-large", path=path, size=size, most=MOST_PIXELS)
            return _written(read, room)
    except BadFile:
        raise
    except Image.DecompressionBombError as error:
        size = f"> {2 * (Image.MAX_IMAGE_PIXELS or 0):,}"
        slots = {"path": path, "size": size, "most": MOST_PIXELS}
        raise BadFile("picture-too-large", **slots) from error
    # decoders of foreign data fail in more ways than they name
    except Exception as error:
        raise BadFile("picture-broken", path=path) from error


def _written(read: Any, room: tuple[int, int]) -> Bitmap:
    """Return a picture with no more pixels than it takes to fill a room, written anew."""
    from PIL import Image

    share = min(1.0, max(room[0] / read.width, room[1] / read.height))
    size = max(1, round(read.width * share)), max(1, round(read.height * share))
    read.draft("RGB", size)
    has_alpha = "A" in read.mode or "transparency" in read.info
    mode = "RGBA" if has_alpha else "RGB"
    image = read if read.mode == mode else read.convert(mode)
    if image.size != size:
        image = image.resize(size, Image.Resampling.LANCZOS)
    out = io.BytesIO()
    if has_alpha:
        image.save(out, "PNG")
    else:
        image.save(out, "JPEG", quality=_QUALITY)
    return Bitmap(out.getvalue(), size)


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
