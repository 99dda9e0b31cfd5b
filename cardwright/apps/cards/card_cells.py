"""Answer what is shown of a card in a row of a table: where it begins, its attributes."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.api.names import in_language
from cardwright.apps.cards.entries import Entry
from cardwright.apps.cards.plain import manifest_of
from cardwright.apps.face.words import say
from cardwright.apps.text.names import Names
from dsl.model.types import INT, is_effect, plain_type
from dsl.model.works import WORKS

_MOST_ATTRIBUTES = 4


def table_cells(card: Entry, lang: str) -> tuple[str, ...]:
    """Return what is shown of a card: name, kind, start, expansion, attributes; its text."""
    names = Names(card.model, lang)
    attributes = [text for text in attribute_words(card, lang) if text][:_MOST_ATTRIBUTES]
    return (
        card.name(lang),
        names.kind(card.definition.kind),
        start_words(card, lang),
        expansion_title(card, lang),
        " · ".join(attributes),
        " ".join(card.text(lang).split()),
    )


def expansion_title(card: Entry, lang: str) -> str:
    """Return what the expansion of a card is called; "" for the game's own."""
    if card.expansion is None:
        return ""
    manifest = manifest_of(card)
    return in_language(manifest.title, lang, manifest.default_language) or card.expansion


def start_words(card: Entry, lang: str) -> str:
    """Return the zone in which a card begins."""
    zone = card.definition.start
    return say(lang, "card-outside") if zone is None else Names(card.model, lang).zone(zone)


def attribute_words(card: Entry, lang: str) -> Iterator[str]:
    """Yield an attribute in words, "" for one that says nothing: no, none, 0 or empty.

    Those that hold steps, and when the rules work, are lines of the rules text; values with
    parameters are what rules ask, and a card is not read for them.
    """
    names = Names(card.model, lang)
    for name in card.attributes:
        value = card.value(name)
        kind, type_ = declaring(card, name), card.attributes[name].type
        is_zero = value == 0 and plain_type(type_) == INT
        is_of_rules = name == WORKS or is_effect(type_) or card.attributes[name].is_value
        if is_of_rules or is_zero or value in (None, ()) or value is False:
            yield ""
        elif value is True:
            yield names.attribute(kind, name)
        else:
            yield names.attribute_with(kind, name, card.shown(name, lang))


def declaring(card: Entry, name: str) -> str:
    """Return the kind that declares an attribute."""
    kinds = (card.model.kinds[kind] for kind in card.kinds if kind in card.model.kinds)
    return next(kind.name for kind in kinds if any(a.name == name for a in kind.attributes))


def printed_text(card: Entry, lang: str) -> str:
    """Return the text that is printed on a card."""
    default = card.model.manifest.default_language
    return in_language(card.definition.text, lang, default)
