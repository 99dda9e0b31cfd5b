"""Turn lark trees of effects, with their blocks, into the nodes of `trees.py`."""

from __future__ import annotations

from collections.abc import Callable

from dsl.source import Span
from dsl.syntax import step_trees, trees
from dsl.syntax.build_expressions import (
    Builder,
    Part,
    build_expression,
    build_optional,
    build_word,
    built,
)
from dsl.syntax.build_steps import SIMPLE_BUILDERS
from dsl.syntax.span_context import Context, ParseTree


def build_steps(children: list[ParseTree], context: Context) -> tuple[step_trees.Step, ...]:
    """Return the nodes of steps that follow each other."""
    return tuple(_step(child, context) for child in children)


def _step(tree: ParseTree, context: Context) -> step_trees.Step:
    """Return the node of one step."""
    context.enter(tree)
    builder = SIMPLE_BUILDERS.get(tree.data) or _COMPOUND_BUILDERS[tree.data]
    step = builder(tree, context)
    context.leave()
    return step


def _block(tree: ParseTree, context: Context) -> tuple[step_trees.Step, ...]:
    """Return the steps of a body, whatever its form."""
    return build_steps(tree.children, context)


def _otherwise(tree: ParseTree | None, context: Context) -> tuple[step_trees.Step, ...]:
    """Return the steps after `else`."""
    return () if tree is None else _block(tree.children[0], context)


def _branch(
    tree: ParseTree, condition: ParseTree, body: ParseTree, context: Context
) -> step_trees.Branch:
    """Return one condition with its steps."""
    test, steps = build_expression(condition, context), _block(body, context)
    return step_trees.Branch(test, steps, context.from_start(tree, steps[-1].span))


def _if(tree: ParseTree, context: Context) -> step_trees.Step:
    condition, body, *rest = tree.children
    others = [child for child in rest if child is not None and child.data == "elif_"]
    last = next((child for child in rest if child is not None and child.data == "else_"), None)
    branches = [_branch(tree, condition, body, context)]
    branches += [_branch(other, other.children[0], other.children[1], context) for other in others]
    otherwise = _otherwise(last, context)
    end = otherwise[-1].span if otherwise else branches[-1].span
    return step_trees.If(tuple(branches), otherwise, context.from_start(tree, end))


def _ending(made: Callable[..., step_trees.Step], *parts: Part) -> Builder:
    """Return what makes a step that ends with the last of the steps inside it."""

    def build(tree: ParseTree, context: Context) -> step_trees.Step:
        found = built(parts, tree, context)
        return made(*found, context.from_start(tree, found[-1][-1].span))

    return build


def _optional_word(tree: ParseTree | None, context: Context) -> trees.Word | None:
    return None if tree is None else build_word(tree, context)


def _may(tree: ParseTree, context: Context) -> step_trees.Step:
    again, by, cost, body, last = tree.children
    decider = build_optional(by, context)
    price = () if cost is None else _block(cost, context)
    steps, otherwise = _block(body, context), _otherwise(last, context)
    span = context.from_start(tree, (otherwise or steps)[-1].span)
    return step_trees.May(again is not None, decider, price, steps, otherwise, span)


def _may_or_else(tree: ParseTree, context: Context) -> step_trees.Step:
    """Return a `may` that does nothing but pay, and what is done if not."""
    again, by, cost, last = tree.children
    otherwise = _otherwise(last, context)
    span = context.from_start(tree, otherwise[-1].span)
    decider = build_optional(by, context)
    return step_trees.May(again is not None, decider, _block(cost, context), (), otherwise, span)


def _choose_one(tree: ParseTree, context: Context) -> step_trees.Step:
    by, *found = tree.children
    decider = build_optional(by, context)
    alternatives = tuple(_alternative(child, context) for child in found)
    return step_trees.ChooseOne(
        decider, alternatives, context.from_start(tree, alternatives[-1].span)
    )


def _alternative(tree: ParseTree, context: Context) -> step_trees.Alternative:
    """Return one option of a `choose one`."""
    cost, when, *body = tree.children
    steps, condition = _block(cost, context), build_optional(when, context)
    after = _block(body[0], context) if body else ()
    last = after[-1].span if after else _last_span(steps, condition)
    return step_trees.Alternative(steps, condition, after, context.from_start(tree, last))


def _last_span(steps: tuple[step_trees.Step, ...], condition: trees.Expression | None) -> Span:
    """Return the span of the condition, or of the last step."""
    return steps[-1].span if condition is None else condition.span


_COMPOUND_BUILDERS: dict[str, Builder] = {
    "if_": _if,
    "for_each": _ending(step_trees.ForEach, build_word, build_expression, _block),
    "together": _ending(step_trees.Together, _optional_word, build_optional, _block),
    "at_once": _ending(step_trees.AtOnce, build_word, build_expression, _block, _block),
    "repeat_": _ending(step_trees.Repeat, build_expression, _block),
    "while_": _ending(step_trees.While, build_expression, _block),
    "may_": _may,
    "may_or_else": _may_or_else,
    "choose_one": _choose_one,
}
