"""Say what is to be known of a game before a match as plain data, for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.api.options import PLAYER_COUNT, option_choices, option_text
from cardwright.apps.authors.rulings import plain_rulings
from dsl.model.game import Game, Manifest


def plain_notes(model: Game, expansions: Mapping[str, Game]) -> dict[str, Any]:
    """Return a game as plain data; `expansions` are the game with each of those, by its id."""
    return {
        **_manifest(model.manifest),
        "players": [model.players.low, model.players.high],
        "options": [
            {
                "id": option.id,
                "text": dict(option.text),
                "default": option_text(model, option, option.default),
                "choices": option_choices(model, option),
            }
            for option in model.options.values()
            if option.id != PLAYER_COUNT
        ],
        "scenarios": [
            {"id": each.id, "text": dict(each.text), "players": each.players}
            for each in model.scenarios.values()
        ],
        "rulings": plain_rulings(model),
        "expansions": [
            {**_manifest(manifest), "rulings": plain_rulings(game, manifest.id)}
            for id_, game in expansions.items()
            for manifest in game.expansions
            if manifest.id == id_
        ],
    }


def _manifest(manifest: Manifest) -> dict[str, Any]:
    """Return what a manifest says of its package."""
    return {
        "id": manifest.id,
        "version": manifest.version,
        "title": dict(manifest.title),
        "summary": dict(manifest.summary),
        "genre": manifest.genre,
        "authors": list(manifest.authors),
        "licence": manifest.licence,
        "source": dict(manifest.source),
        "published": [dict(text) for text in manifest.published],
        "reconstructed": [dict(text) for text in manifest.reconstructed],
    }
