"""What is done for an answer is counted where it is done, and nothing else is: both ways count."""

from __future__ import annotations

from itertools import islice

import pytest

from dsl.words import boards
from dsl.words.arithmetic import Fault
from interpreter.program.boards import READING
from interpreter.program.limits import EACH, TANK, TICK, TOLD, UNITS, WORK, Meter
from interpreter.walk.match import Match
from tests.interpreter.small import match_of, program_of


def spent(match: Match) -> int:
    """Return what the last answer has counted."""
    return match.state.steps * UNITS + match.machine.meter.total


def answered(text: str, label: str) -> Match:
    """Return a match in which one answer was given."""
    match = match_of(program_of(text, 1), ("ada",))
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
    "regions": "count(regions(every place))",
}


def test_every_word_of_boards_is_tried():
    """What is beside a place, and what lies behind that, is told without a search."""
    assert {*READING} == {*SEARCHES, "beside", "ray"}


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


@pytest.mark.parametrize("word", SEARCHES.values(), ids=SEARCHES)
def test_searches_count_by_the_places_they_come_to(word):
    text = BOARD.replace("WORD", word)
    counts = [
        spent(answered(text.replace("SIZE", str(n * n)).replace("COLUMNS", str(n)), "search"))
        for n in (10, 40)
    ]  # fmt: skip

    assert counts[1] - counts[0] >= 1500  # so many places more, each of them once at least
    assert 8 <= counts[1] / counts[0] <= 20


@pytest.mark.parametrize("word", SEARCHES.values(), ids=SEARCHES)
def test_searches_without_end_are_stopped(word):
    text = BOARD.replace("WORD", word).replace("SIZE", "900").replace("COLUMNS", "30")
    match = answered(text, "search-on")

    assert match.outcome.reason.startswith("budget-exceeded")
    assert "small/game.yaml:" in match.outcome.reason
    assert match.state.steps < 10_000


# --- cards outside the match, and what is not asked ---------------------------------------------

POOL = """\
enums: {tribe: [red, blue]}
kinds:
  beast:
    attributes: {price: int, tribe: tribe, power: int = 1}
    active-in: [player.field]
    copies: 2
cards:
- each: {kind: beast}
  id: "beast-{price}"
  price: 1..SIZE
  tribe: red
  modifiers:
  - {value: power where it.tribe == blue, to: result + 1}
  - {value: tribe where it.price == 0, to: blue}
  - {value: fee where b.tribe == blue, to: result - 1}
values:
  fee(beast b): b.price
zones:
  player.hand: {of: beast, seen-by: owner}
  player.field: {of: beast, seen-by: everyone}
players: {count: 2, state: {coins: int = 99}}
actions:
  summon:
    in: day
    choose: {b: me.hand where fee(it) <= me.coins}
    do: "move b to me.field; set me.coins to 99 - sum(me.field, power)"
  wait: {in: day}
setup: |
  for each p in players:
    create 1 beast-1 into p.hand; create 1 beast-2 into p.hand; create 1 beast-3 into p.hand
phases: [{id: day, turns: players, repeat: true}]
end: {when: round > 9, rank: coins}
"""


def summoning(size: int) -> list[int]:
    """Return what each answer counts while six beasts come to the field."""
    match, counts = match_of(program_of(POOL.replace("SIZE", str(size)))), []
    while len(counts) < 9:
        match.apply(0)
        counts.append(spent(match))
    return counts


def test_a_pool_of_cards_that_are_not_in_the_match_costs_nothing():
    """Each card of the pool has modifiers, also of what others read; six cards are in the match."""
    assert summoning(30) == summoning(300)


def test_modifiers_count_for_each_card_in_play_that_has_them():
    counts = summoning(3)

    assert max(counts) > counts[0] + 3 * EACH


RANKS = """\
kinds: {w: {attributes: {rank: int}, start: deck, copies: 5}}
cards: [{each: {kind: w}, id: "w-{rank}", rank: 1..SIZE}]
players: {count: 1}
state: {n: int = 0, hits: int = 0}
zones:
  deck: {of: w, order: stack, seen-by: nobody}
  pile: {of: w, order: stack, seen-by: everyone}
setup: move top(deck, 4) to pile
actions:
  look:
    in: day
    do: |
      repeat 3000 times:
        add 1 to n
        if count(pile where it.rank > n and it.rank != n + 1) > 1, add 1 to hits
  wait: {in: day}
phases: [{id: day, turns: players, repeat: true}]
end: {when: hits < 0}
"""


