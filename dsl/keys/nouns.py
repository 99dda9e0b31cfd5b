"""List the keys of the things of a game: options, enums, kinds, players, zones, cards, decks."""

from __future__ import annotations

from typing import Final

from dsl.keys.examples import EXAMPLES, GIVEN
from dsl.keys.key import (
    ATTRIBUTES,
    CARD_SOURCE,
    CELL,
    COPIES_COUNT,
    COUNT,
    DESCRIPTION,
    EXPRESSION,
    EXPRESSIONS,
    FLAG,
    HIDDEN,
    NAME,
    NAMES,
    ONLY_IF,
    PLAIN,
    SEEN,
    STATE,
    TEXTS,
    TYPE,
    WORDING,
    Key,
    Keys,
    T,
)
from dsl.keys.kinds import LIST, MAPPING, ByName, Either, Having, Kind, ListOf, Plain, Shared, Words
from dsl.keys.rules import ACTION_DEFAULTS, ACTIVE_IN, CARD_ACTIONS, RULES, SO_THAT

SIZE: Final = Plain("number-of-cards", ("integer", "string"))
DECK_LIST: Final = Plain("list-of-a-deck", ("string",))


class FormatKeys(Keys, title="format"):
    """How a deck may be built."""

    size = Key(SIZE, is_needed=True, others=("cards", "deck"))
    sideboard = Key(SIZE, others=("side",))
    copies = Key(COUNT, others=("max-copies",))
    limits = Key(ByName("copies-by-card", COPIES_COUNT), others=("restricted",))
    banned = Key(NAMES, others=("forbidden",))
    legal = Key(ByName("what-is-legal-by-attribute", EXPRESSIONS), others=("allowed", "sets"))
    text = DESCRIPTION


class DeckKeys(Keys, title="deck"):
    """A deck, in its long form."""

    cards = Key(DECK_LIST, is_needed=True, others=("list", "main"))
    format = Key(NAME)
    text = DESCRIPTION


FORMATS: Final = Key(ByName("formats-by-name", FormatKeys.form))
DECKS: Final = Key(ByName("decks-by-name", Either(MAPPING, DeckKeys.form, DECK_LIST)))
OF_OPTION: Final = (Key(NAME), Key(NAME))
"""What options say of decks: `format` and `sideboard-of`."""


GAME: Final = "game"


def of_games(name: str, kind: Kind[T]) -> Shared[T]:
    """Return a kind that stands in the schema of games."""
    return Shared(GAME, name, lambda: kind)


# --- options and enums


class OptionKeys(Keys, title="option"):
    """An option of the game."""

    type = Key(TYPE, is_needed=True)
    default = Key(EXPRESSIONS)
    so_that = SO_THAT
    format, sideboard_of = OF_OPTION
    text = DESCRIPTION


OPTIONS: Final = Key(
    ByName("options-by-name", of_games("option", Either(MAPPING, OptionKeys.form, TYPE)))
)
MEMBER: Final = Plain("text", ("string", "integer", "number", "boolean", "null"))
MEMBER_TEXTS: Final = ByName("members-with-their-texts", Either(MAPPING, WORDING, MEMBER))
MEMBERS: Final = of_games("members", Either(MAPPING, MEMBER_TEXTS, ListOf("list-of-members", NAME)))


class EnumKeys(Keys, title="enum-with-a-text"):
    """An enum that says more than its members."""

    is_ = Key(MEMBERS)
    wild = Key(NAMES)
    text = DESCRIPTION


ENUM: Final = of_games(
    "enum",
    Either(
        Having("enum-with-more", ("is",)),
        EnumKeys.form,
        MEMBERS,
    ),
)
ENUMS: Final = Key(ByName("enums-by-name", ENUM))

# --- keys of kinds and of cards

COPIES: Final = Key(COPIES_COUNT, others=("count", "quantity", "amount", "number"))
START: Final = Key(NAME)

# --- kinds

OWN_STATE: Final = Key(STATE)
KIND_ATTRIBUTES: Final = Key(ATTRIBUTES)


class KindKeys(Keys, title="kind"):
    """A kind of cards or things."""

    extends = Key(NAME)
    attributes = KIND_ATTRIBUTES
    state = OWN_STATE
    active_in = ACTIVE_IN
    unique = Key(FLAG)
    start = START
    copies = COPIES
    actions = Key(Either(MAPPING, ACTION_DEFAULTS, CARD_ACTIONS))
    triggers, replacements, modifiers, forbids, always, grants = RULES
    zones = Key(Words(("follow",), title="either"))
    players = Key(EXPRESSIONS)
    controller = Key(EXPRESSION)
    works_while = Key(EXPRESSION)
    waits = Key(NAME)
    text = DESCRIPTION
    given = GIVEN
    examples = EXAMPLES


KINDS: Final = Key(
    ByName(
        "kinds-by-name", of_games("kind", Either(MAPPING, KindKeys.form, Plain("kind", ("null",))))
    )
)


