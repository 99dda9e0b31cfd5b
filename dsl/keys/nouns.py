"""List the keys of the things of a game: options, enums, kinds, players, zones, cards."""

from __future__ import annotations

from typing import Final

from dsl.keys.decks import OF_OPTION
from dsl.keys.examples import EXAMPLES, GIVEN
from dsl.keys.key import Key, Keyed
from dsl.keys.kinds import (
    LIST,
    MAPPING,
    ByName,
    Either,
    Having,
    Kind,
    ListOf,
    Plain,
    Shared,
    Words,
)
from dsl.keys.rules import (
    ACTION_DEFAULTS,
    ACTIVE_IN,
    CARD_ACTIONS,
    RULES,
    SO_THAT,
)
from dsl.keys.values import (
    ATTRIBUTES,
    CARD_SOURCE,
    CELL,
    COPIES_COUNT,
    DESCRIPTION,
    EXPRESSION,
    EXPRESSIONS,
    FLAG,
    HIDDEN,
    NAME,
    ONLY_IF,
    SEEN,
    STATE,
    TYPE,
    WORDING,
)

GAME: Final = "game"


def of_games(name: str, kind: Kind) -> Shared:
    """Return a kind that stands in the schema of games."""
    return Shared(GAME, name, lambda: kind)


# --- options and enums

OPTION: Final = Keyed(
    "option",
    (
        Key("type", TYPE, is_needed=True),
        Key("default", EXPRESSIONS),
        SO_THAT,
        *OF_OPTION,
        DESCRIPTION,
    ),
)
OPTIONS: Final = Key(
    "options", ByName("options-by-name", of_games("option", Either(MAPPING, OPTION, TYPE)))
)
MEMBER: Final = Plain("text", ("string", "integer", "number", "boolean", "null"))
MEMBER_TEXTS: Final = ByName("members-with-their-texts", Either(MAPPING, WORDING, MEMBER))
MEMBERS: Final = of_games("members", Either(MAPPING, MEMBER_TEXTS, ListOf("list-of-members", NAME)))
ENUM: Final = of_games(
    "enum",
    Either(
        Having("enum-with-more", ("is",)),
        Keyed("enum-with-a-text", (Key("is", MEMBERS), DESCRIPTION)),
        MEMBERS,
    ),
)
ENUMS: Final = Key("enums", ByName("enums-by-name", ENUM))

# --- keys of kinds and of cards

COPIES: Final = Key("copies", COPIES_COUNT, others=("count", "quantity", "amount", "number"))
START: Final = Key("start", NAME)

# --- kinds

OWN_STATE: Final = Key("state", STATE)
KIND_ATTRIBUTES: Final = Key("attributes", ATTRIBUTES)
KIND: Final = Keyed(
    "kind",
    (
        Key("extends", NAME),
        KIND_ATTRIBUTES,
        OWN_STATE,
        ACTIVE_IN,
        Key("unique", FLAG),
        START,
        COPIES,
        Key("actions", Either(MAPPING, ACTION_DEFAULTS, CARD_ACTIONS)),
        *RULES,
        Key("zones", Words(("follow",), title="either")),
        Key("players", EXPRESSIONS),
        Key("controller", EXPRESSION),
        Key("works-while", EXPRESSION),
        DESCRIPTION,
        GIVEN,
        EXAMPLES,
    ),
)
KINDS: Final = Key(
    "kinds",
    ByName("kinds-by-name", of_games("kind", Either(MAPPING, KIND, Plain("kind", ("null",))))),
)
ADDED_TO_KIND: Final = Keyed("added-to-kind", (KIND_ATTRIBUTES, OWN_STATE, ACTIVE_IN))

# --- keywords

KEYWORD: Final = Keyed(
    "keyword",
    (
        Key("of", NAME, is_needed=True, others=("kind", "kinds")),
        DESCRIPTION,
        Key("actions", CARD_ACTIONS),
        *RULES,
        EXAMPLES,
    ),
)
KEYWORDS: Final = Key("keywords", ByName("keywords-by-name", of_games("keyword", KEYWORD)))

# --- players

HOW_MANY: Final = Plain("number-of-players", ("integer", "string"))
PLAYER_COUNT: Final = Key("count", HOW_MANY, is_needed=True)
PLAYERS_FORM: Final = Keyed(
    "players",
    (
        PLAYER_COUNT,
        Key("decider", EXPRESSION),
        OWN_STATE,
        Key("text", WORDING, later="words-for-players"),
        Key("team", Plain("team", ("string",))),
    ),
)
PLAYERS: Final = Key("players", of_games("players", PLAYERS_FORM))

# --- zones

SEEN_SHARED: Final = of_games("seen", SEEN)
PARTS_SEEN: Final = Keyed(
    "audience-of-each",
    tuple(Key(part, SEEN_SHARED) for part in ("cards", "top", "contents", "count")),
)
AUDIENCE: Final = of_games("audience", Either(MAPPING, PARTS_SEEN, SEEN_SHARED))
CASE: Final = Keyed("audience", (ONLY_IF, Key("to", AUDIENCE, is_needed=True)))
AUDIENCES: Final = Either(
    LIST,
    ListOf("list-of-audiences", CASE, fewest=1),
    AUDIENCE,
    title="watchers",
)
ZONE: Final = Keyed(
    "zone",
    (
        Key("of", NAME, is_needed=True, others=("cards", "contains", "holds", "kind")),
        Key("show", FLAG),
        Key("order", Words(("stack", "row", "none"))),
        Key("slots", EXPRESSION),
        Key("max", EXPRESSION, others=("capacity", "limit", "size", "maximum")),
        Key("seen-by", AUDIENCES, is_needed=True, others=HIDDEN),
        DESCRIPTION,
        ONLY_IF,
    ),
)
ZONES: Final = Key("zones", ByName("zones-by-name", of_games("zone", ZONE)))

# --- cards

ID: Final = Key("id", NAME)
CARD_KIND: Final = Key("kind", NAME)
CARD_KEYS: Final = (
    Key("name", WORDING),
    DESCRIPTION,
    COPIES,
    START,
    Key("source", CARD_SOURCE, others=("rulebook", "origin")),
    ONLY_IF,
    Key("actions", CARD_ACTIONS),
    *RULES,
    EXAMPLES,
)
ROW: Final = Keyed("card", (ID, CARD_KIND, *CARD_KEYS), extra=CELL)
ROW_SHARED: Final = of_games("row", ROW)
TABLE: Final = Keyed(
    "card-or-table",
    (
        Key("each", ROW_SHARED),
        Key("rows", ListOf("list-of-cards", ROW_SHARED)),
        *ROW.keys,
    ),
    extra=CELL,
)
CARDS: Final = Key("cards", ListOf("list-of-cards-and-tables", of_games("table", TABLE)))
CARD: Final = Keyed("one-card", (Key("kind", NAME, is_needed=True), *CARD_KEYS), extra=CELL)
"""A file that holds one card; its name is the card's id."""
