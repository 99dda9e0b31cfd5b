"""Declare the faces of cards: a card says under `face-of` which card it is another face of.

Such a face has name, text, attributes and rules of its own, and is no card of its own: no copy of
it comes into a match. A card shows it while its state `definition` says so. The attribute `faces`
of its kind lists all faces of a card, the card itself in front. A face of `any` card of its kind is
a veil: all cards look alike behind it.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from dsl.check.expressions.names_declared import unknown
from dsl.check.nouns.keywords import in_title
from dsl.check.scopes.collect import report_duplicate
from dsl.check.scopes.draft import Draft
from dsl.check.texts.package import CardText
from dsl.keys.key import AnyKey
from dsl.keys.nouns import OfCardKeys
from dsl.model.nouns import ANY, Attribute
from dsl.model.traits import DEFINITION, FACES, by_number
from dsl.model.types import DefinitionType, ListOf

OF_CARDS: Final[tuple[AnyKey, ...]] = (OfCardKeys.copies, OfCardKeys.start, OfCardKeys.only_if)
"""What a face has from its card."""


def link_faces(draft: Draft) -> None:
    """Fill `Draft.faces`."""
    cards = {card.id.text: card for card in draft.package.cards}
    for card in draft.package.cards:
        of = OfCardKeys(card).face_of
        if of is None or of.text in draft.lost:
            continue
        front = card if of.text == ANY else cards.get(of.text)
        if front is None:
            unknown(draft.report, "unknown-card", of.text, of.span, [*cards])
        elif of.text != ANY and (front is card or OfCardKeys(front).face_of is not None):
            draft.report.add("bad-face.of-face", of.span, card=of.text)
        elif _kind(front) != _kind(card):
            draft.report.add("bad-face.of-other-kind", of.span, card=of.text, kind=_kind(front))
        else:
            draft.faces[card.id.text] = of.text
            for key in (key for key in OF_CARDS if key.of(card) is not None):
                draft.report.add("bad-face.says", card.keys[key.name].key.span, key=key.name)


def _kind(card: CardText) -> str:
    return "" if card.kind is None else card.kind.text


def declare_faces(draft: Draft) -> None:
    """Give the kinds of cards with several faces the attribute `faces`."""
    for name in sorted({draft.world.definitions[face] for face in draft.faces}):
        kind, own = draft.world.kinds[name], draft.world.attribute(name, FACES)
        if own is not None:
            report_duplicate(draft.report, "attribute", FACES, own[1].span, kind.span)
            continue
        draft.world.used.add(("attribute", f"{name}.{FACES}"))
        attribute = Attribute(
            name=FACES,
            type=ListOf(DefinitionType(name)),
            default=None,
            span=kind.span,
            text=in_title(FACES, draft),
            slots=(),
        )
        draft.world.kinds[name] = replace(kind, attributes=(*kind.attributes, attribute))


def check_faces(draft: Draft) -> None:
    """Report faces of cards whose kind has no state that could say which of them a card shows."""
    kinds = draft.world.definitions
    showing = {key.owner for key in draft.world.state if key.is_definition}
    for card in draft.package.cards:
        of = OfCardKeys(card).face_of
        kind = kinds.get(card.id.text)
        if of is not None and card.id.text in draft.faces and kind not in showing:
            draft.report.add("bad-face.never-shown", of.span, kind=kind, definition=DEFINITION)


def faces_of(card: str, draft: Draft) -> tuple[int, ...]:
    """Return the numbers of all faces of the card that one is or is a face of."""
    front = draft.faces.get(card, card)
    front = card if front == ANY else front
    others = sorted((id_ for id_, of in draft.faces.items() if of == front), key=by_number)
    numbers = [*draft.world.definitions]
    return tuple(numbers.index(id_) for id_ in (front, *others))
