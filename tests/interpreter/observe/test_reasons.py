"""A match that is over says what decided it, as far as each seat can tell."""

from __future__ import annotations

from interpreter.observe.view import SeatView
from tests.interpreter.small import match_of, play, program_of

LINES = """\
kinds:
  cell: {unique: true, attributes: {row: {is: int}, column: {is: int}}, state: {mark: maybe player}}
cards:
- {each: {kind: cell}, id: "cell-{row}-{column}", row: 1..3, column: 1..3}
players: {count: 2}
layout:
  board: {rows: every cell, columns: 3}
values:
  run-of(player p) -> int: longest-run(every cell where mark == p)
actions:
  mark:
    choose: {c: every cell where mark is none}
    do: set c.mark to me
phases:
- {id: marking, turns: players, offer: [mark]}
end:
  when: any(players, run-of(it) >= 3)
  rank: run-of
"""
CARDS = """\
kinds:
  coin: {attributes: {worth: {is: int}}, copies: 2, start: sack}
cards:
- {each: {kind: coin}, id: "coin-{worth}", worth: 1..4}
players: {count: 2, state: {bonus: {is: int = 2}}}
zones:
  sack: {of: coin, order: stack, seen-by: nobody}
  player.open: {of: coin, seen-by: everyone, text: open coins}
  player.purse: {of: coin, seen-by: owner, text: purse}
values:
  points(player p) -> int: sum(p.open, worth) + p.bonus - sum(p.purse, worth)
actions:
  take: {do: "move top(sack) to me.WHERE"}
phases:
- {id: taking, turns: players, offer: [take]}
- {id: closing, do: end game}
end: {rank: points}
"""


def test_the_line_that_won_is_marked_and_the_cells_beside_it_are_not():
    match = match_of(program_of(LINES), events=True)
    play(match, "cell-1-1", "cell-2-1", "cell-1-2", "cell-2-2", "cell-3-3", "cell-2-3")
    for seat in (0, 1, SeatView.WATCHER):
        marked = SeatView(match, seat).reasons.decisive()
        assert marked == ("@cell-2-1", "@cell-2-2", "@cell-2-3")


SIDES = """\
kinds:
  side: {unique: true, state: {gold: {is: int = 0}, towers: {is: int = 0}}}
cards:
- {each: {kind: side}, rows: [{id: north}, {id: south}]}
players: {count: 4, team: side}
values:
  wealth(side s) -> int: s.gold + 2 * s.towers
actions:
  dig: {do: add 1 to me.side.gold}
  build: {do: add 1 to me.side.towers}
setup:
- {id: choosing, do: "for each p in players, set p.side to north if p.seat % 2 == 0 else south"}
phases:
- {id: doing, turns: players, offer: [dig, build]}
- {id: closing, do: end game}
end: {winners: "bests(bests(every side, wealth(it)), it.gold)"}
"""


def test_the_numbers_are_told_that_the_winners_have_most_of_what_counts_first_in_front():
    """Seats 0 and 2 are one side with a gold and a tower, which are 3; the other has two towers."""
    match = match_of(program_of(SIDES, 4), events=True)
    play(match, "dig", "build", "build", "build")
    found = [SeatView(match, 0).reasons.compared(seat) for seat in range(4)]
    numbers = [[[term.number for term in each] for each in own] for own in found]

    assert match.outcome.winners == (1, 3)
    assert numbers == [[[3, 1, 2], [1, 1]], [[4, 0, 4], [0, 0]]] * 2


def test_no_number_is_told_where_the_winners_are_chosen_otherwise():
    rules = SIDES.replace(
        "bests(bests(every side, wealth(it)), it.gold)", "players where it.seat == 1"
    )
    match = match_of(program_of(rules, 4), events=True)
    play(match, "dig", "build", "build", "build")

    assert SeatView(match, 0).reasons.compared(0) == ()


def taken(where: str):
    match = match_of(program_of(CARDS.replace("WHERE", where)), events=True)
    while not match.over:
        match.apply(0)
    return match


def numbers(match, seat: int, of: int) -> list[int | None]:
    rank = match.machine.program.game.end.rank[0]
    return [term.number for term in SeatView(match, seat).reasons.terms(rank, of)]


def test_a_score_is_told_by_its_terms_and_the_cards_that_count():
    match = taken("open")
    rank = match.machine.program.game.end.rank[0]
    cards, bonus, purse = SeatView(match, 0).reasons.terms(rank, 1)
    assert cards.number == sum(number for _, number in cards.cards) == match.outcome.rank[1][0] - 2
    assert (bonus.number, purse.number) == (2, 0)


def test_terms_that_look_at_hidden_cards_are_told_to_those_who_see_them_alone():
    match = taken("purse")
    assert numbers(match, 0, 0) == [0, 2, match.outcome.rank[0][0] - 2]
    assert numbers(match, 0, 1) == numbers(match, SeatView.WATCHER, 0) == []
