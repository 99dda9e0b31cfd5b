"""Answer which kinds have one back: those whose cards can lie in one pile that is not open."""

from __future__ import annotations

from dsl.model.game import Game
from dsl.model.nouns import is_kind_of, lineage


def kinds_like(model: Game, kind: str) -> tuple[str, ...]:
    """Return the kinds whose cards have the back of a kind's cards, itself among them, in order."""
    found, grown = {kind}, True
    piles = [_kinds_in(model, of) for of in dict.fromkeys(_hidden(model))]
    while grown:
        joined = found.union(*(pile for pile in piles if pile & found))
        grown, found = joined != found, joined
    return tuple(name for name in model.kinds if name in found) or (kind,)


def common_base(model: Game, kinds: tuple[str, ...]) -> str | None:
    """Return the nearest kind that all of some kinds are or extend; None where there is none."""
    lines = [lineage(model.kinds, kind) for kind in kinds]
    return next((name for name in lines[0] if all(name in line for line in lines)), None)


def _hidden(model: Game) -> list[str]:
    """Return what piles and hands hold that are not open to everyone."""
    return [
        zone.of
        for zone in model.zones.values()
        if zone.order == "stack" or zone.key.owner is not None
        if any(seen.cards != "everyone" for _, seen in zone.audiences)
    ]


def _kinds_in(model: Game, of: str) -> set[str]:
    """Return the kinds of which cards can lie in a zone."""
    return {name for name in model.kinds if is_kind_of(model.kinds, name, of)}
