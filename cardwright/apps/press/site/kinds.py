"""Describe the kinds of cards of a game, and the decks in which its cards lie."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardwright.apps.cards.card_in_full import start_words
from cardwright.apps.cards.entries import OUTSIDE
from cardwright.apps.press.site import say
from cardwright.apps.press.site.shelf import Shelf, file_name
from cardwright.apps.text.names import Names
from cardwright.apps.text.rules import kind_rules_text
from dsl import Record
from dsl.model import types as t
from dsl.model.game import Game
from dsl.model.nouns import Kind

_PLAIN = {t.INT: "a-number", t.BOOL: "yes-no", t.EFFECT: "an-effect", t.COST: "a-cost"}


class KindWords(Record, kw_only=True):
    """A kind in words.

    Attributes:
        extends: The kind that it is a sort of: its anchor and name; None for none.
        says: What each card says: name and type.
        notes: The state of its cards during a match.
        rows: Its cards, without those of kinds that extend it.
    """

    anchor: str
    title: str
    extends: tuple[str, str] | None
    works: str
    says: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    rules: tuple[str, ...]
    rows: tuple[int, ...]


class Deck(Record):
    """Cards that lie together: rows with their numbers; `row` is the card that lists them."""

    title: str
    cards: tuple[tuple[int, int], ...]
    row: int | None = None

    @property
    def copies(self) -> int:
        """How many cards it has."""
        return sum(number for _, number in self.cards)


def kind_anchor(name: str) -> str:
    """Return the place of a kind on the page of kinds."""
    return f"kind-{file_name(name)}"


def kinds_of(shelf: Shelf, lang: str) -> list[KindWords]:
    """Return the kinds of a game and of its expansions, in the order of the texts."""
    found: dict[str, Game] = {}
    for model in shelf.base.models:
        for name in model.kinds:
            found.setdefault(name, model)
    return [_kind(model.kinds[name], model, shelf, lang) for name, model in found.items()]


def _kind(kind: Kind, model: Game, shelf: Shelf, lang: str) -> KindWords:
    names = Names(model, lang)
    rows = (row for row in shelf.order if shelf.cards[row].definition.kind == kind.name)
    base = kind.extends
    return KindWords(
        anchor=kind_anchor(kind.name),
        title=names.kind(kind.name),
        extends=(kind_anchor(base), names.kind(base)) if base in model.kinds and base else None,
        works=_works(kind, names),
        says=tuple(
            (names.attribute(kind.name, each.name), _type_words(each.type, names))
            for each in kind.attributes
        ),
        notes=tuple(names.state(each.key).replace("{owner}", "…") for each in kind.state),
        rules=kind_rules_text(model, kind.name, lang),
        rows=tuple(rows),
    )


def _works(kind: Kind, names: Names) -> str:
    """Return where the rules of its cards work."""
    if kind.active_in:
        zones = names.row(names.zone(key) for key in kind.active_in)
        return say(names.lang, "active-in", zones=zones)
    return say(names.lang, "is-unique") if kind.is_unique else ""


def _type_words(type_: t.Type, names: Names) -> str:
    """Return what an attribute holds."""
    plain, lang = t.plain_type(type_), names.lang
    if plain in _PLAIN:
        return say(lang, _PLAIN[plain])
    if isinstance(plain, t.ListOf | t.SetOf):
        return say(lang, "several", what=_type_words(plain.of, names))
    if isinstance(plain, t.BagOf | t.AmountOf):
        return say(lang, "numbers-of", what=_type_words(plain.of, names))
    if isinstance(plain, t.EnumType):
        return names.members(plain.name) or names.noun(plain)
    return names.noun(plain)


def decks_of(shelf: Shelf, lang: str) -> list[Deck]:
    """Return where cards begin, then the lists of cards that cards hold."""
    zones: dict[str, list[int]] = {}
    for row in shelf.order:
        zones.setdefault(shelf.cards[row].start, []).append(row)
    ordered = sorted(zones, key=lambda zone: zone == OUTSIDE)
    found = []
    for zone in ordered:
        words = start_words(shelf.cards[zones[zone][0]], lang)
        title = say(lang, "begin-outside") if zone == OUTSIDE else say(lang, "begin-in", zone=words)
        cards = tuple((row, shelf.cards[row].definition.copies) for row in zones[zone])
        found.append(Deck(title, cards))
    return [*found, *_lists(shelf, lang)]


def _lists(shelf: Shelf, lang: str) -> Iterator[Deck]:
    """Yield the lists of cards that stand on cards."""
    for row, card in enumerate(shelf.cards):
        names = Names(card.model, lang)
        for name, attribute in card.attributes.items():
            plain = t.plain_type(attribute.type)
            if not isinstance(plain, t.BagOf | t.ListOf | t.SetOf):
                continue
            if isinstance(t.plain_type(plain.of), t.DefinitionType):
                value: Any = card.plain_value(name) or ()
                pairs = value.items() if isinstance(value, dict) else ((id_, 1) for id_ in value)
                listed = tuple((shelf.rows[id_], n) for id_, n in pairs if id_ in shelf.rows)
                kinds = (k for k in card.kinds if k in card.model.kinds)
                kind = next(
                    k for k in kinds if any(a.name == name for a in card.model.kinds[k].attributes)
                )
                if listed:
                    yield Deck(f"{card.name(lang)}: {names.attribute(kind, name)}", listed, row)
