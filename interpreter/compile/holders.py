"""Say which cards have rules, where these work, and where a card's state ends with its place."""

from __future__ import annotations

from interpreter.compile.layout import lineage
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
        if plan.owner_definition is None and plan.owner_kinds is None:
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
