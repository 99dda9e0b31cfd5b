"""Define how places lie on the table and how cards look, on screen and in print.

Rules read none of it, except that functions of boards ask which places are near
(`dsl/words/boards.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from dsl.model.expressions import StateKey, ZoneKey
from dsl.model.nouns import Text
from dsl.records import Record
from dsl.source import Span

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


COLORS: Final = {
    "red": "#b83a32", "crimson": "#9b1f3c", "orange": "#d0722a", "yellow": "#d9a81e",
    "gold": "#c4931a", "brown": "#7c5632", "tan": "#b99a6b", "green": "#3f8250",
    "olive": "#7a7f35", "teal": "#2f7f80", "cyan": "#3598ae", "blue": "#2f65a8",
    "navy": "#26406e", "indigo": "#474a93", "violet": "#6d4b9b", "purple": "#7d4590",
    "magenta": "#a53c82", "pink": "#cc6f8f", "white": "#e9e4d8", "silver": "#98a1a8",
    "grey": "#73777b", "gray": "#73777b", "black": "#2b2b2e",
}  # fmt: skip
"""The colours that have a name, as they are printed."""


class Look(Record, kw_only=True):
    """How the cards of a kind look; what is None is as it is for the kind that it extends.

    Attributes:
        size: Width and height in millimetres.
        color: An attribute whose members colour the cards, or a colour.
        corner, middle: The attributes in the corner, and large in the middle.
        line: The attributes in the row below the name.
        signs: What stands on cards for some numbers of an attribute, by attribute and number.
        back: The colour of the back.
        is_printed: Whether they are cards to be printed.
    """

    size: tuple[int, int] | None
    color: str | None
    corner: tuple[str, ...] | None
    middle: tuple[str, ...] | None
    line: tuple[str, ...] | None
    signs: Mapping[str, Mapping[int, Text]] | None
    back: str | None
    is_printed: bool | None
    span: Span


class MemberLook(Record, kw_only=True):
    """The colours and symbols of the members of an enum, by name."""

    colors: Mapping[str, str]
    symbols: Mapping[str, Text]
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
