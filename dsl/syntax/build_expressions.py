"""Turn lark trees of expressions into the nodes of `trees.py`."""

from __future__ import annotations

from collections.abc import Callable

from lark import Token

from dsl.syntax import trees
from dsl.syntax.span_context import Context, ParseTree


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


def _name(tree: ParseTree, context: Context) -> trees.Expression:
    return trees.Name(str(tree.children[0]), context.span(tree))


def _number(tree: ParseTree, context: Context) -> trees.Expression:
    return trees.Number(int(tree.children[0]), context.span(tree))


def _none(tree: ParseTree, context: Context) -> trees.Expression:
    return trees.NoneLiteral(context.span(tree))


def _unary(tree: ParseTree, context: Context) -> trees.Expression:
    sign, operand = tree.children
    return trees.Unary(str(sign), build_expression(operand, context), context.span(tree))


def _binary(tree: ParseTree, context: Context) -> trees.Expression:
    left, *signs, right = tree.children
    return trees.Binary(
        " ".join(map(str, signs)),
        build_expression(left, context),
        build_expression(right, context),
        context.span(tree),
    )


def _range(tree: ParseTree, context: Context) -> trees.Expression:
    low, high = (build_expression(child, context) for child in tree.children)
    return trees.Range(low, high, context.span(tree))


def _if_else(tree: ParseTree, context: Context) -> trees.Expression:
    then, condition, otherwise = (build_expression(child, context) for child in tree.children)
    return trees.IfElse(then, condition, otherwise, context.span(tree))


def _where(tree: ParseTree, context: Context) -> trees.Expression:
    source, condition = (build_expression(child, context) for child in tree.children)
    return trees.Where(source, condition, context.span(tree))


def _named_where(tree: ParseTree, context: Context) -> trees.Expression:
    name, *parts = tree.children
    source, condition = (build_expression(child, context) for child in parts)
    return trees.NamedWhere(build_word(name, context), source, condition, context.span(tree))


def _is(tree: ParseTree, context: Context) -> trees.Expression:
    operand, negation, what = tree.children
    return trees.Is(
        build_expression(operand, context),
        build_token(what.children[0], context),
        negation is not None,
        context.span(tree),
    )


def _dot(tree: ParseTree, context: Context) -> trees.Expression:
    operand, name = tree.children
    return trees.Dot(
        build_expression(operand, context), build_word(name, context), context.span(tree)
    )


def _call(tree: ParseTree, context: Context) -> trees.Expression:
    function, given = tree.children
    arguments = _arguments(given, context)
    if arguments:
        arguments = (_with_binding(arguments[0]), *arguments[1:])
    return trees.Call(build_word(function, context), arguments, context.span(tree))


def _member_call(tree: ParseTree, context: Context) -> trees.Expression:
    operand, name, given = tree.children
    return trees.Call(
        build_word(name, context),
        _arguments(given, context),
        context.span(tree),
        build_expression(operand, context),
    )


def _with_binding(argument: trees.Expression) -> trees.Expression:
    """Return `d in xs where c` as `d in (xs where c)`: a truth value has no `where`."""
    match argument:
        case trees.Where(trees.Binary("in", trees.Name() as name, source, _), condition, span):
            inner = trees.Where(source, condition, source.span.to(condition.span))
            return trees.Binary("in", name, inner, span)
    return argument


def _arguments(tree: ParseTree | None, context: Context) -> tuple[trees.Expression, ...]:
    """Return the expressions between commas."""
    children = [] if tree is None else tree.children
    return tuple(build_expression(child, context) for child in children)


def _index(tree: ParseTree, context: Context) -> trees.Expression:
    operand, key = (build_expression(child, context) for child in tree.children)
    return trees.Index(operand, key, context.span(tree))


def _every(tree: ParseTree, context: Context) -> trees.Expression:
    return trees.Every(build_word(tree.children[0], context), context.span(tree))


def _list(tree: ParseTree, context: Context) -> trees.Expression:
    return trees.ListLiteral(_arguments(tree.children[0], context), context.span(tree))


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


BUILDERS: dict[str, Callable[[ParseTree, Context], trees.Expression]] = {
    "name": _name,
    "number": _number,
    "none_": _none,
    "unary": _unary,
    "binary": _binary,
    "range": _range,
    "if_else": _if_else,
    "where": _where,
    "named_where": _named_where,
    "is_": _is,
    "dot": _dot,
    "call": _call,
    "member_call": _member_call,
    "index": _index,
    "every": _every,
    "list_": _list,
    "amount": _amount,
}
