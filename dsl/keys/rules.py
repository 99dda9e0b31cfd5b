"""List the keys of rules: actions, triggers, replacements, modifiers, forbids, checks."""

from __future__ import annotations

from typing import Final

from dsl.keys.examples import EXAMPLES
from dsl.keys.key import (
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
    Key,
    Keys,
    common,
)
from dsl.keys.kinds import MAPPING, ByName, Either, ListOf, Plain, Shared
from dsl.model.documents import Node

# --- keys that several rules have

WHEN: Final = Key(EXPRESSION)
LIMIT: Final = Key(LIMIT_TEXT)
COST: Final = Key(STEPS, others=("pay", "costs", "price"))
DO: Final = Key(STEPS, others=("automatic", "auto", "effect", "effects", "steps", "run", "then"))
LET: Final = Key(LETS)
FOR: Final = Key(STEPS)
OPTIONAL: Final = Key(FLAG)
ACTIVE_IN: Final = Key(NAMES)
SO_THAT: Final = Key(EXPRESSION)
OFFERED_IN: Final = Key(NAMES)
ENDING: Final = (DESCRIPTION, ONLY_IF, ACTIVE_IN)
"""Keys that every rule has."""


class EndingKeys(Keys, title="rule"):
    """What every rule may say."""

    text, only_if, active_in = ENDING


# --- actions


class ParameterKeys(Keys, title="parameter"):
    """A parameter of an action, in its long form."""

    from_ = Key(EXPRESSION, is_needed=True)
    when = WHEN
    exactly = Key(EXPRESSION)
    so_that = SO_THAT
    so_far = Key(EXPRESSION)
    text = DESCRIPTION


PARAMETERS: Final = common(
    "choose", ByName("parameters-by-name", Either(MAPPING, ParameterKeys.form, EXPRESSION))
)
CHOOSE: Final = Key(PARAMETERS, others=("target", "targets", "parameters", "args", "select"))


class CardActionKeys(Keys, title="action"):
    """An action of a card."""

    in_ = OFFERED_IN
    choose = CHOOSE
    when = WHEN
    limit = LIMIT
    cost = COST
    do = DO
    text, only_if, active_in = ENDING
    examples = EXAMPLES


ACTION: Final[Shared[Node | None]] = Shared(COMMON, "action", lambda: _ACTION)
_GROUPED: Final = ByName("actions-by-name", ACTION)
ACTIONS: Final = Key(_GROUPED)


class ActionKeys(CardActionKeys, title="action", own_last=True):
    """An action of the game, or a group of actions."""

    actions = ACTIONS


_ACTION: Final[Either] = Either(MAPPING, ActionKeys.form, Plain("action", ("null",)))
CARD_ACTION: Final = common("cardAction", CardActionKeys.form)
CARD_ACTIONS: Final = ListOf("list-of-actions", CARD_ACTION)


class SharedByActionsKeys(Keys, title="action-defaults"):
    """What holds for the actions of all cards of a kind."""

    in_ = OFFERED_IN
    when = WHEN
    limit = LIMIT
    cost = COST


ACTION_DEFAULTS: Final = common("actionDefaults", SharedByActionsKeys.form)

# --- rules that no player chooses


class TriggerKeys(Keys, title="trigger"):
    """A trigger."""

    after = Key(STEPS)
    before = Key(STEPS)
    becomes = Key(STEPS)
    for_ = FOR
    when = WHEN
    let = LET
    optional = OPTIONAL
    at_once = Key(FLAG)
    limit = LIMIT
    cost = COST
    do = DO
    text, only_if, active_in = ENDING


class ReplacementKeys(Keys, title="replacement"):
    """A replacement."""

    instead = Key(STEPS, is_needed=True)
    let = LET
    optional = OPTIONAL
    by = Key(EXPRESSION)
    limit = LIMIT
    cost = COST
    do = DO
    text, only_if, active_in = ENDING


class ModifierKeys(Keys, title="modifier"):
    """A modifier."""

    value = Key(STEPS, is_needed=True)
    of = Key(NAME)
    to = Key(EXPRESSIONS, is_needed=True)
    layer = Key(EXPRESSION)
    text, only_if, active_in = ENDING


class ForbidKeys(Keys, title="forbid"):
    """A forbid, in its long form."""

    event = Key(STEPS, is_needed=True)
    text, only_if, active_in = ENDING


class CheckKeys(Keys, title="always"):
    """A check that always holds."""

    for_ = FOR
    when = WHEN
    do = Key(STEPS, is_needed=True)
    text, only_if, active_in = ENDING


SHORT_FORBID: Final = Either(MAPPING, ForbidKeys.form, STEPS)
TRIGGERS: Final = Key(
    common("triggers", ListOf("list-of-triggers", common("trigger", TriggerKeys.form)))
)
REPLACEMENTS: Final = Key(
    common(
        "replacements", ListOf("list-of-replacements", common("replacement", ReplacementKeys.form))
    )
)
MODIFIERS: Final = Key(
    common("modifiers", ListOf("list-of-modifiers", common("modifier", ModifierKeys.form)))
)
FORBIDS: Final = Key(common("forbids", ListOf("list-of-forbids", common("forbid", SHORT_FORBID))))
ALWAYS: Final = Key(
    common("alwaysList", ListOf("list-of-checks", common("always", CheckKeys.form)))
)
GIVEN_ACTIONS: Final = Key(CARD_ACTIONS)
GIVEN_RULES: Final = (TRIGGERS, REPLACEMENTS, MODIFIERS, FORBIDS, ALWAYS)
GIVEN: Final = (GIVEN_ACTIONS, *GIVEN_RULES)
"""Keys of what a grant can give."""


class GrantKeys(Keys, title="grant"):
    """Rules that other cards have as long as it works."""

    to = Key(EXPRESSION, is_needed=True)
    of = Key(NAME)
    actions = GIVEN_ACTIONS
    triggers, replacements, modifiers, forbids, always = GIVEN_RULES
    layer = Key(EXPRESSION)
    text, only_if, active_in = ENDING


GRANTS: Final = Key(common("grants", ListOf("list-of-grants", common("grant", GrantKeys.form))))
RULES: Final = (*GIVEN_RULES, GRANTS)
"""Keys of everything that bears rules: the game, kinds, cards."""
