"""Declare decks and formats, and hold the decks of the game against their formats."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from dsl.check.expressions.amounts import check_constant
from dsl.check.expressions.names_declared import is_card_id, unknown
from dsl.check.scopes.collect import unique_entries
from dsl.check.scopes.draft import Draft
from dsl.check.texts.consequences import ANY_CARD
from dsl.check.texts.package import expression_of
from dsl.check.texts.texts import text_of
from dsl.keys.files import GameKeys, SectionKeys
from dsl.keys.key import AnyKey
from dsl.keys.nouns import DeckKeys, FormatKeys, OfCardKeys, OptionKeys
from dsl.model import documents as d
from dsl.model.game import Deck, Format, Legal, Size
from dsl.model.nouns import ANY, Option
from dsl.model.types import INT, DefinitionType, ListOf, Type
from dsl.records import Span
from dsl.syntax.deck_lists import CardNames, DeckList

_SIZE: Final = re.compile(r"\s*([0-9]{1,6})\s*(?:(\.\.)\s*([0-9]{1,6})?)?\s*")


def declare_decks(draft: Draft) -> None:
    """Fill `Draft.decks` from their lists; report lines whose cards are not there."""
    entries = unique_entries(draft, GameKeys.decks, is_card_id)
    names = CardNames()
    for card in draft.package.cards if entries else ():
        name = text_of(OfCardKeys(card).name, draft.language)
        of = draft.faces.get(card.id.text)  # the name of another face is one of its card, too
        if of == ANY:
            continue
        names.add(of or card.id.text, iter((*name.values(), *((card.id.text,) if of else ()))))
    for entry in entries:
        deck = _deck(entry, names, draft)
        if deck is None:
            draft.lost.add(entry.key.text)
        else:
            draft.decks[deck.id] = deck


def _deck(entry: d.Entry, names: CardNames, draft: Draft) -> Deck | None:
    """Return a deck; None where its list cannot be read."""
    node = entry.value
    cards = node if isinstance(node, d.Scalar) else DeckKeys(node).cards
    if cards is None:
        return None
    found = DeckList.of(cards.text, names.card_of)
    for line in found.unknown:
        known = list(draft.world.definitions)
        span = cards.part(line.start, line.end)
        if ANY_CARD not in draft.lost and line.name not in draft.lost:
            unknown(draft.report, "unknown-card", line.name, span, known)
    return Deck(
        id=entry.key.text,
        main=found.main,
        side=found.side,
        format=None if (named := DeckKeys(node).format) is None else named.text,
        text={} if isinstance(node, d.Scalar) else text_of(FormatKeys(node).text, draft.language),
        span=entry.key.span,
        spans={id_: cards.part(each.start, each.end) for id_, each in found.first.items()},
    )


def deck_of_default(node: d.Node | None, type_: Type, draft: Draft) -> tuple[int, ...] | None:
    """Return the cards of the deck that a default names, in run-time form; None for no deck."""
    scalar = d.scalar_of(node)
    if scalar is None or scalar.text not in draft.decks or not is_of_cards(type_):
        return None
    numbers = {id_: number for number, id_ in enumerate(draft.world.definitions)}
    return tuple(numbers[id_] for id_ in draft.decks[scalar.text].main)


def is_of_cards(type_: Type) -> bool:
    """Return whether a type is a list of cards as printed."""
    return isinstance(type_, ListOf) and isinstance(type_.of, DefinitionType)


# --- formats --------------------------------------------------------------------------------------


def check_decks(draft: Draft) -> None:
    """Fill `Draft.formats`; hold the decks, and what options begin with, against them."""
    for entry in unique_entries(draft, GameKeys.formats, is_card_id):
        draft.formats[entry.key.text] = _format(entry, draft)
    for deck in draft.decks.values():
        _check_format(deck.format, DeckKeys(_entry(draft, GameKeys.decks, deck.id)).format, draft)
        _check_deck(
            deck.format, deck.id, deck.main, deck.side, {"": deck.span, **deck.spans}, draft
        )
    options = draft.world.options
    for option in options.values():
        keys = OptionKeys(_entry(draft, SectionKeys.options, option.id))
        said, of = keys.format, keys.sideboard_of
        _check_format(option.format, said, draft)
        if said is not None and not is_of_cards(option.type):
            draft.report.add("bad-deck.option-of-no-cards", said.span, name=option.id)
        if of is None or of.text in draft.lost:
            continue
        beside = options.get(of.text)
        if beside is None or not is_of_cards(beside.type) or not is_of_cards(option.type):
            draft.report.add("bad-deck.sideboard-of-no-deck", of.span, name=of.text)
    sides = {each.sideboard_of: each for each in options.values() if each.sideboard_of}
    for option in options.values():
        if option.format is not None and is_of_cards(option.type):
            main, side = (_ids(each, draft) for each in (option, sides.get(option.id)))
            _check_deck(option.format, option.id, main, side, {"": option.span}, draft)


def _entry(draft: Draft, section: AnyKey, id_: str) -> d.Node | None:
    """Return an entry of a section."""
    entries = draft.package.entries(section)
    return next((each.value for each in entries if each.key.text == id_), None)


def _check_format(name: str | None, scalar: d.Scalar | None, draft: Draft) -> None:
    """Report a format that is not declared."""
    if name is not None and name not in draft.formats and scalar is not None:
        known = tuple(draft.formats)
        draft.report.add("bad-deck.no-such-format", scalar.span, name=name, known=known)


def _ids(option: Option | None, draft: Draft) -> tuple[str, ...]:
    """Return the cards that an option begins with."""
    ids = list(draft.world.definitions)
    default = option.default if option is not None else ()
    numbers = default if isinstance(default, tuple) else ()
    return tuple(ids[each] for each in numbers if isinstance(each, int) and each < len(ids))


def _check_deck(
    format_: str | None, name: str, main: tuple[str, ...], side: tuple[str, ...],
    spans: Mapping[str, Span], draft: Draft,
) -> None:  # fmt: skip
    """Report what is wrong with a deck by its format.

    Args:
        spans: Where it says its cards, by id; under no id where it stands.
    """
    found = draft.formats.get(format_ or "")
    cards = {each.id: each for each in draft.definitions}
    if found is None or not cards.keys() >= {*main, *side}:
        return
    for fault in found.faults(main, side, cards):
        span = spans.get(fault.slots.get("card", ""), spans[""])
        draft.report.add(f"bad-deck.{fault.key}", span, name=name, **fault.slots)


def _format(entry: d.Entry, draft: Draft) -> Format:
    """Return one format."""
    node = entry.value
    copies = FormatKeys(node).copies
    sideboard = FormatKeys(node).sideboard
    return Format(
        id=entry.key.text,
        size=_size(FormatKeys(node).size, draft),
        sideboard=None if sideboard is None else _size(sideboard, draft),
        copies=None if copies is None else d.number_of(copies),
        limits={
            id_: d.number_of(each.value)
            for each in d.entries_of(FormatKeys(node).limits)
            for id_ in _known((each.key,), draft)
        },
        banned=frozenset(_known(d.scalars_of(FormatKeys(node).banned), draft)),
        legal=tuple(_legal(FormatKeys(node).legal, draft)),
        text=text_of(FormatKeys(node).text, draft.language),
        span=entry.key.span,
    )


def _size(node: d.Node | None, draft: Draft) -> Size:
    """Return a number of cards: `60`, `40..60` or `60..`."""
    scalar = d.scalar_of(node)
    found = None if scalar is None else _SIZE.fullmatch(scalar.text)
    if scalar is None or found is None:
        if scalar is not None:
            draft.report.add("bad-deck.no-size", scalar.span, text=scalar.text)
        return Size(0, None)
    least = int(found[1])
    most = int(found[3]) if found[3] else None if found[2] else least
    if most is not None and most < least:
        draft.report.add("bad-number.holds-no-number", scalar.span, low=least, high=most)
    return Size(least, most)


def _known(scalars: tuple[d.Scalar, ...], draft: Draft) -> Iterator[str]:
    """Yield ids of cards; report those of none."""
    for scalar in scalars:
        if scalar.text in draft.world.definitions:
            yield scalar.text
        elif scalar.text not in draft.lost and ANY_CARD not in draft.lost:
            known = list(draft.world.definitions)
            unknown(draft.report, "unknown-card", scalar.text, scalar.span, known)


def _legal(node: d.Node | None, draft: Draft) -> Iterator[Legal]:
    """Yield what attributes of cards may be."""
    types: dict[str, Type] = {}
    for kind in draft.world.kinds.values():
        for each in kind.attributes:
            types.setdefault(each.name, each.type)  # of equal names the first
    for entry in d.entries_of(node):
        name = entry.key.text
        if name not in types:
            unknown(draft.report, "unknown-attribute", name, entry.key.span, [*types])
            continue
        draft.world.used |= {("attribute", f"{kind}.{name}") for kind in draft.world.kinds}
        values: list[object] = []
        ranges: list[tuple[int, int]] = []
        for item in d.items_or_one(entry.value):
            scalar = d.scalar_of(item)
            bounds = None if scalar is None else _SIZE.fullmatch(scalar.text)
            if types[name] == INT and bounds is not None and bounds[3]:
                ranges.append((int(bounds[1]), int(bounds[3])))
                continue
            tree = expression_of(item, draft.report)
            if tree is not None:
                values.append(check_constant(tree, draft.world, types[name]))
        yield Legal(name, tuple(values), tuple(ranges))
