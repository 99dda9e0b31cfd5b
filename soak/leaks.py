"""Plant leaks into what a seat is told: every one of them must be found by the two worlds."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any
from unittest.mock import patch

from interpreter.observe import events, observation
from interpreter.observe import seat_view as eyes
from interpreter.observe import table as tables
from interpreter.walk import match as matches
from interpreter.walk import questions
from interpreter.walk.choosing import Choosing
from soak import worlds
from soak.expectations import GAMES, SMALL
from soak.measure import Broken, Part, hold

TRIES = 600
"""Pairs in which a leak must show at least once."""


def _zones_with(key: str, told: Callable[[Any, list[tuple[int, int]]], Any]) -> Any:
    """Tell something of each zone that follows from its (definition, card) pairs."""
    plain = tables.Table.zone

    def zone(self: Any, number: int) -> Any:
        cards = [c for c in self.st.zones[number] if c is not None]
        pairs = [(self.st.entity_definitions[c], c) for c in cards]
        return {**plain(self, number), key: told(self, pairs)}

    return patch.object(tables.Table, "zone", zone)


def _option_order() -> Any:
    """Offer cards in the order of what they are."""
    plain = Choosing.options

    def options(self: Any, st: Any, decider: int, pool: Any, type_: Any) -> Any:
        found = plain(self, st, decider, pool, type_)
        entities = [o for o in found if type(o) is int and o < len(st.entity_definitions)]
        if len(entities) != len(found):
            return found
        return tuple(sorted(found, key=lambda o: (st.entity_definitions[o], o)))

    return patch.object(Choosing, "options", options)


def _error_text() -> Any:
    """Tell in an error what the other players hold."""
    plain = matches.Match.apply

    def apply(self: Any, option: Any) -> None:
        try:
            plain(self, option)
        except matches.NotAnOption as error:
            ids = [self.machine.definition_ids[d] for d in self.state.entity_definitions]
            raise matches.NotAnOption(f"{error}: {ids}") from None

    return patch.object(matches.Match, "apply", apply)


def _digest() -> Any:
    """Tell the digest of the whole position."""
    plain = observation.observe

    def observe(match: Any, seat: int, *, with_log: bool = True) -> Any:
        return {**plain(match, seat, with_log=with_log), "digest": match.digest()}

    return patch.object(observation, "observe", observe)


def _question() -> Any:
    """Name the first card that nobody sees in the question."""
    plain = questions.question

    def question(program: Any, st: Any, ask: Any, language: str, is_hidden: Any, **how: Any) -> str:
        cards = [program.game.definitions[d].id for d in st.entity_definitions]
        return f"{plain(program, st, ask, language, is_hidden, **how)} {cards}"

    return patch.object(matches, "question", question)


LEAKS: dict[str, Callable[[], Any]] = {
    "hidden cards named in option labels": lambda: patch.object(
        matches.Decision, "_is_hidden", lambda self, entity: False
    ),
    "hidden cards named in the view": lambda: patch.object(
        eyes.Sight, "tells", lambda self, entity: True
    ),
    "hidden cards named in the log": lambda: patch.object(
        events, "told", lambda eyes, value, seen: lambda entity: True
    ),
    "contents of closed zones": lambda: _zones_with(
        "contents",
        lambda table, pairs: sorted(table.program.game.definitions[d].id for d, _ in pairs),
    ),
    "counts by kind of closed zones": lambda: _zones_with(
        "even", lambda table, pairs: sum(d % 2 == 0 for d, _ in pairs)
    ),
    "order of hidden cards": lambda: _zones_with(
        "numbers", lambda table, pairs: [card for _, card in sorted(pairs)]
    ),
    "order of options over hidden cards": _option_order,
    "errors that tell the position": _error_text,
    "digest of the position": _digest,
    "questions that name cards": _question,
}
"""What lets the engine leak, by what it tells."""

IN_SECRET = ("hidden cards named in option labels", "order of options over hidden cards")
"""Leaks that need a choice among hidden cards, which only one of the games has."""

ALL_IN_PUBLIC = "worldmonger"
"""A game in which hidden cards lie in closed decks alone: those moved between zones are seen."""

IN_PUBLIC = (
    "hidden cards named in the view", "contents of closed zones", "errors that tell the position",
    "digest of the position", "questions that name cards",
)  # fmt: skip
"""Leaks that show there too."""


def _shows(leak: str, game: str) -> bool:
    """Return whether a leak shows in a game at all."""
    is_open = game != ALL_IN_PUBLIC or leak in IN_PUBLIC
    return game == SMALL or (leak not in IN_SECRET and is_open)


CASES = tuple((leak, game) for leak in LEAKS for game in (SMALL, *GAMES) if _shows(leak, game))


def check(chance: Random, number: int, part: Part) -> None:
    """Plant one leak in one game and look for it."""
    leak, game = CASES[number]
    with LEAKS[leak]():
        for pair in range(TRIES):
            try:
                worlds.check(game, chance, pair, Part())
            except Broken as broken:
                hold("can tell" in str(broken), str(broken))
                part.tally[f"{game}: {leak}"] += 1
                return
    raise Broken(f"{game}: {leak} was not found in {TRIES} pairs")
