"""Declare the options with all their values, the sources of rules and cards, and the rulings."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from dsl.check.expressions.amounts import check_constant
from dsl.check.expressions.names_declared import is_card_id, unknown
from dsl.check.nouns.decks import deck_of_default
from dsl.check.nouns.zones import empty_value, is_empty_by_itself
from dsl.check.scopes.collect import report_duplicate, unique_entries
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.world import check_type
from dsl.check.steps.conditions import condition_of_options
from dsl.check.texts.package import Package, expression_of, field_at, type_at
from dsl.check.texts.texts import paragraphs_of, text_of, unmarked
from dsl.keys.course import RulingKeys
from dsl.keys.files import ImprintKeys, SectionKeys
from dsl.keys.nouns import OptionKeys
from dsl.model.documents import Entry, Mapping, Node, Scalar, scalars_of
from dsl.model.game import Ruling
from dsl.model.nouns import PLAYER_COUNT, Option, Text
from dsl.model.types import BOOL, INT, UNKNOWN, DefinitionType, EnumType, Maybe, Type
from dsl.records import Span
from dsl.words.folding import refused

MOST_CHOICES: Final = 1_000


def declare_options(draft: Draft) -> None:
    """Fill `World.options`."""
    for entry in unique_entries(draft, SectionKeys.options):
        option = _option(entry, draft)
        if option is not None:
            draft.world.options[entry.key.text] = option
        else:
            draft.lost.add(entry.key.text)


def declare_expansions(draft: Draft) -> None:
    """Add an option that is on for every expansion that is in."""
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
            text=text_of(ImprintKeys(part.manifest).title, draft.language),
            span=span,
        )


def check_option_conditions(draft: Draft) -> None:
    """Give options what must hold of them; hold the defaults against it."""
    options = draft.world.options
    said: dict[str, Scalar] = {}
    for entry in draft.package.entries(SectionKeys.options):
        scalar = OptionKeys(entry.value).so_that
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
        draft.report.add("bad-number.defaults-do-not", scalar.span, id=id_)


def expansion_span(part: Package, draft: Draft) -> Span:
    """Return where an expansion says its id."""
    id_ = ImprintKeys(part.manifest).id
    return draft.nowhere if id_ is None else id_.span


def declare_player_count(draft: Draft) -> None:
    """Add the number of players as an option, which the runner of a match sets."""
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
    keys = OptionKeys(node)
    if isinstance(node, Mapping):
        tree = type_at(keys.type, draft.report)
        default = expression_of(keys.default, draft.report)
    else:
        field = field_at(node, draft.report)
        tree, default = (None, None) if field is None else (field.type, field.default)
    if tree is None:
        return None
    type_ = check_type(tree, draft.world)
    inner = tree
    while inner.low is None and inner.of is not None:
        inner = inner.of
    low, high = inner.low, inner.high
    if low is not None and high is not None and low > high:
        draft.report.add("bad-number.holds-no-number", tree.span, low=low, high=high)
        low, high = None, None
    value = empty_value(type_)
    deck = deck_of_default(keys.default, type_, draft)
    if deck is not None:
        value = deck
    elif default is not None:
        value = check_constant(default, draft.world, type_)
    elif not is_empty_by_itself(type_):
        span = entry.key.span
        draft.report.add("missing-key.option-no", span)
    option = Option(
        id=entry.key.text,
        type=type_,
        default=value,
        low=low,
        high=high,
        choices=choices_of(type_, low, high, draft),
        text=text_of(keys.text, draft.language),
        span=entry.key.span,
        format=_text(keys.format),
        sideboard_of=_text(keys.sideboard_of),
    )
    if default is not None and not fits(option, option.default):
        is_bounded = option.high is not None
        draft.report.add(
            "bad-number.not-in-bounds" if is_bounded else "bad-number.not-among-values",
            default.span,
            default=default.span.text,
            option=option.id,
            low=option.low,
            high=option.high,
        )
    return option


def _text(scalar: Scalar | None) -> str | None:
    return None if scalar is None else scalar.text


def choices_of(type_: Type, low: int | None, high: int | None, draft: Draft) -> tuple[object, ...]:
    """Return all values of a type in order; empty where there are too many to list."""
    if isinstance(type_, Maybe):
        inner = choices_of(type_.of, low, high, draft)
        return (None, *inner) if inner else ()
    if isinstance(type_, EnumType) and type_.name in draft.world.enums:
        return tuple(range(len(draft.world.enums[type_.name].members)))
    if isinstance(type_, DefinitionType):
        ids = enumerate(draft.world.definitions.items())
        return tuple(
            number
            for number, (id_, kind) in ids
            if id_ not in draft.faces and type_.kind in ("", *draft.world.lineage(kind))
        )
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


STANDINGS: Final = ("published", "reconstructed")
"""What a card may say of its parts beside the sources that the manifest names."""


def known_sources(expansion: str, draft: Draft) -> dict[str, str]:
    """Return the sources that a package may name: its own and the game's, by key."""
    parts = (draft.package, *(part for part in draft.parts if part.expansion == expansion))
    return {key: text for part in parts for key, text in sources_of(part.manifest).items()}


