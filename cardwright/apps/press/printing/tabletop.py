"""Write a deck for Tabletop Simulator: faces as pixels, on sheets that a saved object names."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cardwright import write_atomically
from cardwright.apps.press.faces.primitives import Circle, Face, Line, Mark, Rect, Text
from cardwright.apps.press.printing.deck import Card, chunks
from cardwright.apps.press.printing.fonts import Font, Fonts, font_bytes
from cardwright.apps.press.printing.pdf import THICKER

if TYPE_CHECKING:
    from PIL.Image import Image


_FINER: Final = 2
"""Pictures are drawn larger by this factor, then made smaller, so that edges are smooth."""


class Painter:
    """Draws faces with a width in pixels."""

    def __init__(self, fonts: Fonts, sides: list[Face], width: int) -> None:
        self._fonts, self._width = fonts, width
        self._files = {font: font_bytes(font, chars) for font, chars in fonts.used(sides).items()}
        self._sized: dict[tuple[Font, int], Any] = {}

    def picture(self, side: Face) -> Any:
        """Return a face as a picture of Pillow."""
        from PIL import Image, ImageDraw

        scale = self._width * _FINER / side.width
        size = self._width, round(self._width * side.height / side.width)
        whole = Image.new("RGB", (size[0] * _FINER, size[1] * _FINER), side.fill)
        draw = ImageDraw.Draw(whole)
        for mark in side.marks:
            self._mark(draw, mark, scale)
        return whole.resize(size, Image.Resampling.LANCZOS)

    def _mark(self, draw: Any, mark: Mark, scale: float) -> None:
        match mark:
            case Rect():
                ends = mark.x, mark.y, mark.x + mark.width, mark.y + mark.height
                box = [round(end * scale) for end in ends]
                draw.rounded_rectangle(box, mark.radius * scale, mark.fill)
            case Circle():
                draw.circle((mark.x * scale, mark.y * scale), mark.radius * scale, mark.fill)
            case Line():
                ends = mark.x1, mark.y1, mark.x2, mark.y2
                draw.line([end * scale for end in ends], mark.stroke, round(mark.line * scale))
            case _:
                self._text(draw, mark, scale)

    def _text(self, draw: Any, mark: Text, scale: float) -> None:
        """Draw a line of text, a part for each font."""
        x = mark.x
        for font, run in self._fonts.runs(mark.text, mark.is_bold):
            stroke = mark.size * THICKER * scale / 2 if font.is_thickened else 0
            letters = self._letters(font, round(mark.size * scale))
            at = x * scale, mark.y * scale
            draw.text(at, run, mark.fill, letters, anchor="ls", stroke_width=round(stroke))
            x += mark.size * sum(font.width(char) for char in run)

    def _letters(self, font: Font, size: int) -> Any:
        """Return a font of Pillow in a size."""
        from PIL import ImageFont

        if (font, size) not in self._sized:
            file = io.BytesIO(self._files[font])
            engine = ImageFont.Layout.BASIC
            self._sized[font, size] = ImageFont.truetype(file, size, layout_engine=engine)
        return self._sized[font, size]


COLUMNS, ROWS = 10, 7
ON_SHEET: Final = COLUMNS * ROWS - 1
"""The last place of a sheet is what others see of a hidden card."""
WIDTH: Final = 408
"""How many pixels a card is wide: a sheet has at most 4,096."""
OBJECT: Final = "deck.json"
_SIZE_OF_CARD: Final = 63.0
_DISTANCE: Final = 3.0


def write_sheets(
    cards: Iterable[Card], fonts: Fonts, title: str, folder: Path, advance: Callable[[int], None]
) -> int:
    """Write sheets and their saved object into a folder; return the number of sheets."""
    from PIL import Image as images

    folder.mkdir(parents=True, exist_ok=True)
    by_back: dict[Face, list[Card]] = {}
    for card in cards:
        by_back.setdefault(card.back, []).append(card)
    sides = [side for listed in by_back.values() for c in listed for side in (c.face, c.back)]
    painter, number, decks = Painter(fonts, sides, WIDTH), 0, list[dict[str, Any]]()
    for back, listed in by_back.items():
        numbers = list[int]()
        picture = painter.picture(back)
        for chunk in chunks(listed, ON_SHEET):
            number += 1
            numbers.append(number)
            sheet = images.new("RGB", (COLUMNS * picture.width, ROWS * picture.height), back.fill)
            for place, card in enumerate(chunk):
                sheet.paste(painter.picture(card.face), _corner(place, picture.size))
            sheet.paste(picture, _corner(ON_SHEET, picture.size))
            write_atomically(folder / f"faces-{number}.png", _png(sheet))
            advance(len(chunk))
        back_file = folder / f"back-{numbers[0]}.png"
        write_atomically(back_file, _png(picture))
        decks.append(_deck(listed, numbers, back_file, len(decks)))
    written = json.dumps(
        {"SaveName": title, "GameMode": "", "ObjectStates": decks}, ensure_ascii=False, indent=1
    )
    write_atomically(folder / OBJECT, written + "\n")
    return number


def _png(picture: Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def _corner(place: int, size: tuple[int, int]) -> tuple[int, int]:
    row, column = divmod(place, COLUMNS)
    return column * size[0], row * size[1]


def _deck(cards: Sequence[Card], numbers: Sequence[int], back: Path, place: int) -> dict[str, Any]:
    """Return the cards of one back as an object: a deck, or a card where there is one alone."""
    sheets = {
        str(number): {
            "FaceURL": (back.parent / f"faces-{number}.png").absolute().as_uri(),
            "BackURL": back.absolute().as_uri(),
            "NumWidth": COLUMNS,
            "NumHeight": ROWS,
            "BackIsHidden": True,
            "UniqueBack": False,
            "Type": 0,
        }
        for number in numbers
    }
    held = list[dict[str, Any]]()
    for index, card in enumerate(cards):
        number = numbers[index // ON_SHEET]
        id_ = number * 100 + index % ON_SHEET
        one = {
            "Name": "CardCustom",
            "Nickname": card.face.title,
            "Description": card.back.title,
            "Transform": _transform(card, place),
            "CardID": id_,
            "SidewaysCard": card.face.width > card.face.height,
            "CustomDeck": {str(number): sheets[str(number)]},
        }
        held += [{**one, "GUID": _guid(id_, copy)} for copy in range(card.copies)]
    if len(held) == 1:
        return held[0]
    return {
        "Name": "Deck",
        "GUID": _guid(numbers[0], -1),
        "Nickname": cards[0].back.title,
        "Transform": _transform(cards[0], place),
        "DeckIDs": [each["CardID"] for each in held],
        "CustomDeck": sheets,
        "ContainedObjects": held,
    }


def _transform(card: Card, place: int) -> dict[str, float]:
    """Return where an object lies, face down, and how large it is."""
    scale = round(card.face.width / _SIZE_OF_CARD, 3)
    turned = {"rotX": 0.0, "rotY": 180.0, "rotZ": 180.0}
    sizes = {"scaleX": scale, "scaleY": 1.0, "scaleZ": scale}
    return {"posX": place * _DISTANCE, "posY": 1.0, "posZ": 0.0, **turned, **sizes}


def _guid(number: int, copy: int) -> str:
    """Return the six digits by which an object is known."""
    return sha256(f"{number} {copy}".encode()).hexdigest()[:6]
