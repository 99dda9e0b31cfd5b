"""Build trees of steps from those of lark, as the rows of statements say.

Each field of a tree is made from one part of its rule; a field that takes several takes all that
the others leave. The type of the field says how.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from dsl.records import Record, Span, annotations_of
from dsl.syntax import statements, trees
from dsl.syntax.build_expressions import (
    BUILDERS,
    Context,
    ParseTree,
    Part,
    build_expression,
    build_optional,
    build_word,
    plain_word,
)
from dsl.syntax.statements import STATEMENTS, Step


def build_steps(children: list[ParseTree], context: Context) -> tuple[Step, ...]:
    """Return the nodes of steps that follow each other."""
    return tuple(_step(child, context) for child in children)


def _step(tree: ParseTree, context: Context) -> Step:
    row = STATEMENTS[tree.data]
    context.enter(tree)
    found: Step = _tree(row.tree, tree, context, ends_with_steps=row.holds_steps)
    context.leave()
    return found


def _tree(
    made: type[Record], tree: ParseTree, context: Context, *, ends_with_steps: bool = False
) -> Any:
    """Return a node whose fields are the parts of a tree."""
    parts, children, found = _parts(made), list(tree.children), list[Any]()
    for number, (part, is_many) in enumerate(parts):
        taken = len(children) - (len(parts) - number - 1) if is_many else 1
        given, children = children[:taken], children[taken:]
        if is_many:
            found.append(tuple(part(child, context) for child in given))
        else:
            found.append(part(given[0], context))
    span = context.span(tree)
    return made(*found, _up_to_last(found, tree, context) if ends_with_steps else span)


def _up_to_last(found: list[Any], tree: ParseTree, context: Context) -> Span:
    """Return the place of a tree up to its last part: the line ends behind a block belong to the
    tree and not to its place."""
    last = next(each for each in reversed(found) if each)
    return context.from_start(tree, (last[-1] if isinstance(last, tuple) else last).span)


@cache
def _parts(made: type[Record]) -> tuple[tuple[Part, bool], ...]:
    """Return how each field of a tree but its place is made, and whether of several parts."""
    types = [type_ for name, type_ in annotations_of(made).items() if name != "span"]
    return tuple((_MANY.get(type_) or _ONE[type_], type_ in _MANY) for type_ in types)


def build_quantity(tree: ParseTree | None, context: Context) -> statements.Quantity | None:
    """Return how many a choice takes; None where nothing is said."""
    if tree is None:
        return None
    mode = {"up_to": "up to", "any_number": "any number", "exactly": "exactly"}[tree.data]
    number = build_expression(tree.children[0], context) if tree.children else None
    return statements.Quantity(mode, number, context.span(tree))


def build_prepositions(found: list[ParseTree], context: Context) -> tuple[trees.Preposition, ...]:
    """Return the values of a phrase that follow prepositions."""
    return tuple(_preposition(tree, context) for tree in found)


def _preposition(tree: ParseTree, context: Context) -> trees.Preposition:
    word, value = tree.children
    found = build_expression(value, context)
    return trees.Preposition(plain_word(word, context), found, context.span(tree))


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


_ONE: Final[dict[str, Part]] = {
    "Expression": build_expression,
    "Expression | None": build_optional,
    "Word": build_word,
    "Word | None": lambda tree, context: None if tree is None else build_word(tree, context),
    "bool": lambda tree, context: tree is not None,
    "str | None": lambda tree, context: None if tree is None else plain_word(tree, context),
    "Quantity | None": build_quantity,
    "trees.Pattern": build_pattern,
    "tuple[Step, ...]": lambda tree, context: (
        () if tree is None else build_steps(tree.children, context)
    ),
}
_MANY: Final[dict[str, Part]] = {
    "tuple[Preposition, ...]": _preposition,
    "tuple[Branch, ...]": lambda tree, context: _tree(
        statements.Branch, tree, context, ends_with_steps=True
    ),
    "tuple[Alternative, ...]": lambda tree, context: _tree(
        statements.Alternative, tree, context, ends_with_steps=True
    ),
}
"""By the type of a field: what makes it of its part, or each element of a part of its own."""


# --- expressions that hold events -------------------------------------------------------------


def _can(tree: ParseTree, context: Context) -> trees.Expression:
    (event,) = tree.children
    return trees.Can(_event(event, context), context.span(tree))


def _would(tree: ParseTree, context: Context) -> trees.Expression:
    *events, condition = tree.children
    steps = tuple(_event(event, context) for event in events)
    return trees.Would(steps, build_expression(condition, context), context.span(tree))


def _event(tree: ParseTree, context: Context) -> trees.Event:
    event: trees.Event = _tree(STATEMENTS[tree.data].tree, tree, context)
    return event


BUILDERS.update(can_=_can, would_=_would)
