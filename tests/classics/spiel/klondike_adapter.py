"""Klondike beside OpenSpiel's solitaire: the same patience, but that ours may be given up.

OpenSpiel names a card to go to where we name a column, so columns are worded by their last cards.
What it counts as returns follows from our position: a card that was taken from the stock or turned
up never goes back.
"""

from __future__ import annotations

from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees.cards import FACES, rank_of, suit_of
from tests.classics.spiel import harness
from tests.referees.harness import Ask, Path, Step

MOVES, PATIENCE = 150, 4
"""How long we play; after so many moves without anything new ours may be given up."""

SETTINGS = (Setting("klondike", 1, (("moves", MOVES),)),)
GLYPHS = {"♠": "spades", "♥": "hearts", "♣": "clubs", "♦": "diamonds"}
ORDER = tuple(GLYPHS.values())
COLUMNS, STOCK, HIDDEN = 7, 24, 21
NEW, BEST, STEP = 20, 110, 10
"""Points of a card from the stock or turned up; what an ace and a two are worth follows."""


def pips(card: str) -> int:
    """Return the number of a card, 1 for an ace."""
    return rank_of(card) % 13 or 13


def named(text: str) -> str:
    """Return our card of OpenSpiel's `T♠`."""
    number = "A23456789TJQK".index(text[0]) + 1
    return f"{GLYPHS[text[-1]]}-{FACES.get(14 if number == 1 else number, number)}"


class Adapter(harness.Adapter):
    """Words its moves as a card and what it goes to."""

    name = "solitaire(depth_limit=100000)"

    def __init__(self, setting: Setting, match: Match) -> None:
        super().__init__(setting, match)
        self.open: list[str] = []
        self.made = self.idle = 0

    def began(self, state: Any) -> None:
        """Read the deal."""
        self.open = [self.came_turn(f"column-{1 + number}.shown") for number in range(COLUMNS)]
        self.open += [self.came_turn("stock") for _ in range(STOCK)]

    def word(self, state: Any, action: int) -> Path:
        """Return a move: up to the foundation, or to a card or an empty column."""
        if not action:
            return ("give-up",)
        target, source = state.action_to_string(action).split(" ← ")
        card = named(source)
        if target[-1] == source[-1]:
            return ("put-up", card)
        return ("build", card, "empty" if target[-1] not in GLYPHS else named(target))

    def step(self, match: Match, index: int) -> Step:
        """Return what an option means, a column by its last card."""
        label = self.read.label(match, index)
        if not label.startswith("column-"):
            return label
        shown = self.read.zones(match)[f"{label}.shown"]
        return self.read.card(shown[-1]) if shown else "empty"

    def weigh(self, step: Step) -> float:
        """Return 0 for giving up, which OpenSpiel does not know."""
        return 0.0 if step == "give-up" else 1.0

    def came(self, state: Any) -> int:
        """Return the next card that is turned up; OpenSpiel counts suit by suit from 1."""
        card = self.open.pop(0) if self.open else self.turned()
        return 13 * ORDER.index(suit_of(card)) + pips(card)

    def turned(self) -> str:
        """Return the next card that was turned up in a column."""
        self.idle = 0
        move = self.read.next_move(lambda move: (move.came or "").endswith(".hidden"))
        return self.read.card(move.card)

    def game(self, state: Any) -> harness.Turn:
        """Play until OpenSpiel's game or our number of moves is at its end."""
        while not state.is_terminal() and (self.made < MOVES or state.is_chance_node()):
            if state.is_chance_node():
                state.apply_action((yield from self.dealt(state)))
            else:
                yield from self.turn(state)

    def turn(self, state: Any) -> harness.Turn:
        """Make a move; where ours may be given up that is one of the options."""
        words = {self.word(state, action): action for action in state.legal_actions()}
        more = [("give-up",)] if self.idle > PATIENCE and ("give-up",) not in words else []
        option = yield Ask(0, str(state), [*words, *more])
        stock = str(state).partition("\n")[0].split()
        state.apply_action(words[option])
        taken = len(str(state).partition("\n")[0].split()) < len(stock)
        self.made, self.idle = self.made + 1, 1 if taken else self.idle + 1

    def returns(self) -> list[float]:
        """Return the points of our position, as OpenSpiel counts them."""
        hidden = sum(len(cards) for zone, cards in self.read.zones().items() if "hidden" in zone)
        up = sum(max(BEST - STEP * pips(card), STEP) for card in self.cards("foundation"))
        return [up + NEW * (STOCK - len(self.cards("stock")) + HIDDEN - hidden)]
