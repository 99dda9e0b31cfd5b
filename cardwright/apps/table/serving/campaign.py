"""Lead a table from one match of a campaign to the next: what that begins with, and who may know.

What a match keeps can come of what is hidden. Each seat is shown what it can tell. The record of a
match, which has everything, is given once it says nothing of the next one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardwright import Match
from cardwright.apps.face.words import in_language
from cardwright.apps.screen import WATCHER
from cardwright.apps.table.serving.lobby import namer
from cardwright.apps.table.serving.store import Begin
from cardwright.apps.table.serving.table import Table
from dsl import Record
from dsl.model.expressions import OptionValue, ValueCall
from dsl.model.game import Game as Model
from dsl.model.walk import walk
from interpreter import SeatView


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
