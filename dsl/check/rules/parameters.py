"""Check the parameters of an action: what is decided, in order, before it is paid for."""

from __future__ import annotations

from typing import Final

from dsl.check.expressions.expressions import check_as, check_condition
from dsl.check.expressions.names_declared import check_locals
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.places import define
from dsl.check.scopes.scope import Scope
from dsl.check.steps.choices import hold_several
from dsl.check.steps.steps import check_loop_source
from dsl.check.texts.shapes import child, scalar_at, scalar_of
from dsl.check.texts.texts import check_placeholders, text_at
from dsl.check.texts.trees_of import expression_at
from dsl.model.expressions import Constant, Expression
from dsl.model.nouns import Text
from dsl.model.rules import Parameter
from dsl.model.types import INT, UNKNOWN, ListOf, Type, element_of, maybe
from dsl.syntax.documents import Entry, Mapping, Node, Scalar
from dsl.syntax.parser import parse_expression, parse_name, parse_quantified
from dsl.syntax.step_trees import Quantity

ONE: Final = "one"
EXACTLY: Final = "exactly"


def check_parameters(
    entries: tuple[Entry, ...], scope: Scope, draft: Draft
) -> tuple[tuple[Parameter, ...], Scope]:
    """Return the parameters and the scope that sees them; their locals are reserved already."""
    found: list[Parameter] = []
    for entry in entries:
        word = parse_name(entry.key, draft.report)
        check_locals(() if word is None else (word,), draft.report)
        parameter = _parameter(len(found), entry, scope, draft)
        scope = define(scope, len(found), parameter.name, parameter.type)
        found.append(parameter)
    return tuple(found), scope


def _parameter(slot: int, entry: Entry, scope: Scope, draft: Draft) -> Parameter:
    """Return one parameter: a text, or a mapping with `from` and more."""
    node, name = entry.value, entry.key.text
    text = scalar_at(node, "from") if isinstance(node, Mapping) else scalar_of(node)
    quantity, source = _source(text, name, scope, draft)
    mode, number = _how_many(quantity, scalar_at(node, "exactly"), scope, draft)
    element = element_of(source.type)
    plain: Type = element if mode == ONE or element == UNKNOWN else ListOf(element)
    when = _condition(node, "when", scope, draft)
    chosen = define(scope, slot, name, plain)
    for word in ("so-that", "so-far"):
        scalar = scalar_at(node, word)
        hold_several(word, mode, None if scalar is None else scalar.span, scope)
    return Parameter(
        name=name,
        type=maybe(plain) if when is not None and mode == ONE else plain,
        mode=mode,
        number=number,
        source=source,
        condition=_condition(node, "so-that", chosen, draft),
        so_far=_condition(node, "so-far", chosen, draft),
        when=when,
        span=entry.key.span,
        text=_text(node, slot, scope, draft),
    )


def _text(node: Node, slot: int, scope: Scope, draft: Draft) -> Text:
    """Return what a parameter is chosen for; it may name those before it."""
    earlier = [info.name for info in scope.slots.infos[:slot]]
    has_self = scope.self_kind is not None
    check_placeholders(child(node, "text"), earlier, draft.report, has_self=has_self)
    return text_at(node, "text", draft.language)


def _source(
    text: Scalar | None, name: str, scope: Scope, draft: Draft
) -> tuple[Quantity | None, Expression]:
    """Return how many, and the list that is chosen from."""
    parsed = None if text is None else parse_quantified(text, draft.report)
    if parsed is None:
        return None, Constant((), UNKNOWN)
    return parsed[0], check_loop_source(parsed[1], scope, name)


def _how_many(
    quantity: Quantity | None, exactly: Scalar | None, scope: Scope, draft: Draft
) -> tuple[str, Expression | None]:
    """Return the mode of a choice and its number."""
    if exactly is not None:
        tree = parse_expression(exactly, draft.report)
        return EXACTLY, Constant(0, INT) if tree is None else check_as(tree, scope, INT)
    if quantity is None:
        return ONE, None
    if quantity.number is None:
        return quantity.mode, None
    return quantity.mode, check_as(quantity.number, scope, INT)


def _condition(node: Node, key: str, scope: Scope, draft: Draft) -> Expression | None:
    """Return the condition under a key, or None where there is none."""
    tree = expression_at(node, key, draft.report)
    return None if tree is None else check_condition(tree, scope)
