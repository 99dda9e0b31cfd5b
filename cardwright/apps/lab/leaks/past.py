"""Say whether a match could have come to where it stands with other hidden cards.

A hand in which no pair is left, since pairs are laid down at once, holds none in any world. So a
world with other cards counts only if the seat would have been told the same on the way. That is
tried from the earliest question since which the seat was shown none of the exchanged cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from cardwright.api.match import Match
from cardwright.apps.lab.leaks.differences import Difference, Exchange
from cardwright.apps.lab.leaks.drawing import follow
from cardwright.apps.lab.leaks.shown import is_shown
from cardwright.apps.lab.leaks.worlds import match_of, turned
from interpreter.observe.events import event_records
from interpreter.observe.redraw import IMPOSSIBLE
from interpreter.state.record import State
from interpreter.state.values import Value

Steps: TypeAlias = list[tuple[State, int]]
"""Each state in which an answer was given, and the place of the answer."""


class Past:
    """The course of a match from its beginning.

    Attributes:
        first: The match at its beginning.
        places: Those of the options that were taken since.
    """

    def __init__(self, first: Match, places: Sequence[int]) -> None:
        self.first, self.places = first, tuple(places)

    def steps(self) -> Steps:
        """Return the steps of the match."""
        match = self.first.clone()
        match.keeps_history = True
        for place in self.places:
            match.apply(place)
        return steps_of(match)


def steps_of(match: Match) -> Steps:
    """Return the steps of a match, as far as it remembers them."""
    found, past = Steps(), match.history
    while past is not None:
        past, place, before = past
        found.append((before, place))
    return found[::-1]


class Way:
    """How a world has come to where a stretch of it begins.

    Attributes:
        before: Steps of the first world, before there were two.
        since: Steps of this world.
        difference: By what the world is made of the first one; None for the first.
    """

    def __init__(
        self, world: Match, seat: int, difference: Difference | None,
        before: Steps, since: Steps,
    ) -> None:  # fmt: skip
        self.world, self.seat, self.difference = world, seat, difference
        self.before, self.since = before, since

    def allows(self, exchange: Exchange) -> bool:
        """Return whether the seat would have been told the same with other cards exchanged, or
        nothing can be said of it."""
        begun = self._begun(exchange)
        if begun is None:
            return True
        base, options = begun
        if self.difference is None:
            follow(base)
        other = turned(base, exchange, self.seat)
        if other is None:
            return False
        follow(other, base)
        if not _answered(base, options):
            return True
        return _answered(other, options) and _told(base, self.seat) == _told(other, self.seat)

    def _begun(self, exchange: Exchange) -> tuple[Match, list[Value]] | None:
        """Return the world at the earliest question since which the seat was shown none of the
        cards, and what was answered since; None where it was always shown one."""
        found, options = None, list[Value]()
        for match, place in self._backwards(exchange):
            options.append(match.state.ask.options[place])
            found = match
        return None if found is None else (found, options[::-1])

    def _backwards(self, exchange: Exchange) -> Iterator[tuple[Match, int]]:
        """Yield the world at each question, the latest first, as long as no card is shown."""
        for st, place in reversed(self.since):
            match = self._at(st)
            if self._shows(match, exchange):
                return
            yield match, place
        for st, place in reversed(self.before):
            made = None if self._shows(self._at(st), exchange) else self._made(self._at(st), place)
            if made is None:
                return
            yield made

    def _made(self, match: Match, place: int) -> tuple[Match, int] | None:
        """Return this world where the first one stood before there were two, and the place of the
        answer in it; None where it cannot be made."""
        if self.difference is None:
            return match, place
        if not isinstance(self.difference, Exchange) or self._shows(match, self.difference):
            return None
        other, option = turned(match, self.difference, self.seat), match.state.ask.options[place]
        if other is None or other.over or option not in other.state.ask.options:
            return None
        return other, other.state.ask.options.index(option)

    def _at(self, st: State) -> Match:
        match = match_of(self.world, st.clone())
        match.state.log = None
        return match

    def _shows(self, match: Match, exchange: Exchange) -> bool:
        """Return whether a card is shown to the seat, or is not there yet."""
        if not exchange.can_be_in(match.state):
            return True
        return any(is_shown(match, card, self.seat) for card in exchange.cards)


def _answered(match: Match, options: Sequence[Value]) -> bool:
    """Give answers; return whether all could be given."""
    for option in options:
        ask = match.state.ask
        if ask is None or option not in ask.options:
            return False
        try:
            match.apply(ask.options.index(option))
        except IMPOSSIBLE:
            return False
    return True


def _told(match: Match, seat: int) -> list[Any]:
    """Return the events that a seat was told of since the log began."""
    return [(each.name, each.actor, each.arguments) for each in event_records(match, seat)]
