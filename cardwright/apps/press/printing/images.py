"""Write faces as pictures, each and all on one sheet, and decks for virtual tables.

The tables are playingcards.io, Tabletopia and Tabletop Simulator.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cardwright import write_atomically
from cardwright.apps.cards.export import safe_cell
from cardwright.apps.press import faces
from cardwright.apps.press.faces.fonts import Fonts
from cardwright.apps.press.faces.primitives import Face
from cardwright.apps.press.printing.deck import Card, by_back, chunks
from cardwright.apps.press.printing.drawer import INCH, Painter, pixels_of

if TYPE_CHECKING:
    from PIL.Image import Image


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


# --- virtual tables ---------------------------------------------------------------------------


LIST: Final = "cards.csv"
DPI: Final = 10 * INCH
"""Tabletopia takes ten pixels as a millimetre."""

ROOM: Final = "room.pcio"
_ASSETS: Final = "userassets"
_HEIGHT: Final = 160
"""Of a card on a table of 1,600 by 1,000."""
_SHARP: Final = 4
"""How many pixels of a picture a pixel of the table has, for cards that are shown large."""
_BETWEEN: Final = 40
_RIM: Final = 4
"""Of a pile, around its cards."""
_LEFT, _TOP, _RIGHT, _DOWN = 50, 50, 1550, 230
_HAND: Final = {"id": "hand", "type": "hand", "x": 50, "y": 820, "z": 1, "dragging": None}
_SHEET_QUALITY: Final = 88


def write_pieces(
    cards: Iterable[Card], fonts: Fonts, folder: Path, advance: Callable[[int], None]
) -> int:
    """Write a folder for each back with a picture a card, and a list of all; return their number.

    Two sides of a card are equally large, as Tabletopia asks.
    """
    lines = [("deck", "id", "name", "copies", "front", "back")]
    decks = by_back(cards)
    for number, (back, listed) in enumerate(decks.items(), start=1):
        deck = f"deck-{number}"
        sides = [("back", back), *((f"card-{card.entry.id}", card.face) for card in listed)]
        write_pictures(sides, fonts, folder / deck, DPI, 0, advance)
        lines += [
            (safe_cell(back.title), card.entry.id, safe_cell(card.face.title), str(card.copies),
             f"{deck}/{name}.png", f"{deck}/back.png")
            for card, (name, _) in zip(listed, sides[1:], strict=True)
        ]  # fmt: skip
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(lines)
    write_atomically(folder / LIST, out.getvalue())
    return len(decks)


def write_room(
    cards: Iterable[Card], fonts: Fonts, folder: Path, advance: Callable[[int], None]
) -> int:
    """Write a room with a pile for each back, each card as often as it is there; return the piles.

    The file is an archive: `widgets.json` is what lies on the table, `userassets` the pictures.
    """
    decks = by_back(cards)
    out = io.BytesIO()
    widgets: list[dict[str, Any]] = [_HAND]
    x, y = _LEFT, _TOP
    with zipfile.ZipFile(out, "w") as archive:

        def picture(painter: Painter, name: str, side: Face, width: int) -> str:
            written = io.BytesIO()
            painter.picture(side, width * _SHARP).save(written, "JPEG", quality=_SHEET_QUALITY)
            archive.writestr(zipfile.ZipInfo(f"{_ASSETS}/{name}.jpg"), written.getvalue())
            return f"package://{_ASSETS}/{name}.jpg"

        for number, (back, listed) in enumerate(decks.items(), start=1):
            painter = Painter(fonts, [back, *(card.face for card in listed)])
            size = round(_HEIGHT * back.width / back.height), _HEIGHT
            if x + size[0] > _RIGHT:
                x, y = _LEFT, y + _DOWN
            types = {}
            hidden = picture(painter, f"back-{number}", back, size[0])
            for card in listed:
                face = picture(painter, f"{number}-{card.entry.id}", card.face, size[0])
                types[card.entry.id] = {"face": face, "back": hidden, "label": card.face.title}
                advance(1)
            widgets += _pile(number, back.title, listed, types, size, (x, y))
            x += size[0] + _BETWEEN
        written = json.dumps(widgets, ensure_ascii=False, indent=1) + "\n"
        archive.writestr(zipfile.ZipInfo("widgets.json"), written)
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / ROOM, out.getvalue())
    return len(decks)


def _pile(
    number: int,
    label: str,
    cards: list[Card],
    types: dict[str, Any],
    size: tuple[int, int],
    at: tuple[int, int],
) -> list[dict[str, Any]]:
    """Return a place for cards, the deck that says how they look, and its cards face down."""
    place, inside = ({"x": at[0] + by, "y": at[1] + by} for by in (0, _RIM))
    pile, deck = f"pile-{number}", f"deck-{number}"
    holder = {
        **place, "id": pile, "type": "cardPile", "z": number, "label": label,
        "width": size[0] + 2 * _RIM, "height": size[1] + 2 * _RIM, "hasShuffleButton": True,
    }  # fmt: skip
    looks = {
        **place, "id": deck, "type": "cardDeck", "z": number, "parent": pile, "cardTypes": types,
        "cardWidth": size[0], "cardHeight": size[1], "enlarge": True,
        "faceTemplate": _side("face", size), "backTemplate": _side("back", size),
    }  # fmt: skip
    ids = [card.entry.id for card in cards for _ in range(card.copies)]
    held = [
        {**inside, "id": f"card-{number}-{z}", "type": "card", "deck": deck, "parent": pile,
         "cardType": id_, "z": z, "faceup": False}
        for z, id_ in enumerate(ids, start=1)
    ]  # fmt: skip
    return [holder, looks, *held]


def _side(key: str, size: tuple[int, int]) -> dict[str, Any]:
    """Return how a side is drawn: one picture, which the card's type names under a key."""
    whole = {"x": 0, "y": 0, "w": size[0], "h": size[1], "color": "white"}
    return {
        "includeBorder": False, "includeRadius": True,
        "objects": [{**whole, "type": "image", "valueType": "dynamic", "value": key}],
    }  # fmt: skip


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
