"""Give cards the names that the section `names` lists for them."""

from __future__ import annotations

from dataclasses import replace

from dsl.check.expressions.names_declared import unknown
from dsl.check.scopes.collect import report_duplicate
from dsl.check.scopes.draft import Draft
from dsl.check.texts.package import CardText
from dsl.syntax.documents import Entry


def name_cards(draft: Draft) -> None:
    """Put each listed name on its card, as if it stood there."""
    listed: dict[str, Entry] = {}
    known = {card.id.text for card in draft.package.cards} | draft.lost
    for entry in draft.package.entries("names"):
        id_ = entry.key.text
        first = listed.setdefault(id_, entry)
        if first is not entry:
            report_duplicate(draft.report, "name of", id_, entry.key.span, first.key.span)
        elif id_ not in known:
            unknown(draft.report, "unknown-card", "card", id_, entry.key.span, sorted(known))
    draft.package.cards = [
        _named(card, listed[card.id.text], draft) if card.id.text in listed else card
        for card in draft.package.cards
    ]


def _named(card: CardText, entry: Entry, draft: Draft) -> CardText:
    """Return a card with the name listed for it, which must be its only one."""
    own = card.keys.get("name")
    if own is not None:
        report_duplicate(draft.report, "name of", card.id.text, own.key.span, entry.key.span)
        return card
    return replace(card, keys={**card.keys, "name": Entry(entry.key, entry.value)})
