"""Find what some players do not see of the state: the dice under the cups of others, and what
others have chosen in secret."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model.nouns import StateField
from interpreter.state import chance
from interpreter.state.record import State
from interpreter.state.values import Values
from interpreter.walk.knowledge import Knowledge
from interpreter.walk.machine import Machine


def may_see(field: StateField, is_told: bool, is_owner: bool) -> bool:
    """Return whether a field is seen by somebody who can tell its entity, or to whom it belongs."""
    if field.seen_by is None:
        return is_told
    return field.seen_by == "everyone" or (field.seen_by == "owner" and is_owner)


def unseen_state(machine: Machine, st: State, blind: int) -> Iterator[tuple[int, Values]]:
    """Yield the places in `values` of fields that none of the players of a mask sees, each with all
    that it may be, as far as they can know: what chance alone decides, and of state that is hidden
    by its own `seen-by` what players may have chosen or rules have set."""
    known = machine.knowledge
    if not known.drawn and not known.hidden:
        return
    for place, field in _unseen_fields(machine, st, blind):
        values = _values_of(known, st, place, field)
        if values:
            yield place, values


def _values_of(known: Knowledge, st: State, place: int, field: StateField) -> Values:
    if field.key in known.drawn:
        return known.drawn[field.key]
    domain = known.hidden.get(field.key)
    return () if domain is None else domain(st, st.values[place])


def _unseen_fields(machine: Machine, st: State, blind: int) -> Iterator[tuple[int, StateField]]:
    layout, known = machine.program.layout, machine.knowledge
    for place, field in layout.fixed_places():
        owner = _seat_of(machine, place)
        if known.can_differ(field) and not may_see(
            field, True, owner >= 0 and bool(blind >> owner & 1)
        ):
            yield place, field
    for entity, definition in enumerate(st.entity_definitions):
        for offset, field in enumerate(layout.kind_fields[layout.kind_of[definition]]):
            if known.can_differ(field) and not _sees(machine, st, entity, field, blind):
                yield st.entity_bases[entity] + offset, field


def _seat_of(machine: Machine, place: int) -> int:
    """Return whose a field is; less than 0 for the table's."""
    layout = machine.program.layout
    return (place - layout.seat_base) // layout.seat_size


def _sees(machine: Machine, st: State, entity: int, field: StateField, blind: int) -> bool:
    is_told = bool(machine.knowledge.identifies(st, entity) & blind)
    owners = machine.evaluator.players_of(st, entity) if field.seen_by == "owner" else ()
    return may_see(field, is_told, any(blind >> seat & 1 for seat in owners))


def drawn_again(machine: Machine, st: State, blind: int, draws: State, stream: str) -> None:
    """Draw anew, in place, the state that none of the players of a mask sees."""
    for place, values in unseen_state(machine, st, blind):
        st.values[place] = values[chance.below(draws, stream, len(values))]
