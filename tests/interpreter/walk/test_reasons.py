"""Why an action is not offered: the first requirement that no way to take it gets past."""

from __future__ import annotations

from functools import cache

import pytest

from tests.interpreter.small import match_of, play, program_of

GAME = """\
enums: {color: [red, blue]}
kinds:
  card: {attributes: {color: color, rank: int}, start: deck, copies: 2, text: {en: card}}
cards:
- {kind: card, id: rose, color: red, rank: 2}
- {kind: card, id: iris, color: blue, rank: 7}
zones:
  deck: {of: card, order: stack, seen-by: nobody}
  player.hand: {of: card, seen-by: owner}
  pile: {of: card, seen-by: everyone}
players:
  count: 2
  state:
    coins: int = 3
    seeds: {is: int = 2, text: {en: seeds}}
    jewels: {is: bag of color = 1 red, text: {en: jewels}}
events:
  pay (int n): {when: n <= me.coins, do: subtract n from me.coins, text: {en: "pay {n}"}}
  pay-seeds (int n): {when: n <= me.seeds, do: subtract n from me.seeds, text: {en: "pay {n}"}}
  hand-over (bag of color b): {when: b <= me.jewels, do: subtract b from me.jewels}
setup: move every card where it.rank == 2 to players[1].hand
actions:
  wait: {limit: 1 per game}
  rest:
  nap:
EOF_ACTIONS
phases: [{id: playing, turns: players, while: me.coins > 0, offer: [wait, rest, nap, tried]}]
end: {rank: coins}
"""
CASES = {
    "nothing to choose from": ("choose: {c: pile}", "needs 1 card in pile"),
    "nothing that fits": (
        "choose: {c: me.hand where it.color == blue}", "no card fits now",
    ),
    "too few": ("choose: {cs: {from: me.hand, exactly: 3}}", "needs 3 card in hand"),
    "enough, but none together": (
        "choose: {cs: {from: me.hand, exactly: 2, so-that: 'sum(cs, rank) > 9'}}",
        "not possible as things stand",
    ),
    "a condition of what is chosen": (
        "choose: {c: me.hand}\n    when: c.rank > 5", "not possible as things stand",
    ),
    "a condition before what is chosen": (
        "choose: {c: pile}\n    when: round > 5", "not possible as things stand",
    ),
    "the second of two parameters": (
        "choose: {k: every color, c: me.hand where it.color == k and it.rank > 2}",
        "no card fits now",
    ),
    "a later answer leads further": (
        "choose: {k: every color, c: me.hand where it.color != k}\n    cost: pay c.rank * 9",
        "its cost cannot be paid",
    ),
    "as many as there may be": (
        "choose: {cs: {from: up to 2 me.hand, so-that: count(cs) > 1}}\n    cost: pay 9",
        "its cost cannot be paid",
    ),
    "a cost for each of a set": (
        "choose: {cs: any number of me.hand}\n    when: count(cs) > 1\n    cost: pay sum(cs, rank)",
        "its cost cannot be paid",
    ),
    "a parameter that is not asked": (
        "choose: {c: me.hand, d: {from: pile, when: c.rank > 5}}\n    cost: pay default(d.rank, 9)",
        "its cost cannot be paid",
    ),
    "a choice in the cost": ("cost: choose c from pile; move c to deck", "needs 1 card in pile"),
    "too little of what has a name": ("cost: pay-seeds 3", "you have 2 of 3 seeds"),
    "more than once too little": ("cost: pay-seeds 2; pay-seeds 1", "its cost cannot be paid"),
    "an amount that follows from the choice": (
        "choose: {c: me.hand}\n    cost: pay-seeds c.rank + 1", "its cost cannot be paid",
    ),
    "too little of several things": (
        "cost: hand-over (2 red + 1 blue)", "it takes 2 red and 1 blue; you have 1 red",
    ),
    "a requirement of the cost": ("cost: require me.coins > 5", "its cost cannot be paid"),
}  # fmt: skip


@cache
def program(case):
    action = CASES[case][0] if case else "when: round > 5"
    return program_of(
        GAME.replace("EOF_ACTIONS", f"  tried:\n    {action}\n    do: add 1 to me.coins")
    )


@pytest.mark.parametrize("case", CASES)
def test_the_first_requirement_that_fails_is_said(case):
    match = match_of(program(case))

    assert match.decision.labels == ("wait", "rest", "nap")
    assert [(r.action, r.texts["en"]) for r in match.refusals] == [("tried", CASES[case][1])]


def test_a_limit_is_said():
    match = match_of(program(""))
    play(match, "wait")

    assert {r.action: r.texts["en"] for r in match.refusals} == {
        "wait": "taken 1 time already",
        "tried": "not possible as things stand",
    }
