"""Write faces as files of their own: a PNG or SVG for each card, and all of them on one sheet."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from cardwright import write_atomically
from cardwright.apps.press import faces
from cardwright.apps.press.faces.fonts import Fonts
from cardwright.apps.press.faces.primitives import Face
from cardwright.apps.press.printing.deck import Card, chunks
from cardwright.apps.press.printing.drawer import Painter, pixels_of

RECORD: Final = "faces.json"
_AT_ONCE: Final = 64
"""So many faces are drawn before they are painted."""
_WRITERS: Final = 2
_PACKED: Final = 3
"""How hard a PNG is packed: more takes much longer and gains little."""
_QUALITY: Final = 92
"""Of a JPEG; the colours keep all their pixels, for letters are small."""
_ON_CONTACT: Final = 160
_GAP: Final = 12
_COLUMNS: Final = 10


def sides_of(cards: Iterable[Card], has_backs: bool) -> Iterator[tuple[str, Face]]:
    """Yield the names of files with what they show; a back that many cards have stands once."""
    known = set[str]()
    for card in cards:
        yield card.entry.id, card.face
        back = card.other or f"back-{card.entry.definition.kind}"
        if (has_backs or card.other) and back not in known:
            known.add(back)
            yield back, card.back


def write_pictures(
    sides: Sequence[tuple[str, Face]],
    fonts: Fonts,
    folder: Path,
    dpi: float,
    bleed: float,
    advance: Callable[[int], None],
    ending: str = "png",
) -> None:
    """Write a picture for each side into a folder: `png`, or `jpg`."""
    folder.mkdir(parents=True, exist_ok=True)

    def write(name: str, picture: Any) -> None:
        out = io.BytesIO()
        if ending == "png":
            picture.save(out, "PNG", dpi=(dpi, dpi), compress_level=_PACKED)
        else:
            picture.save(out, "JPEG", dpi=(dpi, dpi), quality=_QUALITY, subsampling=0)
        write_atomically(folder / f"{name}.{ending}", out.getvalue())

    with ThreadPoolExecutor(_WRITERS) as pool:
        for chunk in chunks(sides, _AT_ONCE):
            painter = Painter(fonts, [side for _, side in chunk], bleed)
            started = [
                pool.submit(write, name, painter.picture(side, pixels_of(side, dpi, bleed)))
                for name, side in chunk
            ]
            for each in started:
                each.result()
                advance(1)


def write_drawings(sides: Iterable[tuple[str, Face]], folder: Path) -> None:
    """Write an SVG for each side into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, side in sides:
        write_atomically(folder / f"{name}.svg", faces.svg(side) + "\n")


def write_contact(sides: Sequence[tuple[str, Face]], fonts: Fonts, output: Path) -> None:
    """Write one picture with all sides, small and in rows."""
    from PIL import Image

    painter = Painter(fonts, [side for _, side in sides])
    pictures = [painter.picture(side, _ON_CONTACT) for _, side in sides]
    rows = [*chunks(pictures, _COLUMNS)]
    heights = [max(each.height for each in row) + _GAP for row in rows]
    width = min(_COLUMNS, len(pictures)) * (_ON_CONTACT + _GAP) + _GAP
    sheet = Image.new("RGB", (width, sum(heights) + _GAP), "#ddd6c8")
    for number, row in enumerate(rows):
        for column, picture in enumerate(row):
            at = _GAP + column * (_ON_CONTACT + _GAP), _GAP + sum(heights[:number])
            sheet.paste(picture, at)
    out = io.BytesIO()
    sheet.save(out, "PNG", optimize=True)
    write_atomically(output, out.getvalue())


class Printed:
    """What was printed before, and so which faces have changed since."""

    def __init__(self, file: Path) -> None:
        self._file = file
        try:
            found = json.loads(file.read_text("utf-8"))
        except (OSError, ValueError):
            found = {}
        self._known = found if isinstance(found, dict) else {}

    def changed(self, cards: Iterable[Card]) -> list[Card]:
        """Return the cards whose face or back is not as it was printed."""
        return [card for card in cards if self._known.get(card.entry.id) != _digest(card)]

    def write(self, cards: Iterable[Card]) -> None:
        """Write down what was printed."""
        known = {**self._known, **{card.entry.id: _digest(card) for card in cards}}
        write_atomically(self._file, json.dumps(known, indent=1, sort_keys=True) + "\n")


def _digest(card: Card) -> str:
    both = faces.svg(card.face) + faces.svg(card.back)
    return sha256(both.encode()).hexdigest()[:16]
