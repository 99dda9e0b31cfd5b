"""Declare the cards: one file each, or rows of tables."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.check.expressions.names_declared import Places, is_card_id, unknown
from dsl.check.nouns.tables import expand_table, goes_over_cards
from dsl.check.scopes.collect import report_two_overrides
from dsl.check.scopes.draft import Draft
from dsl.check.texts.consequences import ANY_CARD
from dsl.check.texts.package import CardText
from dsl.check.texts.shapes import entries_of, scalar_of, written
from dsl.syntax.documents import Node


def declare_cards(draft: Draft) -> None:
    """Fill `World.definitions`, sorted by id, and put the cards into that order."""
    places = Places("card", draft.report)
    kept: list[CardText] = []
    for card in _written_cards(draft):
        if not is_card_id(card.id, draft.report):
            draft.lost.add(ANY_CARD)
        elif places.add(card.id.text, card.span) and _has_kind(card, draft):
            kept.append(card)
            draft.cards_so_far.append(card)
        else:
            draft.lost.add(card.id.text)
    draft.package.cards = sorted(_overridden(kept, draft), key=lambda card: card.id.text)
    for card in draft.package.cards:
        if card.kind is not None:
            draft.world.definitions[card.id.text] = card.kind.text
            draft.world.used.add(("kind", card.kind.text))


def _overridden(kept: list[CardText], draft: Draft) -> list[CardText]:
    """Return the cards, those that an expansion overrides in their new form."""
    cards = {card.id.text: card for card in kept}
    whose = {card.id.text: card.span.source.package for card in kept}
    for part in draft.parts:
        visible = draft.closures[part.expansion] - {part.expansion}
        for card in (c for node in part.items("override-cards") for c in expand_table(node, draft)):
            first = draft.overridden.get(("cards", card.id.text))
            if whose.get(card.id.text) not in visible:
                known = [id_ for id_, package in whose.items() if package in visible]
                span = card.id.span
                unknown(draft.report, "unknown-card", "card", card.id.text, span, known)
            elif first is not None and first.source.package not in visible:
                report_two_overrides(draft.report, f"the card `{card.id.text}`", card.span, first)
            elif _has_kind(card, draft):
                cards[card.id.text] = card
                draft.overridden["cards", card.id.text] = card.span
    return list(cards.values())


def _written_cards(draft: Draft) -> Iterator[CardText]:
    """Yield every card of the package."""
    for stem, document in draft.package.card_files:
        keys = {entry.key.text: entry for entry in entries_of(document.root)}
        kind = keys["kind"]
        id_ = written(stem, kind.key.span)
        yield CardText(id=id_, kind=scalar_of(kind.value), keys=keys, span=kind.key.span)
    later: list[Node] = []
    for node in draft.package.items("cards"):
        if goes_over_cards(node, draft):
            later.append(node)
        else:
            yield from expand_table(node, draft)
    for node in later:
        yield from expand_table(node, draft)


def _has_kind(card: CardText, draft: Draft) -> bool:
    """Return whether a card names a declared kind."""
    if card.kind is None and "kind" in card.keys:
        return False
    if card.kind is None:
        message = f"the card `{card.id.text}` has no `kind`"
        draft.report.add("missing-key", message, card.span, "say its `kind`")
        return False
    if card.kind.text not in draft.world.kinds:
        kinds = list(draft.world.kinds)
        unknown(draft.report, "unknown-kind", "kind", card.kind.text, card.kind.span, kinds)
        return False
    return True
