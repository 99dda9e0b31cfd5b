"""`may choose` asks for an element or none, of any list: both engines offer and take the same."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import cardwright
from soak.measure import Part
from soak.natives import compare

GAME = """
id: wishes
version: "1"
language: 1
title: Wishes
enums: {gem: [amber, jade, onyx]}
players: {count: 3, state: {points: int = 0, liked: maybe gem, rival: maybe player}}
actions:
  number:
    do: |
      may choose n from 2..4, add n to me.points
      else, add 1 to me.points
  number-of-another:
    do: |
      may by next(me) choose n from 0..me.points % 3:
        add n to me.points
  member:
    do: |
      may choose g from every gem where it != me.liked, set me.liked to g
      else, set me.liked to none
  player:
    do: |
      may choose p from opponents where points > me.points, set me.rival to p
      if me.rival is not none, add 1 to me.rival.points
phases:
- {id: act, turns: players, offer: [number, number-of-another, member, player]}
end: {when: round > 12, rank: points}
"""


@pytest.mark.parametrize("seed", [1, 2])
def test_both_engines_ask_and_take_the_same(seed: int, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    part = Part()
    compare(cardwright.load(tmp_path), 3, Random(seed), part)

    assert set(part.tally) == {"decisions", "decisions inside"}, "nothing is refused"
    assert part.tally["decisions"] > 50


def test_none_is_offered_last(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    match = cardwright.load(tmp_path).start(players=3, seed=1)
    match.apply("number")
    assert match.decision.labels == ("2", "3", "4", "none")
    match.apply("none")
    assert match.value("seats[1].points") == 1


LOOKS = """
id: looks
version: "1"
language: 1
title: Looks
kinds: {card: {}}
cards:
- {id: hare, kind: card, copies: 3}
zones:
  row: {of: card, seen-by: nobody}
players: {count: 2, state: {points: int = 0}}
actions:
  look:
    do: |
      choose one:
        reveal row[1] to me
        add 1 to me.points
  look-if-you-like:
    do: |
      may reveal row[2] to me, add 1 to me.points
phases:
- {id: act, turns: players, offer: [look, look-if-you-like]}
end: {when: round > 12, rank: points}
"""


def test_what_can_always_happen_is_offered_without_a_look_at_its_card(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(LOOKS, "utf-8")
    game = cardwright.load(tmp_path)
    part = Part()
    for seed in range(6):
        compare(game, 2, Random(seed), part)
    assert part.tally["decisions"] > 8

    match = game.start(players=2, seed=1)
    match.apply("look")
    assert match.decision is not None
    assert len(match.decision.labels) == 2, "the row is empty, and still both can be chosen"
    match.apply(match.decision.options[1])
    assert match.value("seats[1].points") == 1
