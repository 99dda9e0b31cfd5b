"""Declare the options, with all the values each may take."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from dsl.check.expressions.constants import check_constant
from dsl.check.nouns.state import empty_value, is_empty_by_itself
from dsl.check.scopes.collect import report_duplicate, unique_entries
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.type_words import check_type
from dsl.check.steps.conditions import condition_of_options
from dsl.check.texts.package import Package
from dsl.check.texts.shapes import child, scalar_at
from dsl.check.texts.texts import text_at
from dsl.check.texts.trees_of import expression_of, field_at, type_at
from dsl.model.nouns import Option
from dsl.model.types import BOOL, INT, UNKNOWN, DefinitionType, EnumType, Maybe, Type
from dsl.source import Span
from dsl.syntax.documents import Entry, Mapping, Scalar
from dsl.syntax.signature_trees import TypeTree
from dsl.syntax.trees import Expression
from dsl.words.folding import refused

MOST_CHOICES: Final = 1_000
PLAYER_COUNT: Final = "player-count"


def declare_options(draft: Draft) -> None:
    """Fill `World.options`."""
    for entry in unique_entries(draft, "options", "option"):
        option = _option(entry, draft)
        if option is not None:
            draft.world.options[entry.key.text] = option
        else:
            draft.lost.add(entry.key.text)


def declare_expansions(draft: Draft) -> None:
    """Let every expansion that is in be an option that is on."""
    for part in draft.parts:
        name, span = part.expansion, expansion_span(part, draft)
        known = draft.world.options.get(name)
        if known is not None:
            report_duplicate(draft.report, "option or expansion", name, known.span, span)
        draft.world.used.add(("option", name))
        draft.world.options[name] = Option(
            id=name,
            type=BOOL,
            default=True,
            low=None,
            high=None,
            choices=(True,),
            text=text_at(part.manifest, "title", draft.language),
            span=span,
        )


def check_option_conditions(draft: Draft) -> None:
    """Give options what must hold of them; hold the defaults against it."""
    options = draft.world.options
    said: dict[str, Scalar] = {}
    for entry in draft.package.entries("options"):
        scalar = scalar_at(entry.value, "so-that")
        if scalar is not None and entry.key.text in options:
            said[entry.key.text] = scalar
    for id_, scalar in said.items():
        condition = condition_of_options(scalar, draft)
        words = " ".join(scalar.text.split())
        options[id_] = replace(options[id_], condition=condition, said=words)
    defaults = {id_: option.default for id_, option in options.items()}
    for id_, scalar in said.items():
        if refused([options[id_]], defaults) is None:
            continue
        message = f"the defaults do not fit what `{id_}` asks for"
        draft.report.add("bad-number", message, scalar.span, "let all defaults fit together")


def expansion_span(part: Package, draft: Draft) -> Span:
    """Return where an expansion says its id."""
    id_ = scalar_at(part.manifest, "id")
    return draft.nowhere if id_ is None else id_.span


def declare_player_count(draft: Draft) -> None:
    """Let rules read the number of players like an option; whoever runs a match sets it."""
    low, high = draft.players.low, draft.players.high
    if PLAYER_COUNT not in draft.world.options:
        draft.world.options[PLAYER_COUNT] = Option(
            id=PLAYER_COUNT,
            type=INT,
            default=low,
            low=low,
            high=high,
            choices=tuple(range(low, high + 1)),
            text={"en": "number of players", "ja": "プレイ人数"},
            span=draft.players_span,
        )


def _option(entry: Entry, draft: Draft) -> Option | None:
    """Return one option: a field in one line, or a mapping of type, default and text."""
    node = entry.value
    if isinstance(node, Mapping):
        tree = type_at(child(node, "type"), draft.report)
        default = expression_of(child(node, "default"), draft.report)
    else:
        field = field_at(node, draft.report)
        tree, default = (None, None) if field is None else (field.type, field.default)
    if tree is None:
        return None
    type_ = check_type(tree, draft.world)
    low, high = _bounds(tree)
    if low is not None and high is not None and low > high:
        help_text = "write the smaller number first"
        draft.report.add("bad-number", f"`{low}..{high}` holds no number", tree.span, help_text)
        low, high = None, None
    option = Option(
        id=entry.key.text,
        type=type_,
        default=_default(default, type_, entry.key.span, draft),
        low=low,
        high=high,
        choices=choices_of(type_, low, high, draft),
        text=text_at(node, "text", draft.language),
        span=entry.key.span,
    )
    if default is not None and not fits(option, option.default):
        message = f"`{default.span.text}` is not among the values of `{option.id}`"
        bounds = f"from {option.low} to {option.high}" if option.high is not None else "among them"
        draft.report.add("bad-number", message, default.span, f"write one {bounds}")
    return option


def _bounds(tree: TypeTree) -> tuple[int | None, int | None]:
    """Return the bounds in `2..4`, also below `maybe`."""
    inner = tree
    while inner.low is None and inner.of is not None:
        inner = inner.of
    return inner.low, inner.high


def _default(tree: Expression | None, type_: Type, span: Span, draft: Draft) -> object:
    """Return the default in its run-time form."""
    if tree is not None:
        return check_constant(tree, draft.world, type_)
    if not is_empty_by_itself(type_):
        help_text = "say which value holds where nobody chooses one"
        draft.report.add("missing-key", "the option has no `default`", span, help_text)
    return empty_value(type_)


def choices_of(type_: Type, low: int | None, high: int | None, draft: Draft) -> tuple[object, ...]:
    """Return all values of a type in order; empty where there are too many to list."""
    if isinstance(type_, Maybe):
        inner = choices_of(type_.of, low, high, draft)
        return (None, *inner) if inner else ()
    if isinstance(type_, EnumType) and type_.name in draft.world.enums:
        return tuple(range(len(draft.world.enums[type_.name].members)))
    if isinstance(type_, DefinitionType):
        ids = enumerate(draft.world.definitions.values())
        return tuple(i for i, kind in ids if type_.kind in ("", *draft.world.lineage(kind)))
    if type_ == BOOL:
        return (False, True)
    if type_ == INT and low is not None and high is not None and high - low < MOST_CHOICES:
        return tuple(range(low, high + 1))
    return ()


def fits(option: Option, value: object) -> bool:
    """Return whether a value is one that an option may take."""
    if option.type == UNKNOWN or not isinstance(value, int) or option.low is None:
        return True
    return option.low <= value and (option.high is None or value <= option.high)
