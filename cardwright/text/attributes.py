"""Say what a card holds under attributes for effects and costs: `Income: gain 1 gold.`"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.text import effects
from cardwright.text.english import capital
from cardwright.text.names import Names
from cardwright.text.rule_words import word
from cardwright.text.scope import Scope
from cardwright.text.sentences import finished, full_stop, paid, sentences
from dsl.model import rules as r
from dsl.model.nouns import Definition


def attribute_lines(definition: Definition, names: Names) -> Iterator[str]:
    """Yield a line for each effect and cost that a card has, in the order of its attributes."""
    order = {name: place for place, name in enumerate(definition.attributes)}
    own = [each for each in names.game.effects if each.card == definition.id]
    for effect in sorted(own, key=lambda each: order.get(each.attribute[1], len(order))):
        yield effect_line(effect, definition, names)


def effect_line(effect: r.Effect, definition: Definition, names: Names) -> str:
    scope = Scope(names, self_kind=definition.kind)
    for number, slot in enumerate(effect.body.slots[: effect.body.given]):
        noun = names.noun(slot.type)
        scope.locals[number] = scope.refer(noun, names.many(noun), is_list=False)
    done = effects.effects(effect.body.steps, scope)
    name = names.attribute(*effect.attribute)
    if effect.is_cost:
        text = paid(done, scope.lang) + full_stop(scope.lang)
    else:
        text = sentences(done, scope.lang)
    if scope.lang == "en":
        name, text = capital(name), text[:1].lower() + text[1:]
    return finished(word("labelled", scope, label=name, rest=text), scope.lang)
