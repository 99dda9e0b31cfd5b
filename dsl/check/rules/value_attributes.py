"""Check attributes with parameters: each card says a value of its own, found by its definition.

Such an attribute is a value `KIND.NAME` over the card and the parameters. What a card says is the
value `CARD.NAME`, what the kind says for the others `KIND.NAME.default`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dsl.check.expressions.names import definition_constant
from dsl.check.nouns.state import empty_value, is_empty_by_itself
from dsl.check.rules.values import is_block
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.places import scope_at
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.world import ValueHead
from dsl.check.steps.bodies import check_body, check_formula
from dsl.check.texts.trees_of import counts_of, expression_of
from dsl.model.expressions import Compare, Constant, Expression, Local, Property, ValueCall
from dsl.model.nouns import Attribute
from dsl.model.rules import Value
from dsl.model.steps import Body, Formula, If, Return, SlotInfo, Step
from dsl.model.types import BOOL, DefinitionType, EntityType
from dsl.source import Span
from dsl.syntax.documents import Mapping, Node, Scalar
from dsl.syntax.parser import parse_steps


def declare_value_attributes(draft: Draft) -> None:
    """Declare every attribute with parameters as a value over a card."""
    for kind, attribute in _declared(draft):
        name = f"{kind}.{attribute.name}"
        slots = (SlotInfo("it", EntityType(kind)), *attribute.slots)
        head = ValueHead(id=name, parameters=slots, result=attribute.type, span=attribute.span)
        draft.world.values[name] = head


def check_value_attributes(draft: Draft) -> None:
    """Fill `Draft.values` with what kinds and cards say for attributes with parameters."""
    for kind, attribute in _declared(draft):
        said = [_add(f"{card}.{attribute.name}", draft.world.definitions[card], attribute,
                     node, draft) for card, node in _texts(kind, attribute, draft)]  # fmt: skip
        cards = [card for card, _ in _texts(kind, attribute, draft)]
        usual = _default(kind, attribute, draft)
        _add_choice(kind, attribute, dict(zip(cards, said, strict=True)), usual, draft)


def _declared(draft: Draft) -> Iterator[tuple[str, Attribute]]:
    """Yield the attributes that are values with parameters, with the kinds that declare them."""
    for kind in draft.world.kinds.values():
        yield from ((kind.name, each) for each in kind.attributes if each.is_value)


def _texts(kind: str, attribute: Attribute, draft: Draft) -> list[tuple[str, Node]]:
    return draft.value_attributes.get((kind, attribute.name), [])


def _scope(kind: str, attribute: Attribute, draft: Draft) -> Scope:
    """Return the scope of one text: the card is `self` and the element, then the parameters."""
    own = SlotInfo("self", EntityType(kind))
    scope = scope_at(
        draft.world, given=(own, *attribute.slots), place="value", result=attribute.type
    )
    return replace(scope, element=(0, own.type))


def _add(name: str, kind: str, attribute: Attribute, node: Node, draft: Draft) -> str:
    """Add the value of one text; return its name."""
    scope = _scope(kind, attribute, draft)
    slots = tuple(scope.slots.infos)
    body = _body(node, scope, attribute, draft)
    _keep(name, slots, attribute, body, node.span, draft)
    return name


def _body(node: Node, scope: Scope, attribute: Attribute, draft: Draft) -> Formula | Body:
    """Return what one text says: an expression, or a block of steps."""
    given = len(scope.slots.infos)
    if isinstance(node, Scalar) and is_block(node):
        return check_body(parse_steps(node, draft.report) or (), scope, given)
    if isinstance(node, Mapping):
        tree = counts_of(node, draft.report)
    else:
        tree = expression_of(node, draft.report)
    if tree is None:
        return Body((), 0, ())
    return check_formula(tree, scope, attribute.type)


def _default(kind: str, attribute: Attribute, draft: Draft) -> Expression:
    """Return what holds for cards that say nothing."""
    tree = draft.value_defaults.get((kind, attribute.name))
    if tree is None:
        empty = is_empty_by_itself(attribute.type)
        return Constant(empty_value(attribute.type) if empty else None, attribute.type)
    name = f"{kind}.{attribute.name}.default"
    scope = _scope(kind, attribute, draft)
    slots = tuple(scope.slots.infos)
    formula = check_formula(tree, scope, attribute.type)
    _keep(name, slots, attribute, formula, attribute.span, draft)
    return _call(name, kind, attribute)


def _call(name: str, kind: str, attribute: Attribute) -> ValueCall:
    """Return the call of one text with all that its attribute was given."""
    slots = (SlotInfo("it", EntityType(kind)), *attribute.slots)
    arguments = tuple(Local(i, slot.name, slot.type) for i, slot in enumerate(slots))
    return ValueCall(name, arguments, attribute.type)


def _add_choice(
    kind: str, attribute: Attribute, said: dict[str, str], usual: Expression, draft: Draft
) -> None:
    """Add the value that finds the text of a card by the card's definition."""
    name, span = f"{kind}.{attribute.name}", attribute.span
    slots = draft.world.values[name].parameters
    card = Local(0, "it", EntityType(kind))
    found = Property("definition", card, "", DefinitionType(kind))
    steps: list[Step] = []
    for definition, text in said.items():
        is_it = Compare("==", found, definition_constant(definition, draft.world), False, BOOL)
        given = (Return(_call(text, kind, attribute), span),)
        steps.append(If(((is_it, given),), (), span))
    steps.append(Return(usual, span))
    _keep(name, slots, attribute, Body(slots, len(slots), tuple(steps)), span, draft)


def _keep(
    name: str, slots: tuple[SlotInfo, ...], attribute: Attribute, body: Formula | Body,
    span: Span, draft: Draft,
) -> None:  # fmt: skip
    """Add one value; that nothing else names it is no news."""
    draft.world.used.add(("value", name))
    value = Value(
        id=name, parameters=slots, result=attribute.type, body=body, at_least=None, at_most=None,
        uses_me=False, uses_self=False, text={}, only_if=None, span=span,
    )  # fmt: skip
    draft.values[name] = (value,)
