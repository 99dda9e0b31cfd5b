"""Exchange hidden cards and redraw hidden state; the seat must not see a difference.

Entities stay where they are; their definitions change. Cards change places only within a pool:
those of one owner with the same own zones. Where the seat knows the contents of a zone, they change
places within that zone. Hidden state is dice under the cups of others and their secret choices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, TypeAlias

from dsl.model.nouns import StateField
from interpreter.program.steps import CostFailed
from interpreter.state import chance
from interpreter.state.record import State
from interpreter.state.values import Value, Values
from interpreter.walk.decision import Ask
from interpreter.walk.machine import Machine
from interpreter.walk.recording import LogRecord


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
        values = known.drawn.get(field.key, ())
        if field.key in known.hidden and field.key not in known.drawn:
            values = known.hidden[field.key](st, st.values[place])
        if values:
            yield place, values


def _unseen_fields(machine: Machine, st: State, blind: int) -> Iterator[tuple[int, StateField]]:
    layout, known = machine.program.layout, machine.knowledge
    for place, field in layout.fixed_places():
        owner = (place - layout.seat_base) // layout.seat_size  # less than 0 for the table's
        if known.can_differ(field) and not may_see(
            field, True, owner >= 0 and bool(blind >> owner & 1)
        ):
            yield place, field
    for entity, definition in enumerate(st.entity_definitions):
        for offset, field in enumerate(layout.kind_fields[layout.kind_of[definition]]):
            if not known.can_differ(field):
                continue
            is_told = bool(known.identifies(st, entity) & blind)
            owners = machine.evaluator.players_of(st, entity) if field.seen_by == "owner" else ()
            if not may_see(field, is_told, any(blind >> seat & 1 for seat in owners)):
                yield st.entity_bases[entity] + offset, field


def drawn_again(machine: Machine, st: State, blind: int, draws: State, stream: str) -> None:
    """Draw anew, in place, the state that none of the players of a mask sees."""
    before = [*(st.before_secret or ())]
    for place, values in unseen_state(machine, st, blind):
        st.values[place] = values[chance.below(draws, stream, len(values))]
        if place < len(before):  # nobody has paid with it
            before[place] = st.values[place]
    if st.before_secret is not None:
        st.before_secret = tuple(before)


Pool: TypeAlias = tuple[int, ...]
STREAM = "redraw"
IMPOSSIBLE = (CostFailed, ArithmeticError, LookupError, TypeError)
"""What comes of going on from a position that no match comes to: somebody has chosen what could not
be chosen with the cards drawn, so that nothing the checker has proved holds there."""


def cards_of(machine: Machine, st: State) -> tuple[int, ...]:
    """Return the definition of each entity: behind a veil what it is by itself."""
    veils, becoming = machine.knowledge.veils, machine.natives.becoming
    if not veils:
        return st.entity_definitions
    return tuple(
        becoming.own_definition(st, entity) if definition in veils else definition
        for entity, definition in enumerate(st.entity_definitions)
    )


def pools(machine: Machine, st: State, blind: int) -> list[Pool]:
    """Return the entities that none of the players of a mask can tell, by pool."""
    found: dict[Any, list[int]] = {}
    layout, knowledge = machine.program.layout, machine.knowledge
    for entity, definition in enumerate(st.entity_definitions):
        if knowledge.identifies(st, entity) & blind:
            continue
        zone = st.places[entity]
        contents = knowledge.mask(st, zone, knowledge.audience(st, zone).contents)
        bound = zone if contents & blind and not knowledge.is_veiled(st, entity) else -1
        own_zones = layout.kind_zones[layout.kind_of[definition]]
        found.setdefault((st.entity_owners[entity], own_zones, bound), []).append(entity)
    return [tuple(pool) for pool in found.values() if len(pool) > 1]


class PossibleCards:
    """Finds the cards that an entity can be, where it lies and with the state it has."""

    def __init__(self, machine: Machine, st: State) -> None:
        self.program, self.st = machine.program, st
        layout = machine.program.layout
        self.kind_of, self.fields = layout.kind_of, layout.kind_fields

    def fits(self, definition: int, entity: int) -> bool:
        """Return whether an entity can be of a definition."""
        new, old = self.kind_of[definition], self.kind_of[self.st.entity_definitions[entity]]
        if new == old:
            return True
        family = self.program.families[self.st.zone_families[self.st.places[entity]]]
        if family.kind not in self.program.ancestors[new]:
            return False
        return self.fields[new] == self.fields[old] or self._is_at_defaults(entity, old)

    def _is_at_defaults(self, entity: int, kind: str) -> bool:
        base, fields = self.st.entity_bases[entity], self.fields[kind]
        definition = self.st.entity_definitions[entity]
        defaults = self.program.layout.defaults(definition)
        return self.st.values[base : base + len(fields)] == defaults

    def may_swap(self, sources: dict[int, int], a: int, b: int) -> bool:
        """Return whether two entities can have each other's cards."""
        definitions = self.st.entity_definitions
        return self.fits(definitions[sources[a]], b) and self.fits(definitions[sources[b]], a)


