"""Measure what a decision costs as games grow: more players, more cards, more expansions.

A generated game holds everything still but for one of the three: everybody has four cards in hand
and at most four in play, each card listens to what happens while it is in play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import cardwright
from benchmarks.adapter import Running
from benchmarks.driver import measure
from benchmarks.row import Row, Scale
from cardwright.api.game import Game

PLAYERS = (2, 3, 4, 5, 6)
CARDS = (50, 500, 5_000)
EXPANSIONS = (1, 2, 5, 10)
_FEW_CARDS = 50

_GAME = """\
id: growing
version: "1"
language: 1
title: {en: Growing}
kinds:
  listener:
    attributes: {rank: int}
    active-in: player.field
    start: deck
players: {count: 2-6, state: {coins: int = 0}}
zones:
  deck: {of: listener, order: stack, seen-by: nobody}
  player.hand: {of: listener, seen-by: owner}
  player.field: {of: listener, order: row, seen-by: everyone}
events:
  earn (int n):
    do: add n to me.coins
actions:
  play:
    choose: {c: me.hand}
    do: |
      move c to me.field
      if count(me.field) > 4, move first(me.field) to bottom of deck
      earn c.rank
      move top(deck) to me.hand
setup: shuffle deck; for each p in players, move top(deck, 4) to p.hand
phases:
- {id: playing, turns: players, offer: [play]}
- {id: counting, do: "if round == 20, end game"}
end: {rank: coins}
"""
_CARD = """\
- id: {id}
  kind: listener
  rank: {rank}
  triggers:
  - {{after: "earn where n == {rank}", do: add 1 to me.coins}}
"""
_EXPANSION = """\
id: {id}
version: "1"
language: 1
title: {{en: {id}}}
requires: [growing]
cards:
"""


def _cards(prefix: str, number: int) -> str:
    """Return cards that each listen to what happens."""
    return "".join(_CARD.format(id=f"{prefix}-{n}", rank=n % 9 + 1) for n in range(number))


def write(folder: Path, cards: int, expansions: int) -> None:
    """Write the game with so many cards, and so many expansions of as many cards each."""
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(_GAME, encoding="utf-8")
    listed = "cards:\n" + _cards("card", cards)
    (folder / "cards.yaml").write_text(listed, encoding="utf-8")
    for number in range(expansions):
        id_ = f"more-{number}"
        text = _EXPANSION.format(id=id_) + _cards(id_, cards)
        place = folder / "expansions" / id_
        place.mkdir(parents=True)
        (place / "expansion.yaml").write_text(text, encoding="utf-8")


def growing(scale: Scale) -> Iterator[Row]:
    """Yield the cost of a decision for each size, and its ratio to that of the first."""
    with TemporaryDirectory() as place:
        games = _Games(Path(place))
        few = games.of(_FEW_CARDS, 0)
        yield from _curve("players", PLAYERS, lambda number: (few, number), scale)
        sizes = CARDS if scale.is_judged else CARDS[:2]
        yield from _curve("cards", sizes, lambda number: (games.of(number, 0), 2), scale)
        sizes = EXPANSIONS if scale.is_judged else EXPANSIONS[:2]
        yield from _curve(
            "expansions", sizes, lambda number: (games.of(_FEW_CARDS, number), 2), scale
        )


class _Games:
    """Writes and loads games of the sizes asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def of(self, cards: int, expansions: int) -> Game:
        """Return the game of a size, with all of its expansions in."""
        folder = self._folder / f"{cards}-{expansions}" / "growing"
        if not folder.exists():
            write(folder, cards, expansions)
        options = {f"more-{number}": "true" for number in range(expansions)}
        return cardwright.load(str(folder), options, cache=False)


def _curve(
    name: str,
    sizes: Sequence[int],
    game_of: Callable[[int], tuple[Game, int]],
    scale: Scale,
) -> Iterator[Row]:
    first = 0.0
    for size in sizes:
        game, players = game_of(size)
        cost = _cost(game, players, scale)
        first = first or cost
        yield Row(
            name=f"scaling/{name}/{size}",
            value=cost * 1e6,
            unit="µs/decision",
            ratio=cost / first,
            against=f"{sizes[0]} {name}",
        )


def _cost(game: Game, players: int, scale: Scale) -> float:
    """Return the seconds of a decision."""

    def start(number: int) -> Running:
        return Running.start(game, players, number)

    measure(start, seconds=scale.seconds / 10)  # what is made once, when it is first needed
    rates = [
        measure(start, seconds=scale.seconds, seed=number).decisions_per_second
        for number in range(max(1, scale.rounds // 3))
    ]
    return 1 / median(rates)
