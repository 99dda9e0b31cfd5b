"""Hold that the pages of a seat are the same in two worlds that look alike to it, byte for byte.

What is looked at is what a browser is sent for the seat: its table, in turn in either language, and
the page that looks back.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import interpreter.run.match
from cardwright.game import Game
from cardwright.leaks.pairs import begun, go_on
from cardwright.leaks.two_worlds import Leak
from cardwright.leaks.worlds import asking_everything
from cardwright.match import Match
from soak.expectations import GAMES, settings_of
from soak.measure import Broken, Check, Measure, Part, each

COUNT = 2_000
"""Pairs of a game."""

COSTS = {
    "cerebria": 4.0, "equilibrion": 0.6, "dream-tricks": 0.2, "res-arcana": 2.0,
    "worldmonger": 0.4,
}  # fmt: skip
LANGUAGES = ("en", "ja")
NAMES = ("Ada", "Bo", "Cy", "Di")


def measures() -> Iterator[Measure]:
    """Yield one measure a game."""
    for game in GAMES:
        name, cost = f"pages/{game}", COSTS[game]
        run = each(name, check_of(game))
        yield Measure(name=name, game=game, count=COUNT, cost=cost, run=run, enough=COUNT)


def check_of(game: str) -> Check:
    """Return the check of one pair of worlds of a game."""

    def check(chance: Random, number: int, part: Part) -> None:
        settings = settings_of(game)
        setting = settings[number % len(settings)]
        play, players = setting.play, setting.players
        look = Look(play, players, LANGUAGES[number % 2], part)
        try:
            with asking_everything(play.machine(players, walker=True)):
                go_on(begun(play, players, chance, look), chance, part.tally)
        except Leak as leak:
            raise Broken(f"{setting.name}: {leak}") from None

    return check


@cache
def _artist() -> Any:
    """Return what draws the pages of all games."""
    from cardwright.serving.drawing import Artist
    from cardwright.serving.press import Press

    return Artist(Press())


class Look:
    """Gathers what a browser is sent for a seat."""

    def __init__(self, game: Game, players: int, lang: str, part: Part) -> None:
        from cardwright.serving.setting import PERSON, Seat, Setting
        from cardwright.serving.store import Kept
        from cardwright.serving.table import Table

        seats = (Seat(name=NAMES[n % 4], player=PERSON, screen=n + 1) for n in range(players))
        setting = Setting(game=game.id, title={}, options={}, seats=tuple(seats))
        nothing: Any = None
        self.table = Table(1, setting, nothing, nothing, game)
        self.table.kept = Kept(
            id=1, digest=game.model.digest, seed=1, undone=0, answers=(), saved=0, save=None
        )
        self.lang, self.part = lang, part

    def __call__(self, match: interpreter.run.match.Match, seat: int) -> bytes:
        from cardwright.serving.drawing import Looker

        table = self.table
        table.match = Match.of(match)
        table.views.clear()
        table.last.clear()
        looker = Looker(path="/seat/x", seats=(seat,), shown=seat, lang=self.lang)
        sent = _artist().drawn(table, looker) + _artist().looked_back(table, looker, 0)
        self.part.tally["looks"] += 1
        self.part.tally["bytes"] += len(sent)
        return str(sent).encode()
