"""Read the pictures, drawings and fonts that a look names.

What is in a package comes from strangers. A file is read only if it lies inside the package, is no
larger than the bounds, and is what its name says; a picture is decoded and written anew.
"""

from __future__ import annotations

import io
import re
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from cardwright.apps.cards.entries import Entry
from cardwright.apps.face.words import AppMistake, needs
from cardwright.apps.press.faces import drawings
from cardwright.apps.press.faces.drawings import Drawing
from dsl import Record
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
