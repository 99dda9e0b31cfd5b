"""Rows of the events that the machine carries out itself."""

from __future__ import annotations

from typing import Final

from dsl.model import types as t
from dsl.model.expressions import Constant, Primitive
from dsl.model.steps import Formula
from dsl.model.words import Native, Slot, Writes

END: Final = t.Basic("end")
"""The type of `top` and `bottom`."""
CARD: Final = t.EntityType("")
ZONE: Final = t.ZoneType("")
_NONE: Final = Formula((), 0, Constant(None, t.NONE))
_ALL: Final = Formula((), 0, Primitive("seats", (), t.ListOf(t.PLAYER)))
"""Who sits at the table; what is public, those see too who are out."""

NATIVES: Final = (
    Native(
        "move", "move (card c) to [top of|bottom of] (zone z)",
        slots=(Slot("c", CARD), Slot("z", ZONE, "to"), Slot("end", t.Maybe(END), default=_NONE)),
        writes=Writes.CARDS, enters=1, pair=(0, 1), needs_room=True, goes_as_one=True,
        manners=("top", "bottom"),
    ),
    Native("shuffle", "shuffle (zone z)", slots=(Slot("z", ZONE),), writes=Writes.ORDER),
    Native(
        "reveal", "reveal (card c) to (player p)",
        slots=(Slot("c", CARD), Slot("p", t.ListOf(t.PLAYER), "to", default=_ALL)),
        writes=Writes.KNOWLEDGE, manners=("me", "all"),
    ),
    Native(
        "create", "create (bag of def b) into (zone z) -> list of card",
        slots=(Slot("b", t.BagOf(t.DefinitionType(""))), Slot("z", ZONE, "into")),
        result=t.ListOf(CARD), writes=Writes.CARDS, enters=1, pair=(0, 1),
    ),
    Native("retire", "retire (card c)", slots=(Slot("c", CARD),), writes=Writes.CARDS),
    Native(
        "exchange", "exchange (card x) with (card y)",
        slots=(Slot("x", CARD), Slot("y", CARD, "with")), writes=Writes.CARDS, pair=(0, 1),
    ),
    Native(
        "fill", "fill (zone z) from (zone y)", slots=(Slot("z", ZONE), Slot("y", ZONE, "from")),
        writes=Writes.CARDS, enters=0, pair=(1, 0),
    ),
    Native("pass", "pass", writes=Writes.TURNS, has_actor=True),
    Native(
        "eliminate", "eliminate (player p)", slots=(Slot("p", t.PLAYER),), writes=Writes.PLAYERS,
    ),
)  # fmt: skip
