"""Gin Rummy beside OpenSpiel's: its games are the deals of our match, added up.

It asks whether one knocks before it asks for the discard; of what is laid off behind a run it
allows two cards on each side.
"""

from __future__ import annotations

from typing import Any

from soak.settings import Setting
from tests.classics.spiel import harness
from tests.referees.harness import Path

SETTINGS = (
    Setting("gin-rummy", 2, (("most-deals", 3),)),
    Setting("gin-rummy", 2, (("most-deals", 4), ("knock-limit", 5), ("bonus", 10))),
)
CARDS, RANKS, ROUND = 10, 13, 52
SUITS = ("spades", "clubs", "diamonds", "hearts")
WORDS = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")
TAKE, DRAW, PASS, KNOCK, MELDS = range(ROUND, ROUND + 5)
SETS, SHAPES = 65, 5
DECK = (None, "deck")
BEGUN = {"FirstUpcard": "take-upcard", "Draw": "take-discard"}
PASSED = {"FirstUpcard": "refuse", "Wall": "give-in"}
KNOCKED = {"Discard": "knock", "Wall": "knock-at-the-wall"}


def meld(number: int) -> str:
    """Return the id of a meld by OpenSpiel's number: sets by rank, then runs of 3, 4 and 5."""
    if number < SETS:
        low, shape = divmod(number, SHAPES)
        return f"set-{low + 1}" + (f"-without-{SUITS[shape]}" if shape < len(SUITS) else "")
    number -= SETS
    for size in (3, 4, 5):
        suit, low = divmod(number, RANKS + 1 - size)
        if suit < len(SUITS):
            return f"run-{SUITS[suit]}-{low + 1}-{size}"
        number -= len(SUITS) * (RANKS + 1 - size)
    raise ValueError(number)


class Adapter(harness.Adapter):
    """Words its actions by the phase of its game."""

    deals = 0

    def __init__(self, setting: Setting, match: Any) -> None:
        super().__init__(setting, match)
        bonus = self.options.get("bonus", 25)
        limit = self.options.get("knock-limit", 10)
        self.name = f"gin_rummy(gin_bonus={bonus},undercut_bonus={bonus},knock_card={limit})"

    def began(self, state: Any) -> None:
        """Read the hands; who is asked first is its player 0."""
        hands = self.came_deal(CARDS)
        self.first = self.played % len(hands)
        self.order = [*hands[self.first], *hands[1 - self.first]]

    def came(self, state: Any) -> int:
        """Return the cards of one hand, of the other, the upcard, or what is drawn."""
        dealt = len(state.history())
        if dealt < len(self.order):
            return self.number(self.order[dealt])
        zone = "pile"
        if dealt > len(self.order):
            player = next(act.player for act in reversed(state.full_history()) if act.player >= 0)
            zone = f"{self.match.names[self.seat(player)]}.hand"
        move = self.read.next_move(lambda move: move.went == zone and move.came in DECK)
        return self.number(self.read.card(move.card))

    def number(self, card: str) -> int:
        """Return OpenSpiel's number of a card: suit by suit from the ace."""
        suit, _, word = card.partition("-")
        return RANKS * SUITS.index(suit) + WORDS.index(word)

    def word(self, state: Any, action: int) -> Path:
        """Return the action, and the card or meld that it is about."""
        phase = str(state).partition("Phase: ")[2].split()[0]
        if action >= MELDS:
            return ("lay", meld(action - MELDS))
        if action >= ROUND:
            words = {TAKE: BEGUN, PASS: PASSED, KNOCK: KNOCKED}.get(action, {})
            return (words.get(phase, "draw-stock" if action == DRAW else "finish"),)
        suit, rank = divmod(action, RANKS)
        card = f"{SUITS[suit]}-{WORDS[rank]}"
        verb = {"Discard": ("throw",), "Layoff": ("lay-off",)}.get(phase, ())
        return (*verb, card)

    def returns(self) -> list[float]:
        """Return who is ahead and by how much."""
        ada, bo = self.each("points")
        return [ada - bo, bo - ada]
