"""Hold that the story of a match tells a seat nothing beyond the events that it may know.

A story condenses: it leaves out, joins and names. Two matches have the same seed, the same answers
and one shuffle that came out otherwise in the second: two cards that the seat does not see there
have changed places. As far as the seat is told of the same events in both, in the same words, the
lines that a terminal prints for it must be the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from random import Random
from typing import Any
from unittest.mock import patch

from cardwright import api
from cardwright.authoring.scaffolds import RECIPES, recipes
from cardwright.data import data_folder
from cardwright.game import Game
from cardwright.match import Match
from cardwright.screen.story import stories
from cardwright.screen.wording import Wording
from cardwright.terminal.showing import log_lines
from dsl.languages import OWN
from interpreter.observe.events import EventRecord, told_events
from interpreter.observe.eyes import WATCHER
from interpreter.run.knowledge import Knowledge
from interpreter.run.shuffles import ZONE_STREAM
from interpreter.state import chance as chances
from interpreter.state.record import State
from soak.expectations import GAMES, settings_of
from soak.measure import Measure, Part, each, hold

COUNT = 2_000
"""Pairs of a game."""

COSTS = {
    "cerebria": 3.0, "equilibrion": 0.22, "dream-tricks": 0.2, "res-arcana": 2.0,
    "worldmonger": 0.31,
}  # fmt: skip
RECIPE_COUNT, RECIPE_COST = 200, 0.06
SEEDS = 1 << 40
LATEST = 12
"""The shuffle that comes out otherwise is one of so many."""

DECISIONS = 80
WIDTH = 80


def measures() -> Iterator[Measure]:
    """Yield one measure a game and a recipe."""
    for game in GAMES:
        yield _measure(f"logs/{game}", game, COUNT, COSTS[game])
    for id_ in recipes():
        yield _measure(f"logs/recipe-{id_}", "", RECIPE_COUNT, RECIPE_COST)


def _measure(name: str, game: str, count: int, cost: float) -> Measure:
    def check(chance: Random, number: int, part: Part) -> None:
        play, players = _table(game, name.removeprefix("logs/recipe-"), number)
        look_at_pair(play, players, chance, part)

    return Measure(name=name, game=game, count=count, cost=cost, run=each(name, check))


def _table(game: str, recipe: str, number: int) -> tuple[Game, int]:
    if game:
        settings = settings_of(game)
        setting = settings[number % len(settings)]
        return setting.play, setting.players
    found = api.load(data_folder(RECIPES) / recipe)
    return found, found.player_counts[number % len(found.player_counts)]


def look_at_pair(game: Game, players: int, chance: Random, part: Part) -> None:
    """Play a pair of matches of a game.

    Raises:
        Broken: The story tells them apart, and what the seat is told of the events does not.
    """
    seat, seed = chance.randrange(WATCHER, players), chance.randrange(SEEDS)
    swap = Swap(game.machine(players, walker=True).knowledge, seat, chance)
    one = game.start(players, seed, walker=True, events=True)
    with swap.at_work():
        other = game.start(players, seed, walker=True, events=True)
    for _ in range(DECISIONS):
        pair = _shared(one, other, chance)
        if pair is None:
            break
        one.apply(pair[0])
        with swap.at_work():
            other.apply(pair[1])
    part.tally["swapped" if swap.is_done else "no such shuffle"] += 1
    lang = chance.choice(OWN)
    records = _alike(told_events(one, seat), told_events(other, seat), lang)
    wording = Wording(game.model, lang, game.options)
    here, there = (log_lines(stories(each, wording), WIDTH) for each in records)
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


def _alike(
    one: Sequence[EventRecord], other: Sequence[EventRecord], lang: str
) -> tuple[list[EventRecord], list[EventRecord]]:
    """Return the events of two matches as far as a seat is told the same of them."""

    def told(event: EventRecord) -> Any:
        told = event.id, event.cause, event.name, event.actor, event.arguments
        return told, event.text(lang)

    pairs = zip(one, other, strict=False)
    same = [*takewhile(lambda pair: told(pair[0]) == told(pair[1]), pairs)]
    return [pair[0] for pair in same], [pair[1] for pair in same]


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
