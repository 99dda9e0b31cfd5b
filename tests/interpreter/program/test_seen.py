"""Whoever chooses from zones that show them their cards, or from things that no zone can hold, sees
all there is to choose; of anything else the machine asks at each choice."""

from __future__ import annotations

import pytest

from interpreter.lower import ops
from interpreter.program.program import Program
from interpreter.program.visibility import Seen
from tests.interpreter.small import match_of, program_of

GAME = """\
enums: {suit: [red, blue]}
kinds:
  card: {attributes: {rank: int, suit: suit}, start: heap}
  spot: {unique: true, state: {taken: bool = false}}
zones:
  heap: {of: card, order: stack, seen-by: nobody}
  market: {of: card, order: row, seen-by: everyone}
  player.hand: {of: card, seen-by: owner}
  player.table: {of: card, seen-by: everyone}
  player.forehead: {of: card, seen-by: others}
players: {count: 2}
state: {lead: maybe suit}
values:
  fitting(player p) -> list of card: |
    if lead is none, return p.hand
    let kept = p.hand where suit == lead
    if kept is empty, return []
    return kept
  held(player p) -> list of card: p.hand
  of-both(player p) -> list of card: p.hand if lead is none else p.table
  reset(player p) -> list of card: |
    let found = p.hand
    if lead is none, set found to heap
    return found
  each-turn -> list of card: |
    let found = market
    for each p in players:
      if p.hand is not empty, set found to p.hand
    return found
  changed -> list of card: market
modifiers:
- {value: changed, to: heap}
actions:
  take: {choose: {c: CHOICE}, do: noop}
events:
  noop: {do: "set lead to none"}
phases:
- {id: act, turns: players, offer: [take]}
cards:
- {kind: card, id: first, rank: 1, suit: red}
- {kind: card, id: second, rank: 2, suit: blue}
- {kind: spot, id: here}
- {kind: spot, id: there}
"""


def program(choice: str) -> Program:
    return program_of(GAME.replace("CHOICE", choice))


def is_seen(choice: str, *, in_value: bool = True) -> bool:
    made = program(choice)
    (op,) = (op for op in made.operations if isinstance(op, ops.Choose))
    return Seen(made).holds(op.source, by_me=True, in_value=in_value)


@pytest.mark.parametrize(
    "choice",
    [
        "me.hand", "market", "next(me).table", "me.hand where rank > 1", "fitting(me)",
        "of-both(me)", "me.hand if lead is none else market", "every spot where not taken",
    ],
)  # fmt: skip
def test_all_is_seen(choice: str) -> None:
    assert is_seen(choice)


@pytest.mark.parametrize(
    "choice",
    [
        "heap", "next(me).hand", "me.forehead", "me.hand if lead is none else heap", "reset(me)",
        "held(next(me))", "each-turn", "changed", "me.hand + heap",
    ],
)  # fmt: skip
def test_something_may_be_hidden(choice: str) -> None:
    assert not is_seen(choice)


def test_what_scripts_give_may_be_hidden() -> None:
    assert is_seen("me.hand", in_value=False) and not is_seen("fitting(me)", in_value=False)


@pytest.mark.parametrize("choice", ["next(me).hand + heap", "every spot where not taken"])
def test_options_are_those_of_the_walker(choice: str) -> None:
    quick, slow = (match_of(program(choice), blocks=blocks) for blocks in (True, False))
    assert quick.decision.labels == slow.decision.labels
