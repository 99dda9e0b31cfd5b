"""List the keys of values, events, the course of a match, its end, and how a game looks."""

from __future__ import annotations

from typing import Final

from dsl.keys.examples import EXAMPLES, KEPT
from dsl.keys.key import (
    DESCRIPTION,
    EXPRESSION,
    EXPRESSIONS,
    FLAG,
    NAME,
    NAMES,
    ONLY_IF,
    OPTION_VALUES,
    PLAIN,
    STEPS,
    WORDING,
    Key,
    Keys,
)
from dsl.keys.kinds import (
    LIST,
    MAPPING,
    TEXT,
    ByName,
    Either,
    ListOf,
    Plain,
    Shared,
    Words,
    one_or_list,
)
from dsl.keys.nouns import GAME, HOW_MANY, of_games
from dsl.keys.rules import DO, FOR, WHEN
from dsl.model.look import POINT, THEMES

# --- values and events

MOST_DEPTH: Final = 32


class ValueKeys(Keys, title="value"):
    """A value, in its long form."""

    is_ = Key(EXPRESSIONS, is_needed=True)
    at_least = Key(EXPRESSION)
    at_most = Key(EXPRESSION)
    depth = Key(Plain("depth", ("integer",), least=1, most=MOST_DEPTH))
    text = DESCRIPTION
    examples = EXAMPLES
    only_if = ONLY_IF
    show = Key(NAMES)


VALUE_ENTRY: Final = of_games("valueEntry", ValueKeys.form)
VALUE_CASE: Final = Either(MAPPING, VALUE_ENTRY, EXPRESSION)
VALUE: Final = of_games(
    "value",
    Either(
        MAPPING,
        VALUE_ENTRY,
        Either(LIST, ListOf("list-of-entries", VALUE_CASE), EXPRESSION),
    ),
)
VALUES: Final = Key(ByName("values-by-signature", VALUE))


class EventKeys(Keys, title="event"):
    """An event, in its long form."""

    when = WHEN
    do = DO
    affects = Key(EXPRESSION)
    text = DESCRIPTION
    only_if = ONLY_IF
    examples = EXAMPLES


EVENT_ENTRY: Final = of_games("eventEntry", EventKeys.form)
BARE_EVENT: Final = Either(TEXT, STEPS, Plain("event", ("null",)))
EVENT: Final = of_games(
    "event",
    Either(
        MAPPING,
        EVENT_ENTRY,
        Either(LIST, ListOf("list-of-entries", EVENT_ENTRY), BARE_EVENT),
    ),
)
EVENTS: Final = Key(ByName("events-by-signature", EVENT))

# --- the course

PHASES_VALUE: Final = Shared(GAME, "phases", lambda: _PHASES)
PHASES: Final = Key(PHASES_VALUE)


class NamedPhaseKeys(Keys, title="phase"):
    """A phase that stands under its id."""

    turns = Key(EXPRESSIONS, others=("turn", "player", "players"))
    asks = Key(EXPRESSIONS)
    for_ = FOR
    while_ = Key(EXPRESSION)
    repeat = Key(FLAG)
    do = DO
    offer = Key(NAMES, others=("actions", "choices", "allow"))
    phases = PHASES
    text = DESCRIPTION
    only_if = ONLY_IF


class PhaseKeys(NamedPhaseKeys, title="phase"):
    """A phase of a list."""

    id = Key(NAME, is_needed=True)


LISTED_PHASE: Final = of_games("phase", PhaseKeys.form)
NAMED_PHASE: Final = of_games("namedPhase", NamedPhaseKeys.form)
_PHASES: Final[Either] = Either(
    MAPPING,
    ByName("phases-by-id", Either(MAPPING, NAMED_PHASE, STEPS)),
    ListOf("list-of-phases", LISTED_PHASE),
)
SETUP: Final = Key(of_games("setup", Either(TEXT, STEPS, PHASES_VALUE)))

# --- the end and the policy

RANKERS: Final = ("tiebreak", "tie-break", "tiebreaker", "score", "scoring", "ranking")


class EndKeys(Keys, title="end"):
    """The end of a match."""

    when = WHEN
    rank = Key(one_or_list("list-of-expressions", EXPRESSION), others=RANKERS)
    winners = Key(EXPRESSIONS, others=("winner", "wins"))
    keeps = Key(KEPT)


