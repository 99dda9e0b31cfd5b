"""Find the steps of a match that a seat has seen, and the match as it stood at one of them."""

from __future__ import annotations

from cardwright import Match
from cardwright.apps.table.serving.rules import at


def steps_seen(match: Match, watcher: int, seat: int | None) -> list[int]:
    """Return the answers after which a seat has seen something happen, by number.

    Only its own log says so: what it was not told of is no step.

    Args:
        watcher: Stands for who has no seat.
    """
    seen = [event.record.id for event in match.log(watcher if seat is None else seat)]
    found, place = list[int](), 0
    for number, end in enumerate(_ends(match)):
        before = place
        while place < len(seen) and seen[place] < end:
            place += 1
        if place > before:
            found.append(number)
    return found


def _ends(match: Match) -> list[int]:
    """Return which event would have come next, at each decision so far."""
    found = [] if match.over else [match.state.next_id]
    entry = match.history
    while entry is not None:
        found.append(entry[2].next_id)
        entry = entry[0]
    return found[::-1]


def before(match: Match, number: int) -> Match:
    """Return a match as it stood at the decision of a number."""
    return at(match, number)
