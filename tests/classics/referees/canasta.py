"""Referee Canasta: two sides lay cards of a rank with jokers and twos, and take the discards.

A turn is a draw or the pile, melds, and a discard. A side's first melds need a count by its score;
who cannot reach it takes them back. Suits mean nothing but the colour of threes, so cards are ranks
here: 0 is a joker, 3 a black three and 15 a red one.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.referees.harness import Ask, Chance, Play, Referee, Result

PLAYERS, HAND, DECK = 4, 11, 108
JOKER, TWO, BLACK, RED = 0, 2, 3, 15
WILD = (JOKER, TWO)
MOST_WILD, LEAST, NATURAL, CANASTA = 3, 3, 2, 7
WORTH = {JOKER: 50, TWO: 20, 14: 20} | dict.fromkeys(range(8, 14), 10)
WORTH |= dict.fromkeys(range(3, 8), 5)
PURE, MIXED, REDS, ALL_REDS, OUT, CONCEALED = 500, 300, 100, 800, 100, 200
Doing = Generator[Ask | Chance, Any, Any]


class Turn:
    """What a player has done in a turn."""

    def __init__(self) -> None:
        self.counted = 0
        self.has_failed = self.has_added = self.is_last = False
        self.fresh: set[int] = set()
        self.claimed: int | None = None


class Side:
    """Two partners.

    Attributes:
        extra: How much more their first melds need in this deal.
    """

    def __init__(self) -> None:
        self.points = 0
        self.begin()

    def begin(self) -> None:
        """Forget the last deal."""
        self.melds: dict[int, list[int]] = {}
        self.reds, self.extra, self.has_melded = 0, 0, False

    def has_canasta(self) -> bool:
        """Return whether there are seven of a rank."""
        return any(len(cards) >= CANASTA for cards in self.melds.values())

    def needed(self) -> int:
        """Return what the first melds need."""
        steps = ((0, 15), (1500, 50), (3000, 90))
        return self.extra + next((n for below, n in steps if self.points < below), 120)


class Canasta(Referee):
    """Deals until a side has the points that end the game."""

    def __init__(self, target: int, deals: int) -> None:
        self.target, self.deals = target, deals
        self.sides = (Side(), Side())
        self.hands: list[list[int]] = [[] for _ in range(PLAYERS)]
        self.pile: list[int] = []
        self.left = 0

    def play(self) -> Play:
        """Play deals; who begins goes round."""
        for deal in range(self.deals):
            yield from self.deal((deal + 1) % PLAYERS)
            if max(side.points for side in self.sides) >= self.target:
                break
        points = [side.points for side in self.sides]
        won = frozenset(seat for seat in range(PLAYERS) if points[seat % 2] == max(points))
        return Result(won, dict(enumerate(points)))

    def deal(self, first: int) -> Doing:
        """Play a deal."""
        for side in self.sides:
            side.begin()
        self.hands = yield Chance("deal", HAND)
        self.left, self.is_over, self.pile = DECK - PLAYERS * HAND, False, []
        self.open = [False] * PLAYERS
        order = [(first + turn) % PLAYERS for turn in range(PLAYERS)]
        for seat in order:
            while RED in self.hands[seat]:
                self.hands[seat].remove(RED)
                self.sides[seat % 2].reds += 1
                yield from self.draw(seat)
        while not self.pile or self.pile[-1] in (*WILD, RED):
            self.pile.append((yield Chance("turn", "pile")))
            self.left -= 1
        while not self.is_over:
            yield from self.turn(order[0])
            order = [*order[1:], order[0]]
        for number, side in enumerate(self.sides):
            side.points += self.total(number)

    def draw(self, seat: int) -> Doing:
        """Draw a card and another one for each red three; return whether the last was one."""
        card = None
        while self.left and card in (None, RED):
            card = yield Chance("came", seat)
            self.left -= 1
            if card == RED:
                self.sides[seat % 2].reds += 1
            else:
                self.hands[seat].append(card)
        return card == RED

    # --- a turn -----------------------------------------------------------------------------------

    def turn(self, seat: int) -> Doing:
        """Draw or take the pile, meld and discard."""
        self.now = turn = Turn()
        side, hand = self.sides[seat % 2], self.hands[seat]
        (what, *card) = yield Ask(seat, "draw", self.draws(seat))
        if what == "end-deal":
            self.is_over = True
        elif what == "draw-card-up":
            turn.is_last = yield from self.draw(seat)
        else:
            rank = self.pile[-1]
            used = {"take-with-pair": [rank] * 2, "take-with-wild": [rank, *card]}.get(what, [])
            turn.claimed = self.pile.pop()
            was_down = side.has_melded
            self.lay(seat, rank, used, [rank])
            if was_down:
                self.collect(seat)
            if not hand and side.has_melded:
                self.go_out(seat)
        while not self.is_over:
            (what, *things) = yield Ask(seat, "meld", self.doings(seat))
            if what == "lay":
                rank, naturals, jokers, twos = things
                self.lay(seat, rank, [rank] * naturals + [JOKER] * jokers + [TWO] * twos, [])
                if not hand and side.has_melded:
                    self.go_out(seat)
            elif what == "take-back":
                yield from self.take_back(seat)
            elif what == "finish":
                self.is_over = True
            else:
                hand.remove(things[0])
                self.pile.append(things[0])
                if not hand:
                    self.go_out(seat)
                self.open[seat] = self.open[seat] or bool(turn.fresh) or turn.has_added
                return

    def draws(self, seat: int) -> list[tuple[Any, ...]]:
        """Return how a turn may begin."""
        side, hand = self.sides[seat % 2], self.hands[seat]
        found: list[tuple[Any, ...]] = [("draw-card-up",)] if self.left else []
        must = False
        is_too_little = len(hand) == len(self.pile) == 1
        if self.pile and self.pile[-1] in range(4, 15) and not is_too_little:
            top = self.pile[-1]
            meld = side.melds.get(top, [])
            is_frozen = not side.has_melded or any(card in (*WILD, RED) for card in self.pile)
            rest = len([card for card in self.pile if card != RED]) - 1
            from_hand = self.may_keep(seat, len(hand) - 2 + rest, len(meld) + 3)
            if hand.count(top) >= 2 and from_hand:
                found.append(("take-with-pair",))
            if not is_frozen and top in hand and not meld and from_hand:
                found += [("take-with-wild", wild) for wild in WILD if wild in hand]
            must = not is_frozen and bool(meld)
            must = must and self.may_keep(seat, len(hand) + rest, len(meld) + 1)
            found += [("take-onto-meld",)] if must else []
        return found if self.left or must else [*found, ("end-deal",)]

    def may_keep(self, seat: int, cards: int, added: int) -> bool:
        """Return whether so many cards may be left: two, or fewer where one may go out."""
        can_go = added >= CANASTA or self.sides[seat % 2].has_canasta()
        return cards >= 2 or can_go

    def doings(self, seat: int) -> list[tuple[Any, ...]]:
        """Return what may be done after a draw."""
        side, hand, turn = self.sides[seat % 2], self.hands[seat], self.now
        found: list[tuple[Any, ...]] = []
        rest = len(self.pile) if turn.claimed is not None else 0
        for rank in range(BLACK, 15) if not turn.has_failed else ():
            for naturals in range(hand.count(rank) + 1):
                for jokers in range(min(MOST_WILD, hand.count(JOKER)) + 1):
                    for twos in range(min(MOST_WILD, hand.count(TWO)) + 1):
                        ways = (naturals, jokers, twos)
                        if self.fits(seat, rank, ways, rest):
                            found.append(("lay", rank, *ways))
        is_settled = side.has_melded or not turn.counted
        if not is_settled:
            found.append(("take-back",))
        if is_settled and turn.is_last:
            found.append(("finish",))
        elif is_settled and self.may_keep(seat, len(hand), 0):
            found += [("throw", card) for card in sorted({*hand})]
        return found

    def fits(self, seat: int, rank: int, ways: tuple[int, int, int], rest: int) -> bool:
        """Return whether so many naturals, jokers and twos may be laid."""
        meld = self.sides[seat % 2].melds.get(rank, [])
        wild = ways[1] + ways[2] + len([card for card in meld if card in WILD])
        total, left = sum(ways), len(self.hands[seat]) - sum(ways)
        if not total or wild > MOST_WILD:
            return False
        if not meld and (ways[0] < NATURAL or total < LEAST):
            return False
        if rank == BLACK and (wild or left + rest > 1):
            return False
        return self.may_keep(seat, left + rest, total + len(meld))

    def lay(self, seat: int, rank: int, cards: list[int], taken: list[int]) -> None:
        """Lay cards of the hand, and one from the pile where it is taken."""
        side, turn = self.sides[seat % 2], self.now
        if not side.melds.get(rank):
            turn.fresh.add(rank)
        if rank not in turn.fresh:
            turn.has_added = True
        for card in cards:
            self.hands[seat].remove(card)
        side.melds.setdefault(rank, []).extend([*cards, *taken])
        if not side.has_melded:
            turn.counted += sum(WORTH[card] for card in [*cards, *taken])
            if turn.counted >= side.needed():
                side.has_melded = True
                if turn.claimed is not None:
                    self.collect(seat)

    def collect(self, seat: int) -> None:
        """Take the rest of the pile."""
        self.now.claimed = None
        self.sides[seat % 2].reds += self.pile.count(RED)
        self.hands[seat] += [card for card in self.pile if card != RED]
        self.pile = []

    def take_back(self, seat: int) -> Doing:
        """Take the first melds back, and draw where the pile was claimed."""
        side, turn = self.sides[seat % 2], self.now
        turn.has_failed, turn.counted = True, 0
        side.extra += 10
        for cards in side.melds.values():
            self.hands[seat] += cards
        side.melds = {}
        turn.fresh, turn.has_added = set(), False
        if turn.claimed is None:
            return
        self.hands[seat].remove(turn.claimed)
        self.pile.append(turn.claimed)
        turn.claimed = None
        if self.left:
            turn.is_last = yield from self.draw(seat)
        else:
            self.is_over = True

    def go_out(self, seat: int) -> None:
        """Go out, concealed or not."""
        side, turn = self.sides[seat % 2], self.now
        own = any(len(side.melds[rank]) >= CANASTA for rank in turn.fresh)
        is_concealed = own and not self.open[seat] and not turn.has_added
        side.points += CONCEALED if is_concealed else OUT
        self.is_over = True

    # --- the end ----------------------------------------------------------------------------------

    def total(self, number: int) -> int:
        """Return what a side has made of its melds, red threes and hands."""
        side = self.sides[number]
        reds = ALL_REDS if side.reds == 4 else REDS * side.reds
        found = reds if side.has_melded else -reds
        for cards in side.melds.values():
            found += sum(WORTH[card] for card in cards)
            if len(cards) >= CANASTA:
                found += MIXED if any(card in WILD for card in cards) else PURE
        return found - sum(
            WORTH[card] for seat in (number, number + 2) for card in self.hands[seat]
        )

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        melds = [
            {rank: sorted(cards) for rank, cards in side.melds.items() if cards}
            for side in self.sides
        ]
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "pile": sorted(self.pile),
            "stock": self.left,
            "melds": melds,
            "reds": [side.reds for side in self.sides],
            "points": [side.points for side in self.sides],
        }
