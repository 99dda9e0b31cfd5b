"""Build trees of types, signatures and patterns from those of lark."""

from __future__ import annotations

from dsl.diagnostics.spelling import nearest
from dsl.syntax import trees
from dsl.syntax.build_expressions import (
    Context,
    ParseTree,
    build_expression,
    build_optional,
    build_token,
    build_word,
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


def build_loop(tree: ParseTree, context: Context) -> tuple[trees.Word, trees.Expression]:
    """Return the name and the source of `x in xs`."""
    name, source = tree.children
    return build_word(name, context), build_expression(source, context)
