"""Return the facts about a game before a match as plain data, with its rulings.

A ruling is the game's reading of a sentence of its rulebook that can be read in several ways.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from cardwright import Options
from cardwright.apps.face.words import in_language
from dsl.model.game import Game, Manifest, Ruling

if TYPE_CHECKING:
    from cardwright.apps.face.session import Session


def rulings_of(model: Game, expansion: str = "") -> tuple[Ruling, ...]:
    """Return the rulings of a game, or of an expansion that is in it."""
    return tuple(each for each in model.rulings if each.expansion == expansion)


def ruling_lines(session: Session, model: Game, expansion: str = "") -> Iterator[str]:
    """Yield the lines of each ruling: where the sentence stands, the sentence, what was decided."""
    default = model.manifest.default_language
    for each in rulings_of(model, expansion):
        decided = session.say("ruling-here")
        if each.settled_by:
            decided = session.say("ruling-by", source=", ".join(each.settled_by))
        where = [expansion] if expansion else []
        head = " · ".join([*where, ", ".join(each.source), decided])
        yield f"  {session.say('ruling')} {each.id} ({head})"
        yield f"    {in_language(each.sentence, session.lang, default)}"
        yield f"    → {in_language(each.decision, session.lang, default)}"
        if each.option is not None:
            yield f"    {session.say('ruling-option', option=each.option)}"


def plain_rulings(model: Game, expansion: str = "") -> list[dict[str, Any]]:
    """Return rulings as plain data."""
    return [
        {
            "id": each.id,
            "sentence": dict(each.sentence),
            "decision": dict(each.decision),
            "source": list(each.source),
            "settled-by": list(each.settled_by),
            "option": each.option,
        }
        for each in rulings_of(model, expansion)
    ]


def plain_notes(model: Game, expansions: Mapping[str, Game]) -> dict[str, Any]:
    """Return a game as plain data; `expansions` are the game with each of those, by its id."""
    return {
        **_manifest(model.manifest),
        "players": [model.players.low, model.players.high],
        "options": [
            {
                "id": option.id,
                "text": dict(option.text),
                "default": Options(model).text(option, option.default),
                "choices": Options(model).choices(option),
            }
            for option in Options(model)
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
