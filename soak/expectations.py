"""Say which games are soaked, and in which settings."""

from __future__ import annotations

from collections import Counter
from functools import cache

from cardwright.game import Game
from cardwright.options import PLAYER_COUNT, option_text
from cardwright.shelves import packages_below
from dsl.model.nouns import Option
from soak.settings import SHELF, Setting

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
SMALL = "secrets"
"""A game made for this: everything that can be hidden is, and secret choices are made at once."""

BENCHED = ("kuhn-poker", "leduc", "tic-tac-toe")
"""The games of `benchmarks/games`."""

GROUP = SHELF.name
CLASSICS = tuple(f"{GROUP}/{package.id}" for package in packages_below(SHELF))
"""The classics as they are called here, so that none is one of the small games."""

EVERY = (*GAMES, SMALL, *BENCHED, *CLASSICS)
VALUES = 3
"""Of an option of a classic so many values are played: the default, and the ends of its list."""


def is_classic(game: str) -> bool:
    """Return whether a game is a classic."""
    return game.startswith(f"{GROUP}/")


@cache
def settings_of(game: str) -> tuple[Setting, ...]:
    """Return the settings of a game, those of a mix one by one.

    A classic has one for each number of players, with values of all options mixed.
    """
    small = (Setting(SMALL, 2), Setting(SMALL, 3), *(Setting(each, 2) for each in BENCHED))
    every = [setting for setting in (*SETTINGS, *small) if setting.game == game]
    if is_classic(game):
        play = Setting(game, 0).play
        options = (option for id_, option in play.model.options.items() if id_ != PLAYER_COUNT)
        mix = tuple((option.id, _values(play, option)) for option in options)
        every = [Setting(game, players, mix=mix) for players in play.player_counts]
    return tuple(each for setting in every for each in setting.variants)


def _values(play: Game, option: Option) -> tuple[str, ...]:
    """Return values of an option as people write them, the default first."""
    ends = (option.choices[:1] + option.choices[-1:]) or (option.low, option.high)
    found = dict.fromkeys((option.default, *(each for each in ends if each is not None)))
    return tuple(option_text(play.model, option, value) for value in found)[:VALUES]


def setting_of(game: str, number: int) -> Setting:
    """Return the setting of a case of a game: its numbers go round the settings."""
    settings = settings_of(game)
    return settings[number % len(settings)]


@cache
def hides(play: Game) -> bool:
    """Return whether there are cards that somebody does not see and that are not all alike, by what
    is printed on them or by what chance has drawn for them."""
    model = play.model
    if play.machine(play.player_counts.start).knowledge.drawn:
        return True
    audiences = (
        (zone.of, audience) for zone in model.zones.values() for _, audience in zone.audiences
    )
    hidden = {kind for kind, audience in audiences if audience.cards != "everyone"}
    sorts = Counter(definition.kind for definition in model.definitions)
    return any(sorts[kind] != 1 for kind in hidden)
