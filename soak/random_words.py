"""Write expressions of the language by chance, over the nouns of `soak.random_nouns`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

Word = str | Callable[[], str]
COLORS = ("red", "green", "blue")
ZONES = ("deck", "discard", "row", "stage")
PLAYERS_ZONES = ("hand", "field", "store")
DEEPEST = 2


@dataclass(frozen=True, slots=True)
class Scope:
    """What may be named where something is written.

    Attributes:
        names: The type and the name of each.
        me: Who acts; an expression that is a player.
        is_seen: Whether only what `me` sees may be read.
        is_cost: Whether it is paid.
        is_batch: Whether it happens together with others.
        level: Events with a lower number may be done.
        turns: How many bodies stand around.
    """

    names: tuple[tuple[str, str], ...] = ()
    me: str = "me"
    is_seen: bool = False
    is_cost: bool = False
    is_batch: bool = False
    level: int = 0
    turns: int = 0

    def having(self, *names: tuple[str, str]) -> Scope:
        """Return this one with further names."""
        return replace(self, names=(*self.names, *names))

    def within(self) -> Scope:
        """Return the one of a body that stands within."""
        return replace(self, turns=self.turns + 1)


@dataclass(slots=True)
class Words:
    """Writes expressions of each type."""

    chance: Random
    values: list[tuple[str, str, str]] = field(default_factory=list)
    """Of each value its name, the type of its slot, or "", and what it comes to."""

    made: int = 0

    def name(self, letter: str) -> str:
        """Return a name that nothing else has."""
        self.made += 1
        return f"{letter}{self.made}"

    def pick(self, *words: Word) -> str:
        """Return one of some words."""
        word = self.chance.choice(words)
        return word if isinstance(word, str) else word()

    def odds(self, share: float) -> bool:
        """Return whether something happens that does in a share of all cases."""
        return self.chance.random() < share

    def named(self, scope: Scope, type_: str) -> list[Word]:
        """Return what has a type: names in scope, twice each, and values."""
        names: list[Word] = [name for known, name in scope.names if known == type_ for _ in "ab"]
        return names + [
            f"{name}({self.of(scope, slot, DEEPEST)})" if slot else name
            for name, slot, result in self.values
            if result == type_
        ]

    def of(self, scope: Scope, type_: str, depth: int = 0) -> str:
        """Return an expression of a type."""
        return {
            "int": self.number, "bool": self.condition, "ware": self.ware, "player": self.player,
            "color": self.color, "wares": self.wares, "bag": self.bag, "amount": self.amount,
        }[type_](scope, depth)  # fmt: skip

    def number(self, scope: Scope, depth: int = 0) -> str:
        """Return a number."""
        me, plain = scope.me, str(self.chance.randint(0, 3))
        words: list[Word] = [
            plain, plain, f"{me}.coins", "round", "total",
            lambda: f"count({self.wares(scope, depth + 1)})",
            lambda: f"{me}.jewels[{self.chance.choice(COLORS)}]",
            *self.named(scope, "int"),
        ]  # fmt: skip
        if depth < DEEPEST:
            words += [
                lambda: f"sum({self.wares(scope, depth + 1)}, {self.pick('rank', 'level')})",
                lambda: f"default({self.ware(scope, depth + 1)}.rank, {plain})",
                lambda: f"count({self.wares(scope, depth + 1)}, {self.fits(scope, depth + 1)})",
                lambda: f"{self.player(scope, depth + 1)}.coins",
                lambda: f"({self.number(scope, depth + 1)} {self.pick('+', '-', '*')} {plain})",
                lambda: f"{self.pick('max', 'min')}({self.number(scope, depth + 1)}, {plain})",
                lambda: f"max({self.wares(scope, depth + 1)}, rank, 0)",
                lambda: (
                    f"({plain} if {self.condition(scope, depth + 1)} else "
                    f"{self.number(scope, depth + 1)})"
                ),
                lambda: f"count({self.bag(scope, depth + 1)})",
                lambda: f"{self.number(scope, depth + 1)} // 2",
                lambda: f"count(distinct(each({self.wares(scope, depth + 1)}, color)))",
                "count(me.seen)",
            ]
        return self.pick(*words)

    def condition(self, scope: Scope, depth: int = 0) -> str:
        """Return what holds or does not."""
        me = scope.me
        compared = self.pick("<", "<=", "==", "!=", ">", ">=")
        words: list[Word] = [
            lambda: f"{self.number(scope, depth + 1)} {compared} {self.number(scope, 9)}",
            lambda: f"{self.wares(scope, depth + 1)} is {self.pick('', 'not ')}empty",
            lambda: f"{self.color(scope)} {self.pick('==', '!=')} {self.color(scope)}",
            f"{me}.ready",
            "weather is none",
            *self.named(scope, "bool"),
        ]
        if depth < DEEPEST:
            words += [
                lambda: f"{self.ware(scope, depth + 1)} in {self.wares(scope, depth + 1)}",
                lambda: (
                    f"{self.pick('any', 'all')}({self.wares(scope, depth + 1)}, "
                    f"{self.fits(scope, depth + 1)})"
                ),
                lambda: (
                    f"({self.condition(scope, depth + 1)}) {self.pick('and', 'or')} "
                    f"({self.condition(scope, depth + 1)})"
                ),
                lambda: f"not ({self.condition(scope, depth + 1)})",
                lambda: f"{self.player(scope)} == {self.player(scope)}",
                lambda: f"{self.ware(scope, depth + 1)}.marked",
                lambda: f"payable({me}.jewels, {self.amount(scope)})",
                lambda: f"can(pay {self.number(scope, depth + 1)} by {me})",
                lambda: f"can(move {self.ware(scope, depth + 1)} to {self.zone(scope)} by {me})",
                lambda: f"{self.ware(scope, depth + 1)} is {self.pick('', 'not ')}none",
                lambda: f"{self.color(scope)} in {me}.liked",
            ]
        return self.pick(*words)

    def fits(self, scope: Scope, depth: int = 0) -> str:
        """Return a condition over a card that is `it`."""
        words: list[Word] = [
            f"rank {self.pick('<', '==', '>', '!=')} {self.chance.randint(1, 4)}",
            f"color {self.pick('==', '!=')} {self.chance.choice(COLORS)}",
            "marked", "not tapped", "level > 0",
            lambda: f"it.color {self.pick('==', '!=')} {self.color(scope)}",
            f"it.controller == {scope.me}",
            lambda: f"it.definition {self.pick('==', '!=')} {self.ware(scope, 9)}.definition",
        ]  # fmt: skip
        if depth < DEEPEST:
            words += [
                lambda: (
                    f"({self.fits(scope, depth + 1)}) {self.pick('and', 'or')} "
                    f"({self.fits(scope, depth + 1)})"
                ),
                lambda: f"it.rank > {self.number(scope, depth + 1)}",
                lambda: f"it in {self.wares(scope, depth + 1)}",
            ]
        return self.pick(*words)

    def wares(self, scope: Scope, depth: int = 0) -> str:
        """Return a list of cards."""
        me = scope.me
        words: list[Word] = [
            "row", "stage", f"{me}.hand", f"{me}.field", "player.field",
            lambda: f"{self.player(scope, 9)}.field",
            *self.named(scope, "wares"),
        ]  # fmt: skip
        if not scope.is_seen:
            words += ["deck", "discard", f"{me}.store", "site.shelf",
                      f"{self.player(scope, 9)}.hand"]  # fmt: skip
        if depth < DEEPEST:
            several = "row" if scope.is_seen else self.pick("deck", "discard", "row")
            words += [
                lambda: f"({self.wares(scope, depth + 1)} where {self.fits(scope, depth + 1)})",
                lambda: f"({self.wares(scope, depth + 1)} where {self.fits(scope, depth + 1)})",
                f"top({several}, {self.chance.randint(1, 3)})",
                lambda: f"sort({self.wares(scope, depth + 1)}, {self.pick('rank', '-rank')})",
                lambda: (
                    f"({self.wares(scope, depth + 1)} {self.pick('+', '-')} "
                    f"{self.wares(scope, depth + 1)})"
                ),
                lambda: f"bests({self.wares(scope, depth + 1)}, rank)",
                lambda: f"reverse({self.wares(scope, depth + 1)})",
            ]
        return self.pick(*words)

    def ware(self, scope: Scope, depth: int = 0) -> str:
        """Return a card, or none."""
        words: list[Word] = [
            *self.named(scope, "ware"), *self.named(scope, "ware"),
            "stage", f"first({scope.me}.field)",
        ]  # fmt: skip
        words += ["row[1]"] if scope.is_seen else ["top(deck)", "top(discard)", "bottom(deck)"]
        if depth < DEEPEST:
            words += [
                lambda: f"{self.pick('first', 'last', 'only')}({self.wares(scope, depth + 1)})",
                lambda: (
                    f"{self.pick('best', 'worst', 'leader')}({self.wares(scope, depth + 1)}, rank)"
                ),
            ]
        return self.pick(*words)

    def player(self, scope: Scope, depth: int = 0) -> str:
        """Return a player, mostly one who is there."""
        words: list[Word] = [scope.me, f"next({scope.me})", "start-player",
                             *self.named(scope, "player")]  # fmt: skip
        if depth < DEEPEST:
            words += [lambda: f"default({self.ware(scope, depth + 1)}.holder, {scope.me})",
                      f"default(leader(players, coins), {scope.me})",
                      f"default(active, {scope.me})"]  # fmt: skip
        return self.pick(*words)

    def players(self, scope: Scope) -> str:
        """Return a list of players."""
        me = scope.me
        return self.pick(
            "players", "players", "seats", f"opponents({me})",
            lambda: f"players where it.coins {self.pick('<', '>')} {self.number(scope, 9)}",
            "reverse(players)",
        )  # fmt: skip

    def color(self, scope: Scope, depth: int = 0) -> str:
        """Return a member."""
        plain = self.chance.choice(COLORS)
        words: list[Word] = [
            plain,
            plain,
            *self.named(scope, "color"),
            f"default(weather, {plain})",
        ]
        if not scope.is_seen:
            words += [lambda: f"default({self.ware(scope, 9)}.color, {plain})"]
        return self.pick(*words)

    def bag(self, scope: Scope, depth: int = 0) -> str:
        """Return a bag."""
        number = self.chance.randint(0, 2)
        words: list[Word] = [
            f"{number} {self.chance.choice(COLORS)}",
            f"1 {self.chance.choice(COLORS)} + {number} {self.chance.choice(COLORS)}",
            *self.named(scope, "bag"),
        ]
        if depth < DEEPEST:
            words += [f"{scope.me}.jewels", lambda: f"({self.number(scope, depth + 1)}) red"]
        return self.pick(*words)

    def amount(self, scope: Scope, depth: int = 0) -> str:
        """Return an amount, a bag among them."""
        words: list[Word] = [self.open_amount, self.open_amount, *self.named(scope, "amount"),
                             lambda: self.bag(scope, depth + 1)]  # fmt: skip
        if depth < DEEPEST:
            less = self.pick("1 any", *(f"1 {color}" for color in COLORS))
            words += [lambda: f"reduce({self.amount(scope, depth + 1)}, {less})"]
        return self.pick(*words)

    def open_amount(self) -> str:
        """Return an amount that leaves a choice."""
        one, other = self.chance.sample(COLORS, 2)
        return self.pick(f"{self.chance.randint(1, 2)} any", f"1 {one}/{other}",
                         f"2 any except {one}", f"1 {one} + 1 any")  # fmt: skip

    def zone(self, scope: Scope) -> str:
        """Return a zone to which cards can go."""
        return self.pick(
            *ZONES, *(f"{scope.me}.{zone}" for zone in PLAYERS_ZONES),
            f"next({scope.me}).hand", "north.shelf", "south.shelf",
            lambda: f"{self.player(scope)}.{self.chance.choice(PLAYERS_ZONES)}",
        )  # fmt: skip
