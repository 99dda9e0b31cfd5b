"""Crazy Eights beside OpenSpiel's: the same play; what OpenSpiel counts is its own.

It counts two more than the number of a card in the deck where one counts what is printed on the
card, and an ace as ten: the hands are compared by that. And when the deck is used up and everybody
has passed it asks one player more: we take the pass.
"""

from __future__ import annotations

from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees.cards import SUITS, rank_of
from tests.classics.spiel import harness
from tests.classics.spiel.harness import BY_NUMBER, numbered
from tests.referees.harness import Path, Step

TURNED, NOT_TURNED = ("pile-turned", True), ("pile-turned", False)
SETTINGS = tuple(
    Setting("crazy-eights", players, (turned, *drawn))
    for players, turned, drawn in (
        (2, NOT_TURNED, ()),
        (3, NOT_TURNED, ()),
        (4, TURNED, ()),
        (5, NOT_TURNED, (("most-drawn", 1),)),
        (2, TURNED, (("most-drawn", 3),)),
        (5, TURNED, ()),
    )
)
OF_TWO, OF_MORE = 7, 5
DRAW, PASS, SUIT = 52, 53, 54
EIGHT, TEN = 8, 10
DRAWING = 0.1
"""How often one draws who can play, where the pile is turned: so that matches end."""

FOREVER = 100_000
"""So many cards may be played."""


class Adapter(harness.Adapter):
    """Words its actions and the deck; the last player deals."""

    def __init__(self, setting: Setting, match: Match) -> None:
        super().__init__(setting, match)
        turned = str(self.options["pile-turned"]).lower()
        self.name = (
            f"crazy_eights(players={setting.players},max_turns={FOREVER},reshuffle={turned},"
            f"max_draw_cards={self.options.get('most-drawn', 5)})"
        )
        self.cards = OF_TWO if setting.players == 2 else OF_MORE
        self.player = 0
        """Whose turn it was last."""

    def began(self, state: Any) -> None:
        """Read the hands and the first card of the pile."""
        hands = self.came_deal(self.cards)
        self.order = [hand[place] for place in range(self.cards) for hand in hands]
        self.order.append(self.came_turn("pile"))

    def came(self, state: Any) -> int:
        """Return who deals, then cards one by one, the one that is turned, and what is drawn."""
        done = len(state.history())
        if not done:
            return DRAW + len(self.match.names) - 1
        if done <= len(self.order):
            return numbered(self.order[done - 1])
        return numbered(self.came_draw(self.player))

    def word(self, state: Any, action: int) -> Path:
        """Return a card that is played, a suit that is asked for, `draw-one` or `pass`."""
        if action < DRAW:
            return ("play", BY_NUMBER[action])
        return (SUITS[action - SUIT],) if action >= SUIT else (("draw-one", "pass")[action - DRAW],)

    def turn(self, state: Any) -> harness.Turn:
        """Let a player decide, but when all have passed."""
        self.player = state.current_player()
        last = state.history()[-len(self.match.names) :]
        if self.match.over and set(last) == {PASS}:
            state.apply_action(PASS)
        else:
            yield from super().turn(state)

    def weigh(self, step: Step) -> float:
        """Return how often a step is taken compared with others."""
        return DRAWING if step == "draw-one" and self.options["pile-turned"] else 1.0

    def returns(self) -> list[float]:
        """Return what the hands are worth to OpenSpiel."""
        return [-sum(map(self.worth, hand)) for hand in self.bags("hand")]

    def worth(self, card: str) -> int:
        """Return what a card in hand costs."""
        if rank_of(card) == EIGHT:
            return 50
        return TEN if rank_of(card) > TEN else numbered(card) + 2
