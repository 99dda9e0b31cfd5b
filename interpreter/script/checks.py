"""Let a script serve further properties: copies, saves and the other executor."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.script.dice import Dice
from interpreter.script.services import Services
from interpreter.walk.match import Match

AHEAD = 20
"""How many decisions a match and its copy are followed."""
EVERY = 10
"""From each so many decisions on they are followed; at the others they are compared only."""
NEAR = 20
FAR = 100
"""A saved match is played again from its beginning, so it is taken up at each of the first NEAR
decisions, at every tenth up to FAR, and then at each that FAR divides."""

Copier = Callable[[Match], Match]


def copiers(services: Services, checks: tuple[str, ...]) -> dict[str, Copier]:
    """Return what makes the copies that a script's `check:` asks for."""
    found: dict[str, Copier] = {}
    if "clone" in checks:
        found["clone"] = Match.clone
    if "save" in checks and services.save is not None and services.restore is not None:
        found["save"] = _saved(services)
    return found


def _saved(services: Services) -> Copier:
    save, restore = services.save, services.restore
    assert save is not None and restore is not None
    return lambda match: restore(match.machine, save(match))


def is_due(check: str, match: Match) -> bool:
    """Return whether a match is copied at the decision where it stands."""
    made = len(match.choices)
    return check != "save" or made <= NEAR or made % (EVERY if made <= FAR else FAR) == 0


def difference(match: Match, copier: Copier) -> str | None:
    """Return how a copy differs, now or in the next decisions; None where it never does.

    The match itself is not changed: another copy is played beside.
    """
    copy = copier(match)
    if (found := _differs(match, copy)) is not None:
        return found
    if len(match.choices) % EVERY:
        return None
    before = match.digest()
    original = match.clone()
    dice = Dice(len(match.choices))
    for _ in range(AHEAD):
        if original.decision is None:
            break
        index = dice.below(len(original.decision.options))
        original.apply(index)
        copy.apply(index)
        if (found := _differs(original, copy)) is not None:
            return found
    return None if match.digest() == before else "the match changed with its copy"


def _differs(match: Match, copy: Match) -> str | None:
    if match.digest() != copy.digest():
        return "the copy has another digest"
    labels = [m.decision.labels if m.decision else () for m in (match, copy)]
    if labels[0] != labels[1]:
        return f"other options: {labels[1]}"
    return None if match.outcome == copy.outcome else "another outcome"
