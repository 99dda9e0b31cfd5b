"""Referee Worldmonger: the rulebook's frame and the cards' facts, on a state of its own.

Where the rulebook leaves something open, the ruling is named as R-WM-nn.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.referees.harness import Ask, Chance, Play, Referee, Result
from tests.referees.piles import Pile
from tests.referees.worldmonger_cards import CIVILIZATIONS, CULTURES, VILLAGERS
from tests.referees.worldmonger_effects import EFFECTS, Use

LAID_OUT, BASE_PRICE, FIRST_COINS, BANK = 5, 2, 15, 500
Doing = Generator[Ask | Chance, Any, None]


@dataclass(eq=False)
class Card:
    """A card in a play area; `kind` is a culture or `NAME-stock`."""

    kind: str
    is_used: bool = False

    @property
    def is_stock(self) -> bool:
        return self.kind.endswith("-stock")

    @property
    def is_usable(self) -> bool:
        return self.kind in EFFECTS and not self.is_used


@dataclass(eq=False)
class Civilization:
    """A civilization with its deck, its play area, and its discard pile, the top last."""

    name: str
    deck: Pile
    play: list[Card] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)

    @property
    def price(self) -> int:
        """2, and the values of all cards in the play area."""
        return BASE_PRICE + sum(value_of(card.kind) for card in self.play)

    @property
    def end_value(self) -> int:
        """The end values of all its cards, without the 2."""
        every = [*self.deck, *self.discard, *(card.kind for card in self.play)]
        return sum(CULTURES[kind][2] for kind in every if kind in CULTURES)

    def add(self, kind: str, number: int = 1) -> None:
        """Put cards into play, unused (R-WM-03)."""
        self.play += [Card(kind) for _ in range(number)]

    def put_away(self, card: Card) -> None:
        """Discard a card of the play area."""
        self.play.remove(card)
        self.discard.append(card.kind)


def value_of(kind: str) -> int:
    return CULTURES[kind][0] if kind in CULTURES else 0


class Worldmonger(Referee):
    """A match.

    Args:
        civilizations: From top to bottom, or none for those that chance gives.
        has_bank: There are 500 coins in all.
        pays_at_once: Dividends are paid after each civilization's turn.
        orders: The controller puts the cards in order that are cleaned up.
    """

    def __init__(
        self,
        players: int,
        civilizations: Iterable[str] = (),
        *,
        has_bank: bool = False,
        pays_at_once: bool = False,
        orders: bool = False,
        use_limit: int = 100,
    ) -> None:
        self.players = players
        self.named = tuple(civilizations)
        self.has_bank, self.pays_at_once, self.orders = has_bank, pays_at_once, orders
        self.use_limit = use_limit
        self.coins = [FIRST_COINS] * players
        self.shares: list[dict[str, int]] = []
        self.civs: list[Civilization] = []
        self.supply: dict[str, int] = {}
        self.start = self.round = 0
        self.last_round: int | None = None

    # --- what follows from the table ----------------------------------------------------------

    @property
    def bank(self) -> int:
        return BANK - sum(self.coins)

    def controller(self, civ: Civilization) -> int | None:
        """Return who holds most shares; of those who tie the first from the start player on."""
        most = max(held[civ.name] for held in self.shares)
        tied = [p for p in self.around() if most and self.shares[p][civ.name] == most]
        return tied[0] if tied else None

    def around(self) -> list[int]:
        """Return the players clockwise, the start player first."""
        return [(self.start + n) % self.players for n in range(self.players)]

    def others(self, civ: Civilization) -> list[Civilization]:
        return [other for other in self.civs if other is not civ]

    def gainable(self, most: int | None = None, *, villagers: bool = True) -> list[str]:
        """Return the supply piles that are not empty and fit."""
        return [
            kind
            for kind, left in self.supply.items()
            if left and (villagers or kind != "villager")
            and (most is None or value_of(kind) <= most)
        ]  # fmt: skip

    # --- the course ---------------------------------------------------------------------------

    def play(self) -> Play:
        """Play a match."""
        yield from self.set_up()
        while self.last_round is None or self.round < self.last_round:
            self.round += 1
            yield from self.civilization_phase()
            yield from self.investment_phase()
            yield from self.development_phase()
            yield from self.clean_up()
        for player in range(self.players):
            for civ in self.civs:
                # All shares are sold at the end value, whatever coins there are.
                self.coins[player] += self.shares[player].pop(civ.name) * civ.end_value
        most = max(self.coins)
        winners = frozenset(p for p, coins in enumerate(self.coins) if coins == most)
        return Result(winners, dict(enumerate(self.coins)))

    def set_up(self) -> Doing:
        """Choose civilizations; decks of 7 stock cards, 6 Villagers and 2 cultures; the supply."""
        number = 3 if self.players == 2 else 4 if self.players <= 4 else 5
        names = self.named or (yield Chance("civilizations", number))
        kinds: dict[str, int] = {"villager": VILLAGERS}
        for name in names:
            own = CIVILIZATIONS[name].deck
            deck = [f"{name}-stock"] * 7 + ["villager"] * 6 + list(own)
            self.civs.append(Civilization(name, Pile(name, deck)))
            kinds["villager"] -= 6
            for kind in own:
                kinds[kind] = kinds.get(kind, 8) - 1
        self.supply = kinds
        self.shares = [dict.fromkeys(names, 0) for _ in range(self.players)]
        self.start = yield Chance("start player", self.players)

    def civilization_phase(self) -> Doing:
        """Each lays out and is used; who holds shares of what shows a dividend is paid."""
        for civ in self.civs:
            yield from self.draw(civ, LAID_OUT)
            yield from self.use_cards(civ)
            if self.pays_at_once:
                self.pay_dividend(civ)
        if not self.pays_at_once:
            for civ in self.civs:
                self.pay_dividend(civ)

    def pay_dividend(self, civ: Civilization) -> None:
        """Pay a coin a share, however many icons there are."""
        if any(card.kind in CULTURES and CULTURES[card.kind][1] for card in civ.play):
            for player in self.around():
                self.earn(player, self.shares[player][civ.name])

    def earn(self, player: int, coins: int) -> None:
        self.coins[player] += min(coins, self.bank) if self.has_bank else coins

    def use_cards(self, civ: Civilization) -> Doing:
        """Let the controller use cards until he stops; R-WM-17: so many uses at most."""
        for _ in range(self.use_limit):
            who = self.controller(civ)
            usable = [at for at, card in enumerate(civ.play) if card.is_usable]
            if who is None or not usable:
                return
            uses = [("use", civ.name, at) for at in usable]
            taken = yield Ask(who, "use", [("stop",), *uses])
            if taken == ("stop",):
                return
            card = civ.play[taken[2]]
            card.is_used = True
            yield from Use(self, civ, card, who).effect()

    def investment_phase(self) -> Doing:
        """Each, the start player first: buy a share, sell shares of one civilization, or pass."""
        for who in self.around():
            stocks = [c for c in self.civs if any(card.is_stock for card in c.play)]
            buys = [("buy", civ.name) for civ in stocks if civ.price <= self.coins[who]]
            held = self.shares[who].items()
            sales = [("sell", name, n) for name, most in held for n in range(1, most + 1)]
            taken = yield Ask(who, "invest", [("pass",), *buys, *sales])
            if taken[0] != "pass":
                civ = next(civ for civ in self.civs if civ.name == taken[1])
                self.invest(who, civ, sold=taken[2] if taken[0] == "sell" else 0)

    def invest(self, who: int, civ: Civilization, sold: int) -> None:
        """Buy a share, or sell some: they go to the discard pile."""
        self.shares[who][civ.name] -= sold or -1
        if sold:
            civ.discard += [f"{civ.name}-stock"] * sold
            self.earn(who, sold * civ.price)
        else:
            self.coins[who] -= civ.price
            civ.play.remove(next(card for card in civ.play if card.is_stock))

    def development_phase(self) -> Doing:
        """Each takes a culture into its discard pile: any, or its star without a controller."""
        for civ in self.civs:
            who = self.controller(civ)
            star = CIVILIZATIONS[civ.name].star
            if who is not None and self.gainable():
                (kind,) = yield Ask(who, "develop", [(kind,) for kind in self.gainable()])
                self.gain(civ, kind)
            elif who is None and self.supply[star]:
                self.gain(civ, star)

    def gain(self, civ: Civilization, kind: str, *, onto_deck: bool = False) -> None:
        self.supply[kind] -= 1
        if onto_deck:
            civ.deck.put_on_top(kind)
        else:
            civ.discard.append(kind)

    def clean_up(self) -> Doing:
        """Discard all play areas; R-WM-12: in their order, or in the controller's."""
        for civ in self.civs:
            who = self.controller(civ)
            order = list(range(len(civ.play)))
            if self.orders and who is not None:
                order = yield from self.ordered(who, civ)
            civ.discard += [civ.play[at].kind for at in order]
            civ.play.clear()
        self.start = (self.start + 1) % self.players
        if self.last_round is None and sum(not left for left in self.supply.values()) >= 2:
            self.last_round = self.round + 1

    def ordered(self, who: int, civ: Civilization) -> Generator[Ask | Chance, Any, list[int]]:
        """Return the places of a play area in the order that a player wants."""
        left, order = list(range(len(civ.play))), []
        while left:
            _, at = yield Ask(who, "clean up", [(civ.name, at) for at in left])
            left.remove(at)
            order.append(at)
        return order

    # --- cards --------------------------------------------------------------------------------

    def draw(self, civ: Civilization, number: int) -> Doing:
        """Take cards from a deck into its play area, as far as there are."""
        self.prepare(civ, number)
        for _ in range(min(number, len(civ.deck))):
            civ.add((yield from civ.deck.take()))

    def prepare(self, civ: Civilization, number: int) -> None:
        """Put the discard pile shuffled under a deck that has fewer cards than are taken."""
        if len(civ.deck) < number:
            civ.deck.put_under(civ.discard)
            civ.discard.clear()

    # --- to be compared -----------------------------------------------------------------------

    def view(self) -> dict[str, Any]:
        """Return what lies on the table, hidden cards as far as one can count them."""
        found: dict[str, Any] = {
            "round": self.round,
            "last round": self.last_round,
            "start player": self.start,
            "coins": self.coins,
            "shares": self.shares,
            "supply": {kind: left for kind, left in self.supply.items() if left},
        }
        for civ in self.civs:
            found[f"{civ.name} deck"] = sorted(civ.deck)
            found[f"{civ.name} play"] = [(card.kind, card.is_used) for card in civ.play]
            found[f"{civ.name} discard"] = civ.discard
            found[f"{civ.name} price"] = civ.price
            found[f"{civ.name} controller"] = self.controller(civ)
        return found
