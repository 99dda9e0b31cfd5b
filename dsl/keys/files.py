"""List the keys at the top of each sort of file: game, expansion, card, script, translation."""

from __future__ import annotations

from typing import Final

from dsl.keys.course import (
    END,
    EVENT,
    EVENTS,
    NAMED_PHASE,
    PHASES,
    POLICY,
    RULINGS,
    SCENARIOS,
    SETUP,
    VALUE,
    VALUES,
)
from dsl.keys.decks import DECKS, FORMATS
from dsl.keys.examples import EXAMPLES, SCRIPT
from dsl.keys.key import Key, Keyed, walk
from dsl.keys.kinds import ANYTHING, MAPPING, NOTHING, ByName, Either, Kind, ListOf, Plain, Shared
from dsl.keys.look import LAYOUT, LOOK
from dsl.keys.nouns import (
    ADDED_TO_KIND,
    CARD,
    CARDS,
    ENUM,
    ENUMS,
    KEYWORDS,
    KINDS,
    OPTIONS,
    PLAYER_COUNT,
    PLAYERS,
    ZONES,
    of_games,
)
from dsl.keys.rules import ACTION, ACTIONS, RULES
from dsl.keys.values import COUNT, NAME, NAMES, ORIGIN, PLAIN, STATE, TAG, TEXTS, WORDING

# --- what a manifest says

SOURCE: Final = of_games("source", Either(MAPPING, ByName("texts-by-key", TEXTS), PLAIN))
GENRE: Final = Key("genre", NAME)
IMPRINT: Final = (
    Key("id", NAME, is_needed=True),
    Key("version", PLAIN, is_needed=True),
    Key("language", COUNT, is_needed=True),
    Key("title", WORDING, is_needed=True),
    Key("authors", NAMES),
    Key("licence", PLAIN),
    Key("source", SOURCE, others=("rulebook", "origin")),
    Key("published", TEXTS),
    Key("reconstructed", TEXTS),
    Key("default-language", NAME),
    Key("summary", WORDING),
)
"""What games and expansions say of themselves."""
PACKAGES: Final = ListOf("list-of-packages", NAME, fewest=1)
REQUIRES: Final = Key("requires", PACKAGES)

# --- sections

GAME_STATE: Final = Key("state", STATE)
CARD_NAMES: Final = Key("names", ByName("names-of-cards-by-id", WORDING))
ORIGINS: Final = Key("origins", ByName("origins-by-name", ORIGIN))
COURSE: Final = (PLAYERS, SETUP, PHASES, END, POLICY)
"""Sections that stand in one file."""
EXPANDING: Final = ("extend", "insert", "override")
"""Sections that expansions alone have."""
MANIFEST: Final = (*IMPRINT, GENRE, REQUIRES)
NAMED: Final = (
    OPTIONS,
    ENUMS,
    KINDS,
    KEYWORDS,
    ZONES,
    GAME_STATE,
    VALUES,
    EVENTS,
    ACTIONS,
    CARD_NAMES,
    SCENARIOS,
    RULINGS,
    ORIGINS,
    LAYOUT,
    LOOK,
    FORMATS,
    DECKS,
)
"""Sections with entries by name."""
LISTED: Final = (*RULES, CARDS, EXAMPLES)
"""Sections with entries in a list."""
GAME: Final = Keyed(
    "game-file",
    (
        *(
            *IMPRINT,
            GENRE,
            OPTIONS,
            ENUMS,
            KINDS,
            KEYWORDS,
            PLAYERS,
            ZONES,
            GAME_STATE,
            VALUES,
            EVENTS,
        ),
        *(ACTIONS, *RULES, SETUP, PHASES, END, POLICY, CARDS, CARD_NAMES, SCENARIOS, RULINGS),
        *(ORIGINS, LAYOUT, LOOK, FORMATS, DECKS, EXAMPLES, REQUIRES),
        *(Key(name, ANYTHING) for name in EXPANDING),
    ),
    fewest=1,
    is_part=True,
)

# --- expansions

MORE_PLAYERS: Final = Keyed("more-state", (Key("state", STATE, is_needed=True),))
EXTEND: Final = Keyed(
    "extend",
    (
        Key("enums", ByName("members-by-enum", ENUM)),
        Key("kinds", ByName("kinds-by-name", ADDED_TO_KIND)),
        Key("players", Keyed("more-players", (PLAYER_COUNT,))),
    ),
)
INSERT: Final = Keyed(
    "insert",
    (Key("before", NAME), Key("after", NAME), Key("phases", PHASES.kind, is_needed=True)),
)
OVERRIDE: Final = Keyed(
    "override",
    (
        Key("values", ByName("values-by-name", VALUE)),
        Key("events", ByName("events-by-name", EVENT)),
        Key("actions", ByName("actions-by-name", ACTION)),
        Key("phases", ByName("phases-by-id", NAMED_PHASE)),
        END,
        CARDS,
    ),
)
EXPANSION: Final = Keyed(
    "expansion-file",
    (
        *(
            *IMPRINT,
            OPTIONS,
            ENUMS,
            KINDS,
            KEYWORDS,
            Key("players", MORE_PLAYERS),
            ZONES,
            GAME_STATE,
        ),
        *(VALUES, EVENTS, ACTIONS, *RULES),
        *(Key(key.name, ANYTHING) for key in (SETUP, PHASES, END, POLICY)),
        *(CARDS, CARD_NAMES, RULINGS, ORIGINS, SCENARIOS, LAYOUT, LOOK, EXAMPLES),
        Key("requires", PACKAGES, is_needed=True),
        Key("extend", EXTEND),
        Key("insert", ListOf("list-of-places", INSERT)),
        Key("override", OVERRIDE),
    ),
    is_part=True,
)

# --- translations

TRANSLATED: Final = Shared("translation", "texts", lambda: _TRANSLATED)
_TRANSLATED: Final[Either] = Either(
    MAPPING, ByName("texts-by-name", TRANSLATED), Either(NOTHING, ANYTHING, PLAIN)
)
_WITH_TEXTS: Final = ("title", "summary", "published", "reconstructed", "options", "enums",
                      "kinds", "keywords", "players", "zones", "layout", "state", "values",
                      "events", "actions", *(key.name for key in RULES), "setup", "phases", "cards",
                      "scenarios", "rulings", "origins")  # fmt: skip
TRANSLATION: Final = Keyed(
    "translation",
    (
        Key("translation", Plain("language-tag", ("string",), pattern=TAG), is_needed=True),
        *(Key(name, TRANSLATED) for name in _WITH_TEXTS),
    ),
)

FILES: Final = {
    "game": GAME,
    "expansion": EXPANSION,
    "card": CARD,
    "script": SCRIPT,
    "translation": TRANSLATION,
}
"""The mapping at the top of each sort of file, by the name of its schema."""


def _others() -> dict[str, tuple[str, ...]]:
    seen: set[Kind] = set()
    kinds = (kind for top in FILES.values() for kind in walk(top, seen))
    keys = (key for kind in kinds if isinstance(kind, Keyed) for key in kind.keys)
    return {key.name: key.others for key in keys if key.others}


OTHERS: Final = _others()
"""What other tools call a key, by its name."""
