"""Two worlds: nobody is accused of what he may do because he knows the cards."""

from __future__ import annotations

from random import Random

import pytest

import cardwright
from cardwright.apps.lab.leaks.search import play_pair
from soak import roads, worlds
from soak.measure import Part


def test_a_pair_held_by_one_player_is_asked_for_card_by_card_in_either_order():
    part, chance = Part(), Random("big-two7")  # the two twos come into one hand there
    game = cardwright.load("big-two")

    play_pair(game, chance.choice(game.player_counts), chance, part.tally)

    assert part.tally["looks"] > 0


@pytest.mark.parametrize(
    ("game", "seed", "number"),
    [
        # who lays three of four twos, or the only three, can add a two to them in one world alone
        ("rummy-500", 1, 137),
        # four cards of a straight are chosen; with the fifth exchanged nobody would have begun it
        ("big-two", 5, 195),
    ],
)
def test_what_a_player_does_with_cards_he_alone_knows_is_no_leak(game, seed, number):
    name = f"classics/{game}"
    part = Part()

    worlds.check(name, Random(f"{seed} worlds/{name} {number}"), number, part)

    assert part.tally["looks"] > 0


def test_who_of_two_holders_is_asked_first_is_no_leak():
    """ "Players decide one after another, in turn order": one who holds the card in one world only
    is asked before another, and may refuse."""
    part = Part()

    roads.begun("ambush", Random("1 recipes/ambush 10"), 10, part)

    assert part.tally["looks"] > 0


@pytest.mark.parametrize("game", ["dream-tricks", "equilibrion", "worldmonger"])
def test_the_pages_of_two_worlds_are_the_same_with_keys_moves_and_offers(game):
    part = Part()

    for number in range(3):
        worlds.check_pages(game, Random(f"1 pages/{game} {number}"), number, part)

    assert part.tally["looks"] > 0 and part.tally["moves"] > 0


@pytest.mark.parametrize("number", [333, 377])
def test_what_was_followed_in_a_pair_that_was_given_up_is_forgotten(number):
    part = Part()

    worlds.check_pages("dream-tricks", Random(f"1 pages/dream-tricks {number}"), number, part)

    assert part.tally["looks"] > 0
