"""Answer which zone a text such as `player.hand` names."""

from __future__ import annotations

from dsl.check.expressions.names_declared import unknown
from dsl.check.scopes.draft import Draft
from dsl.check.texts.shapes import scalars_of
from dsl.model.expressions import ZoneKey
from dsl.syntax.documents import Node, Scalar


def split_key(scalar: Scalar) -> tuple[str | None, str]:
    """Return the owner and the name in `player.hand`; the table's zones have no owner."""
    owner, dot, name = scalar.text.rpartition(".")
    return (owner if dot else None), name


def zone_key(scalar: Scalar | None, draft: Draft) -> ZoneKey | None:
    """Return the declared zone a text names, or None after a diagnostic."""
    if scalar is None:
        return None
    owner, name = split_key(scalar)
    zone = draft.world.zone_of(owner, name)
    if zone is None:
        shown = [key.dotted for key in draft.world.zones]
        unknown(draft.report, "unknown-zone", "zone", scalar.text, scalar.span, shown)
        return None
    draft.world.used.add(("zone", zone.key.dotted))
    return zone.key


def active_zones(node: Node | None, draft: Draft) -> tuple[ZoneKey, ...] | None:
    """Return the zones in which a rule works; None where its card's kind says so."""
    if node is None:
        return None
    found = (zone_key(scalar, draft) for scalar in scalars_of(node))
    return tuple(key for key in found if key is not None)
