"""Check the step that does what a card says under an attribute that holds an effect or a cost."""

from __future__ import annotations

from typing import Final

from dsl.check.expressions.dots import field_names, need_me
from dsl.check.expressions.expressions import check_as, check_expression, guess, quote
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.types import as_card
from dsl.check.steps.steps import Checked, report_place, rule_for
from dsl.diagnostics.spelling import so_many
from dsl.model import steps as model
from dsl.model.expressions import AttributeRead, Expression
from dsl.model.nouns import Attribute
from dsl.model.types import COST, UNKNOWN, EntityType, Type, is_effect, plain_type
from dsl.syntax import step_trees, trees

WRITE_IT: Final = "write `do CARD.ATTRIBUTE`"

BY_AN_EVENT: Final = (
    "let an event do it, and say who does that: "
    "`events: {{come-true ({kind} c): {{do: do c.{name}}}}}`, then `come-true CARD by PLAYER`"
)


@rule_for(step_trees.Do)
def _do(tree: step_trees.Do, scope: Scope) -> Checked:
    if tree.result is not None:
        message = "an effect of a card gives no result"
        scope.world.report.add("wrong-type", message, tree.result.span, WRITE_IT)
    operand, word, given = _parts(tree.effect)
    if operand is None or word is None:
        message = f"{quote(tree.effect.span)} is no attribute of a card"
        scope.world.report.add("wrong-type", message, tree.effect.span, WRITE_IT)
        return (), scope
    of = as_card(check_expression(operand, scope), scope)
    found = _attribute(of.type, word, scope)
    if found is None or not _may_stand(found[1], tree, scope):
        return (), scope
    kind, attribute = found
    need_me(scope, tree.span, f"`{word.text}`", BY_AN_EVENT.format(kind=kind, name=word.text))
    scope.world.used.add(("attribute", f"{kind}.{attribute.name}"))
    arguments = _arguments(attribute, given, word, scope)
    known = scope.world.effects.get((kind, attribute.name), ())
    said = AttributeRead(kind, attribute.name, of, attribute.type)
    step = model.DoEffect(said, arguments, known, tree.span)
    return (step,), scope


def _parts(
    tree: trees.Expression,
) -> tuple[trees.Expression | None, trees.Word | None, tuple[trees.Expression, ...]]:
    """Return the card, the attribute and what is given to it, of `card.attribute(x)`."""
    match tree:
        case trees.Dot(operand, name):
            return operand, name, ()
        case trees.Call(function, arguments, operand=operand):
            return operand, function, arguments
    return None, None, ()


def _attribute(type_: Type, word: trees.Word, scope: Scope) -> tuple[str, Attribute] | None:
    """Return the attribute with the kind that declares it; None after a diagnostic."""
    plain, world = plain_type(type_), scope.world
    if type_ == UNKNOWN:
        return None
    found = world.attribute(plain.kind, word.text) if isinstance(plain, EntityType) else None
    if found is None:
        message = f"{plain} has no attribute `{word.text}`"
        helps = guess(word.text, field_names(plain, world))
        world.report.add("unknown-attribute", message, word.span, *helps)
    elif not is_effect(found[1].type):
        message = f"`{word.text}` is {found[1].type}, neither an effect nor a cost"
        world.report.add("wrong-type", message, word.span)
        return None
    return found


def _may_stand(attribute: Attribute, tree: step_trees.Do, scope: Scope) -> bool:
    """Return whether it is done at its place: costs in costs, effects elsewhere."""
    is_cost = plain_type(attribute.type) == COST
    if is_cost == (scope.place == "cost"):
        return True
    if is_cost:
        message = f"`{attribute.name}` is a cost, and this is no cost"
        help_text = "do it in `cost:`, or before the comma of `may`"
        scope.world.report.add("wrong-type", message, tree.effect.span, help_text)
    else:
        report_place("not-in-cost", tree, scope, "let the attribute be a `cost`")
    return False


def _arguments(
    attribute: Attribute, given: tuple[trees.Expression, ...], word: trees.Word, scope: Scope
) -> tuple[Expression, ...]:
    """Return what is given to an effect, one a slot."""
    if len(given) != len(attribute.slots):
        slots = ", ".join(f"{slot.type} {slot.name}" for slot in attribute.slots)
        sort = "missing-argument" if len(given) < len(attribute.slots) else "too-many-arguments"
        message = (
            f"`{word.text}` takes {so_many(len(attribute.slots), 'argument')}, not {len(given)}"
        )
        help_text = f"write `do CARD.{word.text}{f'({slots})' if slots else ''}`"
        scope.world.report.add(sort, message, word.span, help_text)
        return ()
    return tuple(
        check_as(tree, scope, slot.type) for tree, slot in zip(given, attribute.slots, strict=True)
    )
