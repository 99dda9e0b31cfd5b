"""Keep books beside the walker: every change of state has an entry and a cause in the log.

Between two decisions two accounts must balance: each field's value before with the entries of its
changes gives its value now; and the zones before with the moves in the log give the zones now.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from dsl.model.types import SetOf
from interpreter.lower import ops
from interpreter.program.assembling import assemble_program
from interpreter.program.closures import freeze
from interpreter.program.program import START_PLAYER
from interpreter.program.steps import place_finder
from interpreter.state.record import State
from interpreter.walk.assembly import assemble_machine, start_state
from interpreter.walk.machine import Machine
from interpreter.walk.match import Match
from soak.measure import hold
from soak.settings import NAMES, Setting

Zones = list[list[int | None]]


class Entry(NamedTuple):
    """One change: where, how, by what, and in which event."""

    place: int
    operator: str
    operand: Any
    cause: int


class Ledger:
    """The books of one match at a time."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        game = setting.play
        options = {**game.options, "player-count": setting.players}
        program = assemble_program(game.model, options, setting.players)
        self.machine = assemble_machine(program)
        self.entries: list[Entry] = []
        self.st: State | None = None
        self.balanced = 0
        walker = self.machine.walk.__self__  # type: ignore[attr-defined]
        for number, operation in enumerate(program.operations):
            if isinstance(operation, ops.Change):
                walker.steps[number] = _recording(walker, operation, number, self)

    def start(self, seed: int) -> Match:
        """Return a match at its first decision whose books are kept from set-up on."""
        st = start_state(self.machine, seed, events=True)
        st.names = NAMES[: self.setting.players]
        self.st = st
        self._carry_over(st)
        match = Match(self.machine, st)
        match.keeps_history = False
        self.machine.run(st)
        return match

    def _carry_over(self, st: State) -> None:
        self.entries.clear()
        self.values, self.zones = st.values[:], [zone[:] for zone in st.zones]
        self.last_id = st.next_id

    # --- balancing ----------------------------------------------------------------------------

    def at_decision(self, match: Match) -> None:
        """Balance the books since the last decision."""
        st = match.state
        hold(st is self.st, "the match goes on in another state")
        self._balance_values(st)
        self._balance_zones(st)
        self._carry_over(st)
        self.balanced += 1

    at_end = at_decision

    def _balance_values(self, st: State) -> None:
        expected = list(self.values)
        for entry in self.entries:
            hold(self._is_logged(st, entry.cause), f"no event in the log caused {entry}")
            expected[entry.place] = _after(expected[entry.place], entry)
        for place, name, is_set in _kept_places(self.machine, st):
            if place < len(expected):
                found, kept = st.values[place], expected[place]
                kept = tuple(sorted(set(kept))) if is_set else kept
                hold(kept == found, f"{name}: books {kept}, state {found}")

    def _is_logged(self, st: State, cause: int) -> bool:
        """Return whether an event is in the log since the last decision, or began before."""
        records = st.records(cause - 1) if cause >= self.last_id else ()
        return cause < self.last_id or (bool(records) and records[0].id == cause)

    def _balance_zones(self, st: State) -> None:
        zones, unsure = _replayed(self.machine, st, self.zones, self.last_id)
        for zone, found in enumerate(st.zones if zones is not None else ()):
            family, kept = self.machine.program.families[st.zone_families[zone]], zones[zone]
            if zone in unsure or not family.is_ordered:
                kept, found = sorted(kept, key=str), sorted(found, key=str)
            hold(kept == found, f"{family.key}: the moves in the log lead to {kept}, not {found}")


def _after(old: Any, entry: Entry) -> Any:
    """Return a value after a change, worked out on our own."""
    if entry.operator == "set":
        return entry.operand
    sign = 1 if entry.operator == "add" else -1
    if isinstance(entry.operand, int) and not isinstance(old, tuple):
        return old + sign * entry.operand
    return _after_many(old, sign, entry.operand)


