"""Define how places lie on the table and how cards look, on screen and in print.

Rules read none of it, except that functions of boards ask which places are near
(`dsl/words/boards.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from dsl.model.expressions import StateKey, ZoneKey
from dsl.model.nouns import Text
from dsl.records import Record, Span

Row: TypeAlias = tuple[str | None, ...]
"""Ids of unique entities; None where the table stays bare."""

SIDES: Final = "sides"
SLANT: Final = "slant"
CORNERS: Final = "corners"


class Layout(Record, kw_only=True):
    """A board.

    Attributes:
        form: `ring` (one row, clockwise from the upper left corner) or `rows` (from the top).
        rows: Its places, where they are entities.
        zone: The zone whose places these are, or None; of a player's each has a board.
        columns: How many places of the zone stand in a row; 0 for a ring and for entities.
        inside: For each place the places that are drawn inside its cell, by id.
        middle: Zones and state of the table that are drawn inside a ring.
        beside: Of rows, which spots are beside one another: those with a common side, with SLANT
            the upper right and the lower left too, as of hexagons, with CORNERS all eight.
        paths: Pairs of places that are beside one another; where there are any, they alone are.
        is_drawn: Whether it is shown; rules ask it all the same.
        is_straight: Whether places stand in lines: not where nothing but paths is told.
    """

    id: str
    form: str
    rows: tuple[Row, ...]
    zone: ZoneKey | None
    columns: int
    inside: Mapping[str, tuple[str, ...]]
    middle: tuple[ZoneKey | StateKey, ...]
    beside: str = SIDES
    paths: tuple[tuple[str, str], ...] = ()
    is_drawn: bool = True
    is_straight: bool = True
    text: Text
    span: Span


POINT: Final = "point"
"""The frame of a place that is drawn as a point where lines cross, not as a field."""
COLORS: Final = {
    "red": "#b83a32", "crimson": "#9b1f3c", "orange": "#d0722a", "yellow": "#d9a81e",
    "gold": "#c4931a", "brown": "#7c5632", "tan": "#b99a6b", "green": "#3f8250",
    "olive": "#7a7f35", "teal": "#2f7f80", "cyan": "#3598ae", "blue": "#2f65a8",
    "navy": "#26406e", "indigo": "#474a93", "violet": "#6d4b9b", "purple": "#7d4590",
    "magenta": "#a53c82", "pink": "#cc6f8f", "white": "#e9e4d8", "silver": "#98a1a8",
    "grey": "#73777b", "gray": "#73777b", "black": "#2b2b2e",
}  # fmt: skip
"""The colours that have a name, as they are printed."""


PICTURES: Final = (".png", ".jpg", ".jpeg", ".webp", ".svg")
"""The endings of files that a look may name as pictures."""
DRAWINGS: Final = (".svg",)
THEMES: Final = ("plain", "parchment", "night", "bright", "light")
"""Papers and inks for the faces of cards."""
FONTS: Final = (".ttf", ".otf")
SIZES: Final = {
    "poker": (63.5, 88.9), "bridge": (57.15, 88.9), "tarot": (70.0, 120.0), "mini": (44.0, 63.0),
    "square": (70.0, 70.0), "domino": (44.0, 88.0), "tile": (50.0, 50.0), "token": (25.0, 25.0),
}  # fmt: skip
"""The sizes of cards that have a name, in millimetres."""
ICONS: Final = (
    "baton", "bolt", "book", "card", "castle", "clover", "club", "coin", "crown", "cup",
    "diamond", "die", "drop", "eye", "flag", "flame", "flower", "gem", "hammer", "heart",
    "hourglass", "key", "leaf", "moon", "mountain", "paw", "person", "ring", "shield", "skull",
    "spade", "star", "sun", "sword", "wave",
)  # fmt: skip
"""The icons that come along."""


Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height in millimetres."""


class File(Record):
    """A file of a package that a look names.

    Attributes:
        path: From the folder of the package; slots such as `{id}` stand for values of a card.
    """

    path: str
    span: Span


Icon: TypeAlias = str | File
"""An icon that comes along, or a drawing of the package."""


class Look(Record, kw_only=True):
    """How the cards of a kind look; what is None is as it is for the kind that it extends.

    Attributes:
        size: Width and height in millimetres.
        color: An attribute whose members colour the cards, or a colour.
        corner, middle: The attributes in the corner, and large in the middle.
        line: The attributes in the row below the name; `foot` those at the lower edge.
        signs: What stands on cards for some numbers of an attribute, by attribute and number.
        icons: The icon beside an attribute, and (by number) that of some of its numbers.
        icon: What stands large on cards that have nothing else to stand there.
        pips: A number, and what is drawn as often: an attribute of an enum, or another number.
        theme: One of `THEMES`.
        frame: `plain`, `window`, `full`, `index`, `none`, or POINT for places where lines cross.
        boxes: The place of each part of a card, by name; parts without a box are left out.
        is_turned: Whether the corner stands upside down at the other end, too.
        art: A picture for each card; `focus` is the point that stays in sight, in shares.
        background: A colour or picture below everything.
        font: The files of the fonts for names and texts, and for bold and italic letters of texts.
        back: The colour of the back, or its picture.
        is_printed: Whether they are cards to be printed.
    """

    size: tuple[float, float] | None
    color: str | None
    corner: tuple[str, ...] | None
    middle: tuple[str, ...] | None
    line: tuple[str, ...] | None
    foot: tuple[str, ...] | None = None
    signs: Mapping[str, Mapping[int, Text]] | None
    icons: Mapping[str, Mapping[int | None, Icon]] | None = None
    icon: Icon | None = None
    pips: tuple[str, str] | None = None
    theme: str | None = None
    frame: str | None = None
    boxes: Mapping[str, Box] | None = None
    is_turned: bool | None = None
    art: File | None = None
    focus: tuple[float, float] | None = None
    background: str | File | None = None
    font: Mapping[str, File] | None = None
    back: str | File | None
    is_printed: bool | None
    span: Span


class MemberLook(Record, kw_only=True):
    """The colours, symbols and icons of the members of an enum, by name.

    Attributes:
        is_in_text: Whether the icon stands for the word of a member behind a number.
    """

    colors: Mapping[str, str]
    symbols: Mapping[str, Text]
    icons: Mapping[str, Icon] = {}
    is_in_text: bool = False
    span: Span


class Looks(Record, kw_only=True):
    """How all cards look: by kind (`every` for all kinds), and members by enum."""

    kinds: Mapping[str, Look]
    enums: Mapping[str, MemberLook]


def settled_color(word: str) -> str:
    """Return a colour by its name, `#rgb` or `#rrggbb`, as `#rrggbb`; "" for another word."""
    if not word.startswith("#"):
        return COLORS.get(word.casefold(), "")
    digits = word[1:].lower()
    if len(digits) not in (3, 6) or not set(digits) <= set("0123456789abcdef"):
        return ""
    return "#" + ("".join(digit * 2 for digit in digits) if len(digits) == 3 else digits)
