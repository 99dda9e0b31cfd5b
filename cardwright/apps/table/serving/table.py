"""Run a table while somebody plays at it: its match, the pages that wait, the open question.

An answer is applied, then kept, and only then told to anybody. Whatever touches the machine is done
by one thread, so that matches of one game never meet in it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from itertools import takewhile
from time import time_ns
from typing import Final, TypeVar

from msgspec.structs import replace

from cardwright import Game, Match, NotAnOption, SaveError
from cardwright.apps.face.session import total
from cardwright.apps.policies.endless import without_end
from cardwright.apps.screen import Tracker, View, Viewer
from cardwright.apps.table.serving.lobby import Setting, written
from cardwright.apps.table.serving.rules import deciders, mark_of, opened
from cardwright.apps.table.serving.seats import MATCH, Clock, Presence, Questions, UndoRequest
from cardwright.apps.table.serving.store import Store, StoredMatch

T = TypeVar("T")

DRAWN_SECONDS: Final = 2
"""What was drawn is kept so long for other pages that look the same."""
SAVED_EVERY: Final = 64
"""So many answers lie between two saves."""


class Refused(Exception):
    """Something that cannot be done now; `key` says why in the page's words."""

    status: Final = 409

    def __init__(self, key: str, **slots: object) -> None:
        super().__init__(key)
        self.key, self.slots = key, slots


class Late(Refused):
    """Something that could be done until the table went on: its page has not heard of that."""


def options_of(setting: Setting, kept: StoredMatch) -> Mapping[str, str]:
    """Return the options of a match: as its table is set, but for those that the match before
    kept."""
    return setting.options if kept.begin is None else {**setting.options, **kept.begin.options}


