"""Events of costs that surely happen once their condition holds, and others that may not."""

from __future__ import annotations

from functools import cache
from textwrap import dedent, indent

import pytest

from interpreter.program.no_fail import NoFail
from interpreter.program.program import Program
from tests.interpreter.small import match_of, program_of

NOUNS = """\
enums: {colour: [red, blue]}
kinds: {card: {}}
zones:
  player.play: {of: card, order: row, seen-by: everyone}
  heap: {of: card, seen-by: everyone}
players: {count: 2, state: {pool: {is: bag of colour}, other: {is: bag of colour}}}
phases: []
events:
"""
EVENT = """\
  pay (amount of colour a):
    when: payable(me.pool, a)
    do: |
"""

SURE = {
    "what was chosen, if anything": """
      choose b from a where it <= me.pool
      if b is not none, subtract b from me.pool
    """,
    "what was chosen, nothing where that is none": """
      choose found from a where it <= me.pool
      let b = default(found, [])
      subtract b from me.pool
    """,
    "another name of another name": """
      choose found from a where it <= me.pool
      let b = default(found, [])
      let c = b
      subtract c from me.pool
    """,
    "an element chosen first": """
      choose c from me.play
      move c to heap
    """,
}
UNSURE = {
    "an element chosen after something was done": """
      move first(me.play) to heap
      choose c from me.play
      move c to heap
    """,
    "an element chosen on one way only": """
      if me.pool is empty:
        choose c from me.play
        move c to heap
    """,
    "an element of a list that is bound on the way": """
      let cards = me.play
      choose c from cards
      move c to heap
    """,
    "something else where it is none": """
      choose found from a where it <= me.pool
      let b = default(found, 1 red)
      subtract b from me.pool
    """,
    "bound anew": """
      choose found from a where it <= me.pool
      let b = default(found, [])
      set b to b + 1 red
      subtract b from me.pool
    """,
    "bound anew to what was chosen, on one way only": """
      choose found from a where it <= me.pool
      let b = 1 red + 1 blue
      if me.other is empty, set b to default(found, [])
      subtract b from me.pool
    """,
    "from elsewhere": """
      choose found from a where it <= me.pool
      let b = default(found, [])
      subtract b from me.other
    """,
    "twice": """
      choose found from a where it <= me.pool
      let b = default(found, [])
      subtract b from me.pool
      subtract b from me.pool
    """,
}


@cache
def program(body: str) -> Program:
    lines = indent(dedent(body.strip("\n")), " " * 6)
    return program_of(NOUNS + EVENT + lines)


def is_sure(body: str) -> bool:
    found = program(body)
    return NoFail(found).needs_of(found.events["pay"]) is not None


@pytest.mark.parametrize("body", SURE.values(), ids=SURE)
def test_surely_happens(body: str) -> None:
    assert is_sure(body)


@pytest.mark.parametrize("body", UNSURE.values(), ids=UNSURE)
def test_may_fail(body: str) -> None:
    assert not is_sure(body)


COSTS = """\
  pay (amount of colour a):
    when: payable(me.pool, a)
    do: |
      choose b from a where it <= me.pool
      if b is not none, subtract b from me.pool
actions:
  show-and-pay: {choose: {c: me.play}, cost: "reveal c; pay 1 red", do: "move c to heap"}
  move-and-pay: {choose: {c: me.play}, cost: "move c to heap; pay 1 red", do: "shuffle heap"}
  move-and-count:
    {choose: {c: me.play}, cost: "move c to heap; pay (count(heap)) red", do: "shuffle heap"}
"""


def test_a_cost_is_judged_by_what_its_beginning_cannot_change() -> None:
    program = program_of(NOUNS + COSTS)
    sure = match_of(program, blocks=True).machine.compiled.sure
    found = {plan.action.id for plan in program.actions if plan.number in sure}
    assert found == {"show-and-pay", "move-and-pay"}
