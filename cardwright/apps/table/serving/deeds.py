"""Do what people ask of a table: answer, put back, take back, agree, play again, stand in.

Each is done when it is kept, and refused in words where it cannot be: as late where it could be
done before the table went on.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from cardwright import Match, Mistake
from cardwright.apps.table.serving.lobby import written
from cardwright.apps.table.serving.seats import SIGNS, UndoRequest, is_free, steps_back, who_agrees
from cardwright.apps.table.serving.table import Late, Refused, Table
from cardwright.apps.table.serving.tables import Tables
from interpreter import SeatView


async def answer(table: Table, seats: Sequence[int], mark: str, path: Sequence[int]) -> None:
    """Apply an option for one of some seats, or an action and what it asks for one after the other;
    done when it is kept.

    Raises:
        Late: It is not theirs, or is another one than the person saw.
        Refused: There is no such option.
    """
    async with table.lock:
        seat = await _asked_of(table, seats, mark)
        table.presence.left.pop(seat, None)
        begun = await table.run(_begun, table, seat, path)
        await _choose(table, seat, path[0])
        for asking, option in zip(begun, path[1:], strict=True):
            place = await table.run(_place, table, seat, asking, option)
            if place is not None:  # not answered by itself
                await _choose(table, seat, place)


async def followed(
    table: Table, seats: Sequence[int], mark: str, path: Sequence[int]
) -> Mapping[str, str]:
    """Return what can be touched after an answer, before anything happens: by its key the longer
    answer that holds both.

    Raises:
        Refused: There is no such answer.
    """
    async with table.lock:
        try:
            seat = await _asked_of(table, seats, mark)
        except Late:
            return {}
        return await table.run(touchable, table, seat, path)


async def _asked_of(table: Table, seats: Sequence[int], mark: str) -> int:
    """Return the seat that answers the question that a person saw.

    Raises:
        Late: It is not theirs, or another one.
    """
    seat = await table.run(table.open_to, seats)
    if seat is None:
        raise Late("not-your-turn")
    if mark != table.mark(seat):
        raise Late("out-of-date")
    return seat


def _place(table: Table, seat: int, asking: Match, option: int) -> int | None:
    """Return the place of an option of a copy where a seat is asked for the same now; None where
    it is not: the match takes by itself what has no other."""
    asked = table.questions.shown(table.match, seat).state.ask
    if asked is None or asked.decider != seat or asked.site != asking.state.ask.site:
        return None
    wanted, options = asking.state.ask.options[option], [*asked.options]
    return options.index(wanted) if wanted in options else None


def _begun(table: Table, seat: int, path: Sequence[int]) -> list[Match]:
    """Return the match as it asks for each part of an answer behind the first; in the same thread.

    Raises:
        Refused: There is no such option, or it does not ask for that.
    """
    asking: Match | None = table.questions.at(table.match, seat)
    found = list[Match]()
    for option, then in pairwise(path):
        asking = _next(asking, option)
        if asking is None or not 0 <= then < len(asking.state.ask.options):
            raise Refused("no-such-option")
        found.append(asking)
    return found


def _next(asking: Match | None, option: int) -> Match | None:
    """Return a match as it asks for the next part of an action; None where it does not."""
    if asking is None or not 0 <= option < len(asking.state.ask.options):
        return None
    is_first = asking.state.ask.kind == "action"
    return SeatView.begun(asking, option) if is_first else SeatView.going_on(asking, option)


def touchable(table: Table, seat: int, path: Sequence[int]) -> Mapping[str, str]:
    """Return what can be touched after an answer of a seat; in the thread of the engine."""
    begun = _begun(table, seat, path)
    asking = _next(begun[-1] if begun else table.questions.at(table.match, seat), path[-1])
    if asking is None:
        return {}
    touched = SeatView(asking, seat).keys.touched_in(asking.state.ask)
    told = Counter(key for keys in touched for key in keys)
    return {
        key: ".".join(map(str, (*path, at)))
        for at, keys in enumerate(touched)
        for key in keys
        if told[key] == 1
    }


async def put_back(table: Table, seats: Sequence[int], mark: str, place: int | None) -> None:
    """Put back one of the parts that were picked of a choice, or all of them.

    Raises:
        Refused: Nothing is picked there.
    """
    async with table.lock:
        seat = await _asked_of(table, seats, mark)
        picking = await table.run(table.questions.picked, table.match, seat)
        if picking is None:
            raise Refused("nothing-to-undo")
        table.questions.picks[seat] += 1
        places = [place] if place is not None else [-1] * len(picking.picked)
        for each in places:
            await table.run(picking.put_back, each)
        table.changed()


async def _choose(table: Table, seat: int, option: int) -> None:
    """Take an option of what a person sees, who picks the parts of a choice in any order."""
    picking = await table.run(table.questions.picking, table.match, seat)
    if picking is None:
        await table.give(seat, option)
        return
    if not 0 <= option < len(picking.options):
        raise Refused("no-such-option")
    table.questions.picks[seat] += 1
    if not await table.run(picking.pick, option):
        table.changed()
        return
    for answer in picking.answers():
        await table.give(seat, answer)


async def take_back(table: Table, seats: Sequence[int]) -> None:
    """Put back what was picked last, or take back the last own answer, or ask the others
    whether they agree.

    Raises:
        Late: There is none, or the match is over.
    """
    async with table.lock:
        for seat in seats:
            picking = await table.run(table.questions.picked, table.match, seat)
            if picking is not None:
                await table.run(picking.put_back)
            elif seat in table.questions.ahead:  # nobody knows of it yet
                await asyncio.wrap_future(table.store.drop_ahead(table.kept.id, seat))
                table.questions.take_back(seat)
            else:
                continue
            table.questions.picks[seat] += 1
            table.changed()
            return
        number = steps_back(table.by, seats)
        if number is None or table.match.over:
            raise Late("nothing-to-undo")
        if is_free(table.match, table.setting, table.by, seats, number):
            await table.go_back(number)
            return
        own = table.setting.screen_of(seats)
        missing = who_agrees(table.setting) - {own}
        table.plea = UndoRequest(screen=own, number=number, missing=missing)
        table.changed()


async def agree(table: Table, seats: Sequence[int], *, does: bool) -> None:
    """Record whether some seats agree to a request.

    Raises:
        Late: Nothing is asked of them.
    """
    async with table.lock:
        plea, screen = table.plea, table.setting.screen_of(seats)
        if plea is None or screen not in plea.missing:
            raise Late("nothing-to-agree")
        missing = plea.missing - {screen}
        if does and not missing:
            await table.go_back(plea.number)
            return
        table.plea = (
            UndoRequest(screen=plea.screen, number=plea.number, missing=missing) if does else None
        )
        table.changed()


async def again(table: Table, seats: Sequence[int], tables: Tables, *, is_same: bool) -> None:
    """Note that some seats wish another match; it begins when everybody who is here wishes it.

    Args:
        is_same: Whether with the same deal, which the next match of a campaign never has.

    Raises:
        Late: This one is not over.
        Refused: What the campaign keeps does not go together.
    """
    async with table.lock:
        if not table.match.over:
            raise Late("not-over")
        table.again_by |= {table.setting.screen_of(seats)}
        if table.presence.screens_here() - table.again_by:
            table.changed()
            return
        is_same = is_same and not table.setting.is_campaign
        try:
            await tables.begin_another(table, table.kept.seed if is_same else None)
        except Mistake as error:
            raise Refused("bad-setting", reason=str(error)) from None


async def sign(table: Table, seats: Sequence[int], seat: int, sign: str) -> None:
    """Sign to the others.

    Raises:
        Refused: The table has no signs, or not this one.
    """
    if not table.setting.has_signs or seat not in seats or sign not in SIGNS:
        raise Refused("no-signs")
    table.presence.sign(seat, sign)


async def stand_in(table: Table, seats: Sequence[int], *, is_so: bool) -> None:
    """Let a policy play for people who have gone, or let them play again."""
    async with table.lock:
        setting = table.setting.stood_in(seats, is_so=is_so)
        if setting == table.setting:
            return
        await asyncio.wrap_future(table.store.keep_setting(table.number, written(setting)))
        table.setting = setting
        table.changed()