# --- what is told, and what never ends ----------------------------------------------------------

TELLING = """\
kinds: {w: {attributes: {rank: int}, start: pile}}
cards: [{each: {kind: w}, id: "w-{rank}", rank: 1..60}]
players: {count: 1}
zones: {pile: {of: w, order: stack, seen-by: everyone}}
state: {n: int = 0}
events:
  say (list of w cs): {do: add 1 to n, text: "{cs}"}
actions:
  talk: {in: day, do: "repeat TIMES times, say pile"}
  wait: {in: day}
phases: [{id: day, turns: players, repeat: true}]
end: {when: n < 0}
"""


def test_the_cards_that_the_log_names_count():
    """Of each a text is made wherever the log is read."""
    counts = []
    for times in (10, 20):
        program = program_of(TELLING.replace("TIMES", str(times)), 1)
        match = match_of(program, ("ada",), events=True)
        match.apply(0)
        counts.append(spent(match))

    assert counts[1] - counts[0] >= 10 * 60 * TOLD


def test_an_answer_that_floods_the_log_is_stopped():
    program = program_of(TELLING.replace("TIMES", "9000"), 1)
    match = match_of(program, ("ada",), events=True)
    match.apply(0)

    assert match.outcome.reason.startswith("budget-exceeded")


IDLE = """\
players: {count: 2, state: {coins: int = 0}}
state: {heap: int = 2}
actions:
  take: {when: heap > 0, do: subtract 1 from heap; add 1 to me.coins}
  take-two: {when: heap > 1, do: subtract 2 from heap; add 2 to me.coins}
phases:
- {id: taking, turns: players, offer: [take, take-two]}
end: {when: END, rank: coins}
"""


def test_rounds_in_which_nobody_can_act_are_told_as_that():
    match = match_of(program_of(IDLE.replace("END", "heap < 0")))
    match.apply(1)

    assert match.outcome.kind == "fault"
    assert match.outcome.reason.startswith("nobody-can-act")
    assert "phase taking, small/game.yaml:" in match.outcome.reason


def test_rounds_that_an_end_waits_for_pass():
    match = match_of(program_of(IDLE.replace("END", "round > 3000")))
    match.apply(1)

    assert (match.outcome.kind, match.outcome.winners) == ("win", (0,))


# --- lists and bags that are compared -----------------------------------------------------------

COMPARED = """\
kinds: {piece: {attributes: {n: int}}}
cards: [{each: {kind: piece}, id: "p-{n}", n: 1..300}]
players: {count: 1}
state:
  some: list of int = []
  two: list of int = []
  rows: list of list of int = []
  more: list of list of int = []
  held: bag of def of piece
  kept: bag of def of piece
  found: int = 0
actions:
  wait: {in: day}
  ask: {in: day, do: "repeat 20 times, if CONDITION, add 1 to found"}
phases: [{id: day, turns: players, repeat: true}]
setup: |
  set some to each(k in 1..3000, k * 1000)
  set two to each(k in 1..3000, k * 1000)
  repeat 9 times:
    set rows to rows + [some]
    set more to more + [each(k in two, k + 0)]
  for each d in definitions(piece):
    add 1 d to held
    add 1 d to kept
end: {when: found < 0}
"""
"""A game whose state holds equal lists that are not the same."""


@pytest.mark.parametrize(
    ("condition", "elements"),
    [
        ("some == two", 3_000), ("two != some + [1]", 3_000), ("rows == more", 27_000),
        ("some in more", 3_000), ("count(distinct(more)) < 2", 27_000), ("held == kept", 300),
        ("held <= kept", 300), ("kept >= held", 300), ("count(held + kept) > 0", 300),
        ("count(held - kept) == 0", 300), ("count(more - rows) == 0", 27_000),
    ],
)  # fmt: skip
def test_what_is_compared_counts_by_its_elements(condition, elements):
    match = answered(COMPARED.replace("CONDITION", condition), "ask")

    assert match.outcome is None
    assert spent(match) >= 20 * elements
