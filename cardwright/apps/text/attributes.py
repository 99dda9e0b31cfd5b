"""Return the words for values of a card or game: with parameters, with texts, effects and costs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from cardwright.apps.text import effects
from cardwright.apps.text.actions import lower
from cardwright.apps.text.branches import remembering
from cardwright.apps.text.choices import is_me
from cardwright.apps.text.clauses import Clause, Said
from cardwright.apps.text.conditions import being_so
from cardwright.apps.text.inflection import (
    as_not_so,
    beside,
    capital,
    ends_like_predicate,
    phrase,
    verb_forms,
    with_article,
)
from cardwright.apps.text.listening import name_slots
from cardwright.apps.text.lists import asked
from cardwright.apps.text.names import Names, in_words
from cardwright.apps.text.phrases import filled, formula_of, resolved, variant
from cardwright.apps.text.scope import CLAUSES, Bound, Scope, clause, say, things
from cardwright.apps.text.sentences import Described, ended, finished, paid, sentences, word
from dsl import VOCABULARY, Language, Record
from dsl.model import expressions as e
from dsl.model import rules as r
from dsl.model.nouns import Attribute, Definition, with_bases
from dsl.model.rules import Value
from dsl.model.steps import Body
from dsl.model.types import BOOL, PLAYER, plain_type
from dsl.model.walk import WORKS
from dsl.model.words import Gives


class AttributeWords(Record):
    """An attribute that is asked for, in words.

    Attributes:
        name: What it is called, the parameters that its text names filled in.
        whom: For whom or what else it is asked; "" for nobody but the reader.
    """

    name: str
    whom: str

    def noun(self, lang: str) -> str:
        """Return the value of a card as a noun: `prize for that player`, behind its owner."""
        if not self.whom:
            return self.name
        said = phrase(lang, "value-for", name=self.name, whom=self.whom)
        return said if lang == "ja" else self.name

    def said(self, lang: str) -> str:
        """Return what a card is or is not: `open for that player`."""
        if not self.whom:
            return self.name
        return phrase(lang, "so-for", name=self.name, whom=self.whom)


def attribute_asked(value: str, scope: Scope) -> tuple[str, Attribute] | None:
    """Return the kind and attribute that a value reads: `spot.prize`; None for any other value."""
    kind, _, name = value.partition(".")
    known = scope.game.kinds[kind].attributes if kind in scope.game.kinds else ()
    found = next((each for each in known if each.name == name and each.is_value), None)
    return None if found is None else (kind, found)


def with_arguments(
    kind: str, attribute: Attribute, arguments: tuple[e.Expression, ...], scope: Scope
) -> AttributeWords:
    """Return an attribute as it is asked with arguments, one a parameter."""
    text = scope.names.attribute(kind, attribute.name)
    others = []
    for slot, argument in zip(attribute.slots, arguments, strict=False):
        if (mark := f"{{{slot.name}}}") in text:
            text = text.replace(mark, say(argument, scope))
        elif not is_me(resolved(argument, scope)[0]):
            others.append(say(argument, scope))
    return AttributeWords(text, beside(others, scope.lang))


@CLAUSES.add(e.ValueCall)
def _value(node: e.ValueCall, scope: Scope, negated: bool) -> Said:
    read = attribute_asked(node.value, scope)
    if read is not None:
        said = with_arguments(*read, node.arguments[1:], scope).said(scope.lang)
        return being_so(said, node.arguments[0], scope, negated)
    value = variant(node.value, scope)
    formula = None if value is None or value.text else formula_of(value, scope)
    if formula is not None:
        return clause(formula.expression, scope.called(node.arguments), negated=negated)
    if value is not None and value.text:
        return _of_its_subject(value, node, scope, negated) or _as_said(
            filled(value, node.arguments, scope), scope, negated
        )
    name = in_words(node.value.rpartition(".")[2])
    of = node.arguments[0] if node.arguments else None
    return being_so(name, of, scope, negated)


_SUBJECT: Final = re.compile(r"\{([a-zA-Z][\w-]*)\} ([a-z]+)\b")
_TOPIC: Final = re.compile(r"\{([a-zA-Z][\w-]*)\}(では|には|とは|で|に|は|が|を|と|も)(?!\{)")


def _of_its_subject(value: Value, node: e.ValueCall, scope: Scope, negated: bool) -> Clause | None:
    """Return what a game says itself of its first word, a parameter: `{r} is contested`."""
    text = scope.names.text(value.text, value.id)
    found = (_TOPIC if scope.lang == "ja" else _SUBJECT).match(text)
    names = [slot.name for slot in value.parameters]
    if found is None or found[1] not in names:
        return None
    subject = say(node.arguments[names.index(found[1])], scope)
    if scope.lang == "ja":
        text = filled(replace(value, text={"ja": text[found.end() :]}), node.arguments, scope)
        said = _as_said(text, scope, negated)
        return replace(said, subject=subject, link=found[2])
    rest = filled(replace(value, text={"en": text[found.end(1) + 2 :]}), node.arguments, scope)
    one, many = verb_forms(rest.removeprefix("the "), negated=negated)
    return Clause("en", subject, " ", one, many)


_VERBS: Final = ("is", "are", "was", "were", "has", "have", "can", "may", "must")
_WITHIN: Final = ("who", "whose", "that", "which", "if", "when", "and", "or")
"""Behind these words a verb is not that of the whole clause."""


def _not_so(words: str) -> str:
    """Return the opposite of an English text that says all by itself: `the deal is not over`, `no
    player has won`."""
    before, _, rest = words.partition(" ")
    if before in ("a", "an"):
        return f"no {rest}"
    said = words.split(" ")
    place = next((n for n, word in enumerate(said) if n and word in _VERBS), 0)
    owns = [*said[place + 1 :], ""][0] in ("a", "an", "the", "no") and said[place][0] == "h"
    if not place or owns or any(word in _WITHIN for word in said[:place]):
        return f"it is not so that {words}"
    return " ".join([*said[: place + 1], "not", *said[place + 1 :]])


def _as_said(text: str, scope: Scope, negated: bool) -> Clause:
    """Return a clause that a game words itself: `this card is ready`."""
    text = text.removeprefix("the ")
    if negated:
        if scope.lang == "en":
            text = _not_so(text)
        else:
            text = as_not_so(text) if ends_like_predicate(text) else scope.words("not", what=text)
    is_noun = scope.lang == "ja" and not ends_like_predicate(text)
    return Clause(scope.lang, "", "", text, text, is_noun)


def per_words(node: e.Expression, scope: Scope) -> str | None:
    """Return a sum of numbers and of rates such as `1 per life`, or None if it is no such."""
    parts = [_term(term, scope) for term in _terms(node)]
    shown = [part for part in parts if part is not None]
    if len(shown) < len(parts) or all(part.isdecimal() for part in shown):
        return None
    return "＋".join(shown) if scope.lang == "ja" else Language("en").together(shown)


def _terms(node: e.Expression) -> Iterator[e.Expression]:
    """Yield the terms of a sum."""
    if isinstance(node, e.Arithmetic) and node.operator == "+" and node.right is not None:
        yield from _terms(node.left)
        yield from _terms(node.right)
    else:
        yield node


def _term(node: e.Expression, scope: Scope) -> str | None:
    """Return a plain number, or a rate: `1 per 2 life`."""
    if isinstance(node, e.Constant):
        return str(node.value)
    each, every = "1", "1"
    if isinstance(node, e.Arithmetic) and node.right is not None:
        left, right = node.left, node.right
        if node.operator == "*" and isinstance(left, e.Constant):
            each, node = str(left.value), right
        elif node.operator == "//" and isinstance(right, e.Constant):
            every, node = str(right.value), left
    counted = _counted(node, every, scope)
    return None if counted is None else scope.words("per", number=each, counted=counted)


def _counted(node: e.Expression, number: str, scope: Scope) -> str | None:
    """Return a number of the things that an expression counts, or None if it counts nothing."""
    node, scope = resolved(node, scope)
    if isinstance(node, e.Lookup):
        what = say(node, scope).removeprefix("the ")
        is_bare = number == "1" and scope.lang == "en"
        return what if is_bare else scope.words("so-many-of", what=what, number=number)
    if not isinstance(node, e.Fold) or VOCABULARY.folds[node.function].gives != Gives.COUNT:
        return None
    found = things(node.source, scope)
    if found is not None and node.body is not None:
        found = asked(found, node.slot, node.body, scope)
    if found is None:
        return None
    if number == "1":
        return found.single() if found.lang == "ja" else found.every().removeprefix("each ")
    return found.some(number, up_to=False)


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
    found = with_arguments(kind, attribute, given, scope)
    is_noun = scope.lang == "ja" and plain_type(attribute.type) != BOOL
    label = found.noun("ja") if is_noun else found.said(scope.lang)
    if isinstance(value.body, Body):
        worth = sentences(effects.effects(value.body.steps, scope), scope.lang)
        return _labelled(label, worth, scope)
    node = value.body.expression
    if plain_type(node.type) == BOOL and not isinstance(node, e.Constant):
        worth = word("only-if", scope, condition=clause(node, scope).verbal())
    else:
        worth = ended(per_words(node, scope) or say(node, scope), scope.lang)
    return _labelled(label, worth, scope)


def effect_line(effect: r.Effect, definition: Definition, names: Names) -> str:
    """Return the line of an effect or cost: `Income: gain 1 gold.`"""
    scope = Scope(names, self_kind=definition.kind)
    for number, slot in enumerate(effect.body.slots[: effect.body.given]):
        noun = names.noun(slot.type)
        scope.locals[number] = scope.refer(noun, names.many(noun), is_list=False)
    done = effects.effects(remembering(effect.body, scope), scope)
    name = names.attribute(*effect.attribute)
    if effect.is_cost:
        text = ended(paid(done, scope.lang), scope.lang)
    else:
        text = sentences(done, scope.lang)
    return _labelled(name, text, scope)


def _labelled(label: str, text: str, scope: Scope) -> str:
    """Return what an attribute is called and what it says."""
    if scope.lang == "en":
        label, text = capital(label), lower(text, scope.lang)
    return finished(word("labelled", scope, label=label, rest=text), scope.lang)
