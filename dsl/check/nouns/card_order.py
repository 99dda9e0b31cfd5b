"""Put the cards in the order in which rules and boards go through them."""

from __future__ import annotations

from typing import Final

from dsl.check.scopes.draft import Draft
from dsl.check.texts.shapes import child, scalar_of
from dsl.model.keys import by_number

OWNER: Final = "player."


def order_cards(draft: Draft) -> None:
    """Put the cards in order: by id, where places and things on boards are counted by number.

    Counted ids change places among themselves only; so the order of all others never depends on
    them.
    """
    world, cards = draft.world, {card.id.text: card for card in draft.package.cards}
    counted = _counted_kinds(draft)
    ids = [id_ for id_, kind in world.definitions.items() if kind in counted]
    numbered = iter(sorted(ids, key=by_number))
    order = [next(numbered) if kind in counted else id_ for id_, kind in world.definitions.items()]
    kinds = dict(world.definitions)
    world.definitions.clear()
    world.definitions.update({id_: kinds[id_] for id_ in order})
    draft.package.cards = [cards[id_] for id_ in order if id_ in cards]


def _counted_kinds(draft: Draft) -> set[str]:
    """Return the kinds of places, and of what lies in zones that are laid out."""
    world = draft.world
    words = {
        word.text.removeprefix(OWNER)
        for entry in draft.package.entries("layout")
        for form in ("ring", "rows")
        if (word := scalar_of(child(entry.value, form))) is not None
    }
    held = {zone.of for key, zone in world.zones.items() if key.name in words}
    return {kind for kind in world.kinds if world.is_unique(kind) or held & {*world.lineage(kind)}}
