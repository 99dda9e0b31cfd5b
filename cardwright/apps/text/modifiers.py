"""Render modifiers: the change of a value or an attribute, by how much or to what."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from cardwright.apps.text.actions import lower
from cardwright.apps.text.choices import names_local
from cardwright.apps.text.inflection import agreeing, capital
from cardwright.apps.text.keywords import gained, only_these
from cardwright.apps.text.names import in_words
from cardwright.apps.text.phrases import filled, is_it, variant
from cardwright.apps.text.scope import Bound, Scope, clause, say
from cardwright.apps.text.sentences import Described, all_of, described, word
from dsl.model import expressions as e
from dsl.model import rules as r
from dsl.model.steps import SlotInfo
from dsl.model.traits import HAS
from dsl.model.types import BOOL, PLAYER, EntityType, ListOf, SetOf, plain_type
from dsl.model.walk import WORKS


def modifier(rule: r.Modifier, scope: Scope) -> str:
    """Return how a value becomes another one, and for what."""
    slots = rule.slots[: rule.result]
    known = described(slots, rule.condition)
    _name_slots(slots, known, scope)
    scope.locals[rule.result] = word("result", scope)
    condition = all_of(known.rest)
    if condition is None:
        return _change_of(rule, scope)
    asked = clause(condition, scope).plain()
    return word("if", scope, condition=asked, rest=lower(_change_of(rule, scope), scope.lang))


def _begun(text: str, scope: Scope) -> str:
    """Return what a sentence begins with."""
    return capital(text) if scope.lang == "en" else text


def _name_slots(slots: Sequence[SlotInfo], known: Described, scope: Scope) -> None:
    """Bind the parameters of a value to their conditions: `each dragon`, `a dragon` in a
    condition; then `that dragon`."""
    for number, slot in enumerate(slots):
        if number in known.equals:
            scope.locals[number] = Bound(known.equals[number], scope)
        elif isinstance(slot.type, EntityType) or slot.type == PLAYER:
            found = known.found(number, slot.type, scope)
            is_one = names_local(tuple(known.rest), number)
            first = found.single if is_one else found.every
            scope.first[number] = found.numberless if scope.lang == "ja" else first
            scope.locals[number] = scope.refer(found.one, found.many, is_list=False)
        else:
            found = Described().found(number, slot.type, scope)
            scope.locals[number] = scope.refer(found.one, found.many, is_list=False)
            known.rest.extend(known.asked.get(number, ()))


def _change_of(rule: r.Modifier, scope: Scope) -> str:
    """Return how a value changes: by how much, or to what."""
    if rule.to.type == BOOL:
        return _made_true(rule, scope)
    key, by = _by_how_much(rule.to, rule.result)
    if rule.attribute is not None and rule.attribute[1] == HAS and (by is not None or rule.sets):
        card = _begun(say(_slots(rule)[0], scope), scope)
        if by is None:
            return only_these(card, rule.to, scope)
        return gained(card, key, say(by, scope), scope)
    shown = _begun(_changed(rule, scope), scope)
    if by is not None and isinstance(plain_type(rule.to.type), ListOf | SetOf):
        key = agreeing(shown, key, f"{key}-many")
        return word(f"list-{key}", scope, value=shown, by=say(by, scope))
    if by is not None:
        be, much = agreeing(shown, "is", "are"), say(by, scope)
        if key in ("raise", "lower") and not much.isdecimal():
            key = f"{key}-by"
        return word(key, scope, value=shown, by=much, be=be)
    key = "sets" if rule.sets else agreeing(shown, "modify", "modify-many")
    return word(key, scope, value=shown, to=say(rule.to, scope), be=agreeing(shown, "is", "are"))


def _made_true(rule: r.Modifier, scope: Scope) -> str:
    """Return when a yes or no is yes."""
    never = isinstance(rule.to, e.Constant) and not rule.to.value
    if never and rule.attribute is not None and rule.attribute[1] == WORKS:
        return word("silences", scope, value=say(_slots(rule)[0], scope))
    value = None if rule.value is None else variant(rule.value, scope)
    if value is None or not value.text:
        shown = _begun(_changed(rule, scope), scope)
    else:
        shown = _begun(filled(value, _slots(rule), scope).removeprefix("the "), scope)
    if isinstance(rule.to, e.Constant):
        return word(
            "sets-always" if rule.to.value else "sets-never", scope, value=lower(shown, scope.lang)
        )
    return word("sets-yes", scope, value=shown, condition=clause(rule.to, scope).verbal())


def _by_how_much(to: e.Expression, result: int) -> tuple[str, e.Expression | None]:
    """Return how a result changes and by how much, where it does not become something else."""
    if isinstance(to, e.Arithmetic) and to.operator in "+-" and is_it(to.left, result):
        return "raise" if to.operator == "+" else "lower", to.right
    if isinstance(to, e.Combine) and is_it(to.left, result):
        return "increase" if to.operator == "+" else "reduce", to.right
    if isinstance(to, e.Combine) and to.operator == "+":  # one more behind another
        key, by = _by_how_much(to.left, result)
        if key == "increase" and by is not None:
            return key, replace(to, left=by)
    is_more = isinstance(to, e.Primitive) and to.name == "add-amounts"
    if is_more and isinstance(to, e.Primitive) and is_it(to.arguments[0], result):
        return "increase", to.arguments[1]
    is_less = isinstance(to, e.Primitive) and to.name in ("reduce", "less-bag", "less-open")
    if is_less and isinstance(to, e.Primitive) and is_it(to.arguments[0], result):
        return "reduce", to.arguments[1]
    if isinstance(to, e.Primitive) and to.name == "distinct":
        return _by_how_much(to.arguments[0], result)
    if isinstance(to, e.Conditional):
        first, then = _by_how_much(to.then, result)
        second, other = _by_how_much(to.otherwise, result)
        if first == second and then is not None and other is not None:
            return first, e.Conditional(to.condition, then, other, then.type)
    return "", None


def _slots(rule: r.Modifier) -> tuple[e.Local, ...]:
    slots = rule.slots[: rule.result]
    return tuple(e.Local(i, each.name, each.type) for i, each in enumerate(slots))


def _changed(rule: r.Modifier, scope: Scope) -> str:
    """Return the value or attribute that a modifier changes."""
    slots = _slots(rule)
    if rule.attribute is not None:
        kind, name = rule.attribute
        return say(e.AttributeRead(kind, name, slots[0], rule.to.type), scope)
    assert rule.value is not None
    value = variant(rule.value, scope)
    if value is not None and not value.text:
        return scope.words("the", name=in_words(rule.value))
    if value is not None:
        return filled(value, slots, scope)
    return say(e.ValueCall(rule.value, slots, rule.to.type), scope)