def shuffled(machine: Machine, st: State, pool: Pool, draws: State) -> dict[int, int]:
    """Return for each entity of a pool the one whose card it is from now on."""
    kinds = {machine.program.layout.kind_of[st.entity_definitions[e]] for e in pool}
    sources = dict(zip(pool, pool, strict=True))
    if len(kinds) == 1:
        # In an order that does not depend on where they are: what is drawn tells nothing of it.
        cards = sorted(pool, key=cards_of(machine, st).__getitem__)
        chance.shuffle(draws, STREAM, cards)
        return dict(zip(pool, cards, strict=True))
    fitting = PossibleCards(machine, st)
    for place in range(len(pool) - 1, 0, -1):
        a, b = pool[place], pool[chance.below(draws, STREAM, place + 1)]
        if a != b and fitting.may_swap(sources, a, b):
            sources[a], sources[b] = sources[b], sources[a]
    return sources


def deal_out(machine: Machine, st: State, sources: dict[int, int], blind: int) -> None:
    """Give entities the cards of others, in place; the log goes on to name the same cards to
    those of a mask who could tell them."""
    old, cards, veils = st.entity_definitions, cards_of(machine, st), machine.knowledge.veils
    whence = [sources.get(entity, entity) for entity in range(len(old))]
    pairs = zip(old, whence, strict=True)
    new = tuple(shown if shown in veils else cards[source] for shown, source in pairs)
    becoming = machine.natives.becoming
    own = [becoming.own_definition(st, source) for source in whence]
    kind_of, fields = machine.program.layout.kind_of, machine.program.layout.kind_fields
    if any(fields[kind_of[a]] != fields[kind_of[b]] for a, b in zip(old, new, strict=True)):
        _lay_out_again(machine, st, new)
    # copies that were given back unseen are others now
    back = [e for e, zone in enumerate(st.places) if zone < 0 and old[e] != new[e]]
    free = Counter(dict(st.free))
    free.update(new[entity] for entity in back)
    free.subtract(old[entity] for entity in back)
    st.free = tuple(sorted((each, number) for each, number in free.items() if number))
    st.entity_definitions = new
    becoming.keep_own(st, own)
    if st.facts:
        st.facts = machine.facts.told_again(st)
    st.arrived = tuple(pair for pair in st.arrived if pair[1] not in sources)
    machine.listener.listen(st)
    went = {source: entity for entity, source in sources.items()}
    log: Any = None
    for record in st.records():
        log = (_renamed(record, went, blind), log)
    st.log = log


def _lay_out_again(machine: Machine, st: State, definitions: tuple[int, ...]) -> None:
    """Make room in `values` for the fields that entities of other kinds have."""
    layout = machine.program.layout
    values = st.values[: layout.fixed_size]
    bases = []
    for entity, definition in enumerate(definitions):
        old = layout.kind_fields[layout.kind_of[st.entity_definitions[entity]]]
        new = layout.kind_fields[layout.kind_of[definition]]
        base = st.entity_bases[entity]
        kept = {field.key: st.values[base + offset] for offset, field in enumerate(old)}
        bases.append(len(values))
        defaults = zip(new, layout.defaults(definition), strict=True)
        values.extend(kept.get(field.key, default) for field, default in defaults)
    st.values, st.entity_bases = values, tuple(bases)


def _renamed(record: LogRecord, went: dict[int, int], blind: int) -> LogRecord:
    arguments = tuple(
        _renamed_argument(value, seen, went, blind)
        for value, seen in zip(record.arguments, record.seen, strict=True)
    )
    card = _renamed_argument(record.card, record.card_seen, went, blind)
    if arguments == record.arguments and card == record.card:
        return record
    return record._replace(arguments=arguments, card=card)


def _renamed_argument(value: Value, seen: Any, went: dict[int, int], blind: int) -> Any:
    if isinstance(seen, tuple):
        pairs = zip(value, seen, strict=True)
        return tuple(_renamed_argument(part, told, went, blind) for part, told in pairs)
    if seen == -1 or not seen & blind:
        return value
    return went.get(value, value)


def asks_again(machine: Machine, st: State, seat: int) -> bool:
    """Compute the open decision again; return whether a seat sees no difference."""
    before: Ask | None = st.ask
    if before is None:
        return True
    kept = position_of(st)
    st.ask = None
    try:
        machine.run(st)
    except IMPOSSIBLE:
        return False
    after: Ask | None = st.ask
    if after is None or position_of(st) != kept:
        return False
    if (after.decider, after.kind, after.site) != (before.decider, before.kind, before.site):
        return False
    return before.decider != seat or after.options == before.options


def position_of(st: State) -> Values:
    """Return all that decides how a match goes on, but for which card each entity is."""
    return (
        st.values[:], [zone[:] for zone in st.zones], st.knows[:], st.frames[:], st.pending,
        st.queue, dict(st.chance), st.next_id, st.outcome,
    )  # fmt: skip