def sources_of(root: Mapping | None) -> dict[str, str]:
    """Return where the rules come from, by key; a lone text stands under `rules`."""
    return dict(text_of(ImprintKeys(root).source, "rules"))


def check_source(scalar: Scalar, known: tuple[str, ...], draft: Draft) -> None:
    """Report a key that is no source here."""
    if scalar.text not in known:
        unknown(draft.report, "unknown-source", scalar.text, scalar.span, [*known])


def check_origins(draft: Draft) -> None:
    """Fill `Draft.origins`: what cards that cite a name took from where."""
    entries = unique_entries(draft, SectionKeys.origins, is_card_id)
    draft.origins = {entry.key.text: _by_source(entry.value, draft) for entry in entries}


def origins_of(node: Node | None, draft: Draft) -> dict[str, Text]:
    """Return what a card took from where, by source; nothing where it is said in one text."""
    if isinstance(node, Scalar):
        if node.text in draft.origins or not draft.origins:
            return draft.origins.get(node.text, {})
        if not any(each.isspace() for each in node.text):
            known = (*STANDINGS, *known_sources(node.span.source.package, draft), *draft.origins)
            check_source(node, known, draft)
        return {}
    return _by_source(node, draft)


def _by_source(node: Node | None, draft: Draft) -> dict[str, Text]:
    """Return texts by source; a key that is no source is reported."""
    if not isinstance(node, Mapping):
        return {}
    known = (*STANDINGS, *known_sources(node.span.source.package, draft))
    for entry in node.entries:
        check_source(entry.key, known, draft)
    return {entry.key.text: text_of(entry.value, draft.language) for entry in node.entries}


def check_rulings(draft: Draft) -> None:
    """Fill `Draft.rulings`."""
    entries = unique_entries(draft, SectionKeys.rulings, is_card_id)
    draft.rulings = sorted((_ruling(each, draft) for each in entries), key=lambda each: each.id)


def _ruling(entry: Entry, draft: Draft) -> Ruling:
    """Return one ruling."""
    keys = RulingKeys(entry.value)
    option = keys.option
    names = [name for name in draft.world.options if name != PLAYER_COUNT]
    if option is not None and option.text not in names and option.text not in draft.lost:
        word = option.text
        unknown(draft.report, "unknown-option", word, option.span, names)
    return Ruling(
        id=entry.key.text,
        sentence=unmarked(paragraphs_of(keys.sentence, draft.language)),
        decision=unmarked(paragraphs_of(keys.decision, draft.language)),
        source=_sources(entry, keys.source, draft),
        settled_by=_sources(entry, keys.settled_by, draft),
        option=None if option is None else option.text,
        expansion=entry.key.span.source.package,
        span=entry.key.span,
    )


def _sources(entry: Entry, node: Node | None, draft: Draft) -> tuple[str, ...]:
    """Return the sources that a ruling names; report those that no manifest has."""
    known = tuple(known_sources(entry.key.span.source.package, draft))
    found = scalars_of(node)
    for scalar in found:
        check_source(scalar, known, draft)
    return tuple(scalar.text for scalar in found)