class AddedToKindKeys(Keys, title="added-to-kind"):
    """What an expansion adds to a kind."""

    attributes = KIND_ATTRIBUTES
    state = OWN_STATE
    active_in = ACTIVE_IN


# --- keywords


class KeywordKeys(Keys, title="keyword"):
    """A keyword: a word for rules that cards have, gain and lose."""

    of = Key(NAME, is_needed=True, others=("kind", "kinds"))
    text = DESCRIPTION
    actions = Key(CARD_ACTIONS)
    triggers, replacements, modifiers, forbids, always, grants = RULES
    examples = EXAMPLES


KEYWORDS: Final = Key(ByName("keywords-by-name", of_games("keyword", KeywordKeys.form)))

# --- players

HOW_MANY: Final = Plain("number-of-players", ("integer", "string"))
PLAYER_COUNT: Final = Key(HOW_MANY, is_needed=True)


class PlayersKeys(Keys, title="players"):
    """How many play, and what every player has."""

    count = PLAYER_COUNT
    decider = Key(EXPRESSION)
    state = OWN_STATE
    text = Key(WORDING, later="words-for-players")
    team = Key(Plain("team", ("string",)))


PLAYERS: Final = Key(of_games("players", PlayersKeys.form))

# --- zones

SEEN_SHARED: Final = of_games("seen", SEEN)


class AudienceKeys(Keys, title="audience-of-each"):
    """Who sees what of a zone."""

    cards = Key(SEEN_SHARED)
    top = Key(SEEN_SHARED)
    contents = Key(SEEN_SHARED)
    count = Key(SEEN_SHARED)


AUDIENCE: Final = of_games("audience", Either(MAPPING, AudienceKeys.form, SEEN_SHARED))


class CaseKeys(Keys, title="audience"):
    """An audience under a condition over options."""

    only_if = ONLY_IF
    to = Key(AUDIENCE, is_needed=True)


AUDIENCES: Final = Either(
    LIST,
    ListOf("list-of-audiences", CaseKeys.form, fewest=1),
    AUDIENCE,
    title="watchers",
)


class ZoneKeys(Keys, title="zone"):
    """A zone."""

    of = Key(NAME, is_needed=True, others=("cards", "contains", "holds", "kind"))
    show = Key(FLAG)
    order = Key(Words(("stack", "row", "none")))
    slots = Key(EXPRESSION)
    max = Key(EXPRESSION, others=("capacity", "limit", "size", "maximum"))
    seen_by = Key(AUDIENCES, is_needed=True, others=HIDDEN)
    remembered = Key(FLAG)
    later = Key(FLAG)
    text = DESCRIPTION
    only_if = ONLY_IF


ZONES: Final = Key(ByName("zones-by-name", of_games("zone", ZoneKeys.form)))

# --- cards


class AboutKeys(Keys, title="about", extra=TEXTS):
    """What a card carries besides rules; authors add keys of their own."""

    number = Key(PLAIN)
    set = Key(WORDING)
    rarity = Key(WORDING)
    artist = Key(WORDING, others=("illustrator", "illustration"))
    flavour = Key(WORDING, others=("flavor", "flavourtext", "flavor-text"))
    tags = Key(TEXTS)


ABOUT: Final = of_games("about", AboutKeys.form)


class OfCardKeys(Keys, title="card"):
    """What cards say wherever they stand."""

    name = Key(WORDING)
    text = DESCRIPTION
    face_of = Key(NAME, others=("back-of", "other-side", "reverse", "flipside"))
    copies = COPIES
    start = START
    source = Key(CARD_SOURCE, others=("rulebook", "origin"))
    about = Key(ABOUT, others=("meta", "metadata"))
    only_if = ONLY_IF
    actions = Key(CARD_ACTIONS)
    triggers, replacements, modifiers, forbids, always, grants = RULES
    examples = EXAMPLES


class RowKeys(OfCardKeys, title="card", extra=CELL):
    """A card in a list."""

    id = Key(NAME)
    kind = Key(NAME)


CARD_KEYS: Final = frozenset(RowKeys.form.names)
"""What authors write of any card; its kind may ask for more."""
LATER_CARD_KEYS: Final = frozenset((OfCardKeys.face_of.name, OfCardKeys.about.name, "grants"))
"""Those that the first release had not: an attribute of this name comes before them, on cards of
its kind."""
ROW_SHARED: Final = of_games("row", RowKeys.form)


class TableKeys(RowKeys, title="card-or-table", extra=CELL):
    """A card in a list, or a table of cards."""

    each = Key(ROW_SHARED)
    rows = Key(ListOf("list-of-cards", ROW_SHARED))


CARDS: Final = Key(ListOf("list-of-cards-and-tables", of_games("table", TableKeys.form)))


class CardKeys(OfCardKeys, title="one-card", extra=CELL):
    """A file that holds one card; its name is the card's id."""

    kind = Key(NAME, is_needed=True)
