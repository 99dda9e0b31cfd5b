"""Say how native events look to rules and in the log."""

from __future__ import annotations

from collections.abc import Mapping

from dsl.model.game import Game
from dsl.model.types import (
    PLAYER,
    BagOf,
    Basic,
    DefinitionType,
    EntityType,
    ListOf,
    Type,
    ZoneType,
)

WORD = Basic("word")

SLOTS: Mapping[str, tuple[tuple[str, Type], ...]] = {
    "move": (("c", EntityType("")), ("z", ZoneType("")), ("end", WORD)),
    "shuffle": (("z", ZoneType("")),),
    "reveal": (("c", EntityType("")), ("p", ListOf(PLAYER))),
    "create": (("b", BagOf(DefinitionType(""))), ("z", ZoneType(""))),
    "retire": (("c", EntityType("")),),
    "exchange": (("x", EntityType("")), ("y", EntityType(""))),
    "fill": (("z", ZoneType("")), ("y", ZoneType(""))),
    "pass": (),
    "eliminate": (("p", PLAYER),),
}

TEXTS: Mapping[str, Mapping[str, str]] = {
    "move": {"en": "{c} goes to {z}", "ja": "{c}が{z}へ移る"},
    "shuffle": {"en": "{z} is shuffled", "ja": "{z}を混ぜる"},
    "reveal": {"en": "{p} see {c}", "ja": "{p}が{c}を見る"},
    "create": {"en": "{b} come into {z}", "ja": "{z}に{b}が現れる"},
    "retire": {"en": "{c} leaves the game", "ja": "{c}がゲームから離れる"},
    "exchange": {"en": "{x} and {y} trade places", "ja": "{x}と{y}を入れ替える"},
    "fill": {"en": "{z} is filled from {y}", "ja": "{y}から{z}を補充する"},
    "pass": {"en": "{me} passes", "ja": "{me}はパスする"},
    "eliminate": {"en": "{p} is out", "ja": "{p}は脱落する"},
}


def text(id_: str, game: Game) -> Mapping[str, str]:
    """Return the text of a native event, with what the game's translations say of it."""
    return {**TEXTS[id_], **game.natives.get(id_, {})}
