"""Loops in bodies that wait: blocks keep the very frames that the walker keeps."""

from __future__ import annotations

import random

from interpreter.walk.match import Match
from tests.interpreter.small import match_of, program_of

GAME = """\
enums: {colour: [red, blue]}
kinds:
  card:
    attributes: {word: maybe effect}
    state: {marks: int = 0}
    active-in: [player.play]
    copies: 4
zones:
  player.play: {of: card, order: row, seen-by: everyone}
  player.hand: {of: card, seen-by: owner}
  heap: {of: card, order: stack, seen-by: everyone}
players: {count: 2, state: {points: int = 0, pool: {is: bag of colour}}}
events:
  note (card c):
    do: |
      choose n from 1..2
      add n to c.marks
  gain (amount of colour a):
    do: |
      choose b from a
      add b to me.pool
actions:
  clear:
    in: act
    do: |
      if count(me.hand) > 1:
        move me.hand to heap
      gain 2 any
      choose c from heap
      move c to me.play
  mark-each:
    in: act
    do: |
      for each c in me.play:
        note c
        repeat 2 times, add 1 to me.points
      for each c in me.play, set c.marks to c.marks + 1
      choose (min(count(me.play), 2)) cs from me.play
      move cs to me.hand
  say: {in: act, do: "for each c in me.play, do c.word"}
  wait: {in: act, do: add 9 to me.points}
triggers:
- after: note
  let: {rich: "players where any(c in play, c.marks > 1)"}
  do: for each p in rich, add 1 to p.points
setup: for each p in players, create 2 knight + 1 page into p.hand
phases:
- {id: act, turns: players, repeat: true}
end: {when: "any(players, points > 60)", rank: [points]}
cards:
- {id: knight, kind: card, word: gain 1 any}
- {id: page, kind: card}
"""


def _course(match: Match, seed: int) -> list[tuple[object, ...]]:
    """Play by chance and return digest, frames and labels at every decision."""
    found, chance = [], random.Random(seed)
    while match.decision is not None and len(found) < 120:
        labels = match.decision.labels
        found.append((match.digest(), tuple(match.state.frames), labels))
        match.apply(chance.randrange(len(labels)))
    return found


def test_blocks_and_the_walker_keep_the_same_frames():
    program = program_of(GAME)
    for seed in range(20):
        blocks, walker = (match_of(program, blocks=each) for each in (True, False))
        assert _course(blocks, seed) == _course(walker, seed)
