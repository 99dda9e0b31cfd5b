"""Join the interface of a game to programs: the ids of answers, and the row of numbers.

Games with too many answers for an id each use `PlaceTable`: the id of an option is its place among
the options. A row of features describes it: its kind of decision, and the card, the player and the
number that it names. A part of the program that lacks an extra says which in one line.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from operator import truediv
from typing import Any

from cardwright import Game, Match
from cardwright.apps.face.words import install_line
from cardwright.apps.programs.environment.action_ids import ActionTable, TooManyIds, is_hidden
from cardwright.apps.programs.environment.tensors import KINDS, NUMBERS, ROW, Layout
from dsl.model.types import INT, PLAYER, DefinitionType, EntityType, one_of
from interpreter import Ask, Machine, Program, Rows, SeatView, State


class MissingExtra(ImportError):
    """A library is not installed that comes with an extra."""


@contextmanager
def needed(extra: str) -> Iterator[None]:
    """Import libraries of an extra.

    Raises:
        MissingExtra: One of them is not there; the message says how to install it.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtra(f"{error.name} is not installed: {install_line(extra)}") from None


MOST_OPTIONS = 512
"""So many options of one decision have a place."""


class PlaceTable:
    """Ids of options by their place, with features.

    Attributes:
        names: What each id means.
        width: How many features an option has: the kinds of decisions, the cards of the package,
            the players, and four numbers: the number it names, whether it is none or enough, yes,
            and hidden.
    """

    def __init__(self, machine: Machine, most: int = MOST_OPTIONS) -> None:
        self.machine, self.most = machine, most
        program: Program = machine.program
        self.names = [f"option {place + 1}" for place in range(most)]
        self._cards = len(KINDS)
        self._seats = self._cards + len(program.game.definitions)
        self._last = self._seats + program.seats
        self.width = self._last + 4

    def __len__(self) -> int:
        return self.most

    def of(self, st: State) -> list[int]:
        """Return the id of each option of the open decision: their places.

        Raises:
            TooManyIds: There are more than places.
        """
        count = len(st.ask.options)
        if count > self.most:
            raise TooManyIds(f"{count} options, {self.most} places; ask for more places")
        return list(range(count))

    def features(self, st: State) -> list[list[float]]:
        """Return one row of features for each option of the open decision."""
        return [self._row(st, st.ask, option) for option in st.ask.options]

    def _row(self, st: State, ask: Ask, option: Any) -> list[float]:
        row = [0.0] * self.width
        row[KINDS.index(ask.kind)] = 1.0
        number, none, yes, hidden = range(self._last, self.width)
        if option is None or isinstance(option, str):
            row[none] = 1.0
            return row
        if ask.kind in ("action", "trigger", "replacement"):
            row[number], card = float(option[0]), option[1]
            type_: Any = EntityType("")
        else:
            card = option[1] if ask.kind == "piece" else option
            type_, card = (None, card) if ask.of is None else one_of(ask.of, card)
        if isinstance(type_, EntityType) and card is not None:
            if is_hidden(self.machine, st, ask, card):
                row[hidden] = 1.0
            else:
                row[self._cards + st.entity_definitions[card]] = 1.0
        elif isinstance(type_, DefinitionType):
            row[self._cards + card] = 1.0
        elif type_ == PLAYER:
            row[self._seats + card] = 1.0
        elif type_ == INT or isinstance(card, int):
            row[yes if isinstance(card, bool) else number] = float(card)
        return row


MOST_MET = 10_000
"""Of so many questions with their options the ids are kept."""


ROWS = Rows(kinds=KINDS, places=ROW, numbers=NUMBERS)
"""What the native engine writes into a row, as `Layout` has it."""


class Open:
    """The ids of the options of a decision.

    Attributes:
        ids: In the order of the options.
        count: How many ids there are in all.
    """

    def __init__(self, ids: list[int], count: int) -> None:
        self.ids, self.count = ids, count

    @cached_property
    def mask(self) -> bytes:
        """A byte an id, 1 for those that are open."""
        mask = bytearray(self.count)
        for id_ in self.ids:
            mask[id_] = 1
        return bytes(mask)

    @cached_property
    def indexes(self) -> dict[int, int]:
        """The place of each id among the options, in the order of the ids."""
        return dict(sorted(zip(self.ids, range(len(self.ids)), strict=True)))


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
        self._open: dict[Any, Open] = {}
        self._meant: dict[int, dict[int, int]] = {}
        self._parts: object = None
        self._divisors: tuple[int, ...] = ()

    def start(self, seed: int) -> Match:
        """Return a match that keeps no log; where the native engine carries it, it writes rows."""
        return self.game.start_for_rows(self.players, seed, ROWS)

    def row(self, match: Match, seat: int) -> list[float]:
        """Return what a seat may know as numbers."""
        cells = match.cells(seat)
        if cells is not None:
            return [*map(truediv, array("q", cells), self.divisors(match))]
        return self.layout.row(SeatView(match, seat).observation(with_log=False, with_words=False))

    def divisors(self, match: Match) -> tuple[int, ...]:
        """Return by what the cells of a match are divided to be numbers of the row."""
        if match.parts is not self._parts:
            own = [(part.name, part.start, part.size) for part in match.parts]
            assert own == [(part.name, part.start, part.size) for part in self.layout.parts]
            found = [1] * self.layout.size
            for part in match.parts:
                for place in part.divided:
                    found[part.start + place] = len(self.layout.cards)
            self._parts, self._divisors = match.parts, tuple(found)
        return self._divisors

    def open(self, match: Match) -> Open:
        """Return the ids of the options of the open decision; it is kept, and not to be changed."""
        table, kept = self.table, self._open
        key: Any = None
        if isinstance(table, ActionTable):
            key = match.meanings()
            if key is not None:
                return kept.get(key) or self._open_by(key, match, table)
            if table.tells_all(match.position):
                ask = match.position.ask
                kept, key = table.met, (ask.kind, ask.site, ask.options)
        found = None if key is None else kept.get(key)
        if found is None:
            found = Open(table.of(match.position), len(table))
            if key is not None and len(kept) < MOST_MET:
                kept[key] = found
        return found

    def _open_by(self, meanings: tuple[int, bytes], match: Match, table: ActionTable) -> Open:
        """Return the same by what the options mean, each a number for the question that is open."""
        question, cells = meanings[0], memoryview(meanings[1]).cast("q").tolist()
        known = self._meant.setdefault(question, {})
        ids = [known.get(cell, -1) for cell in cells]
        if -1 in ids or len({*ids}) < len(ids):
            st = match.position
            ids, own = table.of(st), table.of_meanings(st)
            known.update((c, id_) for c, id_ in zip(cells, own, strict=True) if id_ is not None)
        found = Open(ids, len(table))
        if len(self._open) < MOST_MET:
            self._open[meanings] = found
        return found

    def name(self, id_: int) -> Any:
        """Return what an id means."""
        return self.table.names[id_]
