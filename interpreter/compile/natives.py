"""Say how native events look to rules and in the log."""

from __future__ import annotations

from collections.abc import Mapping

from dsl.languages import OWN
from dsl.model.game import Game
from dsl.words.vocabulary import NATIVES


def text(id_: str, game: Game) -> Mapping[str, str]:
    """Return the text of a native event, with what the game's translations say of it."""
    return {**dict(zip(OWN, NATIVES[id_].log, strict=True)), **game.natives.get(id_, {})}
