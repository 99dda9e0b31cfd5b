"""Turn lark trees of single steps into the nodes of `trees.py`."""

from __future__ import annotations

from dsl.syntax import step_trees, trees
from dsl.syntax.build_expressions import (
    BUILDERS,
    Builder,
    build_expression,
    build_optional,
    build_word,
    node_of,
    plain_word,
)
from dsl.syntax.span_context import Context, ParseTree


def build_quantity(tree: ParseTree | None, context: Context) -> step_trees.Quantity | None:
    """Return how many a choice takes; None where nothing is said."""
    if tree is None:
        return None
    mode = {"up_to": "up to", "any_number": "any number", "exactly": "exactly"}[tree.data]
    number = build_expression(tree.children[0], context) if tree.children else None
    return step_trees.Quantity(mode, number, context.span(tree))


def _result(tree: ParseTree | None, context: Context) -> trees.Word | None:
    """Return the name after `->`."""
    return None if tree is None else build_word(tree.children[0], context)


def _end(tree: ParseTree | None, context: Context) -> str | None:
    """Return the end of a zone that cards are moved to."""
    return None if tree is None else plain_word(tree, context)


def _phrase(tree: ParseTree, context: Context) -> step_trees.Step:
    name, argument, *prepositions, result = tree.children
    return trees.Phrase(
        build_word(name, context),
        build_optional(argument, context),
        build_prepositions(prepositions, context),
        _result(result, context),
        context.span(tree),
    )


def build_prepositions(found: list[ParseTree], context: Context) -> tuple[trees.Preposition, ...]:
    """Return the values of a phrase that follow prepositions."""
    return tuple(
        trees.Preposition(
            str(tree.children[0].children[0]),
            build_expression(tree.children[1], context),
            context.span(tree),
        )
        for tree in found
    )


SIMPLE_BUILDERS: dict[str, Builder] = {
    "let_": node_of(step_trees.Let, build_word, build_expression),
    "set_": node_of(step_trees.Set, build_expression, build_expression),
    "add_": node_of(step_trees.Add, build_expression, build_expression),
    "subtract_": node_of(step_trees.Subtract, build_expression, build_expression),
    "choose_": node_of(
        step_trees.Choose,
        *(build_quantity, build_word, build_expression),
        *(build_optional, build_optional, build_optional),
    ),
    "order_": node_of(step_trees.Order, build_word, build_expression, build_optional),
    "move_": node_of(trees.Move, build_expression, _end, build_expression, build_optional, _result),
    "retire_": node_of(trees.Retire, build_expression),
    "do_": node_of(step_trees.Do, build_expression, _result),
    "require_": node_of(step_trees.Require, build_expression),
    "return_": node_of(step_trees.Return, build_expression),
    "stop_": node_of(step_trees.Stop),
    "end_game": node_of(step_trees.EndGame),
    "phrase": _phrase,
}


def _can(tree: ParseTree, context: Context) -> trees.Expression:
    (event,) = tree.children
    step = SIMPLE_BUILDERS[event.data](event, context)
    assert isinstance(step, trees.Phrase | trees.Move | trees.Retire)
    return trees.Can(step, context.span(tree))


BUILDERS.update(can_=_can)  # the one expression that holds a step
