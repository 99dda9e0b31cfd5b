"""Build trees of expressions from those of lark, within the limits on size."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from lark import Token

from dsl.model.documents import Scalar
from dsl.records import Span
from dsl.syntax import trees
from dsl.syntax.limits import EFFECT_DEPTH, EFFECT_NODES
from dsl.syntax.scan import Problem


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