END: Final = Key(of_games("end", EndKeys.form))


def _either(*words: str) -> Words:
    return Words(words, title="either")


class PolicyKeys(Keys, title="game-policy"):
    """What a game may decide for itself."""

    triggers = Key(_either("queue", "immediate"))
    replacements = Key(_either("choose", "last"))
    loops = Key(_either("draw", "stop"))
    watch = Key(_either("action", "event"))
    leavers = Key(_either("stop", "act"))
    layers = Key(NAMES)


POLICY: Final = Key(of_games("policy", PolicyKeys.form))

# --- scenarios and rulings


class ScenarioKeys(Keys, title="scenario"):
    """A scenario."""

    options = Key(OPTION_VALUES)
    players = Key(HOW_MANY)
    text = DESCRIPTION


SCENARIOS: Final = Key(ByName("scenarios-by-name", of_games("scenario", ScenarioKeys.form)))


class RulingKeys(Keys, title="ruling"):
    """A ruling."""

    sentence = Key(WORDING, is_needed=True)
    decision = Key(WORDING, is_needed=True)
    source = Key(NAMES, is_needed=True, others=("rulebook", "origin"))
    settled_by = Key(NAMES)
    option = Key(NAME)


RULINGS: Final = Key(ByName("rulings-by-name", of_games("ruling", RulingKeys.form)))


PLACES: Final = Either(LIST, ListOf("list-of-places", NAME, fewest=1), NAME)
ROW_OF_PLACES: Final = ListOf("row-of-places", NAME, fewest=1)
ROWS_OF_PLACES: Final = Either(LIST, ListOf("rows-of-places", ROW_OF_PLACES, fewest=1), NAME)


class LayoutKeys(Keys, title="layout"):
    """A layout of places."""

    ring = Key(of_games("places", PLACES))
    rows = Key(ROWS_OF_PLACES)
    columns = Key(Plain("number-of-columns", ("integer",), least=1))
    beside = Key(Words(("sides", "slant", "corners"), title="either"))
    draw = Key(Plain("is-shown", ("boolean",)))
    paths = Key(ByName("paths-from-place-to-place", NAMES, fewest=1))
    with_ = Key(NAMES)
    middle = Key(NAMES)
    text = DESCRIPTION


LAYOUT: Final = Key(ByName("layouts-by-name", of_games("layout", LayoutKeys.form)))
SIGNS: Final = ByName("signs-for-numbers-by-attribute", ByName("signs-by-number", WORDING))
ICON_OF: Final = Either(MAPPING, ByName("icons-by-number", NAME), NAME)
FRAMES: Final = ("plain", "window", "full", "index", "none", POINT)


class FontKeys(Keys, title="fonts"):
    """The fonts of a card."""

    name = Key(NAME)
    text = Key(NAME)
    bold = Key(NAME)
    italic = Key(NAME)


class BoxKeys(Keys, title="boxes"):
    """The boxes of the parts of a card."""

    corner = Key(PLAIN)
    name = Key(PLAIN)
    art = Key(PLAIN)
    values = Key(PLAIN)
    text = Key(PLAIN)
    foot = Key(PLAIN)


class LookKeys(Keys, title="look"):
    """How cards of a kind, or members of an enum, look."""

    size = Key(PLAIN)
    color = Key(NAME)
    corner = Key(NAMES)
    middle = Key(NAMES)
    line = Key(NAMES)
    foot = Key(NAMES)
    signs = Key(SIGNS)
    icons = Key(ByName("icons-by-attribute-or-member", ICON_OF))
    icon = Key(NAME)
    pips = Key(NAMES)
    frame = Key(Words(FRAMES))
    theme = Key(Words(THEMES))
    boxes = Key(BoxKeys.form)
    corners = Key(Words(("one", "both"), title="either"))
    art = Key(NAME)
    focus = Key(PLAIN)
    background = Key(NAME)
    font = Key(FontKeys.form)
    back = Key(NAME)
    print = Key(FLAG)
    colors = Key(ByName("colours-by-member", NAME))
    symbols = Key(ByName("symbols-by-member", WORDING))
    in_text = Key(FLAG)


LOOK: Final = Key(ByName("looks-by-kind-or-enum", of_games("look", LookKeys.form)))
