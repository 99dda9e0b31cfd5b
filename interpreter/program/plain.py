"""Find the cards and zones that are plain, and where a card's state ends with its place.

A card is plain if it has no rules, fields to reset or zones of its own. A family of zones is plain
if it is the table's or the players', without limit, slots or a special top, and all cards that can
lie there are plain.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeAlias

from dsl.model.nouns import lineage
from dsl.records import Record
from interpreter.program.program import Family, Program

Bound: TypeAlias = Sequence[frozenset[int] | None]
FixedZones: TypeAlias = tuple[tuple[Family, int | None], ...]


class Holders(Record, kw_only=True, eq=False):
    """Static knowledge of cards and their zones.

    Attributes:
        single: By definition whether there is never more than one copy of it.
        bound: By definition the families outside of which its state resets, or None.
        plain: The families that plain cards go in and out of without further ado.
        fixed: The family and the seat of each zone of the table and the players; those of cards
            come behind them.
        has_piles: Whether some zone shows its top to others than its cards.
    """

    single: tuple[bool, ...]
    bound: Bound
    plain: frozenset[int]
    fixed: FixedZones
    has_piles: bool


def holders(program: Program, ruled: Collection[int]) -> Holders:
    """Return the static knowledge of a program's cards and their zones.

    Args:
        ruled: The definitions that have rules.
    """
    kinds, families = program.game.kinds, program.families
    bound = list[frozenset[int] | None]()
    for definition in program.game.definitions:
        places = (kinds[kind].active_in for kind in lineage(kinds, definition.kind))
        keys = next(filter(None, places), None)
        bound.append(frozenset(program.family_numbers[k] for k in keys) if keys else None)
    careful = frozenset(
        kind
        for number, definition in enumerate(program.game.definitions)
        if number in ruled or bound[number] or program.layout.kind_zones[definition.kind]
        for kind in program.ancestors[definition.kind]
    )
    seats = {None: (None,), "player": range(program.seats)}
    return Holders(
        single=tuple(program.is_single(each) for each in range(len(program.definitions))),
        bound=bound,
        plain=frozenset(f.number for f in families if _is_free(f) and f.kind not in careful),
        fixed=tuple((f, seat) for f in families for seat in seats.get(f.key.owner, ())),
        has_piles=any(f.audience.top != f.audience.cards for f in families),
    )


def _is_free(family: Family) -> bool:
    has_owner = family.key.owner in (None, "player")
    is_free = family.limit is None and family.slots is None
    return has_owner and is_free and family.audience.top == family.audience.cards
