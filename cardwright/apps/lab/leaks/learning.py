"""Check whether what a seat learns follows from what it was shown, in both worlds alike.

Two worlds may part for a seat if one of the cards in which they differ is shown to it in both, or
if the same `reveal` of something other than a card gives other answers. They may part too where a
card is shown in one of them alone: a rule that shows a card if it is red also tells that a card is
not red. But then the rule must go by the card itself, and by what the seat knows by then. If the
card would not be shown with other cards that nobody has shown to the seat, its rule tells of
those: of two hidden cards the higher one is shown, and the other is known to be lower.
That is tried: cards that the seat cannot tell change places in a third world, and the same answers
are given.

A world that could not have come about counts for nothing. A hand in which no pair is left, since
pairs are laid down at once, holds none in any world. So a world with other cards counts only if
the seat would have been told the same on the way. `Way` tries that from the earliest question
since which the seat was shown none of the exchanged cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, TypeAlias

from cardwright import Match
from cardwright.apps.lab.leaks.worlds import (
    Difference,
    Exchange,
    Watch,
    begin,
    end,
    is_shown,
    match_of,
    turned,
    watching,
)
from interpreter import Ask, SeatView, State, Value, Worlds

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
            Worlds.align(base)
        other = turned(base, exchange, self.seat)
        if other is None:
            return False
        Worlds.align(other, base)
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
        except Worlds.IMPOSSIBLE:
            return False
    return True


def _told(match: Match, seat: int) -> list[Any]:
    """Return the events that a seat was told of since the log began."""
    return [(each.name, each.actor, each.arguments) for each in SeatView(match, seat).events()]


MOST_PAIRS = 40
"""So many pairs of cards are tried where a card is shown in one world alone."""
MOST_FORCED = 12
"""So many questions with one answer are gone past."""
STREAMS = 1 << 40

Traces: TypeAlias = list[Any]


class Stretch:
    """What was answered in two worlds since the seat was told the same in both, and shown.

    Attributes:
        answers: Who was asked what, and the option that was taken in either.
        watches: Look at the cards in which they differ, in either.
    """

    def __init__(self, worlds: tuple[Match, Match], cards: Iterable[int], seat: int) -> None:
        self.answers: list[tuple[tuple[int, str], tuple[Value, Value]]] = []
        self.watches = [Watch(match, cards, seat) for match in worlds]
        for watch in self.watches:
            begin(watch)

    def end(self) -> None:
        """Look at the cards no longer."""
        for watch in self.watches:
            end(watch)

    def note(self, asks: tuple[Ask, Ask], places: tuple[int, int]) -> None:
        """Note what is answered next."""
        one, other = (ask.options[place] for ask, place in zip(asks, places, strict=True))
        self.answers.append(((asks[0].decider, asks[0].kind), (one, other)))

    def beginning_of(self, match: Match) -> Match:
        """Return one of the worlds as it was when the stretch began."""
        state, past = match.state, match.history
        for _ in self.answers:
            assert past is not None
            past, _, state = past
        return match_of(match, state)


class Learning:
    """What a seat has learned in two worlds on a stretch that they went side by side."""

    def __init__(
        self, worlds: tuple[Match, Match], stretch: Stretch, difference: Difference, seat: int,
        chance: Random, past: Past | None = None,
    ) -> None:  # fmt: skip
        self.stretch, self.seat, self.chance = stretch, seat, chance
        self.ends, self.difference, self.past = worlds, difference, past
        self.cards = frozenset(difference.cards)
        self.began = [stretch.beginning_of(match) for match in worlds]
        self.is_later = False
        self._stand(worlds, [watch.look() for watch in stretch.watches])

    def _stand(self, worlds: Sequence[Match], seen: Sequence[frozenset[int]]) -> None:
        self.worlds, self.shown = worlds, seen
        self.facts = [facts_of(match, self.seat) for match in worlds]

    def explains(self) -> bool:
        """Return whether the worlds may part by what the seat is shown, before somebody is asked
        something that has more than one answer."""
        return self._explains() or (self._go_past_forced() and self._explains())

    def _explains(self) -> bool:
        one, other = self.facts
        if self.shown[0] & self.shown[1]:
            return True
        if any(key in other and other[key] != value for key, value in one.items()):
            return True
        return any(map(self._is_fair, (0, 1)))

    def _go_past_forced(self) -> bool:
        """Play the worlds past questions with one answer, in copies; return whether there was
        one: who has to lead a card is asked before it is seen."""
        later, seen = [], []
        for match, watch in zip(self.worlds, self.stretch.watches, strict=True):
            copy = match.clone()
            further = Watch(copy, self.cards, self.seat)
            further.found.update(watch.found)
            with watching(further):
                self.is_later = _go_past_forced(copy) or self.is_later
            later.append(copy)
            seen.append(further.look())
        self._stand(later, seen)
        return self.is_later

    def _is_fair(self, here: int) -> bool:
        """Return whether a card that is shown in one world alone is shown there whatever the other
        cards are that the seat does not know."""
        return bool(self.shown[here]) and all(self._third_worlds(here))

    def _third_worlds(self, here: int) -> Iterator[bool]:
        """Yield whether the card is shown in worlds in which others have changed places that the
        seat cannot tell and is not shown, and in which it was told the same up to where the two
        worlds part."""
        began = self.began[here]
        traces = [_trace(each, self.seat) for each in self.worlds]
        pairs = enumerate(zip(*traces, strict=False))
        parting = next((at for at, (a, b) in pairs if a != b), min(map(len, traces)))
        told = traces[here][:parting]
        draws = State(self.chance.randrange(STREAMS))
        seen = self._seen(here) | self.cards
        for sources in islice(Worlds(began, self.seat).exchanges(draws), MOST_PAIRS):
            if not seen.isdisjoint(sources):
                continue
            exchange = Exchange(tuple(sources))
            third = turned(began, exchange, self.seat)
            if third is None:
                continue
            Worlds.align(third, self.ends[here])
            watch = Watch(third, self.shown[here], self.seat)
            with watching(watch):
                goes_on = self._answered(third, here)
            if goes_on and _trace(third, self.seat)[: len(told)] == told:
                is_like = watch.look() == watch.cards
                if is_like or self._way(here).allows(exchange):
                    yield is_like

    def _way(self, here: int) -> Way:
        """Return how one of the worlds has come to where the stretch begins."""
        end, difference = self.ends[here], self.difference if here else None
        since = steps_of(end)
        since = since[: len(since) - len(self.stretch.answers)]
        before = self.past.steps() if self.past else []
        return Way(end, self.seat, difference, before, since)

    def _seen(self, here: int) -> frozenset[int]:
        """Return all cards that the seat was shown in one of the worlds, or knew before."""
        again = self.began[here].clone()
        watch = Watch(again, range(len(again.state.entity_definitions)), self.seat)
        with watching(watch):
            self._answered(again, here)
        return watch.look()

    def _answered(self, third: Match, here: int) -> bool:
        """Give the answers of the stretch; return whether all could be given."""
        for asked, options in self.stretch.answers:
            ask, option = third.state.ask, options[here]
            if ask is None or (ask.decider, ask.kind) != asked or option not in ask.options:
                return False
            try:
                third.apply(ask.options.index(option))
            except Worlds.IMPOSSIBLE:
                return False
        if self.is_later:
            _go_past_forced(third)
        return third.outcome is None or third.outcome.kind != "fault"


def _go_past_forced(match: Match) -> bool:
    """Play past questions with one answer; return whether there was one."""
    for number in range(MOST_FORCED):
        ask = match.state.ask
        if ask is None or len(ask.options) > 1:
            return number > 0
        match.apply(0)
    return True


def facts_of(match: Match, seat: int) -> dict[tuple[Any, ...], Value]:
    """Return what a seat has been told of which cards, and in which words."""
    return {
        (fact.number, fact.locals, fact.cards, fact.zones, fact.state): fact.value
        for fact in match.state.facts
        if fact.players >> seat & 1
    }


def _trace(match: Match, seat: int) -> Traces:
    """Return the events that a seat was told of since the log began."""
    return [(each.name, each.actor, each.arguments) for each in SeatView(match, seat).events()]
