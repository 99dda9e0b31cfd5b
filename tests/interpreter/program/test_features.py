"""What of each element decides whether a set fits, as far as conditions say so."""

from __future__ import annotations

import pytest

from interpreter.lower import ops
from interpreter.program.choices import features_of
from tests.interpreter.small import program_of

GAME = """\
enums: {color: [red, blue]}
kinds: {ware: {attributes: {color: color, rank: int}, state: {worn: int = 0}, start: player.hand}}
zones: {player.hand: {of: ware, seen-by: everyone}}
players: {count: 1, state: {points: int = 0}}
state: {first-ware: maybe ware}
values:
  height(ware c) -> int: c.rank + c.worn
  modified(ware c) -> int: c.rank
  alike(list of ware cs) -> bool: count(distinct(each(cs, rank))) == 1
  in-row(list of ware ds) -> bool: >-
    count(distinct(each(ds, rank))) == count(ds) and max(ds, rank, 0) - min(ds, rank, 0) < count(ds)
  beats(list of ware cs) -> bool: |
    let n = count(cs)
    if me.hand is empty, return alike(cs)
    return n == me.points and in-row(cs)
  by-turns(list of ware cs) -> bool: |
    let n = 0
    for each c in cs, set n to c.rank - n
    return n > 0
modifiers: [{value: modified where c == first-ware, to: "9"}]
actions:
  take:
    in: act
    choose:
      n: 1..3
      cs:
        from: any number of me.hand
        so-that: COND
    do: add 1 to me.points
phases: [{id: act, turns: players, repeat: true}]
end: {when: "any(players, points > 500)", rank: [points]}
"""


def features(condition: str) -> int | None:
    """Return how many things of an element a condition reads, None where it may tell them all."""
    program = program_of(GAME.replace("COND", condition), 1)
    choices = [op for op in program.operations if isinstance(op, ops.Choose) and op.condition]
    found = features_of(program, choices[0].slot, choices[0].condition, choices[0].so_far)
    return None if found is None else len(found)


@pytest.mark.parametrize(
    ("condition", "many"),
    [
        ("count(cs) == n", 0),
        ("sum(cs, rank) == 9 and max(c in cs, c.rank, 0) < n", 1),
        ("sum(cs, rank) == 9 or all(cs, color == red)", 2),
        ("count(cs where rank > n) == 2", 1),
        ("alike(cs) or in-row(cs)", 1),
        ("beats(cs)", 1),
        ("any(cs, height(it) == 3)", 1),
        ("any(cs, it == first-ware)", 1),
        ("red in each(cs, color)", 1),
        ("cs is not empty", 0),
    ],
)
def test_what_conditions_read_of_elements(condition, many):
    assert features(f'"{condition}"') == many


@pytest.mark.parametrize(
    "condition",
    [
        "cs[1].rank == 3",
        "first-ware in cs",
        "best(cs, rank) == first-ware",
        "each(cs, rank) == [1, 2]",
        "by-turns(cs)",
        "any(c in cs, any(d in cs, c != d and c.rank == d.rank))",
        "beats(cs where rank > 1) and last(cs) is none",
    ],
)
def test_conditions_that_may_tell_all_elements(condition):
    assert features(f'"{condition}"') is None


def test_a_value_that_cards_change_is_a_feature_by_itself():
    assert features('"sum(c in cs, modified(c)) == 9"') == 1
