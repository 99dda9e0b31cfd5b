"""The course of a game goes the same way compiled, walked, and with a log."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.program.program import Program
from interpreter.walk.assembly import assemble_machine
from interpreter.walk.match import Match
from tests.interpreter.small import PLAYERS, program_of

REST = """\
players: {count: 2, state: {points: int = 0, tired: bool = false}}
end: {when: left <= 0, rank: points}
"""
LEFT = "state: {left: int = 12}\n"

GAMES = {
    "always the same offer": """
actions:
  take: {do: "add 1 to me.points\\nsubtract 1 from left"}
  grab: {do: "add 2 to me.points\\nsubtract 3 from left"}
phases:
- {id: taking, turns: players, offer: [take, grab]}
""",
    "an action that ends the match": """
actions:
  take: {do: "add 1 to me.points\\nsubtract 1 from left"}
  close: {when: left < 9, do: "if left < 6, end game\\nadd 5 to me.points"}
phases:
- {id: taking, turns: players, offer: [take, close]}
""",
    "sometimes one option, sometimes none": """
actions:
  take: {when: left % 3 == 0, do: "add 1 to me.points\\nsubtract 1 from left"}
  grab: {when: left % 2 == 0, do: "add 2 to me.points\\nsubtract 1 from left"}
phases:
- {id: taking, turns: players, offer: [take, grab]}
- {id: sinking, do: subtract 1 from left}
""",
    "an action that asks for more beside one that does not": """
actions:
  take: {do: "add 1 to me.points\\nsubtract 1 from left"}
  give:
    choose: {p: players where it.points < 5}
    do: "add 2 to p.points\\nsubtract 2 from left"
phases:
- {id: taking, turns: players, offer: [take, give]}
""",
    "turns of those who pass the test when they come": """
actions:
  take: {do: "add 1 to me.points\\nsubtract 1 from left"}
  tire: {do: "for each p in players, set p.tired to left > 6\\nsubtract 1 from left"}
phases:
- {id: taking, turns: players where not it.tired, offer: [take, tire]}
- {id: waking, do: "for each p in players, set p.tired to false"}
""",
    "again and again, until the list is empty": """
actions:
  take: {do: "add 1 to me.points\\nsubtract 1 from left"}
  grab: {when: left > 4, do: "add 2 to me.points\\nsubtract 2 from left"}
phases:
- {id: taking, turns: "[] if left % 5 == 0 else players", repeat: true, offer: [take, grab]}
- {id: sinking, do: subtract 1 from left}
""",
    "again and again, until all have passed": """
actions:
  take: {do: "add 1 to me.points\\nsubtract 1 from left"}
  rest: {do: pass}
phases:
- {id: taking, turns: players, repeat: true, offer: [take, rest]}
- {id: sinking, do: subtract 1 from left}
""",
    "turns of a phase for each player": """
actions:
  take: {do: "add 1 to me.points\\nsubtract 1 from left"}
  grab: {do: "subtract 2 from left"}
phases:
- id: outer
  for: p in players
  phases:
  - {id: taking, turns: players where it != p, offer: [take, grab]}
""",
    "state that lasts for a turn, and for the phase": """
state:
  left: int = 12
  brief: int = 0 until turn
  lasting: int = 0 until taking
actions:
  take: {do: "add 1 to brief\\nadd brief + lasting to me.points\\nsubtract 1 from left"}
  grab: {do: "add 1 to lasting\\nsubtract 2 from left"}
phases:
- {id: taking, turns: players, offer: [take, grab]}
""",
    "values between the actions and the state": """
values:
  other(player p) -> player: next(p)
  lead(player p) -> int: p.points - other(p).points
  gain(player p, int n) -> int: n + n if lead(p) < 0 else n
actions:
  take: {do: "add gain(me, lead(other(me)) + 1) to me.points\\nsubtract 1 from left"}
  grab: {do: "subtract gain(other(me), 2) from me.points\\nsubtract 2 from left"}
phases:
- {id: taking, turns: players, offer: [take, grab]}
""",
    "turns within turns, with the turn given back": """
