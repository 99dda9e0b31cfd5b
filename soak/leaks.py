"""Plant leaks into what a seat is told: every one of them must be found by the two worlds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any
from unittest.mock import patch

from interpreter.observe import events, eyes, observation
from interpreter.observe import table as tables
from interpreter.run import match as matches
from interpreter.run import questions
from interpreter.run.choosing import Choosing
from soak.expectations import PLANTED, SMALL
from soak.measure import Broken, Measure, Part, each, hold
from soak.worlds import check_of

TRIES = 600
"""Pairs in which a leak must show at least once."""


def _ids(match: Any) -> list[str]:
    """Return which card each entity really is."""
    ids = match.machine.definition_ids
    return [ids[definition] for definition in match.state.entity_definitions]


def _labels() -> Any:
    """Name hidden cards in the labels of options."""
    return patch.object(matches.Decision, "_is_hidden", lambda self, entity: False)


def _cards_named() -> Any:
    """Name hidden cards in the view."""
    return patch.object(eyes.Eyes, "tells", lambda self, entity: True)


def _log_names() -> Any:
    """Name hidden cards in the log."""
    return patch.object(events, "told", lambda eyes, value, seen: lambda entity: True)


def _zones_with(key: str, told: Callable[[Any, list[tuple[int, int]]], Any]) -> Any:
    """Tell something of each zone that follows from its (definition, card) pairs."""
    plain = tables.Table.zone

    def zone(self: Any, number: int) -> Any:
        cards = [c for c in self.st.zones[number] if c is not None]
        pairs = [(self.st.entity_definitions[c], c) for c in cards]
        return {**plain(self, number), key: told(self, pairs)}

    return patch.object(tables.Table, "zone", zone)


def _contents() -> Any:
    """List the contents of every zone."""

    def told(table: Any, pairs: list[tuple[int, int]]) -> list[str]:
        return sorted(table.program.game.definitions[definition].id for definition, _ in pairs)

    return _zones_with("contents", told)


def _count_by_kind() -> Any:
    """Count some of the cards of every zone: those with an even number."""
    return _zones_with("even", lambda table, pairs: sum(d % 2 == 0 for d, _ in pairs))


def _order() -> Any:
    """Show the numbers of cards in the order of what they are."""
    return _zones_with("numbers", lambda table, pairs: [card for _, card in sorted(pairs)])


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
            raise matches.NotAnOption(f"{error}: {_ids(self)}") from None

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

    def question(program: Any, st: Any, ask: Any, language: str, is_hidden: Any) -> str:
        cards = [program.game.definitions[d].id for d in st.entity_definitions]
        return f"{plain(program, st, ask, language, is_hidden)} {cards}"

    return patch.object(matches, "question", question)


LEAKS: dict[str, Callable[[], Any]] = {
    "hidden cards named in option labels": _labels,
    "hidden cards named in the view": _cards_named,
    "hidden cards named in the log": _log_names,
    "contents of closed zones": _contents,
    "counts by kind of closed zones": _count_by_kind,
    "order of hidden cards": _order,
    "order of options over hidden cards": _option_order,
    "errors that tell the position": _error_text,
    "digest of the position": _digest,
    "questions that name cards": _question,
}

NEEDS_SECRETS = frozenset(
    {"hidden cards named in option labels", "order of options over hidden cards"}
)
"""Leaks that need a choice among hidden cards, which only one of the games has."""


def _shows(leak: str, game: str) -> bool:
    """Return whether a leak shows in a game at all."""
    if game == SMALL:
        return True
    return leak not in NEEDS_SECRETS and (PLANTED[game] or leak in IN_PUBLIC)


@contextmanager
def planted(leak: str) -> Iterator[None]:
    """Let the engine leak."""
    with ExitStack() as stack:
        stack.enter_context(LEAKS[leak]())
        yield


IN_PUBLIC = frozenset(
    {
        "hidden cards named in the view",
        "contents of closed zones",
        "errors that tell the position",
        "digest of the position",
        "questions that name cards",
    }
)
"""Leaks that show where cards are hidden in decks alone and moved in public."""

CASES = tuple((leak, game) for leak in LEAKS for game in (SMALL, *PLANTED) if _shows(leak, game))


def measures() -> Iterator[Measure]:
    """Yield the measure."""
    name = "planted-leaks"
    yield Measure(name=name, game="", count=len(CASES), cost=1.0, run=each(name, _check))


def _check(chance: Random, number: int, part: Part) -> None:
    """Plant one leak in one game and look for it."""
    leak, game = CASES[number]
    check = check_of(game)
    with planted(leak):
        for pair in range(TRIES):
            try:
                check(chance, pair, Part())
            except Broken as broken:
                hold("can tell" in str(broken), str(broken))
                part.tally[f"{game}: {leak}"] += 1
                return
    raise Broken(f"{game}: {leak} was not found in {TRIES} pairs")
