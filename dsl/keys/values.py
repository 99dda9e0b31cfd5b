"""List the kinds of value that many keys share: texts, names, numbers, expressions, positions."""

from __future__ import annotations

from typing import Final

from dsl.keys.key import Key, Keys, T
from dsl.keys.kinds import (
    LIST,
    MAPPING,
    TEXT,
    ByName,
    Either,
    Flag,
    Kind,
    ListOf,
    Plain,
    Shared,
    Words,
    one_or_list,
)
from dsl.model.documents import Node

COMMON: Final = "common"
TAG: Final = "^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$"
"""How tags of languages look."""
SCALARS: Final = ("string", "integer", "boolean")


def common(name: str, kind: Kind[T]) -> Shared[T]:
    """Return a kind that all files of schemas refer to."""
    return Shared(COMMON, name, lambda: kind)


# --- texts and names

PLAIN: Final = common("plain", Plain("text", ("string", "integer", "number", "boolean")))
LANGUAGES: Final = ByName("text-by-language", PLAIN, fewest=1, names=TAG)
WORDING: Final = common("text", Either(MAPPING, LANGUAGES, PLAIN))
TEXTS: Final = common("texts", one_or_list("list-of-texts", WORDING))
ORIGIN: Final = common("origin", ByName("texts-by-source", WORDING, fewest=1))
CARD_SOURCE: Final = common("cardSource", Either(MAPPING, ORIGIN, PLAIN))
NAME: Final = common("name", Plain("name", SCALARS))
NAMES: Final = common("names", one_or_list("list-of-names", NAME))

# --- numbers

FLAG: Final = common("flag", Flag())
COUNT: Final = common("count", Plain("whole-number", ("integer",), least=0))
ANY: Final = Words(("any",), title="")
COPIES_COUNT: Final = common("copies", Either(ANY, TEXT, COUNT, title="whole-number-or-any"))
MOST_SEED: Final = 2**64 - 1
SEED: Final = common("seed", Plain("seed", ("integer",), least=0, most=MOST_SEED))

# --- texts of the effect language

EXPRESSION: Final = common("expression", Plain("expression", SCALARS))
EXPRESSION_OR_NONE: Final = common("expressionOrNone", Plain("expression", (*SCALARS, "null")))
CONDITION: Final = common("onlyIf", EXPRESSION)
STEPS: Final = common("effect", Plain("steps", ("string",)))
TYPE: Final = common("signatureField", Plain("type", ("string",)))
LIMIT_TEXT: Final = common("limit", Plain("limit", ("string",)))
PATTERNS: Final = common("patterns", one_or_list("list-of-patterns", STEPS))
EXPRESSIONS: Final = common("attributeValue", one_or_list("list-of-expressions", EXPRESSION))
BY_UNIT: Final = ByName("numbers-by-unit", EXPRESSION)
CELL: Final = common("cellValue", Either(MAPPING, BY_UNIT, EXPRESSIONS))
NESTED: Final[Shared[Node | None]] = Shared(COMMON, "values", lambda: _NESTED)
_NESTED: Final[Either] = Either(LIST, ListOf("list-of-expressions", NESTED), EXPRESSION)
LETS: Final = common("lets", ByName("expressions-by-name", EXPRESSIONS))
OPTION_VALUES: Final = common("optionValues", ByName("values-by-option", EXPRESSIONS))
PIECES: Final = common("pieces", Plain("pieces", (*SCALARS, "array", "object")))
POSITION: Final = common("position", ByName("zones-and-state-by-name", PIECES))

# --- keys that many mappings have

LABELS: Final = ("description", "label", "title", "message")
DESCRIPTION: Final = Key(WORDING, others=LABELS)
ONLY_IF: Final = Key(CONDITION, others=("condition", "requires", "require", "if", "available"))
HIDDEN: Final = ("visible", "visibility", "visible-to", "hidden", "private", "public", "face")

# --- fields of kinds, players and the game

IS: Final = Key(TYPE, is_needed=True)
WATCHERS: Final = ("everyone", "owner", "others", "nobody")
SEEN: Final = Words(WATCHERS)


class AttributeKeys(Keys, title="field"):
    """An attribute, in its long form."""

    is_ = IS
    text = DESCRIPTION


class StateFieldKeys(Keys, title="field"):
    """A state, in its long form."""

    is_ = IS
    text = DESCRIPTION
    seen_by = Key(SEEN, others=HIDDEN)
    show = Key(FLAG)
    counts = Key(PATTERNS)


ATTRIBUTES: Final = common(
    "fields", ByName("fields-by-name", Either(MAPPING, AttributeKeys.form, TYPE))
)
STATE: Final = common(
    "stateFields", ByName("fields-by-name", Either(MAPPING, StateFieldKeys.form, TYPE))
)
