"""What lies face down in Res Arcana stays unseen."""

from __future__ import annotations

import cardwright
from dsl.load import check_script

SHORT_DECK = """\
script: the deck is made up before it is looked at
game: res-arcana
players: [ada, bo]
given:
  start-player: ada
  ada.field: [hawk]
  ada.deck: [vault, crypt]
  ada.discard: [prism, magical-shard, athanor, nightingale]
  phase: act
  turn: ada
steps:
- ada: [hawk.1, look-at-own-deck]
"""


def test_nobody_sees_the_order_of_the_discard_pile_that_was_shuffled_under_the_deck(tmp_path):
    """By the rulebook a player without cards to draw shuffles the discard pile to a new deck, and
    a deck lies face down."""
    path = tmp_path / "short.yaml"
    path.write_text(SHORT_DECK)
    game = cardwright.load("res-arcana")
    (script,), findings = check_script(path, path.name, game.model)
    assert not findings
    match = game.match_after(script, 1)

    deck = match.observe(1)["players"][0]["zones"]["deck"]
    assert deck["count"] > 2
    assert [card["card"] for card in deck["cards"]] == [None] * deck["count"]
