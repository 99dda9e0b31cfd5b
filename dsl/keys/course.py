"""List the keys of values, events, the course of a match, its end, and how a game looks."""

from __future__ import annotations

from typing import Final

from dsl.keys.examples import EXAMPLES, KEPT
from dsl.keys.key import Key, Keyed
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
VALUE_ENTRY: Final = of_games(
    "valueEntry",
    Keyed(
        "value",
        (
            Key("is", EXPRESSIONS, is_needed=True),
            Key("at-least", EXPRESSION),
            Key("at-most", EXPRESSION),
            Key(
                "depth",
                Plain("depth", ("integer",), least=1, most=MOST_DEPTH),
            ),
            DESCRIPTION,
            EXAMPLES,
            ONLY_IF,
            Key("show", NAMES),
        ),
    ),
)
VALUE_CASE: Final = Either(MAPPING, VALUE_ENTRY, EXPRESSION)
VALUE: Final = of_games(
    "value",
    Either(
        MAPPING,
        VALUE_ENTRY,
        Either(LIST, ListOf("list-of-entries", VALUE_CASE), EXPRESSION),
    ),
)
VALUES: Final = Key("values", ByName("values-by-signature", VALUE))
EVENT_ENTRY: Final = of_games(
    "eventEntry",
    Keyed(
        "event",
        (WHEN, DO, Key("affects", EXPRESSION), DESCRIPTION, ONLY_IF, EXAMPLES),
    ),
)
BARE_EVENT: Final = Either(TEXT, STEPS, Plain("event", ("null",)))
EVENT: Final = of_games(
    "event",
    Either(
        MAPPING,
        EVENT_ENTRY,
        Either(LIST, ListOf("list-of-entries", EVENT_ENTRY), BARE_EVENT),
    ),
)
EVENTS: Final = Key("events", ByName("events-by-signature", EVENT))

# --- the course

PHASES_VALUE: Final = Shared(GAME, "phases", lambda: _PHASES)
PHASES: Final = Key("phases", PHASES_VALUE)
PHASE_KEYS: Final = (
    Key("turns", EXPRESSIONS, others=("turn", "player", "players")),
    Key("asks", EXPRESSIONS),
    FOR,
    Key("while", EXPRESSION),
    Key("repeat", FLAG),
    DO,
    Key("offer", NAMES, others=("actions", "choices", "allow")),
    PHASES,
    DESCRIPTION,
    ONLY_IF,
)
LISTED_PHASE: Final = of_games(
    "phase", Keyed("phase", (Key("id", NAME, is_needed=True), *PHASE_KEYS))
)
NAMED_PHASE: Final = of_games("namedPhase", Keyed("phase", PHASE_KEYS))
_PHASES: Final[Either] = Either(
    MAPPING,
    ByName("phases-by-id", Either(MAPPING, NAMED_PHASE, STEPS)),
    ListOf("list-of-phases", LISTED_PHASE),
)
SETUP: Final = Key("setup", of_games("setup", Either(TEXT, STEPS, PHASES_VALUE)))

# --- the end and the policy

RANKERS: Final = ("tiebreak", "tie-break", "tiebreaker", "score", "scoring", "ranking")
END: Final = Key(
    "end",
    of_games(
        "end",
        Keyed(
            "end",
            (
                WHEN,
                Key("rank", one_or_list("list-of-expressions", EXPRESSION), others=RANKERS),
                Key("winners", EXPRESSIONS, others=("winner", "wins")),
                Key("keeps", KEPT),
            ),
        ),
    ),
)


def _policy(name: str, *words: str) -> Key:
    return Key(name, Words(words, title="either"))


POLICY: Final = Key(
    "policy",
    of_games(
        "policy",
        Keyed(
            "game-policy",
            (
                _policy("triggers", "queue", "immediate"),
                _policy("replacements", "choose", "last"),
                _policy("loops", "draw", "stop"),
                _policy("watch", "action", "event"),
                _policy("leavers", "stop", "act"),
            ),
        ),
    ),
)

# --- scenarios and rulings

SCENARIO: Final = Keyed(
    "scenario",
    (Key("options", OPTION_VALUES), Key("players", HOW_MANY), DESCRIPTION),
)
SCENARIOS: Final = Key("scenarios", ByName("scenarios-by-name", of_games("scenario", SCENARIO)))
RULING: Final = Keyed(
    "ruling",
    (
        Key("sentence", WORDING, is_needed=True),
        Key("decision", WORDING, is_needed=True),
        Key("source", NAMES, is_needed=True, others=("rulebook", "origin")),
        Key("settled-by", NAMES),
        Key("option", NAME),
    ),
)
RULINGS: Final = Key("rulings", ByName("rulings-by-name", of_games("ruling", RULING)))
