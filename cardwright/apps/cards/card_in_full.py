"""Show a card as a row of a table, or all there is to say of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cardwright.apps.cards.card import (
    beginnings,
    examples_of,
    manifest_of,
    provenance,
    roads,
    written,
)
from cardwright.apps.cards.entries import Entry
from cardwright.apps.face.words import in_language, say
from cardwright.apps.text.names import Names
from cardwright.apps.text.rules import kind_rules_text
from dsl import Language
from dsl.model.nouns import ABOUT, FLAVOUR, copies_said
from dsl.model.traits import HAS
from dsl.model.types import INT, is_effect, plain_type
from dsl.model.walk import WORKS

_MOST_ATTRIBUTES = 4


Known = dict[tuple[object, ...], str]
"""What was said of an attribute, by model, kind, name and formula: cards alike share these."""


def table_rows(
    cards: Iterable[Entry], lang: str, has_rules: bool = True
) -> Iterator[tuple[str, ...]]:
    """Yield what is shown of each card: name, kind, start, expansion, attributes; its text.

    Args:
        has_rules: Whether what the cards do is known; else their text is the printed one.
    """
    known: Known = {}
    places: dict[tuple[object, ...], tuple[str, str, str]] = {}
    for card in cards:
        place = (id(card.model), card.definition.kind, card.start, card.expansion)
        if place not in places:
            kind = Names(card.model, lang).kind(card.definition.kind)
            places[place] = kind, start_words(card, lang), expansion_title(card, lang)
        attributes = [text for text in attribute_words(card, lang, known) if text]
        yield (
            card.name(lang),
            *places[place],
            " · ".join(attributes[:_MOST_ATTRIBUTES]),
            " ".join((card.text(lang) if has_rules else printed_text(card, lang)).split()),
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


def attribute_words(card: Entry, lang: str, known: Known | None = None) -> Iterator[str]:
    """Yield an attribute in words, "" for one that says nothing: no, none, 0 or empty.

    Those that hold steps, and when the rules work, are lines of the rules text; values with
    parameters are what rules ask, and a card is not read for them.

    Args:
        known: What was said of other cards.
    """
    known = {} if known is None else known
    definition, formulas = card.definition, card.definition.attributes
    for name in card.attributes:
        if name not in formulas:  # a value of its own for each card
            yield _in_words(card, name, lang)
            continue
        key = (id(card.model), definition.kind, name, id(formulas[name]))
        if key not in known:
            known[key] = _in_words(card, name, lang)
        yield known[key]


def _in_words(card: Entry, name: str, lang: str) -> str:
    """Return one attribute in words, or ""."""
    value, attribute = card.value(name), card.attributes[name]
    is_of_rules = name in (WORKS, HAS) or is_effect(attribute.type)
    is_of_rules = is_of_rules or attribute.is_value or attribute.lists_faces
    is_zero = value == 0 and plain_type(attribute.type) == INT
    if is_of_rules or is_zero or value in (None, ()) or value is False:
        return ""
    names, kind = Names(card.model, lang), declaring(card, name)
    if value is True:
        return names.attribute(kind, name)
    return names.attribute_with(kind, name, card.shown(name, lang))


def about_label(word: str, lang: str) -> str:
    """Return what is called so that a card carries besides rules."""
    return say(lang, f"about.{word}") if word in ABOUT else word.replace("-", " ")


def about_words(card: Entry, lang: str) -> Iterator[tuple[str, str]]:
    """Yield what a card carries besides rules, each with its label; the flavour stands apart."""
    for word in card.definition.about:
        texts = card.about(word, lang)
        if word != FLAVOUR and texts:
            shown = (" ".join(text.split()) for text in texts)
            yield about_label(word, lang), Names(card.model, lang).row(shown)


def declaring(card: Entry, name: str) -> str:
    """Return the kind that declares an attribute."""
    kinds = (card.model.kinds[kind] for kind in card.kinds if kind in card.model.kinds)
    return next(kind.name for kind in kinds if any(a.name == name for a in kind.attributes))


def printed_text(card: Entry, lang: str) -> str:
    """Return the text that is printed on a card."""
    default = card.model.manifest.default_language
    return in_language(card.definition.text, lang, default)


def other_faces(card: Entry, lang: str) -> Iterator[tuple[str, list[str]]]:
    """Yield what each other face of a card is called, and what it says."""
    for face in card.others:
        values = filter(None, attribute_words(face, lang))
        printed = printed_text(face, lang).splitlines()
        yield face.name(lang), [*values, *printed, *face.rules(lang)]


_MOST_NODES = 8


def card_in_full(card: Entry, lang: str) -> list[str]:
    """Return all there is to say of a card, as lines."""
    names = Names(card.model, lang)
    others = (card.name(each) for each in Language.OWN if each != lang)
    called = " / ".join(dict.fromkeys((card.name(lang), *others)))
    lines = [f"{called}  ({card.id}, {names.kind(card.definition.kind)})"]
    if card.expansion is not None:
        lines.append(f"  {say(lang, 'card-expansion')}: {expansion_title(card, lang)}")
    attributes = [text for text in attribute_words(card, lang) if text]
    if attributes:
        lines.append("  " + " · ".join(attributes))
    where = start_words(card, lang)
    lines.append(f"  {say(lang, 'card-copies', number=copies_said(card.definition), zone=where)}")
    lines += [f"  “{line}”" for line in printed_text(card, lang).splitlines()]
    lines += [f"  ‹{' '.join(text.split())}›" for text in card.about(FLAVOUR, lang)]
    lines += [f"  {label}: {text}" for label, text in about_words(card, lang)]
    lines += _labelled(say(lang, "card-rules"), card.rules(lang))
    for called, told in other_faces(card, lang):
        lines += _labelled(say(lang, "card-face", name=called), told)
    for kind in card.kinds:
        called = say(lang, "card-kind-rules", kind=names.kind(kind))
        lines += _labelled(called, kind_rules_text(card.model, kind, lang))
    lines += _labelled(say(lang, "source"), _source(card, lang))
    manifest = manifest_of(card)
    if not card.definition.provenance and not card.definition.origins:
        # what its package says of all its cards
        for key, texts in (
            ("published", manifest.published),
            ("reconstructed", manifest.reconstructed),
        ):
            for text in texts:
                said = in_language(text, lang, manifest.default_language)
                lines.append(f"    {say(lang, key)}: {said}")
    lines.append(f"  {card.definition.span.place}")
    for begun in beginnings(card) if examples_of(card) else ():
        lines.append(f"  {say(lang, 'examples-begin')}:")
        lines += [f"    {line}" for line in begun.splitlines()]
    for script in examples_of(card):
        lines.append(f"  {say(lang, 'example')}: {script.span.place}")
        lines += [f"    {line}".rstrip() for line in written(script.span)]
    return [*lines, *_roads(card, lang)]


def _labelled(label: str, texts: Sequence[str]) -> Iterator[str]:
    """Yield a label with a text, or with several below it."""
    if len(texts) == 1:
        yield f"  {label}: {texts[0]}"
    elif texts:
        yield f"  {label}:"
        yield from (f"    - {text}" for text in texts)


def _source(card: Entry, lang: str) -> list[str]:
    """Return where a card comes from, in one text; or a text for each source it takes part of."""
    found = provenance(card)
    default = manifest_of(card).default_language
    if found["parts"]:
        texts = [in_language(part["text"], lang, default) for part in found["parts"]]
        pairs = zip(found["parts"], texts, strict=True)
        return [f"{_origin(part, lang)}: {text}" for part, text in pairs]
    return [_origin(found, lang, ": ") or say(lang, "card-no-source")]


def _origin(found: Mapping[str, Any], lang: str, before: str = " — ") -> str:
    """Return a source: published, reconstructed, community or the manifest's key; its title."""
    known = {key: say(lang, key) for key in ("published", "reconstructed", "community")}
    word = found["word"] or ""
    return before.join(part for part in (known.get(word, word), found["title"]) if part)


def _roads(card: Entry, lang: str) -> Iterator[str]:
    """Yield where a card can be reached from."""
    found = roads(card)
    for key, nodes in (
        ("card-offered", found.offered_in),
        ("card-listens", found.listens_to),
        ("card-named", found.named_by),
        ("card-moved", found.moved_by),
    ):
        if nodes:
            shown = [node.replace(":", " ", 1) for node in nodes[:_MOST_NODES]]
            more = ", …" if len(nodes) > _MOST_NODES else ""
            yield f"  {say(lang, key)}: {', '.join(shown)}{more}"
