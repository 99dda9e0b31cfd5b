"""Declare the state of the game, of the players and of the kinds."""

from __future__ import annotations

from dsl.check.expressions.constants import check_constant
from dsl.check.expressions.names_declared import Places
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.later import refuse_slots
from dsl.check.scopes.type_words import check_type
from dsl.check.texts.shapes import child, entries_of, is_false, scalar_at
from dsl.check.texts.texts import text_at
from dsl.check.texts.trees_of import field_at
from dsl.model.amounts import NOTHING
from dsl.model.expressions import StateKey
from dsl.model.nouns import StateField
from dsl.model.types import UNKNOWN, AmountOf, BagOf, ListOf, Maybe, SetOf, Type
from dsl.syntax.documents import Entry, Node
from dsl.syntax.parser import parse_name


def declare_state(draft: Draft) -> None:
    """Fill `World.state` with the game's own state."""
    places = Places("state", draft.report)
    for entry in draft.package.entries("state"):
        if places.add(entry.key.text, entry.key.span):
            _declare(None, entry, draft)


def state_fields(owner: str, node: Node | None, draft: Draft) -> tuple[StateField, ...]:
    """Declare the state of a kind or of `player`, and return it in written order."""
    found = [_declare(owner, entry, draft) for entry in entries_of(node)]
    return tuple(field for field in found if field is not None)


def _declare(owner: str | None, entry: Entry, draft: Draft) -> StateField | None:
    """Declare one field: a text, or a mapping with its audience and what people call it."""
    node = entry.value
    tree = field_at(node, draft.report)
    if parse_name(entry.key, draft.report) is None or tree is None:
        draft.lost.add(entry.key.text)
        return None
    refuse_slots(tree, draft)
    seen_by = scalar_at(node, "seen-by")
    type_ = check_type(tree.type, draft.world)
    if holds_amount(type_):
        message = f"`{entry.key.text}` would keep an amount, and state is always definite"
        help_text = "keep a bag: `bag of …`; `choose b from …` makes one of an amount"
        draft.report.add("wrong-type", message, tree.type.span, help_text)
        type_ = UNKNOWN
    key = StateKey(owner, entry.key.text)
    has_default = tree.default is not None or is_empty_by_itself(type_) or key.is_definition
    default = empty_value(type_)
    if tree.default is not None:
        default = check_constant(tree.default, draft.world, type_)
    if tree.until is not None:
        draft.scopes_named.append((tree.until.text, tree.until.span))
    field = StateField(
        key=key,
        type=type_,
        default=default,
        is_set_up=not has_default,
        until=None if tree.until is None or tree.until.text == "game" else tree.until.text,
        keep=tree.keep,
        seen_by=None if seen_by is None else seen_by.text,
        span=entry.key.span,
        text=text_at(node, "text", draft.language),
        is_shown=not is_false(child(node, "show")),
    )
    draft.world.state[key] = field
    return field


def holds_amount(type_: Type) -> bool:
    """Return whether a type is an amount, or a collection of amounts."""
    if isinstance(type_, Maybe | ListOf | SetOf | BagOf):
        return holds_amount(type_.of)
    return isinstance(type_, AmountOf)


def is_empty_by_itself(type_: Type) -> bool:
    """Return whether a type has a value without anybody saying so: none, or empty."""
    return isinstance(type_, Maybe | ListOf | SetOf | BagOf | AmountOf) or type_ == UNKNOWN


def empty_value(type_: Type) -> object:
    """Return that value in its run-time form; None stands for none."""
    if isinstance(type_, AmountOf):
        return NOTHING
    return () if isinstance(type_, ListOf | SetOf | BagOf) else None
