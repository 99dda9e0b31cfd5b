"""Tell what came to zones that were arranged before the match went on by itself."""

from __future__ import annotations

from collections.abc import Mapping

from dsl.model.scripts import Position
from interpreter.script.placing import Placer
from interpreter.script.session import Sitting

Sizes = Mapping[str, tuple[int, int]]
"""By what a script calls a zone: its number, and how many cards lie in it."""


def sizes(sitting: Sitting, position: Position | None) -> Sizes:
    """Return the zones that `arrange` has filled, as they are before the match goes on."""
    if position is None or position.is_whole:
        return {}
    script = sitting.script
    placer = Placer(sitting.machine, sitting.st, script.players, script.card, sitting.dice)
    keys = {".".join(filter(None, key)): placer.zone(*key) for key in position.zones}
    return {name: (zone, _count(sitting, zone)) for name, zone in keys.items() if zone is not None}


def grown(sitting: Sitting, before: Sizes) -> str:
    """Return which of these zones more cards have come to, by what is done before anybody is
    asked; "" where that is none."""
    more = [
        f"{count - was} cards came to `{name}`"
        for name, (zone, was) in before.items()
        if (count := _count(sitting, zone)) > was
    ]
    if not more:
        return ""
    return (
        f"; behind `arrange`, {' and '.join(more)} before anybody was asked: arrange what they come"
        " from, or `stack` them behind that"
    )


def _count(sitting: Sitting, zone: int) -> int:
    return sum(card is not None for card in sitting.st.zones[zone])