def _after_many(old: tuple[Any, ...], sign: int, operand: Any) -> tuple[Any, ...]:
    """Return a list, or a bag of (key, count), after elements came or went."""
    is_bag = all(isinstance(part, tuple) for part in (*old, *_tuple(operand)))
    if is_bag and (old or operand):
        counts = dict(old)
        for key, number in operand:
            counts[key] = max(0, counts.get(key, 0) + sign * number)
        return tuple(sorted((key, number) for key, number in counts.items() if number))
    found = list(old)
    for part in _tuple(operand):
        if sign > 0:
            found.append(part)
        elif part in found:
            found.remove(part)
    return tuple(found)


def _tuple(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _kept_places(machine: Machine, st: State) -> list[tuple[int, str, bool]]:
    """Return the fields that only written changes can change, and whether each holds a set: no
    counters of limits, nothing that lasts until a scope ends or is reset when a card leaves its
    zones."""
    found = [(START_PLAYER, "start-player", False)]
    kinds = {
        machine.program.layout.kind_of[d]
        for d, b in enumerate(machine.natives.passages.is_bound)
        if b
    }
    bound = {base for kind in kinds for base in machine.program.ancestors[kind]}
    for place, field in machine.program.layout.places(st):
        is_reset = field.until is not None or (field.key.owner in bound and not field.keep)
        if not is_reset and ":" not in field.key.name:
            found.append((place, str(field.key), isinstance(field.type, SetOf)))
    return found


def _recording(walker: Any, op: ops.Change, number: int, ledger: Ledger) -> Any:
    plain = walker.make(number)
    find, value = place_finder(walker.evaluator, op), walker.closure(op.value)

    def step(st: State, L: list[Any]) -> int:
        if st is ledger.st:
            place, operand = find(st, L), freeze(value(st, L))
            if place is not None and (operand is not None or op.operator == "set"):
                ledger.entries.append(Entry(place, op.operator, operand, st.cause))
        return int(plain(st, L))

    return step


# --- what the log says about zones ------------------------------------------------------------


def _replayed(
    machine: Machine, st: State, before: Zones, first_id: int
) -> tuple[Zones | None, set[int]]:
    """Return the zones after the events in the log from an id on, and those in unknown order.

    Returns:
        None for the zones where the log does not tell: cards came or went.
    """
    zones, unsure = [zone[:] for zone in before], set[int]()
    for record in st.records(first_id - 1):
        is_unknown = record.event == "fill" and record.arguments[1] in unsure
        if record.event in ("create", "retire") or is_unknown:
            return None, unsure
        if record.event in STEPS:
            STEPS[record.event](machine, st, zones, record.arguments)
        elif record.event == "shuffle":
            unsure.add(record.arguments[0])
    return zones, unsure


def _move(machine: Machine, st: State, zones: Zones, arguments: Any) -> None:
    card, target, end = arguments
    family = machine.program.families[st.zone_families[target]]
    present = [c for c in zones[target] if c is not None]
    if family.limit is not None and len(present) >= family.limit and card not in present:
        return
    for zone, cards in enumerate(zones):
        if card in cards:
            place = cards.index(card)
            if machine.program.families[st.zone_families[zone]].slots is not None:
                cards[place] = None
            else:
                del cards[place]
    if family.slots is not None:
        zones[target][zones[target].index(None)] = card
    elif end == "top" or (end is None and family.is_stack):
        zones[target].insert(0, card)
    else:
        zones[target].append(card)


def _exchange(machine: Machine, st: State, zones: Zones, arguments: Any) -> None:
    spots = [(cards, cards.index(card)) for card in arguments for cards in zones if card in cards]
    if len(spots) == 2:
        (first, i), (second, j) = spots
        first[i], second[j] = arguments[1], arguments[0]


def _fill(machine: Machine, st: State, zones: Zones, arguments: Any) -> None:
    target, source = arguments
    while None in zones[target] and zones[source]:
        zones[target][zones[target].index(None)] = zones[source].pop(0)


STEPS = {"move": _move, "exchange": _exchange, "fill": _fill}
