"""The Books of Powers of Equilibrion."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from tests.referees.harness import Ask, Chance

if TYPE_CHECKING:
    from tests.referees.equilibrion import Equilibrion

BOOKS = (
    "flying-incubi",
    "flying-sognae",
    "invisible-incubi",
    "invisible-sognae",
    "square-lovers",
    "joyful-equilibrium",
    "prophecy",
    "prophecy",
)
REMOVED_UNSEEN = 2
SIDE_OF = {"incubi": "left", "sognae": "right"}  # R-EQ-20: Flying Sognae stay on the right
LOOKED_AT = 2
Doing = Generator[Ask | Chance, Any, None]


class Books:
    """The books of a match; what is open stays open."""

    def __init__(self, game: Equilibrion) -> None:
        self.game = game
        self.open: list[str] = []

    def opened(self, price: int) -> Doing:
        """Open books one by one, at most six, and pay for them in one batch (R-EQ-03, R-EQ-04)."""
        game = self.game
        closed = len(BOOKS) - REMOVED_UNSEEN
        while closed:
            (word,) = yield Ask(game.who, "open a book", [("yes",), ("no",)])
            if word == "no":
                break
            self.open.append((yield Chance("book")))
            closed -= 1
        turned = []
        for _ in range(price * len(self.open)):
            turned.append((yield from game.dreams.take()))
        game.discard += [dream for dream in turned if dream != "chaos"]
        game.dreams.shuffle(dream for dream in turned if dream == "chaos")

    def uses(self) -> list[tuple[Any, ...]]:
        """Return what the open books allow, each after a discard."""
        found: list[tuple[Any, ...]] = []
        for book in sorted(set(self.open)):
            what, _, kind = book.partition("-")
            if what == "flying":
                found += self.flights(book, SIDE_OF[kind])
            elif what == "invisible":
                found += [(book, *placed) for placed in self.movable(SIDE_OF[kind])]
            elif book == "square-lovers":
                rows = enumerate(self.game.face_up)
                found += [(book, row) for row, city in rows if city.is_empty]
            else:
                found.append((book,))
        return found

    def movable(self, side: str) -> list[tuple[str, int, str]]:
        """Return the dreams a book may touch; R-EQ-21: a Meta is of the kind of its side."""
        placed = self.game.places(side)
        every = {(side, self.game.row_of(city), dream) for city, dream in placed}
        return sorted(each for each in every if each[2] != "chaos")

    def flights(self, book: str, side: str) -> list[tuple[Any, ...]]:
        """Return where dreams can fly: to the same side of another city with room."""
        return [
            (book, *placed, row)
            for placed in self.movable(side)
            for row, city in enumerate(self.game.face_up)
            if row != placed[1] and city.has_room(side)
        ]

    def used(self, effect: tuple[Any, ...]) -> Doing:
        """Do what a book says."""
        game = self.game
        match effect:
            case ("joyful-equilibrium",):
                yield from game.establish(bonus=2)
            case ("prophecy",):
                yield from self.foresee()
            case ("square-lovers", row):
                game.claim(game.face_up[row])
                game.end_if_won()
                yield from game.reveal()
                yield from game.settle_all()
            case (_, side, row, dream, target):
                game.face_up[row].sides[side].remove(dream)
                game.face_up[target].sides[side].append(dream)
            case (_, side, row, dream):
                game.face_up[row].sides[side].remove(dream)
                game.discard.append(dream)

    def foresee(self) -> Doing:
        """Look at the top 2 dreams, 4 with both Prophecies, and put them back in any order."""
        dreams = self.game.dreams
        seen = yield from dreams.look(LOOKED_AT * self.open.count("prophecy"))
        order = []
        left = list(seen)
        while left:
            options = [(dream,) for dream in sorted(set(left))]
            (dream,) = yield Ask(self.game.who, "foresee", options)
            left.remove(dream)
            order.append(dream)
        dreams.take_known(seen)
        for dream in reversed(order):
            dreams.put_on_top(dream)
