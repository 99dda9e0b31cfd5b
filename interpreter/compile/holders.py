"""Say which cards have rules, where these work, and where a card's state ends with its place.

A card is plain if it has no rules, fields to reset or zones of its own. A family of zones is plain
if it is the table's or the players', without limit, slots or a special top, and all cards that can
lie there are plain.
"""

from __future__ import annotations

from dsl.model.nouns import lineage
from interpreter.compile.plans import Family
from interpreter.compile.program import Program


def rule_masks(program: Program) -> tuple[dict[int, int], dict[int, dict[int, int]]]:
    """Return the bits of the rules of cards: by definition where they work wherever the card is,
    else by family of zones and definition."""
    of_kind: dict[str, list[int]] = {}
    for number, definition in enumerate(program.game.definitions):
        of_kind.setdefault(definition.kind, []).append(number)
    anywhere: dict[int, int] = {}
    within: dict[int, dict[int, int]] = {}
    for plan in program.rules:
        owners = set() if plan.owner_definition is None else {plan.owner_definition}
        owners.update(*(of_kind.get(kind, ()) for kind in plan.owner_kinds or ()))
        tables = [anywhere]
        if plan.places is not None:
            tables = [within.setdefault(family, {}) for family in plan.places]
        for number in owners - plan.lacking:
            for bits in tables:
                bits[number] = bits.get(number, 0) | 2 << plan.number
    return anywhere, within


def always_listening(program: Program) -> int:
    """Return the bits of the rules that no card has."""
    mask = 0
    for plan in program.rules:
        if plan.is_of_game:
            mask |= 2 << plan.number
    return mask


def bound_to_zones(program: Program) -> list[frozenset[int] | None]:
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


def careful_kinds(program: Program) -> frozenset[str]:
    """Return the kinds of which a card has rules, fields to reset or zones of its own."""
    anywhere, within = rule_masks(program)
    ruled = frozenset().union(anywhere, *within.values())
    bound = bound_to_zones(program)
    return frozenset(
        kind
        for number, definition in enumerate(program.game.definitions)
        if number in ruled or bound[number] or program.layout.kind_zones[definition.kind]
        for kind in program.ancestors[definition.kind]
    )


def has_piles(program: Program) -> bool:
    """Return whether some zone shows its top to others than its cards."""
    return any(f.audience.top != f.audience.cards for f in program.families)


def is_plain_family(family: Family, careful: frozenset[str]) -> bool:
    """Return whether plain cards can go in and out of a family without further ado.

    Args:
        careful: Kinds of which some card is not plain.
    """
    has_owner = family.key.owner in (None, "player")
    is_free = family.limit is None and family.slots is None
    has_one_audience = family.audience.top == family.audience.cards
    return has_owner and is_free and has_one_audience and family.kind not in careful


def fixed_zones(program: Program) -> int:
    """Return how many zones the table and the players have; those of cards come behind them."""
    number = {None: 1, "player": program.seats}
    return sum(number.get(family.key.owner, 0) for family in program.families)
