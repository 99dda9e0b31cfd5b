"""Rows of the functions over zones, cards and players.

What they come to is read from a match: the machine has it beside their names
(`interpreter/program/list_closures.py`).
"""

from __future__ import annotations

from typing import Final

from dsl.model.types import INT, PLAYER, EntityType, ListOf, Maybe, Type, ZoneType
from dsl.words.word import Function, Gives, Reads


def _of_end(zone: Type, number: Type | None = None) -> Type:
    """Return the type of the cards at one end of a zone."""
    card = EntityType(zone.kind if isinstance(zone, ZoneType) else "")
    return Maybe(card) if number is None else ListOf(card)


PLACE_FUNCTIONS: Final = (
    Function(
        "top", "top(zone z) -> maybe T; top(zone z, int n) -> list of T",
        ("The top card of a zone, or the top n, the topmost first.",
         "置き場の一番上のカード、または上から n 枚。"),
        phrase=("the top {noun} of {zone}", "{zone}の一番上の{noun}"),
        examples=("top(deck).definition == green-2 and count(top(deck, 5)) == 2",),
        takes=("zone", "number"), optional=1, result=_of_end, reads=Reads.ZONE, gives=Gives.FIRST,
    ),
    Function(
        "bottom", "bottom(zone z) -> maybe T",
        ("The bottom card of a zone.", "置き場の一番下のカード。"),
        phrase=("the bottom {noun} of {zone}", "{zone}の一番下の{noun}"),
        examples=("bottom(deck).definition == blue-1",), takes=("zone",), result=_of_end,
        reads=Reads.ZONE, gives=Gives.PICKED,
    ),
    Function(
        "next", "next(player p) -> player",
        ("The next seat after p that is not eliminated.", "p の次の席の、脱落していない人。"),
        phrase=("the player after {player}", "{player}の次のプレイヤー"),
        examples=("next(ada) == bo and previous(ada) == bo",), takes=("player",),
        result=lambda player: PLAYER, reads=Reads.ELIMINATIONS, gives=Gives.NEIGHBOUR,
    ),
    Function(
        "previous", "previous(player p) -> player",
        ("The seat before p that is not eliminated.", "p の前の席の人。"),
        phrase=("the player before {player}", "{player}の前のプレイヤー"), takes=("player",),
        result=lambda player: PLAYER, reads=Reads.ELIMINATIONS, gives=Gives.NEIGHBOUR,
    ),
    Function(
        "seats", "seats -> list of player",
        ("All seats, the eliminated too, from the first.", "脱落した人も含む席順の全員。"),
        phrase=("all seats", "すべての席"), examples=("count(seats) == 2",), takes=(),
        result=lambda: ListOf(PLAYER),
    ),
    Function(
        "vacant", "vacant(zone z) -> int",
        ("The number of cards that still fit into the zone; a fault if it has no limit.",
         "あと何枚入るか。限りがなければ誤り。"),
        phrase=("the number of free places in {zone}", "{zone}の空きの数"),
        examples=("vacant(row) == 0 and vacant(bakery.shelf) == 1",), takes=("zone",),
        result=lambda zone: INT, reads=Reads.ZONE, gives=Gives.COUNT,
    ),
    Function(
        "definitions", "definitions(kind k) -> list of def of k",
        ("All definitions of a kind in the game.", "ゲームにあるその種類の定義すべて。"),
        examples=("count(definitions(ware)) == 15",),
    ),
    Function(
        "unique-entity", "unique-entity(def d) -> card",
        ("The one entity of a definition of a unique kind, or of a definition of which exactly "
         "one copy is named in a script.",
         "ただ一つしかない定義のもの。"),
        is_internal=True,
    ),
)  # fmt: skip
