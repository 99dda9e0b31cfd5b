"""Record the course of a match so that it can be played again, on changed cards too."""

from __future__ import annotations

from dsl.characters import REFUSED
from dsl.records import Record
from interpreter.state.saving import Json, SaveDamaged, SaveError, digest, to_bytes
from interpreter.trajectory.saving import (
    LONGEST,
    MachineFor,
    changed_cards,
    identity_of,
    in_words,
    is_whole,
    machine_of,
    payload_of,
    seed_of,
)
from interpreter.walk.labels import Labels
from interpreter.walk.match import Decision, Match

FINGERPRINT_EVERY = 10


class Difference(Record):
    """Where a course played again first differs.

    Attributes:
        decision: Number of decisions taken before, 0 for the first.
        expected, found: The recorded and the present state, in words.
        cards: Ids of cards that have changed since.
    """

    decision: int
    expected: str
    found: str
    cards: tuple[str, ...] = ()

    def __str__(self) -> str:
        why = f" ({in_words(self.cards)})" if self.cards else ""
        return f"decision {self.decision + 1}: expected {self.expected}, found {self.found}{why}"


class Replay(Record):
    """A course played again.

    Attributes:
        match: As far as it could be played.
        difference: The first one, or None.
        changed_cards: Ids of cards that are not what they were.
    """

    match: Match
    difference: Difference | None
    changed_cards: tuple[str, ...]


# --- recording --------------------------------------------------------------------------------


def trajectory(match: Match) -> bytes:
    """Return the course of a match as bytes.

    Raises:
        SaveError: It is not all there: the match did not begin at its start, or keeps no history.
    """
    found = []
    entry = match.history
    while entry is not None:
        found.append((entry[1], entry[2]))
        entry = entry[0]
    course = found[::-1]
    identity = identity_of(match)
    if identity["seed"] is None or not is_whole(len(course), match.state):
        raise SaveError("this match does not know its whole course, so it cannot be recorded")
    ids = match.machine.definition_ids
    prints = {
        str(number): digest(st, ids)
        for number, (_, st) in enumerate(course)
        if number and number % FINGERPRINT_EVERY == 0
    }
    prints[str(len(course))] = match.digest()
    labels = Labels(match.machine.program)
    taken = ((Decision(match.machine, labels, st), index) for index, st in course)
    choices = [[decision.player, decision.labels[index]] for decision, index in taken]
    return to_bytes({"kind": "trajectory", **identity, "choices": choices, "prints": prints})


# --- replaying --------------------------------------------------------------------------------


def replay(machine_for: MachineFor, data: bytes) -> Replay:
    """Play a recorded course again, up to the first difference.

    Raises:
        SaveError: The bytes are damaged, or belong to another game.
    """
    payload = payload_of(data, "trajectory")
    machine = machine_of(machine_for, payload)
    choices, prints, seed = _course_in(payload)
    cards = changed_cards(payload["cards"], machine)
    match = Match.start(machine, seed, tuple(payload["names"]))
    difference = _play(match, choices, prints, cards)
    return Replay(match, difference, cards)


def course_of_bytes(data: bytes) -> tuple[tuple[str, ...], int, list[tuple[int, str]]]:
    """Return names, seed and choices (seat, label) of a recorded course.

    Raises:
        SaveError: The bytes are damaged.
    """
    payload = payload_of(data, "trajectory")
    choices, _, seed = _course_in(payload)
    return tuple(payload["names"]), seed, choices


def _course_in(payload: dict[str, Json]) -> tuple[list[tuple[int, str]], dict[int, str], int]:
    """Return choices, fingerprints by number of decisions, and seed."""
    try:
        choices = [(int(player), str(label)) for player, label in payload["choices"]]
        prints = {int(number): str(print_) for number, print_ in payload["prints"].items()}
        seed = seed_of(payload)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise SaveDamaged("parts of its course are missing") from None
    if seed is None:
        raise SaveDamaged("it does not say how the match began")
    texts = [*(label for _, label in choices), *prints.values()]
    if any(REFUSED.search(text) or len(text) > LONGEST for text in texts):
        raise SaveDamaged("its course holds what cannot be shown")
    return choices, prints, seed


def _play(
    match: Match, choices: list[tuple[int, str]], prints: dict[int, str], cards: tuple[str, ...]
) -> Difference | None:
    for number, (player, label) in enumerate(choices):
        difference = _print_difference(match, number, prints, cards)
        difference = difference or _choice_difference(match, number, player, label, cards)
        if difference is not None:
            return difference
        assert match.decision is not None
        match.apply(match.decision.labels.index(label))
    return _print_difference(match, len(choices), prints, cards)


def _print_difference(
    match: Match, number: int, prints: dict[int, str], cards: tuple[str, ...]
) -> Difference | None:
    expected, found = prints.get(number), match.digest() if number in prints else None
    if expected == found:
        return None
    return Difference(number, f"position {expected}", f"position {found}", cards)


def _choice_difference(
    match: Match, number: int, player: int, label: str, cards: tuple[str, ...]
) -> Difference | None:
    decision, names = match.decision, match.names
    who = names[player] if 0 <= player < len(names) else str(player)
    expected = f"{who}: {label}"
    if decision is None:
        return Difference(number, expected, "the match is over", cards)
    if decision.player != player or label not in decision.labels:
        found = f"{names[decision.player]}: {', '.join(decision.labels)}"
        return Difference(number, expected, found, cards)
    return None
