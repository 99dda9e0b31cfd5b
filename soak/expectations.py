"""Say which games are soaked, how, and how their matches can end.

The only place here that names games. Endings are expressions of the language, evaluated in the
position at the end of a match, or at the first decision of each round but the first.
"""

from __future__ import annotations

from dataclasses import dataclass

from soak.settings import Setting

AT_ONCE = (("dividend-timing", "end-of-civilization-turn"), ("clean-up-order", "controller"))
BOOKS, ARCH = ("books", True), ("arch", True)

SETTINGS = (
    Setting("equilibrion", 1),
    Setting("equilibrion", 2),
    Setting("equilibrion", 2, (("hidden-hands", True),)),
    *(
        Setting("equilibrion", players, options)
        for options in ((BOOKS,), (ARCH,), (BOOKS, ARCH, ("book-price", 4)))
        for players in (1, 2)
    ),
    *(
        Setting("dream-tricks", players, (("promise-breaking", breaking),))
        for players in (2, 3, 4)
        for breaking in ("penalised", "forbidden")
    ),
    *(Setting("worldmonger", players) for players in (2, 3, 4, 5, 6)),
    Setting("worldmonger", 4, AT_ONCE),
    Setting("worldmonger", 5, (("coins", "bank-500"), ("use-limit", "3"))),
)

GAMES = ("dream-tricks", "equilibrion", "worldmonger")
PLANTED = ("dream-tricks", "equilibrion")
"""Games in which planted leaks are looked for: their pairs of worlds are quick."""

SMALL = "secrets"
"""A game made for this: everything that can be hidden is, and secret choices are made at once."""

SMALL_SETTINGS = (Setting(SMALL, 2), Setting(SMALL, 3))

GREEDY_EVERY = {"equilibrion": 30, "dream-tricks": 6, "worldmonger": 30}
"""Of the matches that are not random from the start one in so many is greedy from the start; the
others begin in arranged or late positions."""

WATCHED_EVERY = {"equilibrion": 24, "dream-tricks": 24, "worldmonger": 24}
"""One match in so many is watched at every decision."""

KINDS = {"equilibrion": ("win", "loss"), "dream-tricks": ("win",), "worldmonger": ("win",)}
"""The kinds of outcome that matches have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """An option that lists cards: every choice of so many must set up.

    Attributes:
        is_so: Must hold at the first decision.
    """

    game: str
    players: int
    option: str
    size: int
    is_so: str


SETUPS = (
    Choice(
        game="worldmonger",
        players=4,
        option="civilizations",
        size=4,
        is_so="count(civs) == 4 and all(civs, count(deck) + count(play) == 15) and "
        "left(villager) == 16 and count(supply) == 8 * count(piles) and count(piles) in 7..9",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """Something that must be seen to happen.

    Attributes:
        label: What the table says.
        is_so: Must hold at the end of a match, or at the beginning of a round.
        before: Must have held at the last action before; "" for nothing.
        at: `end` or `round`.
        players: Numbers of players with which it can happen; empty for all.
        options: Options with which it can happen.
    """

    game: str
    label: str
    is_so: str
    before: str = ""
    at: str = "end"
    players: tuple[int, ...] = ()
    options: tuple[tuple[str, object], ...] = ()

    def fits(self, setting: Setting) -> bool:
        """Return whether it can happen in a setting."""
        chosen = dict(setting.options)
        is_chosen = all(chosen.get(id_, value) == value for id_, value in self.options)
        counts = not self.players or setting.players in self.players
        return self.game == setting.game and counts and is_chosen


PENALISED = (("promise-breaking", "penalised"),)
TOP = "leader(players, fragments)"
BOTTOM = "leader(players, -fragments)"

ENDINGS = (
    Ending(
        game="equilibrion",
        label="won by claiming the last cities in the rows",
        is_so="count(claimed) >= goal",
        before="count(claimed) >= goal - 4",
    ),
    Ending(
        game="equilibrion",
        label="won by the bonus for four cities at once",
        is_so="count(claimed) >= goal",
        before="count(claimed) < goal - 4",
    ),
    Ending(
        game="equilibrion",
        label="lost because the dreams ran out",
        is_so="count(claimed) < goal and dreams is empty",
    ),
    Ending(
        game="dream-tricks",
        label="one player has the most lives",
        is_so="count(players where lives == max(players, lives)) == 1",
    ),
    Ending(
        game="dream-tricks",
        label="two share the most lives",
        is_so="count(players where lives == max(players, lives)) == 2",
        players=(3, 4),
    ),
    Ending(
        game="dream-tricks",
        label="three share the most lives",
        is_so="count(players where lives == max(players, lives)) == 3",
        players=(4,),
    ),
    Ending(
        game="dream-tricks",
        label="ended by a broken promise",
        is_so="trick is not empty",
        options=PENALISED,
    ),
    Ending(
        game="dream-tricks",
        label="ended by counting the dream fragments",
        is_so="trick is empty",
    ),
    Ending(
        game="dream-tricks",
        label="deal: alone at the top and at the bottom",
        is_so=f"{TOP} is not none and {BOTTOM} is not none",
        at="round",
    ),
    Ending(
        game="dream-tricks",
        label="deal: a tie at the top",
        is_so=f"{TOP} is none and {BOTTOM} is not none",
        at="round",
        players=(3, 4),
    ),
    Ending(
        game="dream-tricks",
        label="deal: a tie at the bottom",
        is_so=f"{TOP} is not none and {BOTTOM} is none",
        at="round",
        players=(3, 4),
    ),
    Ending(
        game="dream-tricks",
        label="deal: nobody alone, nobody loses",
        is_so=f"{TOP} is none and {BOTTOM} is none and losers is empty",
        at="round",
    ),
    Ending(
        game="worldmonger",
        label="one player has the most coins",
        is_so="leader(players, wealth) is not none",
    ),
    Ending(
        game="worldmonger",
        label="two share the most coins",
        is_so="count(bests(players, wealth)) == 2",
    ),
    Ending(
        game="worldmonger",
        label="ended with the Villagers gone",
        is_so="left(villager) == 0",
        players=(5, 6),
    ),
    Ending(
        game="worldmonger",
        label="ended with two piles of other cultures gone",
        is_so="left(villager) > 0 and empty-piles >= 2",
    ),
    Ending(
        game="worldmonger",
        label="ended with three piles gone",
        is_so="empty-piles >= 3",
    ),
    Ending(
        game="worldmonger",
        label="round: nobody controls some civilization",
        is_so="any(civs, controller(it) is none)",
        at="round",
    ),
    Ending(
        game="worldmonger",
        label="round: the start player wins a tie for control",
        is_so="any(c in civs, controller(c) == first(players) and "
        "count(bests(players, shares(it, c))) > 1)",
        at="round",
    ),
)


def settings_of(game: str) -> tuple[Setting, ...]:
    """Return the settings of a game."""
    every = (*SETTINGS, *SMALL_SETTINGS)
    return tuple(setting for setting in every if setting.game == game)


def endings_of(setting: Setting) -> tuple[Ending, ...]:
    """Return what can happen in a setting."""
    return tuple(ending for ending in ENDINGS if ending.fits(setting))