class Table:
    """A table that is open.

    Attributes:
        lock: Held by whoever looks at the match or changes it.
        revision: Counts all that happens at it, so that whoever waits can tell.
        by: Who gave each answer of the match.
        plea: The wish to take back that is waiting, or None.
        waiting: Those to wake when something has happened.
    """

    def __init__(
        self, number: int, setting: Setting, store: Store, engine: Executor, game: Game
    ) -> None:
        self.number, self.setting, self.game = number, setting, game
        self.store, self._engine = store, engine
        self.lock = asyncio.Lock()
        self.revision = 0
        self.plea: UndoRequest | None = None
        self.waiting: set[asyncio.Event] = set()
        self.match: Match
        self.kept: StoredMatch
        self.by: list[int] = []
        self.views: dict[object, View] = {}
        self.drawn: dict[object, str] = {}
        """What seats see at this revision, and how it was drawn."""
        self.last: dict[object, View] = {}
        """What they saw last."""
        self.begun = time_ns() // 1_000_000
        self.drawn_last: dict[object, tuple[str, int]] = {}
        """The mark of what was drawn last for who looks, with the number of parts before it; a
        table that is opened anew counts on."""
        self.trackers: dict[object, Tracker] = {}
        """What follows the cards for who looks."""
        self.presence = Presence(setting, self.changed)
        self.clock = Clock(setting, self._time_over)
        self.hurry: Callable[[Table], None] = lambda _: None
        """Is called when somebody's time is over."""
        self.again_by: frozenset[int] = frozenset()
        """The screens that wish another match."""
        self.questions = Questions()
        self._forgetting: asyncio.TimerHandle | None = None
        self.viewers: dict[str, Viewer] = {}
        self.leafed: dict[object, tuple[int, View | None, Tracker | None, str]] = {}
        """For who looks back the step that they saw last, what follows the cards from there, and
        since when."""

    def open(self, kept: StoredMatch) -> None:
        """Take up a match as it is kept; in the thread of the engine."""
        self.match = opened(self.game, self.setting.names, kept)
        self.kept, self.by = kept, deciders(self.match)
        self.questions.clear()
        for seat, given in kept.ahead.items():
            left = [option for number, option in given if number >= self.by.count(seat)]
            if left:
                self.questions.ahead[seat] = left

    async def run(self, act: Callable[..., T], *values: object) -> T:
        """Do something with the machine in the thread that may."""
        return await asyncio.get_running_loop().run_in_executor(self._engine, act, *values)

    # --- what is ------------------------------------------------------------------------------

    def forget_drawn(self) -> None:
        """Forget before long how it was drawn: it is what takes most room at a table at rest."""
        if self._forgetting is None:
            loop = asyncio.get_running_loop()
            self._forgetting = loop.call_later(DRAWN_SECONDS, self._forget_drawn)

    def _forget_drawn(self) -> None:
        self._forgetting = None
        self.drawn.clear()

    @property
    def asked(self) -> int | None:
        """The seat that decides; None when the match is over."""
        ask = self.match.state.ask
        return None if ask is None else int(ask.decider)

    @property
    def place(self) -> tuple[int, int, int]:
        """What tells a point of this table's matches from every other that it comes to."""
        return self.kept.id, self.kept.undone, len(self.by)

    @property
    def epoch(self) -> str:
        """What cards are followed through: another match, or what was taken back, ends it."""
        return f"{self.kept.id}.{self.kept.undone}"

    @property
    def options(self) -> Mapping[str, str]:
        """The options of its match: those that it was set with, or that the last one kept."""
        return options_of(self.setting, self.kept)

    @property
    def rules(self) -> str:
        """What the rules of its match with their options are known by in paths; nothing can be
        guessed from it of options that the last match of a campaign kept."""
        if self.kept.begin is None:
            return mark_of(self.kept.digest, self.setting.options)
        return f"{self.kept.digest}-match-{self.kept.id}"

    def mark(self, seat: int) -> str:
        """Return what tells a question of a seat from every other of this table.

        It counts what the seat has done and what everybody was told, and nothing else.
        """
        kept = self.kept
        number = self.by.count(seat) + len(self.questions.ahead.get(seat, ()))
        return f"{kept.id}.{kept.undone}.{seat}.{number}.{self.questions.picks[seat]}"

    def is_played_by_person(self, seat: int) -> bool:
        """Return whether a person answers for a seat now: no policy does for want of time."""
        return self.setting.is_played_by_person(seat) and seat not in self.clock.out

    def _time_over(self, _: int) -> None:
        self.changed()
        self.hurry(self)

    def changed(self) -> None:
        """Wake everybody who waits for news."""
        self.revision += 1
        asked = self.asked
        is_person = asked is not None and self.setting.is_played_by_person(asked)
        self.clock.look(asked if is_person else None, self.presence.is_complete)
        self.views.clear()
        self.drawn.clear()
        for event in self.waiting:
            event.set()

    # --- answers ------------------------------------------------------------------------------

    def open_to(self, seats: Sequence[int]) -> int | None:
        """Return which of some seats is asked now, the one that the match asks before those that
        are asked ahead; None for none. In the thread of the engine."""
        asked = self.asked
        if asked is None or asked in seats:
            return asked
        return next((each for each in seats if self.questions.at(self.match, each)), None)

    async def give(self, seat: int, option: int) -> None:
        """Apply an option of the match for a seat, or keep it until the match asks for it."""
        if seat == self.asked:
            await self.take(seat, option)
            return
        asking = await self.run(self.questions.at, self.match, seat)
        if asking is None or not 0 <= option < len(asking.state.ask.options):
            raise Refused("no-such-option")
        number = self.by.count(seat) + len(self.questions.ahead.get(seat, ()))
        await asyncio.wrap_future(self.store.add_ahead(self.kept.id, seat, number, option))
        await self.run(self.questions.give, self.match, seat, option)
        self.changed()

    def shown_to(self, seat: int | None) -> Match:
        """Return the match as a seat sees it: with what it has picked; in the same thread."""
        if seat is None or not self.setting.is_person(seat):
            return self.match
        return self.questions.shown(self.match, seat)

    def can_put_back(self, seats: Sequence[int]) -> bool:
        """Return whether some seats have picked a part of a choice that is not made, or chosen
        ahead of the match."""
        has_picked = (self.questions.picked(self.match, seat) is not None for seat in seats)
        return any(has_picked) or any(seat in self.questions.ahead for seat in seats)

    async def answer_for_policy(self, revision: int, option: int) -> None:
        """Apply the choice of the policy of the seat that decides, unless the match has gone on."""
        async with self.lock:
            if revision == self.revision and self.asked is not None:
                await self.take(self.asked, option)

    async def is_without_end(self) -> bool:
        """Return whether the match, which policies play alone, has no end; it is a draw then."""
        async with self.lock:
            alone = takewhile(lambda s: not self.setting.is_played_by_person(s), reversed(self.by))
            reason = await self.run(without_end, self.match, total(1 for _ in alone))
            if reason:
                await self.run(self.match.call_off, reason)
                self.changed()
            return bool(reason)

    async def take(self, seat: int, option: int) -> None:
        """Apply an option for a seat; the lock is held."""
        number = len(self.by)
        try:
            await self.run(self.match.apply, option)
        except NotAnOption:
            raise Refused("no-such-option") from None
        try:
            await asyncio.wrap_future(self.store.add_answer(self.kept.id, number, option))
        except BaseException:
            await self.run(self.reopen)
            raise
        self.by.append(seat)
        self.plea = None
        self.changed()
        if self.clock.sort == MATCH and self.asked != seat:
            await self._keep_clock(seat)
        if len(self.by) % SAVED_EVERY == 0:
            await self._save()
        await self._go_on()

    async def _go_on(self) -> None:
        """Give the match what the seat that it asks has chosen ahead."""
        asked = self.asked
        given = None if asked is None else self.questions.ahead.get(asked)
        if asked is not None and given:
            option = given.pop(0)
            if not given:
                del self.questions.ahead[asked]
            with suppress(Refused):
                await self.take(asked, option)

    async def _keep_clock(self, seat: int) -> None:
        """Keep the time that was taken; a policy plays on for who has none left."""
        times = [
            round(self.clock.spent.get(each, 0.0), 1) for each in range(len(self.setting.seats))
        ]
        setting = replace(self.setting, spent=tuple(times))
        await asyncio.wrap_future(self.store.keep_setting(self.number, written(setting)))
        self.setting = setting

    async def _save(self) -> None:
        """Keep the position, so that it need not be played again from its beginning."""
        try:
            data = await self.run(self.match.save)
        except SaveError:  # too large: the answers alone will do
            return
        await asyncio.wrap_future(self.store.keep_save(self.kept.id, len(self.by), data))

    def reopen(self) -> None:
        """Go back to what is kept."""
        kept = self.store.match(self.number)
        assert kept is not None
        self.open(kept)

    async def go_back(self, number: int) -> None:
        """Take back the answers from a number on; the lock is held."""
        await asyncio.wrap_future(self.store.drop_answers(self.kept.id, number))
        await self.run(self._undo, len(self.by) - number)
        self.kept = replace(self.kept, undone=self.kept.undone + 1)
        self.trackers.clear()
        self.questions.clear()
        del self.by[number:]
        self.plea = None
        self.changed()

    def _undo(self, steps: int) -> None:
        self.match.undo(steps, agreed=True)

    async def keep_rules(self, digest: str, texts: bytes) -> None:
        """Keep rules that a match is about to go on by."""
        await asyncio.wrap_future(self.store.keep_rules(digest, self.setting.game, texts))

    async def replace(
        self, game: Game, digest: str, seed: int, match: Match, *, is_arranged: bool
    ) -> None:
        """Put another match in the place of this one; the lock is held.

        Args:
            is_arranged: Whether its seed does not lead to how it begins.
        """
        add = self.store.add_match(self.number, digest, seed, self.kept.begin)
        id_ = await asyncio.wrap_future(add)
        if is_arranged:
            data = await self.run(match.save)
            await asyncio.wrap_future(self.store.keep_save(id_, 0, data))
        written = [
            self.store.add_answer(id_, number, option)
            for number, option in enumerate(match.choices)
        ]
        for each in written:
            await asyncio.wrap_future(each)
        await self.begin_another(game)

    async def begin_another(self, game: Game) -> None:
        """Take up the match that was stored last, of a game with its options; the lock is held."""
        self.game, self.plea, self.again_by = game, None, frozenset()
        for seen in (self.viewers, self.last, self.trackers, self.leafed):
            seen.clear()
        await self.run(self.reopen)
        self.changed()
