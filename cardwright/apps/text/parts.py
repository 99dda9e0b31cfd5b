"""Say parts of a game that stand on no card: bodies, formulas, conditions, types, rules."""

from __future__ import annotations

from cardwright.apps.text import effects
from cardwright.apps.text.listening import name_slots
from cardwright.apps.text.names import Names
from cardwright.apps.text.scope import Bound, Scope
from cardwright.apps.text.sentences import finished, sentences
from cardwright.apps.text.slots import Described
from cardwright.apps.text.speech import clause, say
from dsl.model import expressions as e
from dsl.model.game import Game
from dsl.model.steps import Body, Formula, SlotInfo
from dsl.model.types import BOOL, plain_type


def body_text(game: Game, body: Body, lang: str) -> str:
    """Return what steps do, in sentences."""
    scope = _scope(game, body.slots[: body.given], lang)
    return finished(sentences(effects.effects(body.steps, scope), lang), lang)


def expression_words(
    game: Game, node: Formula | e.Expression, lang: str, slots: tuple[SlotInfo, ...] = ()
) -> str:
    """Return what an expression is worth, or what a condition says."""
    given = node.slots[: node.given] if isinstance(node, Formula) else slots
    found = node.expression if isinstance(node, Formula) else node
    scope = _scope(game, given, lang)
    if plain_type(found.type) == BOOL and not isinstance(found, e.Constant | e.OptionValue):
        return finished(clause(found, scope).plain(), lang)
    return finished(say(found, scope), lang)


def _scope(game: Game, given: tuple[SlotInfo, ...], lang: str) -> Scope:
    """Return the scope in which locals from outside are called by their nouns."""
    scope = Scope(Names(game, lang))
    if given and given[0].name == "self":
        scope.locals[0] = Bound(e.Role("self", given[0].type), scope)
    name_slots(given, Described(), scope)
    return scope
