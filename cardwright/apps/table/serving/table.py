"""Run a table while somebody plays at it: its match, the pages that wait, the open question.

An answer is applied, then kept, and only then told to anybody. Whatever touches the machine is done
by one thread, so that matches of one game never meet in it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from itertools import takewhile
from time import time_ns
from typing import Final, TypeVar

from msgspec.structs import replace

from cardwright import Game, Match, NotAnOption, SaveError
from cardwright.apps.face.repeatable import total
from cardwright.apps.policies.endless import without_end
from cardwright.apps.screen import Tracker, View, Viewer
from cardwright.apps.table.serving.lobby import Setting, written
from cardwright.apps.table.serving.presence import Presence
from cardwright.apps.table.serving.rules import deciders, mark_of, opened
from cardwright.apps.table.serving.store import Store, StoredMatch
from cardwright.apps.table.serving.taking_back import UndoRequest, is_free, steps_back, who_agrees
from interpreter import PartialChoice, SeatView

T = TypeVar("T")

SAVED_EVERY: Final = 64
"""So many answers lie between two saves."""


class Refused(Exception):
    """Something that cannot be done now; `key` says why in the page's words."""

    def __init__(self, key: str, **slots: object) -> None:
        super().__init__(key)
        self.key, self.slots = key, slots


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
        self._store, self._engine = store, engine
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
        self.again_by: frozenset[int] = frozenset()
        """The screens that wish another match."""
        self.picking: PartialChoice[Match] | None = None
        self._picks = 0
        self.viewers: dict[str, Viewer] = {}
        self.leafed: dict[object, tuple[int, View | None, Tracker | None, str]] = {}
        """For who looks back the step that they saw last, what follows the cards from there, and
        since when."""

    def open(self, kept: StoredMatch) -> None:
        """Take up a match as it is kept; in the thread of the engine."""
        self.match = opened(self.game, self.setting.names, kept)
        self.kept, self.by = kept, deciders(self.match)

    async def run(self, act: Callable[..., T], *values: object) -> T:
        """Do something with the machine in the thread that may."""
        return await asyncio.get_running_loop().run_in_executor(self._engine, act, *values)

    # --- what is ------------------------------------------------------------------------------

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
    def rules(self) -> str:
        """What the rules of its match with their options are known by in paths."""
        return mark_of(self.kept.digest, self.setting.options)

    def mark(self, seat: int) -> str:
        """Return what tells a question of a seat from every other of this table.

        It counts what the seat has done and what everybody was told, and nothing else.
        """
        kept = self.kept
        return f"{kept.id}.{kept.undone}.{seat}.{self.by.count(seat)}.{self._picks}"

    def changed(self) -> None:
        """Wake everybody who waits for news."""
        self.revision += 1
        self.views.clear()
        self.drawn.clear()
        for event in self.waiting:
            event.set()

    # --- answers ------------------------------------------------------------------------------

    async def answer(self, seats: Sequence[int], mark: str, path: Sequence[int]) -> None:
        """Apply an option for one of some seats, or an action and what it asks for next; done when
        it is kept.

        Raises:
            Refused: It is not theirs, or is another one than the person saw.
        """
        async with self.lock:
            asked = self._asked_of(seats, mark)
            option, *then = path
            begun = await self.run(self._begun, option, then[0]) if then else None
            await self._choose(asked, option)
            if then and self.asked == asked and self.match.state.ask.site == begun:
                await self._choose(asked, then[0])

    def _asked_of(self, seats: Sequence[int], mark: str) -> int:
        """Return the seat that answers the question that a person saw.

        Raises:
            Refused: It is not theirs, or another one.
        """
        asked = self.asked
        if asked is None or asked not in seats:
            raise Refused("not-your-turn")
        if mark != self.mark(asked):
            raise Refused("out-of-date")
        return asked

    def _begun(self, option: int, then: int) -> object:
        """Return where an action that is an option asks for something; in the same thread.

        Raises:
            Refused: There is no such option, or it does not ask for that.
        """
        is_option = 0 <= option < len(self.match.state.ask.options)
        begun = SeatView.begun(self.match, option) if is_option else None
        if begun is None or not 0 <= then < len(begun.state.ask.options):
            raise Refused("no-such-option")
        return begun.state.ask.site

    async def put_back(self, seats: Sequence[int], mark: str, place: int | None) -> None:
        """Put back one of the parts that were picked of a choice, or all of them.

        Raises:
            Refused: Nothing is picked there.
        """
        async with self.lock:
            self._asked_of(seats, mark)
            if not self.can_put_back(seats) or self.picking is None:
                raise Refused("nothing-to-undo")
            self._picks += 1
            places = [place] if place is not None else [-1] * len(self.picking.picked)
            for each in places:
                await self.run(self.picking.put_back, each)
            self.changed()

    async def _choose(self, seat: int, option: int) -> None:
        """Take an option of what a person sees, who picks the parts of a choice in any order."""
        picking = await self.run(self._going_on)
        if picking is None:
            await self.take(seat, option)
            return
        if not 0 <= option < len(picking.options):
            raise Refused("no-such-option")
        self._picks += 1
        if not await self.run(picking.pick, option):
            self.changed()
            return
        for answer in picking.answers():
            await self.take(seat, answer)

    def _going_on(self) -> PartialChoice[Match] | None:
        """Return what can be picked from now; in the thread of the engine."""
        self.picking = PartialChoice.going_on(self.picking, self.match, confirms=True)
        return self.picking

    def shown_to(self, seat: int | None) -> Match:
        """Return the match as a seat sees it: with what it has picked; in the same thread."""
        if seat is None or seat != self.asked or not self.setting.is_person(seat):
            return self.match
        picking = self._going_on()
        return self.match if picking is None else picking.shown()

    def can_put_back(self, seats: Sequence[int]) -> bool:
        """Return whether some seats have picked a part of a choice that is not made."""
        return self.asked in seats and self.picking is not None and bool(self.picking.picked)

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
            await asyncio.wrap_future(self._store.add_answer(self.kept.id, number, option))
        except BaseException:
            await self.run(self._reopen)
            raise
        self.by.append(seat)
        self.plea = None
        self.changed()
        if len(self.by) % SAVED_EVERY == 0:
            await self._save()

    async def _save(self) -> None:
        """Keep the position, so that it need not be played again from its beginning."""
        try:
            data = await self.run(self.match.save)
        except SaveError:  # too large: the answers alone will do
            return
        await asyncio.wrap_future(self._store.keep_save(self.kept.id, len(self.by), data))

    def _reopen(self) -> None:
        """Go back to what is kept."""
        kept = self._store.match(self.number)
        assert kept is not None
        self.open(kept)

    # --- taking back --------------------------------------------------------------------------

    async def take_back(self, seats: Sequence[int]) -> None:
        """Put back what was picked last, or take back the last own answer, or ask the others
        whether they agree.

        Raises:
            Refused: There is none, or the match is over.
        """
        async with self.lock:
            if self.picking is not None and self.can_put_back(seats):
                self._picks += 1
                await self.run(self.picking.put_back)
                self.changed()
                return
            number = steps_back(self.by, seats)
            if number is None or self.match.over:
                raise Refused("nothing-to-undo")
            if is_free(self.match, self.setting, self.by, seats, number):
                await self.go_back(number)
                return
            own = self.setting.screen_of(seats)
            missing = who_agrees(self.setting) - {own}
            self.plea = UndoRequest(screen=own, number=number, missing=missing)
            self.changed()

    async def agree(self, seats: Sequence[int], *, does: bool) -> None:
        """Record whether some seats agree to a request.

        Raises:
            Refused: Nothing is asked of them.
        """
        async with self.lock:
            plea, screen = self.plea, self.setting.screen_of(seats)
            if plea is None or screen not in plea.missing:
                raise Refused("nothing-to-agree")
            missing = plea.missing - {screen}
            if does and not missing:
                await self.go_back(plea.number)
                return
            self.plea = (
                UndoRequest(screen=plea.screen, number=plea.number, missing=missing)
                if does
                else None
            )
            self.changed()

    async def go_back(self, number: int) -> None:
        """Take back the answers from a number on; the lock is held."""
        await asyncio.wrap_future(self._store.drop_answers(self.kept.id, number))
        await self.run(self._undo, len(self.by) - number)
        self.kept = replace(self.kept, undone=self.kept.undone + 1)
        self.trackers.clear()
        del self.by[number:]
        self.plea = None
        self.changed()

    def _undo(self, steps: int) -> None:
        self.match.undo(steps, agreed=True)

    # --- again, and before --------------------------------------------------------------------

    async def again(self, seats: Sequence[int], seed: int | None) -> None:
        """Note that some seats wish another match, with a seed or that of the last; it begins when
        everybody who is here wishes it.

        Raises:
            Refused: This one is not over.
        """
        async with self.lock:
            if not self.match.over:
                raise Refused("not-over")
            self.again_by |= {self.setting.screen_of(seats)}
            if self.presence.screens_here() - self.again_by:
                self.changed()
                return
            seed = self.kept.seed if seed is None else seed
            digest = self.kept.digest
            await asyncio.wrap_future(self._store.add_match(self.number, digest, seed))
            await self.run(self._reopen)
            self.plea, self.again_by = None, frozenset()
            self.trackers.clear()
            self.changed()

    async def stand_in(self, seats: Sequence[int], *, is_so: bool) -> None:
        """Let a policy play for people who have gone, or let them play again."""
        async with self.lock:
            setting = self.setting.stood_in(seats, is_so=is_so)
            if setting == self.setting:
                return
            await asyncio.wrap_future(self._store.keep_setting(self.number, written(setting)))
            self.setting = setting
            self.changed()

    async def keep_rules(self, digest: str, texts: bytes) -> None:
        """Keep rules that a match is about to go on by."""
        await asyncio.wrap_future(self._store.keep_rules(digest, self.setting.game, texts))

    async def replace(
        self, game: Game, digest: str, seed: int, match: Match, *, is_arranged: bool
    ) -> None:
        """Put another match in the place of this one; the lock is held.

        Args:
            is_arranged: Whether its seed does not lead to how it begins.
        """
        id_ = await asyncio.wrap_future(self._store.add_match(self.number, digest, seed))
        if is_arranged:
            data = await self.run(match.save)
            await asyncio.wrap_future(self._store.keep_save(id_, 0, data))
        written = [
            self._store.add_answer(id_, number, option)
            for number, option in enumerate(match.choices)
        ]
        for each in written:
            await asyncio.wrap_future(each)
        self.game, self.plea = game, None
        self.viewers.clear()
        self.last.clear()
        self.trackers.clear()
        await self.run(self._reopen)
        self.changed()
