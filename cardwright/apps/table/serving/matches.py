"""Open matches from what is kept of them: the rules they began with, then answer by answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardwright.api.game import Game
from cardwright.api.match import Match
from cardwright.apps.table.serving.rules import RulesGone
from cardwright.apps.table.serving.store import Kept
from interpreter.state.saving import SaveError
from interpreter.walk.match import NotAnOption


def opened(game: Game, names: Sequence[str], kept: Kept) -> Match:
    """Return a match as its players last saw it.

    Raises:
        RulesGone: The program plays it another way than when it was played.
    """
    try:
        match = _begun(game, names, kept)
        for answer in kept.answers[kept.saved if kept.save else 0 :]:
            match.apply(answer)
    except (SaveError, NotAnOption):
        raise RulesGone("rules-of-another-version") from None
    return match


def _begun(game: Game, names: Sequence[str], kept: Kept) -> Match:
    """Return the match where it was saved last, else where it began."""
    if kept.save is None:
        return game.start(len(names), kept.seed, names)
    match = game.restore(kept.save)
    if match.choices != kept.answers[: kept.saved]:
        raise RulesGone("rules-of-another-version")
    return match


def deciders(match: Match) -> list[int]:
    """Return who gave each answer so far."""
    found = []
    entry = match.history
    while entry is not None:
        found.append(int(entry[2].ask.decider))
        entry = entry[0]
    return found[::-1]


def at(match: Match, number: int) -> Match:
    """Return a match as it was before the answer of a number; after the last one as it is."""
    entry, count = match.history, len(match.choices)
    while entry is not None and count > number + 1:
        entry, count = entry[0], count - 1
    if entry is None or number >= len(match.choices):
        return match
    return Match(match.machine, entry[2].clone(), entry[0], match.began)


def caught_up(match: Match | None, game: Game, task: Mapping[str, Any]) -> Match:
    """Return the match of a task; one that is known is played on where it fits."""
    answers = tuple(task["answers"])
    if match is None or match.choices != answers[: len(match.choices)]:
        match = game.start(len(task["names"]), int(task["seed"]), task["names"])
    for answer in answers[len(match.choices) :]:
        match.apply(answer)
    return match
