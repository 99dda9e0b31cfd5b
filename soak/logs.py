"""Hold that the story of a match tells a seat nothing beyond the events that it may know.

A story condenses: it leaves out, joins and names. Two matches have the same seed, the same answers
and one shuffle that came out otherwise in the second: two cards that the seat does not see there
have changed places. As far as the seat is told of the same events in both, in the same words, the
lines that a terminal prints for it must be the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from random import Random
from typing import Any
from unittest.mock import patch

from cardwright.api.game import Game
from cardwright.api.match import Match
from cardwright.apps.screen.story import stories
from cardwright.apps.screen.wording import Wording
from cardwright.apps.table.terminal.session import log_lines
from dsl.languages import OWN
from interpreter.observe.events import EventRecord, told_events
from interpreter.observe.seat_view import WATCHER
from interpreter.state import chance as chances
from interpreter.state.record import State
from interpreter.walk.knowledge import Knowledge
from interpreter.walk.natives import ZONE_STREAM
from soak.course import SEEDS
from soak.measure import Part, hold

LATEST = 12
"""The shuffle that comes out otherwise is one of so many."""

DECISIONS = 80
WIDTH = 80


def look_at_pair(
    game: Game, players: int, chance: Random, part: Part, *, most: int = DECISIONS
) -> None:
    """Play a pair of matches of a game.

    Raises:
        Broken: The story tells them apart, and what the seat is told of the events does not.
    """
    seat, seed = chance.randrange(WATCHER, players), chance.randrange(SEEDS)
    swap = Swap(game.machine(players).knowledge, seat, chance)
    one = game.start(players, seed, events=True)
    with swap.at_work():
        other = game.start(players, seed, events=True)
    for _ in range(min(most, DECISIONS)):
        pair = _shared(one, other, chance)
        if pair is None:
            break
        one.apply(pair[0])
        with swap.at_work():
            other.apply(pair[1])
    part.tally["swapped" if swap.is_done else "no such shuffle"] += 1
    lang = chance.choice(OWN)

    def is_alike(pair: tuple[EventRecord, EventRecord]) -> bool:
        """Return whether a seat is told the same of two events."""
        here, there = ((e.id, e.cause, e.name, e.actor, e.arguments, e.text(lang)) for e in pair)
        return here == there

    pairs = zip(told_events(one, seat), told_events(other, seat), strict=False)
    alike = [*takewhile(is_alike, pairs)]
    wording = Wording(game.model, lang, game.options)
    here, there = (log_lines(stories([p[n] for p in alike], wording), WIDTH) for n in (0, 1))
    part.tally["lines"] += len(here)
    first = next((pair for pair in zip(here, there, strict=False) if pair[0] != pair[1]), None)
    hold(here == there, f"{game.id}, seat {seat}, seed {seed}: the story tells {first}")


def _shared(one: Match, other: Match, chance: Random) -> tuple[int, int] | None:
    """Return the places of an answer that both matches have; None where they are asked for
    different ones."""
    if one.decision is None or other.decision is None or one.decision.who != other.decision.who:
        return None
    here, there = one.decision.labels, other.decision.labels
    found = [(at, there.index(label)) for at, label in enumerate(here) if label in there]
    return chance.choice(found) if found else None


class Swap:
    """Lets one shuffle come out otherwise for two cards that a seat does not see.

    Attributes:
        is_done: Whether it has.
    """

    def __init__(self, knowledge: Knowledge, seat: int, chance: Random) -> None:
        self.knowledge, self.seat, self.chance = knowledge, seat, chance
        self.waits = chance.randrange(LATEST)
        self.is_done = False

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Let what is shuffled meanwhile be counted, and the chosen one be changed."""
        plain = chances.shuffle

        def shuffle(st: State, stream: str, cards: list[Any]) -> None:
            plain(st, stream, cards)
            if stream.startswith(ZONE_STREAM) and not self.is_done:
                self._look_at(st, cards)

        with patch.object(chances, "shuffle", shuffle):
            yield

    def _look_at(self, st: State, cards: list[Any]) -> None:
        if len({st.entity_definitions[card] for card in cards if card is not None}) < 2:
            return
        if self.knowledge.sees_cards(st, st.places[cards[0]]) >> max(self.seat, 0) & 1:
            return
        self.waits -= 1
        if self.waits < 0:
            at = self.chance.randrange(1, len(cards))
            cards[0], cards[at] = cards[at], cards[0]
            self.is_done = True
