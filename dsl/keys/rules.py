"""List the keys of rules: actions, triggers, replacements, modifiers, forbids, checks."""

from __future__ import annotations

from typing import Final

from dsl.keys.examples import EXAMPLES
from dsl.keys.key import Key, Keyed
from dsl.keys.kinds import MAPPING, ByName, Either, ListOf, Plain, Shared
from dsl.keys.values import (
    COMMON,
    DESCRIPTION,
    EXPRESSION,
    EXPRESSIONS,
    FLAG,
    LETS,
    LIMIT_TEXT,
    NAME,
    NAMES,
    ONLY_IF,
    STEPS,
    common,
)

# --- keys that several rules have

WHEN: Final = Key("when", EXPRESSION)
LIMIT: Final = Key("limit", LIMIT_TEXT)
COST: Final = Key("cost", STEPS, others=("pay", "costs", "price"))
DO: Final = Key(
    "do", STEPS, others=("automatic", "auto", "effect", "effects", "steps", "run", "then")
)
LET: Final = Key("let", LETS)
FOR: Final = Key("for", STEPS)
OPTIONAL: Final = Key("optional", FLAG)
ACTIVE_IN: Final = Key("active-in", NAMES)
SO_THAT: Final = Key("so-that", EXPRESSION)
OFFERED_IN: Final = Key("in", NAMES)
ENDING: Final = (DESCRIPTION, ONLY_IF, ACTIVE_IN)
"""Keys that every rule has."""

# --- actions

PARAMETER: Final = Keyed(
    "parameter",
    (
        Key("from", EXPRESSION, is_needed=True),
        WHEN,
        Key("exactly", EXPRESSION),
        SO_THAT,
        Key("so-far", EXPRESSION),
        DESCRIPTION,
    ),
)
PARAMETERS: Final = common(
    "choose", ByName("parameters-by-name", Either(MAPPING, PARAMETER, EXPRESSION))
)
CHOOSE: Final = Key(
    "choose", PARAMETERS, others=("target", "targets", "parameters", "args", "select")
)
ACTION_KEYS: Final = (OFFERED_IN, CHOOSE, WHEN, LIMIT, COST, DO, *ENDING, EXAMPLES)
ACTION: Final = Shared(COMMON, "action", lambda: _ACTION)
_GROUPED: Final = ByName("actions-by-name", ACTION)
ACTIONS: Final = Key("actions", _GROUPED)
_ACTION: Final[Either] = Either(
    MAPPING, Keyed("action", (*ACTION_KEYS, ACTIONS)), Plain("action", ("null",))
)
CARD_ACTION: Final = common("cardAction", Keyed("action", ACTION_KEYS))
CARD_ACTIONS: Final = ListOf("list-of-actions", CARD_ACTION)
SHARED_BY_ACTIONS: Final = Keyed("action-defaults", (OFFERED_IN, WHEN, LIMIT, COST))
ACTION_DEFAULTS: Final = common("actionDefaults", SHARED_BY_ACTIONS)

# --- rules that no player chooses

TRIGGER: Final = Keyed(
    "trigger",
    (
        Key("after", STEPS),
        Key("before", STEPS),
        Key("becomes", STEPS),
        FOR,
        WHEN,
        LET,
        OPTIONAL,
        Key("at-once", FLAG),
        LIMIT,
        COST,
        DO,
        *ENDING,
    ),
)
REPLACEMENT: Final = Keyed(
    "replacement",
    (
        Key("instead", STEPS, is_needed=True),
        LET,
        OPTIONAL,
        Key("by", EXPRESSION),
        LIMIT,
        COST,
        DO,
        *ENDING,
    ),
)
MODIFIER: Final = Keyed(
    "modifier",
    (
        Key("value", STEPS, is_needed=True),
        Key("of", NAME),
        Key("to", EXPRESSIONS, is_needed=True),
        Key("layer", EXPRESSION),
        *ENDING,
    ),
)
FORBID: Final = Keyed("forbid", (Key("event", STEPS, is_needed=True), *ENDING))
CHECK: Final = Keyed("always", (FOR, WHEN, Key("do", STEPS, is_needed=True), *ENDING))
SHORT_FORBID: Final = Either(MAPPING, FORBID, STEPS)
TRIGGERS: Final = Key(
    "triggers",
    common("triggers", ListOf("list-of-triggers", common("trigger", TRIGGER))),
)
REPLACEMENTS: Final = Key(
    "replacements",
    common("replacements", ListOf("list-of-replacements", common("replacement", REPLACEMENT))),
)
MODIFIERS: Final = Key(
    "modifiers",
    common("modifiers", ListOf("list-of-modifiers", common("modifier", MODIFIER))),
)
FORBIDS: Final = Key(
    "forbids", common("forbids", ListOf("list-of-forbids", common("forbid", SHORT_FORBID)))
)
ALWAYS: Final = Key(
    "always", common("alwaysList", ListOf("list-of-checks", common("always", CHECK)))
)
RULES: Final = (TRIGGERS, REPLACEMENTS, MODIFIERS, FORBIDS, ALWAYS)
"""Keys of everything that bears rules: the game, kinds, cards."""
