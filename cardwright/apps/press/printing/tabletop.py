"""Write a deck for Tabletop Simulator: faces as pixels, on sheets that a saved object names."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cardwright import write_atomically
from cardwright.apps.press.faces.fonts import Fonts
from cardwright.apps.press.printing.deck import Card, by_back, chunks
from cardwright.apps.press.printing.pixels import Painter

if TYPE_CHECKING:
    from PIL.Image import Image


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
    found = by_back(cards)
    sides = [side for listed in found.values() for c in listed for side in (c.face, c.back)]
    painter, number, decks = Painter(fonts, sides), 0, list[dict[str, Any]]()
    for back, listed in found.items():
        numbers = list[int]()
        picture = painter.picture(back, WIDTH)
        for chunk in chunks(listed, ON_SHEET):
            number += 1
            numbers.append(number)
            sheet = images.new("RGB", (COLUMNS * picture.width, ROWS * picture.height), back.fill)
            for place, card in enumerate(chunk):
                sheet.paste(painter.picture(card.face, WIDTH), _corner(place, picture.size))
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
