"""Build trees of effects, with their blocks, and of signatures from the trees of lark."""

from __future__ import annotations

from collections.abc import Callable

from dsl.diagnostics.spelling import nearest
from dsl.syntax import step_trees, trees
from dsl.syntax.build_expressions import (
    SIMPLE_BUILDERS,
    Builder,
    Context,
    ParseTree,
    Part,
    build_expression,
    build_optional,
    build_prepositions,
    build_token,
    build_word,
    built,
)
from dsl.syntax.scan import Problem

TYPE_WORDS = ("list", "set", "bag", "amount", "def", "zone")


def build_type(tree: ParseTree, context: Context) -> trees.TypeTree:
    """Return the node of a type."""
    context.enter(tree)
    if tree.data == "range_type":
        low, high = (int(token) for token in tree.children)
        word = trees.Word("range", context.span(tree))
        node = trees.TypeTree(word, None, low, high, context.span(tree))
    else:
        inner = build_type(tree.children[1], context) if tree.data == "wrapped_type" else None
        _check_type_word(tree)
        is_either = tree.data == "either_type"
        word, *more = (build_token(c, context) for c in tree.children[: 1 + is_either])
        node = trees.TypeTree(word, inner, None, None, context.span(tree), *more)
    context.leave()
    return node


def _check_type_word(tree: ParseTree) -> None:
    """Refuse a word before `of` that makes no type."""
    token = tree.children[0]
    if tree.data in ("named_type", "either_type") or token.type == "MAYBE" or token in TYPE_WORDS:
        return
    near = nearest(token, TYPE_WORDS)
    key = "unknown-type-word.near" if near else "unknown-type-word.far"
    words = tuple(TYPE_WORDS)
    raise Problem(key, token.start_pos, token.end_pos, word=token, near=near, words=words)


def _slot(tree: ParseTree, preposition: str | None, context: Context) -> trees.Slot:
    """Return one typed name."""
    kind, name, default = tree.children
    return trees.Slot(
        preposition,
        build_type(kind, context),
        build_word(name, context),
        build_optional(default, context),
        context.span(tree),
    )


def _slots(tree: ParseTree | None, context: Context) -> tuple[trees.Slot, ...]:
    """Return the slots between brackets."""
    return () if tree is None else tuple(_slot(child, None, context) for child in tree.children)


def build_event_signature(tree: ParseTree, context: Context) -> trees.EventSignature:
    """Return the signature of an event."""
    name, first, *others, result = tree.children
    slots = [] if first is None else [_slot(first.children[0], None, context)]
    for other in others:
        preposition, bracketed = other.children
        word = preposition.children[0]
        if word == "by":
            raise Problem("effect-syntax.by-slot", word.start_pos, word.end_pos)
        slots.append(_slot(bracketed.children[0], str(word), context))
    kind = None if result is None else build_type(result, context)
    return trees.EventSignature(build_word(name, context), tuple(slots), kind, context.span(tree))


def build_value_signature(tree: ParseTree, context: Context) -> trees.ValueSignature:
    """Return the signature of a value."""
    name, slots, result = tree.children
    kind = None if result is None else build_type(result, context)
    return trees.ValueSignature(
        build_word(name, context), _slots(slots, context), kind, context.span(tree)
    )


def build_field(tree: ParseTree, context: Context) -> trees.Field:
    """Return a field without the words behind its default, which are read apart."""
    kind, slots, default = tree.children
    return trees.Field(
        build_type(kind, context),
        build_optional(default, context),
        None,
        False,
        context.span(tree),
        _slots(slots, context),
    )


def build_pattern(tree: ParseTree, context: Context) -> trees.Pattern:
    """Return what a rule listens to."""
    event, argument, *prepositions, condition = tree.children
    return trees.Pattern(
        build_word(event, context),
        build_optional(argument, context),
        build_prepositions(prepositions, context),
        build_optional(condition, context),
        context.span(tree),
    )


def build_loop(tree: ParseTree, context: Context) -> tuple[trees.Word, trees.Expression]:
    """Return the name and the source of `x in xs`."""
    name, source = tree.children
    return build_word(name, context), build_expression(source, context)


def build_steps(children: list[ParseTree], context: Context) -> tuple[step_trees.Step, ...]:
    """Return the nodes of steps that follow each other."""
    steps = []
    for child in children:
        context.enter(child)
        builder = SIMPLE_BUILDERS.get(child.data) or _COMPOUND_BUILDERS[child.data]
        steps.append(builder(child, context))
        context.leave()
    return tuple(steps)


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
    last = after[-1].span if after else (steps[-1].span if condition is None else condition.span)
    return step_trees.Alternative(steps, condition, after, context.from_start(tree, last))


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
