"""Play pairs of worlds that a seat cannot tell apart: it must be told the same.

`cardwright.apps.lab.leaks` defines what counts as telling. For `pages` it is all that a browser is
sent: the table of the seat, in turn in either language, what can be touched after each answer, and
the page that looks back. Worlds that
are drawn for a seat must agree with every fact that it was told of hidden cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import interpreter.walk.match
from cardwright.api.game import Game
from cardwright.api.match import Match
from cardwright.apps.lab.leaks.search import NoPair, begun, go_on, play_pair
from cardwright.apps.lab.leaks.two_worlds import Leak
from cardwright.apps.lab.leaks.worlds import asking_everything
from interpreter.lower import ops
from interpreter.observe.determinize import determinize
from soak.course import SEEDS, any_option, play
from soak.expectations import hides, is_classic, setting_of
from soak.measure import Broken, Part, hold
from soak.settings import recipe

DRAWN_EVERY = 10
"""At every so many looks the screen is looked at too."""

LEAST_PAIRS = 0.5
"""Of the cases of a game so many must have had two worlds, as a share."""

OPEN, ALONE = "nothing is hidden", "without a pair"
"""Why there are no two worlds: in a game; in some of its matches."""

LANGUAGES = ("en", "ja")
NAMES = ("Ada", "Bo", "Cy", "Di")
LATEST, WORLDS = 40, 10
"""Decisions before worlds are drawn for all seats, at most, and how many for each."""
EARLY, ANYWHERE = 60, 600
"""Decisions before pages are looked at, at most."""


def check(game: str, chance: Random, number: int, part: Part) -> None:
    """Play a pair of worlds of a game."""
    setting = setting_of(game, number)
    if is_classic(game) and not hides(setting.play):
        part.tally[OPEN] += 1
        return
    try:
        look_at_pair(setting.name, setting.play, setting.players, chance, part)
    except NoPair:
        if not is_classic(game):
            raise
        part.tally[ALONE] += 1


def conclude(part: Part) -> Mapping[str, Any]:
    """Return what is wrong where hardly a pair was looked at though something is hidden."""
    pairs = part.count - part.tally[OPEN] - part.tally[ALONE]
    few = part.tally[OPEN] < part.count and pairs < part.count * LEAST_PAIRS
    return {"pairs": pairs, "problems": [f"only {pairs} pairs of worlds"] if few else []}


def look_at_pair(name: str, game: Game, players: int, chance: Random, part: Part) -> None:
    """Play a pair of worlds of what is called so.

    Raises:
        Broken: The seat was told what it must not know.
        NoPair: There are no two worlds.
    """
    try:
        play_pair(game, players, chance, part.tally, DRAWN_EVERY)
    except Leak as leak:
        raise Broken(f"{name}: {leak}") from None


# --- pages ----------------------------------------------------------------------------------------


def check_pages(game: str, chance: Random, number: int, part: Part) -> None:
    """Play a pair of worlds whose pages must be the same byte for byte; every other two begin
    anywhere in a match, so that they come to its end."""
    setting = setting_of(game, number)
    latest = EARLY if number % 4 < 2 else ANYWHERE
    look = Look(setting.play, setting.players, LANGUAGES[number % 2], part)
    try:
        with asking_everything(setting.machine()):
            go_on(begun(setting.play, setting.players, chance, look, latest), chance, part.tally)
    except Leak as leak:
        raise Broken(f"{setting.name}: {leak}") from None


@cache
def _artist() -> Any:
    """Return what draws the pages of all games."""
    from cardwright.apps.table.serving.drawing import Press, TableRenderer

    return TableRenderer(Press())


class Look:
    """Gathers what a browser is sent for a seat, in either world at a table of its own: what a
    seat can follow is followed from one look to the next."""

    def __init__(self, game: Game, players: int, lang: str, part: Part) -> None:
        from cardwright.apps.table.serving.lobby import PERSON, Seat, Setting

        seats = (Seat(name=NAMES[n % 4], player=PERSON, screen=n + 1) for n in range(players))
        self.setting = Setting(game=game.id, title={}, options={}, seats=tuple(seats))
        self.game, self.lang, self.part = game, lang, part
        self._worlds: list[interpreter.walk.match.Match] = []
        self._tables: list[Any] = []

    def __call__(self, match: interpreter.walk.match.Match, seat: int) -> bytes:
        from cardwright.apps.table.serving.drawing import Visitor

        table = self._table(match)
        table.match = Match.of(match)
        table.views.clear()
        visitor = Visitor(path="/seat/x", seats=(seat,), shown=seat, lang=self.lang)
        sent = _artist().drawn(table, visitor) + _artist().looked_back(table, visitor, 0)
        sent += str(self._next(table, seat))
        self.part.tally["looks"] += 1
        self.part.tally["ends"] += " data-end" in sent
        self.part.tally["bytes"] += len(sent)
        self.part.tally["moves"] += sent.count("&#34;number&#34;")
        return str(sent).encode()

    def _next(self, table: Any, seat: int) -> list[Any]:
        """Return what can be touched after each answer that is open to a seat."""
        from cardwright.apps.table.serving.deeds import touchable

        asking = table.questions.at(table.match, seat)
        options = () if asking is None else asking.state.ask.options
        found = [touchable(table, seat, (option,)) for option in range(len(options))]
        self.part.tally["next"] += sum(map(bool, found))
        return found

    def _table(self, match: interpreter.walk.match.Match) -> Any:
        """Return the table of a world; both begin anew with another pair."""
        if not any(match is each for each in self._worlds):
            if len(self._worlds) != 1:
                self._worlds, self._tables = [], []
            self._worlds.append(match)
            self._tables.append(self._new_table())
        return next(
            table for world, table in zip(self._worlds, self._tables, strict=True) if world is match
        )

    def _new_table(self) -> Any:
        from cardwright.apps.table.serving.store import StoredMatch
        from cardwright.apps.table.serving.table import Table

        nothing: Any = None
        table = Table(1, self.setting, nothing, nothing, self.game)
        table.begun = 0
        table.kept = StoredMatch(
            id=1, digest=self.game.model.digest, seed=1, undone=0, answers=(), saved=0, save=None
        )
        return table


# --- facts ----------------------------------------------------------------------------------------


def check_facts(id_: str, chance: Random, number: int, part: Part) -> None:
    """Draw worlds for each seat of a recipe in which facts are told: none may be false in one."""
    match = recipe(id_).start(chance.randint(2, 4), chance.randrange(SEEDS))
    play(match, any_option, chance, most=chance.randrange(LATEST))
    for seat in () if match.over else match.seats:
        told = [fact for fact in match.state.facts if fact.players >> seat & 1]
        part.tally["facts"] += len(told)
        for _ in range(WORLDS):
            drawn = determinize(match, seat, chance.randrange(SEEDS))
            part.tally["worlds"] += 1
            for fact in told:
                op = match.machine.program.operations[fact.number]
                assert isinstance(op, ops.Learn)
                value = drawn.machine.evaluator.closure(op.truth)(drawn.state, [*fact.locals])
                is_so = value == fact.value
                hold(is_so, f"seat {seat} knows that {op.said} is {fact.value}, not {value}")
