"""Find the places that an attribute of places names: what is drawn inside their cells."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dsl.check.expressions.names_declared import unknown
from dsl.check.scopes.draft import Draft
from dsl.model.expressions import Constant, Expression, ListOfItems, Primitive
from dsl.model.types import EntityType, element_of, plain_type
from dsl.source import Span
from dsl.syntax.documents import Scalar

NAME: Final = "bad-layout"


class NotToldError(Exception):
    """The text of a card alone does not tell which places it names."""


def inner_places(
    places: Iterable[str | None], names: tuple[Scalar, ...], draft: Draft
) -> list[tuple[str, str, Span]]:
    """Return (place, inner place, where `with` names the attribute), in order."""
    attributes = {each.id: each.attributes for each in draft.definitions}
    found: list[tuple[str, str, Span]] = []
    there = [place for place in places if place is not None]
    for name in names:
        if not _fits(name, there, draft):
            continue
        for place in there:
            formula = attributes.get(place, {}).get(name.text)
            if formula is None:
                continue
            try:
                inner = _told(formula.expression, draft)
            except NotToldError:
                message = f"what `{place}` says for `{name.text}` is no plain list of places"
                help_text = "name them one by one on the card"
                draft.report.add(NAME, message, name.span, help_text)
                break
            found += ((place, each, name.span) for each in inner)
    return found


def _fits(name: Scalar, places: list[str], draft: Draft) -> bool:
    """Return whether places have an attribute that names places; else it is reported."""
    world = draft.world
    kinds = dict.fromkeys(world.definitions[place] for place in places)
    declared = [found[1] for kind in kinds if (found := world.attribute(kind, name.text))]
    if not kinds:
        return False
    if not declared:
        known = [
            each.name
            for kind in kinds
            for base in world.lineage(kind)
            for each in world.kinds[base].attributes
        ]
        unknown(draft.report, "unknown-attribute", "attribute", name.text, name.span, known)
        return False
    for attribute in declared:
        plain = plain_type(attribute.type)
        of = plain if isinstance(plain, EntityType) else element_of(plain)
        if not isinstance(of, EntityType) or not world.is_unique(of.kind):
            message = f"`{name.text}` is {attribute.type}, no places"
            help_text = "name an attribute that holds things of a kind with `unique: true`"
            draft.report.add(NAME, message, name.span, help_text)
            return False
    for kind in kinds:
        known_as = world.attribute(kind, name.text)
        if known_as is not None:
            world.used.add(("attribute", f"{known_as[0]}.{name.text}"))
    return True


def _told(node: Expression, draft: Draft) -> list[str]:
    """Return the ids of the places that an expression lists."""
    if isinstance(node, ListOfItems):
        return [id_ for item in node.items for id_ in _told(item, draft)]
    if isinstance(node, Primitive) and node.name == "unique-entity":
        definition = node.arguments[0]
        if isinstance(definition, Constant) and isinstance(definition.value, int):
            return [list(draft.world.definitions)[definition.value]]
    if isinstance(node, Constant) and not node.value:
        return []
    raise NotToldError
