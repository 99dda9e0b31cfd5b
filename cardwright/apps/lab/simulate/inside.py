"""Play random matches with records inside the native engine.

A match of which the module cannot say all (a fault, an answer that nobody has put into words yet)
is played again by the walker. The rows come out in the order of the seeds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from cardwright import Match
from cardwright.apps.face.repeatable import going_round
from cardwright.apps.lab.simulate.columns import Columns
from cardwright.apps.lab.simulate.play_out import play_out
from cardwright.apps.lab.simulate.recording import Recorder
from cardwright.apps.lab.simulate.tables import Batches, batches, joined
from cardwright.apps.lab.simulate.tally import Tally
from interpreter import Recorded, Records

Walk: TypeAlias = Callable[[range], tuple[Tally, Batches]]
"""Plays the matches of some seeds by the walker."""

POLICY_KEY: Final = "policy {}"
"""By what the policies of the match of a seed draw."""


def walking(recorder: Recorder, start: Callable[[int], Match]) -> Walk:
    """Return what plays matches by the walker and keeps their rows."""
    begin = recorder.starting(start)

    def walk(seeds: range) -> tuple[Tally, Batches]:
        tally = Tally()
        for seed in going_round(seeds):
            play_out(begin, seed, recorder.play, tally)
        return tally, batches(recorder.take())

    return walk


class Inside:
    """Plays the random matches of a game with a number of players.

    Args:
        records: What plays them inside.
        recorder: What notes the matches that `walk` plays.
        longest: Decisions after which a match is given up.
    """

    def __init__(self, records: Records, recorder: Recorder, walk: Walk, longest: int) -> None:
        self._records, self._walk, self._longest = records, walk, longest
        self._columns = Columns(records, recorder)

    def play(self, seeds: range) -> tuple[Tally, Batches]:
        """Play the matches of some seeds; return what came of them, and their rows."""
        tally, parts = Tally(), list[Batches]()
        while seeds:
            if self._records.is_made():
                found = self._records.play(seeds, POLICY_KEY.format, self._longest)
                many = len(found.outcomes)
                self._take(seeds[:many], found, tally, parts)
            else:
                many = len(seeds) if self._records.refused else 1
                self._records.left -= self._by_walker(seeds[:many], tally, parts)
            seeds = seeds[many:]
        return tally, joined(parts)

    def _by_walker(self, seeds: range, tally: Tally, parts: list[Batches]) -> int:
        """Let the walker play matches; return how many decisions they took."""
        more, rows = self._walk(seeds)
        tally.add(more)
        parts.append(rows)
        return more.decisions

    def _take(self, seeds: range, found: Recorded, tally: Tally, parts: list[Batches]) -> None:
        """Take in matches that were played inside."""
        walked = dict[int, Batches]()

        def walk(place: int) -> None:
            own = list[Batches]()
            self._by_walker(seeds[place : place + 1], tally, own)
            (walked[place],) = own

        rows, first = self._columns.of(found, seeds[0], walk), 0
        for place in (*walked, len(seeds)):
            parts.append(rows.between(first, place))
            parts += [walked[place]] if place in walked else []
            first = place + 1
        for place, outcome in enumerate(found.outcomes):
            if place not in walked:
                kind, winners, _, reason = outcome
                tally.lengths[found.decisions[place]] += 1
                tally.outcomes[Match.kind_of_end(kind, winners), tuple(winners), reason] += 1
