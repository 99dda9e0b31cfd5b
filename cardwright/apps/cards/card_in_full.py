"""Show all there is to say of one card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardwright.api.names import in_language
from cardwright.apps.cards.card import written
from cardwright.apps.cards.card_cells import (
    attribute_words,
    expansion_title,
    printed_text,
    start_words,
)
from cardwright.apps.cards.entries import Entry
from cardwright.apps.cards.plain import beginnings, examples_of, manifest_of, provenance, roads
from cardwright.apps.face.words import say
from cardwright.apps.text.names import Names
from cardwright.apps.text.rules import kind_rules_text
from dsl.languages import OWN
from dsl.model.nouns import copies_said

_MOST_NODES = 8


def card_in_full(card: Entry, lang: str) -> list[str]:
    """Return all there is to say of a card, as lines."""
    names = Names(card.model, lang)
    others = (card.name(each) for each in OWN if each != lang)
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
    lines += _labelled(say(lang, "card-rules"), card.rules(lang))
    for kind in card.kinds:
        called = say(lang, "card-kind-rules", kind=names.kind(kind))
        lines += _labelled(called, kind_rules_text(card.model, kind, lang))
    lines += _labelled(say(lang, "source"), _source(card, lang))
    lines += _notes(card, lang)
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


def _notes(card: Entry, lang: str) -> Iterator[str]:
    """Yield what its package says of all its cards, where the card itself says nothing."""
    if card.definition.provenance or card.definition.origins:
        return
    manifest = manifest_of(card)
    for key in ("published", "reconstructed"):
        for text in manifest.published if key == "published" else manifest.reconstructed:
            yield f"    {say(lang, key)}: {in_language(text, lang, manifest.default_language)}"


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
