"""Say which games are soaked, and how; beside `endings`, the only place here that names games."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from soak import classics
from soak.settings import Setting

AT_ONCE = (("dividend-timing", "end-of-civilization-turn"), ("clean-up-order", "controller"))
BOOKS, ARCH = ("books", True), ("arch", True)

TRICKS = (
    ("promise-breaking", ("penalised", "forbidden")),
    ("points-profile", ("max10", "jass")),
    ("life-loss", ("plus-minus", "lowest", "highest")),
    ("overdream-limit", ("none", "70")),
    ("session-end", ("any-player-at-zero", "last-survivor", "fixed-deals")),
)

LUX = ("lux-et-tenebrae", True)
LIVES = ("lives-may-be-kept", (False, True))
DRAFTS = (("drafting", ("passed-on", "face-up")), LIVES)
RULINGS = (
    ("drafting", ("dealt", "passed-on")),
    LIVES,
    ("cathedral-collects", (False, True)),
    ("gate-turns", (False, True)),
    ("homunculus-gold", (False, True)),
    ("vial-sees-itself", (False, True)),
)

PROFILES = ("community", "published")
BOARDS = (
    ("side", ("a", "b")),
    ("decks", ("basic", "alternative")),
    ("own-boards", (False, True)),
)

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
    *(Setting("dream-tricks", players, mix=TRICKS) for players in (2, 3, 4)),
    *(Setting("worldmonger", players) for players in (2, 3, 4, 5, 6)),
    Setting("worldmonger", 4, AT_ONCE),
    Setting("worldmonger", 5, (("coins", "bank-500"), ("use-limit", "3"))),
    *(Setting("res-arcana", players) for players in (2, 3, 4)),
    *(Setting("res-arcana", players, (LUX,)) for players in (2, 3, 4, 5)),
    Setting("res-arcana", 2, mix=DRAFTS),
    Setting("res-arcana", 3, (LUX,), mix=RULINGS),
    *(
        Setting("cerebria", players, (("profile", profile),), mix=BOARDS)
        for players in (2, 3, 4)
        for profile in PROFILES
    ),
)

GAMES = ("cerebria", "dream-tricks", "equilibrion", "res-arcana", "worldmonger")
SHARES = {
    "cerebria": 0.03,
    "res-arcana": 0.03,
    classics.GROUP: 0.1,
    "layouts": 0.25,
    "libraries": 0.1,
    "log-or-none": 0.4,
    "logs": 0.05,
    "matches": 0.2,
    "misspellings": 0.5,
    "mutations": 0.1,
    "numbers/memory": 0.0,
    "numbers/planted": 0.1,
    "pages": 0.05,
    "recipes": 0.1,
    "screens": 0.25,
    "shrink": 0.15,
    "strength": 0.0,
    "worlds": 0.5,
}
"""Of games, groups of them, kinds of measures and single ones that take long: the share of their
cases when nothing is chosen; what is named by `--only` or `--games` is taken in full."""

PLANTED = {
    "cerebria": True,
    "dream-tricks": True,
    "equilibrion": True,
    "res-arcana": True,
    "worldmonger": False,
}
"""Games in which planted leaks are looked for: whether cards that a player does not see are moved
between zones, or lie in closed decks alone."""

SMALL = "secrets"
"""A game made for this: everything that can be hidden is, and secret choices are made at once."""

SMALL_SETTINGS = (Setting(SMALL, 2), Setting(SMALL, 3))

BENCHED = ("kuhn-poker", "leduc", "tic-tac-toe")
"""The games of `benchmarks/games`."""

BENCHED_SETTINGS = tuple(Setting(game, 2) for game in BENCHED)

MATCHES = 10_000
VARIATIONS = 1_500
"""Matches of settings of a game beyond its player counts and expansions."""

LONG_MATCHES = 2_500
"""Matches of a setting of a game whose matches take long."""

BOARD_MATCHES = 5_000
"""Matches of a setting of Cerebria, whose settings are mixes."""

COSTS = {"equilibrion": 0.018, "dream-tricks": 0.008, "worldmonger": 0.032}
LONG_COSTS = {
    "cerebria": {2: 0.2, 3: 0.25, 4: 0.3},
    "res-arcana": {2: 0.2, 3: 0.35, 4: 0.4, 5: 0.8},
}
"""Seconds a match takes, roughly; by the number of players where that matters much."""

GREEDY_EVERY = {
    "cerebria": 120,
    "dream-tricks": 12,
    "equilibrion": 60,
    "res-arcana": 120,
    "worldmonger": 60,
}
"""One match in so many is greedy from the start; the others of a third begin in arranged positions
or late in a random match."""

WATCHED_EVERY = {
    "cerebria": 75,
    "dream-tricks": 33,
    "equilibrion": 33,
    "res-arcana": 33,
    "worldmonger": 33,
}
"""One match in so many is watched closely: see `matches`."""

LEAST_WALKED = 0.9
"""Of the matches to be watched closely so many must have been, as a share."""


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


@cache
def settings_of(game: str) -> tuple[Setting, ...]:
    """Return the settings of a game, those of a mix one by one."""
    if classics.is_classic(game):
        every = classics.mixed_settings(game)
    else:
        every = (*SETTINGS, *SMALL_SETTINGS, *BENCHED_SETTINGS)
    return tuple(each for setting in every if setting.game == game for each in setting.variants)


def matches_of(setting: Setting) -> int:
    """Return how many matches of a setting are played."""
    if setting.game == "cerebria":
        return BOARD_MATCHES
    if setting.game in LONG_COSTS:
        return LONG_MATCHES // 2 if setting.mix else LONG_MATCHES
    is_variation = setting.game == "worldmonger" and setting.options
    return VARIATIONS if is_variation else MATCHES


def cost_of(setting: Setting) -> float:
    """Return how many seconds a match of a setting takes, roughly."""
    by_players = LONG_COSTS.get(setting.game)
    return by_players[setting.players] if by_players else COSTS[setting.game]
