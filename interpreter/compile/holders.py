"""Say which cards and zones are plain, and where a card's state ends with its place.

A card is plain if it has no rules, fields to reset or zones of its own. A family of zones is plain
if it is the table's or the players', without limit, slots or a special top, and all cards that can
lie there are plain.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeAlias

from dsl.model.nouns import lineage
from interpreter.compile.plans import Family
from interpreter.compile.program import Program

Bound: TypeAlias = Sequence[frozenset[int] | None]
FixedZones: TypeAlias = tuple[tuple[Family, int | None], ...]


def bound_to_zones(program: Program) -> Bound:
    """Return for each definition the families outside of which its state resets, or None."""
    bound: list[frozenset[int] | None] = []
    for definition in program.game.definitions:
        keys = next(
            (
                program.game.kinds[kind].active_in
                for kind in lineage(program.game.kinds, definition.kind)
                if program.game.kinds[kind].active_in
            ),
            None,
        )
        bound.append(frozenset(program.family_numbers[k] for k in keys) if keys else None)
    return bound


def is_single(program: Program, number: int) -> bool:
    """Return whether never more than one card is a copy of a definition."""
    layout = program.layout
    return program.copies(number) == 1 and layout.kind_of[number] not in layout.own_definition


def plain_families(program: Program, ruled: Collection[int], bound: Bound) -> frozenset[int]:
    """Return the families that plain cards can go in and out of without further ado.

    Args:
        ruled: The definitions that have rules.
        bound: As `bound_to_zones` returns it.
    """
    careful = frozenset(
        kind
        for number, definition in enumerate(program.game.definitions)
        if number in ruled or bound[number] or program.layout.kind_zones[definition.kind]
        for kind in program.ancestors[definition.kind]
    )
    plain = (f.number for f in program.families if _is_free(f) and f.kind not in careful)
    return frozenset(plain)


def _is_free(family: Family) -> bool:
    has_owner = family.key.owner in (None, "player")
    is_free = family.limit is None and family.slots is None
    return has_owner and is_free and family.audience.top == family.audience.cards


def has_piles(program: Program) -> bool:
    """Return whether some zone shows its top to others than its cards."""
    return any(f.audience.top != f.audience.cards for f in program.families)


def fixed_zones(program: Program) -> FixedZones:
    """Return the family and the seat of each zone of the table and the players; those of cards come
    behind them."""
    seats = {None: (None,), "player": range(program.seats)}
    families = program.families
    return tuple((f, seat) for f in families for seat in seats.get(f.key.owner, ()))
