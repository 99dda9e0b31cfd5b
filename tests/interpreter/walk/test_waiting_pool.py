"""An effect that waits costs what it costs, however many cards of the pool say one of their own."""

from __future__ import annotations

import sys
from typing import Any

from interpreter.walk.match import Match
from tests.interpreter.small import match_of, program_of
from tests.interpreter.walk.test_work_done import spent

GAME = """\
kinds:
  beast: {{attributes: {{says: maybe effect}}}}
  note: {{attributes: {{says: maybe effect}}, waits: says}}
zones:
  notes: {{of: note, order: stack, seen-by: everyone, later: true}}
  player.field: {{of: beast, seen-by: everyone}}
players: {{count: 1, state: {{coins: int = 0}}}}
events:
  gain (int n): {{do: add n to me.coins}}
  dusk: {{}}
actions:
  say:
    do: |
      let n = 3
      wait on notes, gain n
      later after dusk, gain n
      as long as me.coins < 9, add n to me.coins
  settle:
    do: |
      let e = first(notes where says is not none)
      if e is not none:
        do e.says
        retire e
  evening: {{do: dusk}}
setup: create 1 first into me.field
phases: [{{id: acting, turns: players, offer: [say, settle, evening]}}]
end: {{when: round > 20}}
cards:
- {{kind: beast, id: first, copies: any, says: "wait on notes, gain 1"}}
{more}
"""
CARD = '- {{kind: beast, id: card-{n}, copies: any, says: "wait on notes, gain {n}"}}\n'
FEW, MANY = 5, 200
ANSWERS = ("say", "settle", "evening")


def started(cards: int) -> Match:
    """Return a match with a pool of some cards, of which one is in the match."""
    more = "".join(CARD.format(n=n) for n in range(cards))
    text = GAME.format(more=more).replace("into me.field", "into first(players).field")
    return match_of(program_of(text, 1), ("ada",))


def calls(match: Match, answer: str) -> int:
    """Return how often Python calls a function for an answer."""
    found = 0

    def count(_: Any, event: str, __: Any) -> None:
        nonlocal found
        found += event in ("call", "c_call")

    index = match.decision.labels.index(answer)
    sys.setprofile(count)
    try:
        match.apply(index)
    finally:
        sys.setprofile(None)
    return found


def test_a_pool_of_many_waiting_effects_counts_no_more_work():
    few, many = started(FEW), started(MANY)

    assert len(many.machine.program.game.definitions) > len(few.machine.program.game.definitions)
    for answer in ANSWERS:
        for match in (few, many):
            match.apply(match.decision.labels.index(answer))
        assert spent(few) == spent(many)
        assert few.decision.labels == many.decision.labels


def test_a_pool_of_many_waiting_effects_calls_no_more_functions():
    few, many = started(FEW), started(MANY)
    for match in (few, many):  # what is made once is made
        for answer in ANSWERS:
            match.apply(match.decision.labels.index(answer))

    for answer in ANSWERS:  # what grows with the pool grows by more
        assert calls(many, answer) <= calls(few, answer) + (MANY - FEW) // 10
