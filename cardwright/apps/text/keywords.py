"""Say keywords: those of a card in a line, rules that give or take them, the number of a rule."""

from __future__ import annotations

from typing import Final, TypeAlias

from cardwright.apps.text.inflection import agreeing, capital
from cardwright.apps.text.literals import UNKNOWN, static_value
from cardwright.apps.text.names import Names, in_words
from cardwright.apps.text.scope import Scope, say
from cardwright.apps.text.sentences import ended, word
from dsl.model import expressions as e
from dsl.model.game import Game
from dsl.model.nouns import Definition
from dsl.model.traits import HAS, KEYWORD
from dsl.model.types import EnumType
from dsl.model.walk import conjunction, conjuncts

Condition: TypeAlias = e.Expression | None
_MEMBER: Final = EnumType(KEYWORD)


def keyword_line(definition: Definition, names: Names) -> str:
    """Return the keywords of a card: `Flying, ward 2.`; "" for none, or where the match decides."""
    said = definition.attributes.get(HAS) if names.game.keywords else None
    known = UNKNOWN if said is None else static_value(said.expression)
    if known is UNKNOWN or not isinstance(known, tuple):
        return ""
    shown = names.row(names.keyword(key, str(number)) for key, number in known)
    shown = capital(shown) if names.lang == "en" else shown
    return ended(shown, names.lang) if shown else ""


def keyword_title(name: str, names: Names) -> str:
    """Return what a rule of a keyword begins with: `Ward n`."""
    parameter = names.game.keywords[name].parameter
    shown = names.keyword([*names.game.keywords].index(name), in_words(parameter or ""))
    return capital(shown) if names.lang == "en" else shown


def besides_keyword(condition: Condition, word: str | None, game: Game) -> Condition:
    """Return a condition as it is written, without that the card has the keyword of the rule."""
    if word is None:
        return condition
    return conjunction(part for part in conjuncts(condition) if not _asks(part, word, game))


def _asks(part: e.Expression, word: str, game: Game) -> bool:
    match part:
        case e.Contains(item, e.AttributeRead(_, name, e.Role("self")), False):
            return name == HAS and _is_keyword(item, word, game)
    return False


def _is_keyword(node: e.Expression, word: str | None, game: Game) -> bool:
    if not isinstance(node, e.Constant) or node.type != _MEMBER or word is None:
        return False
    return node.value == [*game.keywords].index(word)


def own_number(node: e.Lookup, scope: Scope) -> str:
    """Return the number of the keyword whose rule it is by its name; "" for any other bag."""
    match node:
        case e.Lookup(e.AttributeRead(_, name, e.Role("self")), key) if name == HAS:
            if scope.keyword is not None and _is_keyword(key, scope.keyword, scope.game):
                return in_words(scope.game.keywords[scope.keyword].parameter or "")
    return ""


def is_had(node: e.Expression) -> bool:
    """Return whether a bag is that of the keywords of a card."""
    return isinstance(node, e.AttributeRead | e.PrintedRead) and node.name == HAS


def gained(card: str, key: str, by: str, scope: Scope) -> str:
    """Return that a card has more keywords, or fewer."""
    key = {"increase": "keywords-gained", "reduce": "keywords-lost"}[key]
    return word(agreeing(card, key, f"{key}-many"), scope, card=card, by=by)


def only_these(card: str, to: e.Expression, scope: Scope) -> str:
    """Return that a card has such keywords and no others."""
    if static_value(to) == ():
        return word(agreeing(card, "keywords-none", "keywords-none-many"), scope, card=card)
    key = agreeing(card, "keywords-set", "keywords-set-many")
    return word(key, scope, card=card, to=say(to, scope))
