"""What is done for an answer is counted where it is done, and nothing else is: both ways count."""

from __future__ import annotations

from itertools import islice

import pytest

from dsl.words import boards
from dsl.words.arithmetic import Fault
from interpreter.compile.boards import READING
from interpreter.compile.limits import UNITS, WORK
from interpreter.compile.meter import TANK, TICK, Meter
from interpreter.run.match import Match
from tests.interpreter.small import match_of, program_of

BOTH = pytest.mark.parametrize("blocks", [True, False], ids=["blocks", "walker"])


def spent(match: Match) -> int:
    """Return what the last answer has counted."""
    return match.state.steps * UNITS + match.machine.meter.total


def answered(text: str, label: str, *, blocks: bool) -> Match:
    """Return a match in which one answer was given."""
    match = match_of(program_of(text, 1), ("ada",), blocks=blocks)
    match.apply(match.decision.labels.index(label))
    return match


# --- the meter --------------------------------------------------------------------------------


def test_what_is_looked_at_in_a_list_counts_one_by_one():
    meter = Meter()

    first = list(islice(meter.each(range(1000), 3 * TICK), 10))

    assert first == [*range(10)]
    assert meter.total == 10 * 3 * TICK


def test_going_through_lists_within_lists_ends_in_the_fault_where_it_is():
    """No function of Python is called on the way; the loops that go on behind the limit meet it
    again, until a count begins anew."""
    meter, turns = Meter(), 0
    with pytest.raises(Fault, match="budget-exceeded"):
        for _ in meter.each(range(10**9), TICK):
            for _ in meter.each(range(300), 2 * TICK):
                turns += 1

    with pytest.raises(Fault, match="budget-exceeded"):
        next(meter.each((1,), 1))
    meter.begin()
    assert list(meter.each("ab", 1)) == ["a", "b"]
    assert meter.total == 2 * TICK
    assert WORK <= turns * 2 * TICK + (turns // 300 + 1) * TICK <= WORK + 2 * TANK * TICK


# --- boards -----------------------------------------------------------------------------------

BOARD = """\
kinds: {place: {unique: true, attributes: {n: int}}}
cards: [{each: {kind: place}, id: "p-{n}", n: 1..SIZE}]
players: {count: 1}
state: {found: int = 0, went: int = 0}
layout: {board: {rows: every place, columns: COLUMNS, beside: corners}}
values:
  asked -> int: "WORD"
actions:
  search: {in: day, do: set found to asked}
  search-on: {in: day, do: "repeat 20000 times, set found to asked + went; add 1 to went"}
phases: [{id: day, turns: players, repeat: true}]
end: {when: found < 0}
"""
SEARCHES = {
    "within": "count(within(p-1, 60))",
    "connected": "count(connected(p-1, every place))",
    "longest-run": "longest-run(every place)",
}


def test_every_word_of_boards_is_tried():
    """What is beside a place is told without a search."""
    assert {*READING} == {*SEARCHES, "beside"}


class Counted(dict[int, tuple[int, ...]]):
    """What is beside what, which counts how often it is asked."""

    asked = 0

    def get(self, key: int, default: object = None) -> object:
        self.asked += 1
        return super().get(key, default)


@pytest.mark.parametrize("steps", [3, 17, 400])
def test_a_search_looks_at_each_place_once_however_many_ways_lead_to_it(steps):
    """On an open board on which corners touch each step trebles the ways."""
    side = 18
    near = Counted()
    for row in range(side):
        for column in range(side):
            around = ((row + a, column + b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b)
            near[row * side + column] = tuple(
                r * side + c for r, c in around if 0 <= r < side and 0 <= c < side
            )

    found = boards.within(near, 0, steps)

    assert len(found) == min(side, steps + 1) ** 2 - 1
    assert near.asked <= side * side


@BOTH
@pytest.mark.parametrize("word", SEARCHES.values(), ids=SEARCHES)
def test_searches_count_by_the_places_they_come_to(word, blocks):
    text = BOARD.replace("WORD", word)
    counts = [
        spent(answered(text.replace("SIZE", str(n * n)).replace("COLUMNS", str(n)), "search",
                       blocks=blocks))
        for n in (10, 40)
    ]  # fmt: skip

    assert counts[1] - counts[0] >= 1500  # so many places more, each of them once at least
    assert 8 <= counts[1] / counts[0] <= 20


@BOTH
@pytest.mark.parametrize("word", SEARCHES.values(), ids=SEARCHES)
def test_searches_without_end_are_stopped(word, blocks):
    text = BOARD.replace("WORD", word).replace("SIZE", "900").replace("COLUMNS", "30")
    match = answered(text, "search-on", blocks=blocks)

    assert match.outcome.reason.startswith("budget-exceeded")
    assert "small/game.yaml:" in match.outcome.reason
    assert match.state.steps < 10_000
