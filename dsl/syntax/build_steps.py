"""Turn lark trees of single steps into the nodes of `trees.py`."""

from __future__ import annotations

from collections.abc import Callable

from dsl.syntax import step_trees, trees
from dsl.syntax.build_expressions import (
    BUILDERS,
    build_expression,
    build_optional,
    build_word,
)
from dsl.syntax.span_context import Context, ParseTree


def _let(tree: ParseTree, context: Context) -> step_trees.Step:
    name, value = tree.children
    return step_trees.Let(
        build_word(name, context), build_expression(value, context), context.span(tree)
    )


def _set(tree: ParseTree, context: Context) -> step_trees.Step:
    target, value = (build_expression(child, context) for child in tree.children)
    return step_trees.Set(target, value, context.span(tree))


def _add(tree: ParseTree, context: Context) -> step_trees.Step:
    value, target = (build_expression(child, context) for child in tree.children)
    return step_trees.Add(value, target, context.span(tree))


def _subtract(tree: ParseTree, context: Context) -> step_trees.Step:
    value, target = (build_expression(child, context) for child in tree.children)
    return step_trees.Subtract(value, target, context.span(tree))


def build_quantity(tree: ParseTree | None, context: Context) -> step_trees.Quantity | None:
    """Return how many a choice takes; None where nothing is said."""
    if tree is None:
        return None
    mode = {"up_to": "up to", "any_number": "any number", "exactly": "exactly"}[tree.data]
    number = build_expression(tree.children[0], context) if tree.children else None
    return step_trees.Quantity(mode, number, context.span(tree))


def _choose(tree: ParseTree, context: Context) -> step_trees.Step:
    quantity, name, source, by, condition, so_far = tree.children
    return step_trees.Choose(
        build_quantity(quantity, context),
        build_word(name, context),
        build_expression(source, context),
        build_optional(by, context),
        build_optional(condition, context),
        build_optional(so_far, context),
        context.span(tree),
    )


def _order(tree: ParseTree, context: Context) -> step_trees.Step:
    name, source, by = tree.children
    return step_trees.Order(
        build_word(name, context),
        build_expression(source, context),
        build_optional(by, context),
        context.span(tree),
    )


def _result(tree: ParseTree | None, context: Context) -> trees.Word | None:
    """Return the name after `->`."""
    return None if tree is None else build_word(tree.children[0], context)


def _move(tree: ParseTree, context: Context) -> step_trees.Step:
    cards, end, target, by, result = tree.children
    return trees.Move(
        build_expression(cards, context),
        None if end is None else str(end.children[0]),
        build_expression(target, context),
        build_optional(by, context),
        _result(result, context),
        context.span(tree),
    )


def _retire(tree: ParseTree, context: Context) -> step_trees.Step:
    return trees.Retire(build_expression(tree.children[0], context), context.span(tree))


def _do(tree: ParseTree, context: Context) -> step_trees.Step:
    effect, result = tree.children
    return step_trees.Do(
        build_expression(effect, context), _result(result, context), context.span(tree)
    )


def _require(tree: ParseTree, context: Context) -> step_trees.Step:
    return step_trees.Require(build_expression(tree.children[0], context), context.span(tree))


def _return(tree: ParseTree, context: Context) -> step_trees.Step:
    return step_trees.Return(build_expression(tree.children[0], context), context.span(tree))


def _stop(tree: ParseTree, context: Context) -> step_trees.Step:
    return step_trees.Stop(context.span(tree))


def _end_game(tree: ParseTree, context: Context) -> step_trees.Step:
    return step_trees.EndGame(context.span(tree))


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


SIMPLE_BUILDERS: dict[str, Callable[[ParseTree, Context], step_trees.Step]] = {
    "let_": _let,
    "set_": _set,
    "add_": _add,
    "subtract_": _subtract,
    "choose_": _choose,
    "order_": _order,
    "move_": _move,
    "retire_": _retire,
    "do_": _do,
    "require_": _require,
    "return_": _return,
    "stop_": _stop,
    "end_game": _end_game,
    "phrase": _phrase,
}


def _can(tree: ParseTree, context: Context) -> trees.Expression:
    (event,) = tree.children
    step = SIMPLE_BUILDERS[event.data](event, context)
    assert isinstance(step, trees.Phrase | trees.Move | trees.Retire)
    return trees.Can(step, context.span(tree))


BUILDERS["can_"] = _can  # the one expression that holds a step
