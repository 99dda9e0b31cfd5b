"""Put a machine together, with the handler of each frame, and begin matches.

A match begins before set-up, and is played to its first decision or its end.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from dsl.records import Span
from dsl.words.arithmetic import Fault
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.analysis import analyse
from interpreter.program.limits import ENTITIES
from interpreter.program.program import OWN_FIELDS, OWN_SEAT_FIELDS, Program
from interpreter.program.tracing import VisitingEvaluator
from interpreter.program.values import Evaluator
from interpreter.state.chance import MOST_SEED, key_of
from interpreter.state.record import State
from interpreter.state.values import (
    BATCH,
    CHECK,
    EVENT,
    FIRST_OPERATION,
    GATHER,
    HALT,
    SCOPE,
    BodyFrame,
    Frame,
    Value,
)
from interpreter.walk import course as _course  # noqa: F401 (its steps are in the table then)
from interpreter.walk import walker_choices as _choices  # noqa: F401
from interpreter.walk.batches import Batches, Supposing
from interpreter.walk.choosing import Choosing
from interpreter.walk.decision import MOST_DECISIONS, Ask, halt
from interpreter.walk.ending import fault_of
from interpreter.walk.events import Events
from interpreter.walk.machine import Handler, Machine
from interpreter.walk.matching import Matcher
from interpreter.walk.triggers import Triggers
from interpreter.walk.walker import Walker
from interpreter.walk.why_not_offered import WhyNotChosen, WhyNotOffered


def assemble_machine(program: Program, *, visited: set[int | Span] | None = None) -> Machine:
    """Return a machine for a program.

    Args:
        visited: Takes all that a match comes to: numbers of operations, else spans.
    """
    analysis = analyse(program)
    if visited is not None:
        evaluator: Evaluator = VisitingEvaluator(program, analysis, visited)
    else:
        evaluator = Evaluator(program, analysis)
    machine = Machine(program, analysis, evaluator)
    machine.visited = visited
    triggers = Triggers(machine)
    events = Events(machine, Matcher(machine), triggers)
    batches = Batches(machine, events)
    walker = Walker(machine, events, batches, Choosing(machine))
    reasons = WhyNotOffered(machine, walker.offers)
    evaluator.is_possible = events.is_possible
    evaluator.would = Supposing(machine, events).holds
    machine.walk = walker.on_body
    machine.refusals, machine.barred = reasons.refusals, WhyNotChosen(reasons).barred
    handlers: dict[int, Handler] = {
        EVENT: events.on_event,
        SCOPE: triggers.on_scope,
        BATCH: batches.on_batch,
        GATHER: batches.on_gather,
        CHECK: triggers.on_check,
        HALT: halt,
    }
    machine.table = [handlers.get(number, _no_handler) for number in range(FIRST_OPERATION)]
    machine.extend_table()
    return machine


def _no_handler(st: State, frame: Frame) -> None:
    raise AssertionError(f"no handler for frame {frame.kind}")


def opened(machine: Machine, seed: int, names: tuple[str, ...], *, events: bool) -> State:
    """Return a match at its first decision, or at its end if it comes to none.

    Args:
        events: Whether to keep a log.
    """
    st = start_state(machine, seed, events=events)
    st.names = names
    machine.run(st)
    return st


def start_state(machine: Machine, seed: int, *, events: bool) -> State:
    """Return the state in which set-up is about to begin.

    Args:
        events: Whether to keep a log.
    """
    first = machine.first_state
    if first is None:
        try:
            first = _first_state(machine)
        except (Fault, RecursionError, TypeError) as error:
            first = _faulty_state(machine, fault_of(error))
        machine.first_state = first
    st = first.clone()
    st.key = key_of(seed)
    if events:
        st.listening |= 1
    return st


def _faulty_state(machine: Machine, fault: Fault) -> State:
    """Return a state that is over before it begins: nothing lies anywhere, all that people look at
    is there."""
    st = State(key_of(0))
    _lay_out_fields(machine, st)
    with suppress(Fault):
        _lay_out_zones(machine, st)
        _lay_out_unique(machine, st)
    st.outcome = ("fault", (), (), f"{fault.name}: {fault.detail}")
    return st


def _first_state(machine: Machine) -> State:
    """Return the state that all matches of a machine begin with, but for the key."""
    _see_that_all_fit(machine)
    st = bare_state(machine, 0, events=False)
    for number, definition in enumerate(machine.program.definitions):
        if definition is not None and definition.start is not None:
            _place_copies(machine, st, number)
    machine.listener.listen_at_once(st)
    st.learned = 0
    course = machine.program.course.code
    st.frames.append(BodyFrame(course.first, (None,) * (FIRST_SLOT + course.size)))
    return st


def _see_that_all_fit(machine: Machine) -> None:
    """Fault before anything is laid out where the cards that begin in zones are too many."""
    program, count = machine.program, 0
    for number, definition in enumerate(program.definitions):
        if definition is not None and definition.start is not None:
            count += machine.natives.copies[number]
            if count > ENTITIES:
                what = f"over {ENTITIES} cards came into the match"
                raise Fault("state-too-large", f"{what} ({definition.id}, {definition.span.place})")


def bare_state(machine: Machine, seed: int, *, events: bool) -> State:
    """Return a state in which nothing lies anywhere and nothing waits to be done."""
    st = State(key_of(seed))
    _lay_out_fields(machine, st)
    _lay_out_zones(machine, st)
    _lay_out_unique(machine, st)
    st.listening = 1 if events else 0
    return st


def _lay_out_fields(machine: Machine, st: State) -> None:
    layout = machine.program.layout
    own: list[object] = [0, None, 0]
    st.values = own[:OWN_FIELDS]
    st.values.extend(field.default for field in layout.table_fields)
    for _ in range(machine.program.seats):
        st.values.extend((False, None)[:OWN_SEAT_FIELDS])
        st.values.extend(field.default for field in layout.seat_fields)


def _lay_out_zones(machine: Machine, st: State) -> None:
    for family in machine.program.families:
        if family.key.owner is None:
            machine.natives.new_zone(st, family.number, -1)
        elif family.key.owner == "player":
            for seat in range(machine.program.seats):
                machine.natives.new_zone(st, family.number, seat)


def _lay_out_unique(machine: Machine, st: State) -> None:
    for number, definition in enumerate(machine.program.definitions):
        if definition is not None and machine.program.game.kinds[definition.kind].is_unique:
            machine.natives.new_entity(st, number)


def _place_copies(machine: Machine, st: State, number: int) -> None:
    """Put a definition's copies into its starting zone; of a player's zone, each player's."""
    program, natives = machine.program, machine.natives
    definition = program.game.definitions[number]
    assert definition.start is not None
    family = program.family_numbers[definition.start]
    zones = [z for z, other in enumerate(st.zone_families) if other == family]
    if program.game.kinds[definition.kind].is_unique:
        natives.move(st, None, st.entity_definitions.index(number), zones[0], "bottom")
        return
    for zone in zones if definition.copies else ():
        natives.bring(st, None, number, definition.copies, zone, "bottom")


Chooser: TypeAlias = Callable[[State, Ask, Random], int]
"""From the state, the open decision and a source of chance to the index of an option."""


@dataclass(slots=True)
class Rollout:
    """What came of some matches.

    Attributes:
        decisions: How many were taken, those with one option left out.
        outcomes: Of each match (kind, winners, rank, reason): kind is `end`, `draw` or `fault`.
            A match of more than `MOST_DECISIONS` is left and its outcome is None.
    """

    decisions: int
    outcomes: list[Value]


def rollout(
    machine: Machine, matches: int, seed: int, names: tuple[str, ...], choose: Chooser | None = None
) -> Rollout:
    """Play matches with seeds from `seed` on, by a policy or else at random; keep no log."""
    chance = Random(seed)
    found = Rollout(0, [])
    for number in range(seed, seed + matches):  # 0 follows on the last seed
        st = opened(machine, number & MOST_SEED, names, events=False)
        if choose is None:
            found.decisions += machine.play_at_random(st, chance.random)
        else:
            made = 0
            while st.outcome is None and made < MOST_DECISIONS:
                machine.answer(st, st.ask.options[choose(st, st.ask, chance)])
                made += 1
            found.decisions += made
        found.outcomes.append(st.outcome)
    return found
