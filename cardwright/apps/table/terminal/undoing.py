"""Say how far back a person may go: to the last thing that somebody else has learned from."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.api.match import Match
from interpreter.state.record import State
from interpreter.state.saving import log_of
from interpreter.state.values import entities_seen
from interpreter.walk.match import UndoRefused


def steps_back(match: Match, seat: int) -> int:
    """Return how many decisions back a seat decided last, if nobody else has learned anything
    hidden since; 0 where that cannot be."""
    after, entry, steps = match.state, match.history, 0
    while entry is not None:
        rest, _, before = entry
        steps += 1
        if _others_learned(match, before, after, seat):
            return 0
        if before.ask is not None and before.ask.decider == seat:
            return steps
        after, entry = before, rest
    return 0


def take_back(match: Match, steps: int) -> None:
    """Take so many decisions back, whatever the seat that goes back has learned by them."""
    for _ in range(steps):
        if match.history is None:
            raise UndoRefused("there is no decision to take back")
        rest, _, before = match.history
        match.history, match.state = rest, before.clone()


def _others_learned(match: Match, before: State, after: State, seat: int) -> bool:
    """Return whether a decision has told a seat but one what it did not know."""
    if before.learned == after.learned:
        return False
    others = ((1 << match.machine.program.seats) - 1) & ~(1 << seat)
    knowledge = match.machine.knowledge
    known = {e: knowledge.identifies(before, e) for e in range(len(before.entity_definitions))}
    for entity in range(len(after.entity_definitions)):
        if knowledge.identifies(after, entity) & others & ~known.get(entity, 0):
            return True
    return any(others & seen & ~known.get(e, 0) for e, seen in _told(before, after))


def _told(before: State, after: State) -> Iterator[tuple[int, int]]:
    """Yield the entities that events named since, each with who could tell them then."""
    for record in log_of(after):
        if record.id < before.next_id:
            continue
        for value, seen in zip(record.arguments, record.seen, strict=False):
            yield from entities_seen(value, seen)
