"""Say how native events look to rules and in the log, and which events need an actor."""

from __future__ import annotations

from collections.abc import Mapping

from dsl.languages import OWN
from dsl.model.game import Game
from dsl.words.vocabulary import NATIVES


def text(id_: str, game: Game) -> Mapping[str, str]:
    """Return the text of a native event, with what the game's translations say of it."""
    return {**dict(zip(OWN, NATIVES[id_].log, strict=True)), **game.natives.get(id_, {})}


def needing_actor(game: Game) -> frozenset[str]:
    """Return the events, natives and the taking of actions included, that need an actor."""
    own = {id_ for id_, variants in game.events.items() if any(each.uses_me for each in variants)}
    taken = {f"act:{action.id}" for action in game.actions}
    return frozenset(own | taken | {row.name for row in NATIVES.values() if row.has_actor})
