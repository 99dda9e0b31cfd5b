"""Two worlds: nobody is accused who sees both of the cards that have changed places."""

from __future__ import annotations

from random import Random

import cardwright
from soak.measure import Part
from soak.worlds import play_pair


def test_a_pair_held_by_one_player_is_asked_for_card_by_card_in_either_order():
    part, chance = Part(), Random("big-two7")  # the two twos come into one hand there
    game = cardwright.load("big-two")

    play_pair(game, chance.choice(game.player_counts), chance, part)

    assert part.tally["looks"] > 0
