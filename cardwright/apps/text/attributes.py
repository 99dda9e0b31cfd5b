"""Say what a card holds under attributes that are no plain values: effects, costs, and what rules
ask for somebody: `Income: gain 1 gold.`, `Open: only if your coins are less than 5.`"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from cardwright.apps.text import effects
from cardwright.apps.text.actions import lower
from cardwright.apps.text.asked_attributes import asked
from cardwright.apps.text.english import capital, with_article
from cardwright.apps.text.listening import name_slots
from cardwright.apps.text.names import Names
from cardwright.apps.text.per import per_words
from cardwright.apps.text.rule_words import word
from cardwright.apps.text.scope import Bound, Scope
from cardwright.apps.text.sentences import finished, full_stop, paid, sentences
from cardwright.apps.text.slots import Described
from cardwright.apps.text.speech import clause, say
from dsl.model import expressions as e
from dsl.model import rules as r
from dsl.model.nouns import Attribute, Definition, with_bases
from dsl.model.rules import Value
from dsl.model.steps import Body, Formula
from dsl.model.types import BOOL, PLAYER, plain_type
from dsl.model.works import WORKS


def attribute_lines(definition: Definition, names: Names) -> Iterator[str]:
    """Yield a line for each effect and cost that a card has, in the order of its attributes, and
    for each attribute with parameters that it says itself."""
    order = {name: place for place, name in enumerate(definition.attributes)}
    own = [each for each in names.game.effects if each.card == definition.id]
    for effect in sorted(own, key=lambda each: order.get(each.attribute[1], len(order))):
        yield effect_line(effect, definition, names)
    for kind in reversed(with_bases(names.game.kinds, definition.kind)):
        for attribute in kind.attributes:
            own_value = names.game.values.get(f"{definition.id}.{attribute.name}")
            if attribute.is_value and own_value and attribute.name != WORKS:
                yield _asked_line(kind.name, attribute, own_value[0], names)


def _asked_line(kind: str, attribute: Attribute, value: Value, names: Names) -> str:
    """Return what a card says for an attribute with parameters; a player is who reads."""
    scope = Scope(names, self_kind=kind)
    scope.locals[0] = Bound(e.Role("self", value.parameters[0].type), scope)
    me = e.Role("me", PLAYER)
    for number, slot in enumerate(attribute.slots, 1):
        if slot.type == PLAYER:
            scope.locals[number] = Bound(me, scope)
        else:
            noun = names.noun(slot.type)
            first = with_article(noun) if scope.lang == "en" else noun
            scope.first[number] = partial(str, first)
    name_slots(value.parameters, Described(), scope)
    given = tuple(e.Local(i, slot.name, slot.type) for i, slot in enumerate(attribute.slots, 1))
    found = asked(kind, attribute, given, scope)
    is_noun = scope.lang == "ja" and plain_type(attribute.type) != BOOL
    label = found.noun("ja") if is_noun else found.said(scope.lang)
    return _labelled(label, _worth(value.body, scope), scope)


def _worth(body: Formula | Body, scope: Scope) -> str:
    """Return what a value of a card is, as a sentence: when it is so, or how much."""
    if isinstance(body, Body):
        return sentences(effects.effects(body.steps, scope), scope.lang)
    found = body.expression
    if plain_type(found.type) == BOOL and not isinstance(found, e.Constant):
        return word("only-if", scope, condition=clause(found, scope).verbal())
    return (per_words(found, scope) or say(found, scope)) + full_stop(scope.lang)


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
    return _labelled(name, text, scope)


def _labelled(label: str, text: str, scope: Scope) -> str:
    """Return what an attribute is called and what it says."""
    if scope.lang == "en":
        label, text = capital(label), lower(text, scope.lang)
    return finished(word("labelled", scope, label=label, rest=text), scope.lang)
