"""Build trees of expressions and steps from those of lark, within the limits on size.

Each field of a step is made from one part of its rule; a field that takes several takes all that
the others leave. The type of the field says how.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Protocol, TypeAlias

from lark import Token

from dsl.model.documents import Scalar
from dsl.records import Record, Span, annotations_of
from dsl.syntax import statements, trees
from dsl.syntax.limits import EFFECT_DEPTH, EFFECT_NODES
from dsl.syntax.scan import Problem
from dsl.syntax.statements import STATEMENTS, Step


class ParseTree(Protocol):
    """What lark hands over: the name of a rule, its children, its place.

    Attributes:
        data: The name of the rule or of its alternative.
        children: Trees, tokens, and None for what was left out.
        meta: `start_pos` and `end_pos`, the end exclusive.
    """

    data: Any
    children: list[Any]

    @property
    def meta(self) -> Any:
        """Return the place of the tree."""


@dataclass(slots=True)
class Context:
    """One text on its way into trees."""

    scalar: Scalar
    nodes: int = 0
    depth: int = 0

    def enter(self, tree: ParseTree) -> None:
        """Count a node and go one level down; `leave` comes back.

        Raises:
            Problem: Where the tree is too large or too deep.
        """
        self.nodes += 1
        self.depth += 1
        if self.nodes > EFFECT_NODES:
            start = tree.meta.start_pos
            raise Problem("effect-too-long.parts", start, None, most=EFFECT_NODES)
        if self.depth > EFFECT_DEPTH:
            start = tree.meta.start_pos
            raise Problem("effect-too-deep.nested", start, None, most=EFFECT_DEPTH)

    def leave(self) -> None:
        """Come back from a node."""
        self.depth -= 1

    def span(self, tree: ParseTree) -> Span:
        """Return where a tree stands in the file."""
        return self.part(tree.meta.start_pos, tree.meta.end_pos)

    def part(self, start: int, end: int) -> Span:
        """Return where a stretch of the text stands in the file."""
        length = len(self.scalar.text)
        return self.scalar.part(min(start, length), min(end, length))

    def from_start(self, tree: ParseTree, last: Span) -> Span:
        """Return the span from the first word of a tree to the end of its last step.

        The line ends behind a block belong to its tree and not to its span.
        """
        start = tree.meta.start_pos
        return Span(last.source, self.part(start, start + 1).start, last.end)


Part: TypeAlias = Callable[[Any, Context], Any]
"""Makes a field of a node from a child of its tree."""
Builder: TypeAlias = Callable[[ParseTree, Context], Any]


def build_expression(tree: ParseTree, context: Context) -> trees.Expression:
    """Return the node of an expression."""
    context.enter(tree)
    node = BUILDERS[tree.data](tree, context)
    context.leave()
    return node


def build_optional(tree: ParseTree | None, context: Context) -> trees.Expression | None:
    """Return the node of an expression that may be left out."""
    return None if tree is None else build_expression(tree, context)


def build_word(tree: ParseTree, context: Context) -> trees.Word:
    """Return a name as a word."""
    return trees.Word(str(tree.children[0]), context.span(tree))


def build_token(token: Token, context: Context) -> trees.Word:
    """Return a single token as a word."""
    return trees.Word(str(token), context.part(token.start_pos or 0, token.end_pos or 0))


def node_of(made: Callable[..., Any], *parts: Part) -> Builder:
    """Return what makes a node whose fields are the children of its tree, each made by its part;
    its place comes last."""

    def build(tree: ParseTree, context: Context) -> Any:
        return made(*built(parts, tree, context), context.span(tree))

    return build


def built(parts: Iterable[Part], tree: ParseTree, context: Context) -> list[Any]:
    """Return the children of a tree, each made by its part."""
    return [part(child, context) for part, child in zip(parts, tree.children, strict=True)]


def plain_word(tree: ParseTree | Token, context: Context) -> str:
    """Return what a token says, or a rule of one token."""
    return str(tree if isinstance(tree, Token) else tree.children[0])


def _number(token: Token, context: Context) -> int:
    return int(token)


def _is(tree: ParseTree, context: Context) -> trees.Expression:
    operand, negation, what = tree.children
    return trees.Is(
        build_expression(operand, context),
        build_token(what.children[0], context),
        negation is not None,
        context.span(tree),
    )


def _binary(tree: ParseTree, context: Context) -> trees.Expression:
    left, *signs, right = tree.children
    return trees.Binary(
        " ".join(map(str, signs)),
        build_expression(left, context),
        build_expression(right, context),
        context.span(tree),
    )


def _call(tree: ParseTree, context: Context) -> trees.Expression:
    function, given = tree.children
    arguments = _arguments(given, context)
    match arguments:
        case (trees.Where(trees.Binary("in", trees.Name() as name, source, _), where, span), *more):
            # `d in xs where c` is `d in (xs where c)`: a truth value has no `where`
            inner = trees.Where(source, where, source.span.to(where.span))
            arguments = (trees.Binary("in", name, inner, span), *more)
    return trees.Call(build_word(function, context), arguments, context.span(tree))


def _member_call(tree: ParseTree, context: Context) -> trees.Expression:
    operand, name, given = tree.children
    return trees.Call(
        build_word(name, context),
        _arguments(given, context),
        context.span(tree),
        build_expression(operand, context),
    )


def _arguments(tree: ParseTree | None, context: Context) -> tuple[trees.Expression, ...]:
    """Return the expressions between commas."""
    children = [] if tree is None else tree.children
    return tuple(build_expression(child, context) for child in children)


def _amount(tree: ParseTree, context: Context) -> trees.Expression:
    quantity, unit = tree.children
    members, excluded = unit.children
    return trees.Unit(
        build_expression(quantity, context),
        () if isinstance(members, Token) else _members(members, context),
        () if excluded is None else _members(excluded, context),
        context.span(tree),
    )


def _members(tree: ParseTree, context: Context) -> tuple[trees.Word, ...]:
    """Return the names joined by `/`."""
    return tuple(build_token(token, context) for token in tree.children)


BUILDERS: dict[str, Builder] = {
    "name": node_of(trees.Name, plain_word),
    "number": node_of(trees.Number, _number),
    "none_": node_of(trees.NoneLiteral),
    "unary": node_of(trees.Unary, plain_word, build_expression),
    "binary": _binary,
    "range": node_of(trees.Range, build_expression, build_expression),
    "if_else": node_of(trees.IfElse, build_expression, build_expression, build_expression),
    "where": node_of(trees.Where, build_expression, build_expression),
    "named_where": node_of(trees.NamedWhere, build_word, build_expression, build_expression),
    "is_": _is,
    "dot": node_of(trees.Dot, build_expression, build_word),
    "call": _call,
    "member_call": _member_call,
    "index": node_of(trees.Index, build_expression, build_expression),
    "every": node_of(trees.Every, build_word),
    "list_": node_of(trees.ListLiteral, _arguments),
    "amount": _amount,
}


def build_steps(children: list[ParseTree], context: Context) -> tuple[Step, ...]:
    """Return the nodes of steps that follow each other."""
    found = list[Step]()
    for child in children:
        row = STATEMENTS[child.data]
        context.enter(child)
        found.append(_tree(row.tree, child, context, ends_with_steps=row.holds_steps))
        context.leave()
    return tuple(found)


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
    if not ends_with_steps:
        return made(*found, context.span(tree))
    # the line ends behind a block belong to the tree and not to its place
    last = next(each for each in reversed(found) if each)
    last = last[-1] if isinstance(last, tuple) else last
    return made(*found, context.from_start(tree, last.span))


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
