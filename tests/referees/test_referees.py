"""Hold random matches against the referees; `make soak` takes 200 of every game."""

from __future__ import annotations

import pytest

from tests.referees import (
    cerebria,
    cerebria_goals,
    cerebria_powers,
    cerebria_vibes,
    dream_tricks,
    equilibrion,
    equilibrion_books,
    res_arcana,
    res_arcana_cards,
    res_arcana_powers,
    res_arcana_reactions,
    worldmonger,
    worldmonger_cards,
)
from tests.referees.harness import Difference
from tests.referees.matches import LARGE, games, refereed, settings_of

SEED = 3
MATCHES = 4
TRIES = 14
"""Matches in which a planted error has to show."""


def some(game):
    """Return the numbers of a few matches, of settings far apart."""
    settings = len(settings_of(game))
    return range(0, settings, -(-settings // MATCHES))


@pytest.mark.parametrize(
    ("game", "number"), [(game, number) for game in games(LARGE) for number in some(game)]
)
def test_a_match_is_as_the_referee_says(game, number):
    tally = refereed(game, number, SEED)

    assert tally.decisions > 0
    assert tally.views > 0


PLANTED = {
    "worldmonger: an empty play area is worth 3": (
        "worldmonger", worldmonger, "BASE_PRICE", 3,
    ),
    "worldmonger: six cards are laid out": ("worldmonger", worldmonger, "LAID_OUT", 6),
    "worldmonger: a tie goes to the first seat": (
        "worldmonger", worldmonger.Worldmonger, "around", lambda game: list(range(game.players)),
    ),
    "worldmonger: no dividends are paid": (
        "worldmonger", worldmonger.Worldmonger, "pay_dividend", lambda game, civ: None,
    ),
    "worldmonger: a Villager is worth 1 in the end": (
        "worldmonger", worldmonger_cards.CULTURES, "villager", (1, False, 1),
    ),
    "dream-tricks: a 5 is worth 12 as a nightmare": (
        "dream-tricks", dream_tricks.NIGHTMARES, 5, (11, 12),
    ),
    "dream-tricks: weak nightmares may be played": (
        "dream-tricks", dream_tricks.DreamTricks, "weak", lambda game, player: [],
    ),
    "dream-tricks: the leader wins every trick": (
        "dream-tricks", dream_tricks.DreamTricks, "winner", lambda game: game.trick[0][0],
    ),
    "dream-tricks: nobody loses a life after a deal": (
        "dream-tricks", dream_tricks.DreamTricks, "losers", lambda game, scores: [],
    ),
    "dream-tricks: the dealer remains": (
        "dream-tricks", dream_tricks.DreamTricks, "left_of", lambda game, player: player,
    ),
    "equilibrion: a Chaos counts 4": ("equilibrion", equilibrion, "CHAOS_STRENGTH", 4),
    "equilibrion: a side takes four dreams": ("equilibrion", equilibrion, "MOST_ON_A_SIDE", 4),
    "equilibrion: an Arch-Square takes nothing": (
        "equilibrion", equilibrion, "shows", lambda city, dream: dream.split("-")[-1] in city,
    ),
    "equilibrion: a balanced city stays": (
        "equilibrion", equilibrion.City, "is_balanced", False,
    ),
    "equilibrion: a book may move a Chaos": (
        "equilibrion", equilibrion_books.Books, "movable",
        lambda books, side: [
            (side, row, dream)
            for row, city in enumerate(books.game.face_up)
            for dream in set(city.sides[side])
        ],
    ),
    "cerebria: only its own slot counts for a Frontier": (
        "cerebria", cerebria, "triad", lambda frontier: (3 * frontier + 1,),
    ),
    "cerebria: a Move costs 2": ("cerebria", cerebria_vibes.BASE, "move", cerebria_vibes.Price(2)),
    "cerebria: no Emotion gets an Intensity token": (
        "cerebria", cerebria_powers.ENTERING, "intensity-token", lambda *entered: None,
    ),
    "cerebria: a Minor is worth 4": ("cerebria", cerebria_goals.POINTS, "minor", 4),
    "res-arcana: nine points are enough": ("res-arcana", res_arcana, "THRESHOLD", 9),
    "res-arcana: a monument costs 5 gold": ("res-arcana", res_arcana, "MONUMENT_GOLD", 5),
    "res-arcana: nothing is scored": (
        "res-arcana", res_arcana_cards.Player, "worth", lambda player, component: 0,
    ),
    "res-arcana: discounts are forgotten": (
        "res-arcana", res_arcana.ResArcana, "discounts", lambda game, player, card: [],
    ),
    "res-arcana: nobody can react to a loss": (
        "res-arcana", res_arcana_reactions.Reactions, "reactions", lambda game, player, name: [],
    ),
    "res-arcana: a deck shows two cards": ("res-arcana", res_arcana_powers, "LOOKED_AT", 2),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_an_error_in_a_referee_is_found(name, monkeypatch):
    game, home, key, wrong = PLANTED[name]
    put = monkeypatch.setitem if isinstance(home, dict) else monkeypatch.setattr
    put(home, key, wrong)

    with pytest.raises(Difference):
        for number in range(TRIES):
            refereed(game, number, SEED)