actions:
  take: {do: "add 1 to me.points\\nsubtract 1 from left"}
  lend: {do: "add 1 to active.points\\nsubtract 1 from left"}
phases:
- id: outer
  turns: players
  phases:
  - {id: inner, turns: players where it != me, offer: [take, lend]}
  - {id: after, do: add 1 to me.points}
""",
    "left from within a phase that goes on": """
actions:
  take: {do: "add 1 to me.points\\nsubtract 1 from left"}
  rest: {do: pass}
phases:
- {id: taking, turns: players, while: left > 3, offer: [take, rest]}
- {id: sinking, do: subtract 1 from left}
""",
    "as long as a condition holds, phase by phase": """
actions:
  take: {choose: {n: 1..left}, do: "add n to me.points\\nsubtract 1 from left"}
phases:
- id: lap
  while: left > 2
  phases:
  - {id: taking, turns: players, offer: [take]}
  - {id: sinking, do: subtract 1 from left}
- {id: last, turns: players, offer: [take]}
""",
    "what is checked changes with the round": """
actions:
  take: {do: "add 1 to me.points"}
  grab: {do: "add 2 to me.points"}
always: [{when: round > left, do: set left to round}]
phases:
- {id: taking, turns: players, offer: [take, grab]}
- {id: ticking, do: "if round > 5, end game"}
""",
    "somebody hears of a phase and of an action": """
actions:
  take: {do: "add 1 to me.points\\nsubtract 1 from left"}
  grab: {choose: {p: players}, do: "add 1 to p.points\\nsubtract 2 from left"}
triggers:
- {after: taking, do: subtract 1 from left}
- {after: take, optional: true, do: add 1 to me.points}
- {before: grab, do: add 1 to left}
phases:
- {id: taking, turns: players, offer: [take, grab]}
""",
    "an event without steps, for each of several": """
events:
  wave (player p): {text: "{me} waves"}
actions:
  greet: {do: "for each p in players, wave p"}
  take: {do: "add 1 to me.points\\nsubtract 1 from left"}
phases:
- {id: taking, turns: players, offer: [greet, take]}
- {id: sinking, do: subtract 1 from left}
""",
    "limits and costs": """
events:
  pay (int n): {when: me.points >= n, do: subtract n from me.points}
actions:
  take: {limit: 2 per taking, do: "add 2 to me.points\\nsubtract 1 from left"}
  buy:
    choose: {n: {from: 1..2}, m: {from: 1..2, when: n > 1}}
    limit: 1 per turn
    cost: pay n
    do: subtract n from left
  rest: {do: subtract 1 from left}
phases:
- {id: taking, turns: players, repeat: true, offer: [take, buy, rest]}
""",
}


def program(name: str) -> Program:
    text = GAMES[name]
    return program_of((text if "\nstate:" in text else text + LEFT) + REST)


def course(program: Program, seed: int, *, events: bool) -> list[object]:
    """Return the options and digests of a match at random, and how it ends."""
    machine = assemble_machine(program)
    match = Match.start(machine, seed, PLAYERS, events=events)
    chance, found = Random(seed), list[object]()
    while not match.over and len(found) < 60:
        found.append((match.decision.labels, match.decision.player, match.digest()))
        match.apply(chance.randrange(len(match.decision.labels)))
    return [*found, match.outcome, match.digest()]


@pytest.mark.parametrize("name", GAMES)
def test_the_same_course(name: str) -> None:
    game = program(name)
    for seed in range(12):
        quick = course(game, seed, events=False)
        assert quick == course(game, seed, events=False)
        assert quick == course(game, seed, events=True)


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_of_a_decision_goes_its_own_way(name: str) -> None:
    match = Match.start(assemble_machine(program(name)), 1, PLAYERS, events=False)
    match.keeps_history = False
    while not match.over:
        before = match.digest()
        for option in range(len(match.decision.labels)):
            other = match.clone()
            other.apply(option)
        assert match.digest() == before
        match.apply(0)
