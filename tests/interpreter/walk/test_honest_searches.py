"""Rules of real games that search much are carried out: they come to what a plain search finds."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from interpreter.walk.assembly import assemble_machine
from interpreter.walk.match import Match
from tests.interpreter.small import match_of, program_of

AREA = """\
kinds:
  cell:
    unique: true
    attributes: {row: int, column: int}
    state: {stone: maybe player}
cards:
- {each: {kind: cell}, id: "cell-{row}-{column}", row: 1..9, column: 1..9}
players: {count: 2}
state: {first: int = 0, second: int = 0}
layout:
  board: {rows: every cell, columns: 9, beside: sides}
values:
  empties -> list of cell: every cell where stone is none
  owns(player p, cell c) -> bool: |
    let around = each(x in connected(c, empties), beside(x) where stone is not none)
    return around is not empty and all(around, stone == p)
  area(player p) -> int: count(every cell, stone == p) + count(e in empties, owns(p, e))
actions:
  put:
    in: day
    choose: {c: every cell where stone is none}
    do: set c.stone to me
  reckon: {in: day, do: "set first to area(me); set second to area(next(me))"}
phases: [{id: day, turns: players}]
end: {when: first < 0}
"""


def areas(stones: dict[tuple[int, int], int]) -> list[int]:
    """Return what each player has on the board, found cell by cell."""
    cells = [(row, column) for row in range(9) for column in range(9)]

    def beside(cell: tuple[int, int]) -> list[tuple[int, int]]:
        row, column = cell
        near = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        return [each for each in near if each in cells]

    found = [sum(owner == player for owner in stones.values()) for player in (0, 1)]
    left = [cell for cell in cells if cell not in stones]
    while left:
        region, edge = [left[0]], set[int]()
        for cell in region:
            for near in beside(cell):
                if near in stones:
                    edge.add(stones[near])
                elif near not in region:
                    region.append(near)
        left = [cell for cell in left if cell not in region]
        if len(edge) == 1:
            found[edge.pop()] += len(region)
    return found


@pytest.mark.parametrize("number", [1, 2, 5, 10, 20, 40, 60])
def test_area_is_counted_on_a_board_of_nine_by_nine(number):
    match, chance = match_of(program_of(AREA)), Random(number)
    stones: dict[tuple[int, int], int] = {}
    for turn in range(number):
        match.apply("put")
        label = chance.choice(match.decision.labels)
        row, column = map(int, label.split("-")[-2:])
        match.apply(label)
        stones[row - 1, column - 1] = turn % 2

    match.apply("reckon")

    assert match.outcome is None
    layout, expected = match.machine.program.layout, areas(stones)
    places = {key.name: place for key, place in layout.table.items()}
    found = [match.state.values[places[name]] for name in ("first", "second")]
    assert found == (expected if number % 2 == 0 else expected[::-1])


MELDS = """\
enums: {suit: [clubs, diamonds, hearts, spades]}
kinds:
  piece: {attributes: {rank: int, suit: suit}, start: deck}
  meld:
    unique: true
    attributes: {low: int, span: int, size: int, suit: maybe suit, lacks: maybe suit}
cards:
- {kind: piece, each: {copies: 1}, id: "{suit}-{rank}", suit: every suit, rank: 2..14}
- {kind: meld, each: {size: 4, span: 1}, id: "set-{low}", low: 2..14}
- {kind: meld, each: {size: 3, span: 1}, id: "set-{low}-no-{lacks}", low: 2..14,
   lacks: every suit}
- {kind: meld, each: {size: 3, span: 3}, id: "run-3-{suit}-{low}", suit: every suit, low: 2..12}
- {kind: meld, each: {size: 4, span: 4}, id: "run-4-{suit}-{low}", suit: every suit, low: 2..11}
- {kind: meld, each: {size: 5, span: 5}, id: "run-5-{suit}-{low}", suit: every suit, low: 2..10}
players: {count: 1, state: {found: int = 0}}
zones:
  deck: {of: piece, order: stack, seen-by: nobody}
  pile: {of: piece, order: stack, seen-by: everyone}
  player.hand: {of: piece, seen-by: owner}
values:
  points(list of piece cs) -> int: sum(c in cs, min(10, c.rank))
  belongs(piece c, meld m) -> bool: |
    if c.rank < m.low or c.rank >= m.low + m.span, return false
    return c.suit == m.suit if m.suit is not none else c.suit != m.lacks
  held(list of piece cs) -> list of meld:
    is: every meld where count(c in cs, belongs(c, it)) == it.size
  deadwood(list of piece cs) -> int:
    depth: 4
    is: min(points(cs), min(m in held(cs), deadwood(cs where not belongs(it, m)), 999))
actions:
  knock:
    in: day
    choose:
      c: me.hand where deadwood(me.hand - [it]) <= 10
    do: move c to pile
  wait: {in: day}
  stay: {in: day}
setup: |
  shuffle deck
  deal 11
phases: [{id: day, turns: players, repeat: true}]
end: {when: "any(players, found < 0)"}
"""

Cards = frozenset[tuple[str, int]]


def deadwood(cards: Cards) -> int:
    """Return the fewest points outside of melds, each set of three to five looked at."""
    best = sum(min(10, rank) for _, rank in cards)
    for size in (3, 4, 5):
        for part in combinations(sorted(cards), size):
            suits, ranks = {suit for suit, _ in part}, sorted(rank for _, rank in part)
            is_set = len(set(ranks)) == 1
            is_run = len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + size))
            if is_set or is_run:
                best = min(best, deadwood(cards - set(part)))
    return best


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(each, marks=pytest.mark.soak) for each in range(2, 12))]
)
def test_melds_of_eleven_cards_are_searched_for_each_that_may_be_thrown(seed):
    match = _hand(seed)
    label_of = match.machine.program.game.definitions
    hand = [label_of[match.state.entity_definitions[c]].id for c in _cards(match)]
    cards = frozenset((id_.rsplit("-", 1)[0], int(id_.rsplit("-", 1)[1])) for id_ in hand)

    expected = {f"{suit}-{rank}" for suit, rank in cards if deadwood(cards - {(suit, rank)}) <= 10}

    assert match.outcome is None
    assert ("knock" in match.decision.labels) == bool(expected)
    if expected:
        match.apply("knock")
        assert len(expected) == 1 or {*match.decision.labels} == expected


@pytest.mark.soak
def test_in_half_of_the_hands_something_may_be_thrown():
    found = ["knock" in _hand(seed).decision.labels for seed in range(12)]

    assert 4 <= sum(found) <= 8


def _hand(seed: int) -> Match:
    """Return a match of a hand that was dealt, every second one with two runs of four in it."""
    text = MELDS
    if seed % 2:
        suits = ("clubs, hearts", "spades, hearts", "diamonds, clubs")[seed % 3]
        low = seed % 6 + 2
        run = f"deck where suit in [{suits}] and rank >= {low} and rank < {low + 4}"
        text = text.replace(
            "  deal 11\n", f"  for each p in players, move {run} to p.hand\n  deal 3\n"
        )
    machine = assemble_machine(program_of(text, 1))
    return Match.start(machine, seed, ("ada",), events=False)


def _cards(match: Match) -> list[int]:
    return [card for zone in match.state.zones for card in zone if len(zone) == 11]
