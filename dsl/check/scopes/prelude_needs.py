"""Answer which variant of a prelude entry a game has everything for.

An entry of the prelude is a mapping, or a list of them of which the first that fits is taken.
Besides the keys of every event and value it may have `needs:` (zones such as `player.deck`) and
`card:` (a zone, whose kind the word `card` then means, or a state, whose kind it then means).
"""

from __future__ import annotations

from dsl.check.scopes.world import World
from dsl.check.texts.shapes import child, items_or_one, scalar_at, scalars_of
from dsl.model.nouns import Zone
from dsl.records import record
from dsl.syntax.documents import Node, Scalar


@record
class Variant:
    """One variant.

    Attributes:
        card: The kind that the word `card` means, or None.
        lacks: What the game does not have for it, in words; empty if it fits.
        is_lost: Whether it needs a zone that is declared and could not be understood.
    """

    node: Node
    card: str | None
    lacks: tuple[str, ...]
    is_lost: bool = False


def first_that_fits(node: Node, world: World) -> Variant:
    """Return the first variant that fits, else the last with what the game lacks for it."""
    variants = [_variant(item, world) for item in items_or_one(node)]
    if not variants:
        return Variant(node, None, ())
    return next((variant for variant in variants if not variant.lacks), variants[-1])


def _variant(node: Node, world: World) -> Variant:
    """Return one variant with what the game lacks for it."""
    needs = scalars_of(child(node, "needs"))
    lacks = [f"a zone `{need.text}`" for need in needs if _zone(need, world) is None]
    word = scalar_at(node, "card")
    card = None if word is None else _kind(word, world)
    if word is not None and card is None and not lacks:
        lacks.append(f"one kind with the state `{word.text}`")
    zones = [_zone(need, world) for need in (*needs, *(() if word is None else (word,)))]
    is_lost = any(zone is not None and zone.of not in world.kinds for zone in zones)
    return Variant(node, card, tuple(lacks), is_lost)


def _zone(scalar: Scalar, world: World) -> Zone | None:
    """Return a zone by its key."""
    owner, dot, name = scalar.text.rpartition(".")
    return world.zone_of(owner if dot else None, name)


def _kind(scalar: Scalar, world: World) -> str | None:
    """Return the kind that a zone holds, or the only one that has a state."""
    zone = _zone(scalar, world)
    if zone is not None:
        return zone.of
    owners = [
        key.owner for key in world.state if key.name == scalar.text and key.owner in world.kinds
    ]
    return owners[0] if len(owners) == 1 else None
