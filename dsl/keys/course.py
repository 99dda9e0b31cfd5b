"""List the keys of values, events, the course of a match, its end, and how a game looks."""

from __future__ import annotations

from typing import Final

from dsl.keys.examples import EXAMPLES, KEPT
from dsl.keys.key import Key, Keys
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
from dsl.keys.values import (
    DESCRIPTION,
    EXPRESSION,
    EXPRESSIONS,
    FLAG,
    NAME,
    NAMES,
    ONLY_IF,
    OPTION_VALUES,
    STEPS,
    WORDING,
)

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
