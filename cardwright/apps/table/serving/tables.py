"""Manage the tables that are open, open others from the file, set new ones, wake their policies.

A table goes from one match of a campaign to the next. What a match keeps can come of what is
hidden. Each seat is shown what it can tell. The record of a match, which has everything, is given
once it says nothing of the next one.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import SystemRandom
from typing import Final

from msgspec.structs import replace

from cardwright import Game, Match, Mistake, Package
from cardwright.apps.face.words import in_language
from cardwright.apps.screen import WATCHER
from cardwright.apps.table.serving import rules
from cardwright.apps.table.serving.live import looked_at
from cardwright.apps.table.serving.lobby import OPTIONS, Setting, WrongFields, namer, read, written
from cardwright.apps.table.serving.requests import derived, hash_of, new_token
from cardwright.apps.table.serving.rules import Shelf
from cardwright.apps.table.serving.seats import STAND_IN
from cardwright.apps.table.serving.store import Begin, Store, StoredMatch
from cardwright.apps.table.serving.table import Refused, Table, options_of
from cardwright.apps.table.serving.thinking import Thinkers
from dsl import Record
from dsl.model.expressions import OptionValue, ValueCall
from dsl.model.game import Game as Model
from dsl.model.walk import walk
from interpreter import SeatView

MOST_OPEN: Final = 400
"""So many tables stay open that nobody looks at."""
MOST_READ: Final = 16
"""So many matches that were played are kept in memory for those who look back."""
SEEDS: Final = 1 << 32
WATCH: Final = "watch"


class Tables:
    """All tables of a server."""

    def __init__(self, store: Store, thinkers: Thinkers, most: int, cache: bool = True) -> None:
        self.store, self._thinkers, self._most = store, thinkers, most
        self._shelf = Shelf(store.rules, cache)
        self._engine = ThreadPoolExecutor(1, thread_name_prefix="engine")
        self._library = Shelf(store.rules, cache)
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="reader")
        self._read: OrderedDict[object, Table] = OrderedDict()
        self._open: OrderedDict[int, asyncio.Task[Table]] = OrderedDict()
        self._chance = SystemRandom()
        self._thinking: dict[int, asyncio.Task[None]] = {}

    async def close(self) -> None:
        """Wait for all thoughts and writes, then close."""
        for task in self._thinking.values():
            task.cancel()
        await self._thinkers.close()
        self._engine.shutdown()
        self._reader.shutdown()
        self.store.close()

    # --- opening ------------------------------------------------------------------------------

    async def table(self, number: int) -> Table:
        """Return a table as it stands.

        Raises:
            RulesGone: It cannot be played any more.
        """
        task = self._open.get(number)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._open[number] = asyncio.create_task(self._opened(number))
            self._let_go()
        self._open.move_to_end(number)
        return await asyncio.shield(task)

    def _let_go(self) -> None:
        """Close tables that nobody has looked at for the longest time."""
        if len(self._open) <= MOST_OPEN:
            return
        for number, table in self._standing():
            if not table.waiting and not table.lock.locked():
                table.clock.close()
                del self._open[number]
                return

    def _standing(self) -> Iterator[tuple[int, Table]]:
        """Yield the tables that are open and no longer being opened, by number."""
        for number, task in tuple(self._open.items()):
            if task.done() and not task.cancelled() and not task.exception():
                yield number, task.result()

    async def _opened(self, number: int) -> Table:
        """Open a table from the file."""
        _, data = self.store.table(number)
        setting, kept = read(data), self.store.match(number)
        assert kept is not None
        options = options_of(setting, kept)
        game = await asyncio.to_thread(self.ready, kept.digest, options, len(setting.seats))
        table = Table(number, setting, self.store, self._engine, game)
        await table.run(table.open, kept)
        table.hurry = self.wake
        self.wake(table)
        return table

    async def match(self, table: Table, number: int) -> Table:
        """Return a match that a table has had, by its number from 1, as a table of its own at
        which nobody plays. It is played again from its beginning, beside all that is played now.

        Raises:
            RulesGone: It cannot be played any more.
            Refused: There is no such match.
        """
        key = table.number, number, self.store.matches(table.number) == number and table.place
        if key not in self._read:
            kept = self.store.match(table.number, number) if number > 0 else None
            if kept is None:
                raise Refused("no-such-match")
            if kept.saved:
                kept = replace(kept, saved=0, save=None)
            self._read[key] = await self._reread(table, kept)
            if len(self._read) > MOST_READ:
                self._read.popitem(last=False)
        return self._read[key]

    async def _reread(self, table: Table, kept: StoredMatch) -> Table:
        setting, loop = table.setting, asyncio.get_running_loop()

        def read() -> Table:
            game = self._library.game(kept.digest, options_of(setting, kept))
            found = Table(table.number, setting, self.store, self._reader, game)
            found.open(kept)
            return found

        return await loop.run_in_executor(self._reader, read)

    def game(self, mark: str) -> Game | None:
        """Return a game that is being played or looked at, by its `Table.rules`."""
        played = (table for _, table in self._standing())
        changed = (table.game for table in (*played, *self._read.values()) if table.rules == mark)
        return self._shelf.loaded(mark) or next(changed, None) or self._library.loaded(mark)

    def ready(self, digest: str, options: Mapping[str, str], seats: int) -> Game:
        """Return a game whose machine is assembled.

        Raises:
            Mistake: The options do not go together.
            RulesGone: It cannot be played any more.
        """
        game = self._shelf.game(digest, options)
        game.machine(seats)
        return game

    # --- setting ------------------------------------------------------------------------------

    async def set_up(self, package: Package, setting: Setting, seed: int | None) -> str:
        """Set a new table; return the secret of its host, from which all its links follow.

        Raises:
            Refused: There are too many already, or so many cannot play.
            WrongFields: Its options do not go together.
        """
        if self.store.tables() >= self._most:
            raise Refused("too-many-tables", most=self._most)
        try:
            taken = await asyncio.to_thread(rules.current_rules, package, setting.options)
        except Mistake as error:
            raise WrongFields({OPTIONS: ("bad-setting", {"reason": str(error)})}) from None
        if len(setting.seats) not in taken.game.player_counts:
            raise Refused("bad-number-of-players")
        digest, host = taken.digest, new_token()
        self.store.keep_rules(digest, setting.game, taken.texts)
        links = {hash_of(host): ("host", ())} | {
            hash_of(derived(host, place)): (role, seats) for place, role, seats in places(setting)
        }
        number = await asyncio.wrap_future(self.store.add_table(digest, written(setting), links))
        seed = self._chance.randrange(SEEDS) if seed is None else seed
        await asyncio.wrap_future(self.store.add_match(number, digest, seed))
        await self.table(number)
        return host

    async def begin_another(self, table: Table, seed: int | None) -> None:
        """Begin the next match of a table; its lock is held.

        Args:
            seed: None for one that nobody knows.

        Raises:
            Mistake: What the last match of a campaign kept does not go together.
            RulesGone: It cannot be played any more.
        """
        begin = await table.run(begin_of_next, table)
        digest, kept = table.kept.digest, replace(table.kept, begin=begin)
        options = options_of(table.setting, kept)
        game = await asyncio.to_thread(self.ready, digest, options, len(table.setting.seats))
        seed = self.new_seed() if seed is None else seed
        await asyncio.wrap_future(self.store.add_match(table.number, digest, seed, begin))
        await table.begin_another(game)
        table.clock.reset()
        table.changed()

    def new_seed(self) -> int:
        """Return a seed that nobody knows."""
        return self._chance.randrange(SEEDS)

    # --- policies -----------------------------------------------------------------------------

    def wake(self, table: Table) -> None:
        """See to it that the policies at a table play when it is their turn."""
        seat = table.asked
        if seat is None or table.is_played_by_person(seat) or table.number in self._thinking:
            return
        task = asyncio.create_task(self._play(table))
        self._thinking[table.number] = task
        task.add_done_callback(lambda _: self._thinking.pop(table.number, None))

    async def _play(self, table: Table) -> None:
        """Play the policies until a person is asked, or the match is over."""
        while (seat := table.asked) is not None and not table.is_played_by_person(seat):
            if await table.is_without_end():
                return
            revision, count = table.revision, len(table.match.state.ask.options)
            option = await self._thinkers.choose(_task(table, seat))
            if option is None:  # it thought in vain; the others want to go on
                option = self._chance.randrange(count)
            await looked_at(table)
            try:
                await table.answer_for_policy(revision, option)
            except Refused:  # it chose for rules that have changed meanwhile
                return


def _task(table: Table, seat: int) -> dict[str, object]:
    """Return what a thinker has to know."""
    setting, kept = table.setting, table.kept
    return {
        "match": kept.id,
        "digest": kept.digest,
        "options": dict(table.options),
        "names": list(setting.names),
        "seed": str(kept.seed),
        "answers": list(table.match.choices),
        "policy": STAND_IN if setting.is_person(seat) else setting.seats[seat].player,
        "seconds": setting.seconds,
    }


def places(setting: Setting) -> Sequence[tuple[str, str, tuple[int, ...]]]:
    """Return the places for which a table has links: name, role and seats of each."""
    screens = setting.screens()
    found = [(f"screen {number}", "seat", seats) for number, seats in screens.items()]
    return [*found, (WATCH, WATCH, ())]


# --- campaigns --------------------------------------------------------------------------------


class Following(Record, kw_only=True):
    """What comes after a match of a campaign, as a seat may know it.

    Attributes:
        number: Of the match that is over, from 1.
        won: By seat how many matches of the campaign it has won.
        is_over: Whether no match follows.
        is_repeated: Whether this match was not decided, so that it is played once more.
        carried: The options that the next match begins with, in words, each with its value; None
            where the seat cannot tell it.
    """

    number: int
    won: tuple[int, ...]
    is_over: bool
    is_repeated: bool
    carried: tuple[tuple[str, str | None], ...]


def number_of(table: Table) -> int:
    """Return the number of the match of a table in its campaign, from 1; 0 where there is none."""
    begin = table.kept.begin
    return (begin.number if begin else 1) if table.setting.is_campaign else 0


def _is_undecided(match: Match) -> bool:
    return match.outcome is None or match.outcome.kind in ("draw", "fault")


def _won(table: Table) -> tuple[int, ...]:
    """Return by seat how many matches of the campaign it has won, the last one too."""
    begin, outcome = table.kept.begin, table.match.outcome
    before = begin.won if begin else (0,) * len(table.setting.seats)
    winners = outcome.winners if outcome else ()
    return tuple(number + (seat in winners) for seat, number in enumerate(before))


def begin_of_next(table: Table) -> Begin | None:
    """Return what the match after one that is over begins with; None where the campaign begins
    anew, or there is none."""
    if not table.setting.is_campaign:
        return None
    if _is_undecided(table.match):
        return table.kept.begin
    kept = table.match.kept
    if kept is None:
        return None
    told = {seat: _told(table, seat) for seat in (WATCHER, *table.match.seats)}
    hidden = {
        id_: tuple(seat for seat, known in told.items() if id_ not in known)
        for id_ in table.game.model.end.keeps
    }
    return Begin(
        number=number_of(table) + 1,
        options=kept,
        won=_won(table),
        hidden={id_: seats for id_, seats in hidden.items() if seats},
    )


def is_record_told(table: Table) -> bool:
    """Return whether the record of a match, which has all that was hidden in it, says nothing of
    the next one that somebody cannot tell."""
    if not table.setting.is_campaign:
        return True
    following = begin_of_next(table)
    return following is None or not following.hidden


def following(table: Table, seat: int, lang: str) -> Following | None:
    """Return what a seat may know of what comes after a match; None while it goes on, and of one
    of no campaign."""
    if not table.setting.is_campaign or not table.match.over:
        return None
    is_repeated = _is_undecided(table.match)
    kept = {} if is_repeated else table.match.kept
    return Following(
        number=number_of(table),
        won=_won(table),
        is_over=kept is None,
        is_repeated=is_repeated,
        carried=tuple(_carried(table, kept, seat, lang)) if kept else (),
    )


def _carried(
    table: Table, kept: Mapping[str, str], seat: int, lang: str
) -> Iterator[tuple[str, str | None]]:
    model = table.game.model
    in_words, usual = namer(model, lang), model.manifest.default_language
    told = _told(table, seat)
    for id_ in model.end.keeps:
        option = model.options[id_]
        value = in_words(option.type, kept[id_]) if id_ in told else None
        yield in_language(option.text, lang, usual) or id_, value


def _told(table: Table, seat: int) -> set[str]:
    """Return the options whose next values a seat can tell: from what it sees of the match, and of
    the options with which that began."""
    begin, model = table.kept.begin, table.game.model
    hidden = {id_ for id_, seats in begin.hidden.items() if seat in seats} if begin else set()
    return {
        id_
        for id_ in SeatView(table.match, seat).reasons.kept()
        if hidden.isdisjoint(_options_in(model, model.end.keeps[id_].expression))
    }


def _options_in(model: Model, expression: object) -> set[str]:
    """Return the options that an expression reads, also through values."""
    waiting, called, found = [expression], set[str](), set[str]()
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, OptionValue):
                found.add(node.option)
            elif isinstance(node, ValueCall) and node.value not in called:
                called.add(node.value)
                waiting += (each.body for each in model.values[node.value])
    return found
