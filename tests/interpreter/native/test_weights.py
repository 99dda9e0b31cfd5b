"""Chance with weights: "one element, by what it weighs" means that of a number below the sum of all
weights each element has as many as it weighs. Both engines and explicit chance say the same."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import cardwright
from soak.measure import Part
from soak.natives import compare
from tests.interpreter.small import of_players

GAME = """
id: weights
version: "1"
language: 1
title: Weights
enums: {gem: [amber, jade, onyx]}
kinds:
  card: {start: deck, attributes: {worth: int}, state: {luck: int = 0}}
cards:
- {each: {kind: card}, id: "c{worth}", worth: 1..5}
players: {count: 1, state: {points: int = 0, gems: bag of gem = 3 amber + 1 onyx}}
zones:
  deck: {of: card, seen-by: everyone}
  pile: {of: card, seen-by: everyone}
actions:
  take:
    do: |
      choose c from deck by chance with (c.worth - 2 + c.luck)
      if c is not none, move c to pile
  draw:
    do: |
      choose g from me.gems by chance
      if g is not none, subtract 1 g from me.gems
      else, set me.gems to 1 jade + 2 onyx
  luck: {do: "for each c in deck, add 1 to c.luck"}
  roll:
    do: |
      choose n from 1..3 by chance with (it * it)
      add n to me.points
  curse: {do: "for each c in every card, set c.luck to 0 - 5"}
phases:
- {id: act, turns: players, offer: [take, draw, luck, roll, curse]}
end: {when: round > 40, rank: points}
"""


def loaded(tmp_path: Path) -> cardwright.Game:
    """Return the game."""
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    return cardwright.load(tmp_path)


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.soak) for n in (2, 3))])
def test_both_engines_draw_the_same(seed: int, tmp_path: Path) -> None:
    part = Part()

    compare(loaded(tmp_path), 1, Random(seed), part)

    assert part.tally["decisions"] > 20
    assert set(part.tally) == {"decisions", "decisions inside"}, "nothing is refused"


def shares(game: cardwright.Game, *answers: str) -> dict[str, Fraction]:
    """Return what chance may decide after some answers, and how likely each is."""
    match = game.start(explicit_chance=True)
    for answer in answers:
        match.apply(answer)
    assert match.decision is not None and match.decision.player == cardwright.CHANCE
    return {each.label: each.probability for each in match.decision.options}


def test_each_is_as_likely_as_its_share_of_all_weights(tmp_path: Path) -> None:
    game = loaded(tmp_path)

    assert shares(game, "take") == {  # of what weighs -1, 0, 1, 2 and 3
        "c3": Fraction(1, 6), "c4": Fraction(2, 6), "c5": Fraction(3, 6),
    }  # fmt: skip
    assert shares(game, "luck", "take")["c2"] == Fraction(1, 0 + 1 + 2 + 3 + 4)
    assert shares(game, "roll") == {str(n): Fraction(n * n, 1 + 4 + 9) for n in (1, 2, 3)}
    assert shares(game, "draw") == {"amber": Fraction(3, 4), "onyx": Fraction(1, 4)}


def test_all_are_alike_where_nothing_weighs_anything(tmp_path: Path) -> None:
    found = shares(loaded(tmp_path), "curse", "take")

    assert found == {f"c{n}": Fraction(1, 5) for n in range(1, 6)}


def test_matches_draw_as_often_as_it_is_likely(tmp_path: Path) -> None:
    game, found = loaded(tmp_path), Counter[int]()
    for seed in range(300):
        match = game.start(seed=seed, events=False)
        match.apply("roll")
        found[of_players(match, "points")[0]] += 1

    assert found.total() == 300
    assert abs(found[3] - 300 * 9 / 14) < 40 and abs(found[1] - 300 / 14) < 20
