"""Hold what programs see and answer with: the ids and the row of a game with its players."""

from __future__ import annotations

from typing import Any

from cardwright.api.game import Game
from cardwright.apps.programs.environment.action_ids import ActionTable, TooManyIds
from cardwright.apps.programs.environment.places import PlaceTable
from cardwright.apps.programs.environment.tensors import Layout
from interpreter.observe.observation import observe
from interpreter.state.record import State
from interpreter.walk.match import Match

MOST_MET = 10_000
"""Of so many questions with their options the ids are kept."""


class Spaces:
    """The numbers of a game for so many players.

    Attributes:
        form: `ids`, or `places` where the answers are too many to have an id each.
        table: What gives the options of a decision their ids.
        layout: What stands where in the row.
        machine: What matches go on by; it asks questions with one answer where that is wanted.
    """

    def __init__(self, game: Game, players: int, form: str = "", *, asks_all: bool = False) -> None:
        machine = game.machine(players, asks_all=asks_all)
        self.game, self.players, self.machine = game, players, machine
        self.layout = Layout(machine.program)
        self.table: ActionTable | PlaceTable
        try:
            if form == "places":
                raise TooManyIds
            self.form, self.table = "ids", ActionTable(machine)
        except TooManyIds:
            if form == "ids":
                raise
            self.form, self.table = "places", PlaceTable(machine)

    def row(self, match: Match, seat: int) -> list[float]:
        """Return what a seat may know as numbers."""
        return self.layout.row(observe(match, seat, with_log=False, with_words=False))

    def index_by_id(self, st: State) -> dict[int, int]:
        """Return for each id that is open now the place of its option, in the order of the ids;
        it is kept, and not to be changed."""
        table, ask = self.table, st.ask
        if not isinstance(table, ActionTable) or not table.tells_all(st):
            return _in_order(table.of(st))
        key = ask.kind, ask.site, ask.options
        found = table.met.get(key)
        if found is None:
            found = _in_order(table.of(st))
            if len(table.met) < MOST_MET:
                table.met[key] = found
        return found

    def name(self, id_: int) -> Any:
        """Return what an id means."""
        return self.table.names[id_]


def _in_order(ids: list[int]) -> dict[int, int]:
    return dict(sorted(zip(ids, range(len(ids)), strict=True)))
