"""An offer asks what it has to, and no more."""

from __future__ import annotations

from typing import Any

from interpreter.program.choices import needs_of
from interpreter.walk.match import Match
from interpreter.walk.offers import Offers
from tests.interpreter.small import match_of, program_of

GAME = """\
enums: {color: [red, blue]}
kinds:
  ware: {attributes: {color: color, rank: int}, copies: 3}
  tool: {extends: ware, state: {worn: int = 0}, active-in: [player.row]}
zones:
  player.hand: {of: ware, seen-by: owner}
  player.row: {of: ware, order: row, seen-by: everyone}
  deck: {of: ware, order: stack, seen-by: nobody}
players: {count: 2, state: {coins: int = 3, done: int = 0}}
values:
  ranks(list of ware ws) -> int: sum(ws, it.rank)
  fits(ware w, int n) -> bool: w.rank + n <= me.coins + 2
events:
  pay (int n): {when: me.coins >= n, do: subtract n from me.coins}
  give-up:
    do: |
      choose c from me.hand
      move c to bottom of deck
  put-back (list of ware ws): {do: "for each w in ws, move w to bottom of deck"}
  draw: {when: deck is not empty, do: move first(deck) to me.hand}
actions:
  deed: {actions: {}, in: act, limit: 3 per turn, when: me.done < 9}
  buy:
    in: deed
    choose: {w: me.hand}
    cost: pay w.rank
    do: move w to me.row; add 1 to me.done
  take-any: {in: deed, choose: {w: me.row}, do: add 1 to me.coins; add 1 to me.done}
  pair:
    in: deed
    choose:
      ws: {from: me.hand, exactly: 2, so-that: "count(distinct(each(ws, color))) == 1"}
    cost: pay 1
    do: put-back ws
  some:
    in: act
    limit: 1 per turn
    choose:
      ws: up to 2 me.hand
      k: {from: every color, when: count(ws) == 2}
      n: {from: "1..3 where it <= me.coins and (k is none or it > 1)"}
    when: count(ws) + n > 2
    cost: pay n
    do: put-back ws; add 1 to me.done
  sums:
    in: deed
    choose:
      ns: {from: any number of 1..3, so-that: sum(ns) == me.coins}
      w: {from: "me.hand where fits(it, count(ns))", when: count(ns) > 1}
    cost: pay count(ns)
    do: add 1 to me.done
  many:
    in: deed
    choose: {ns: {from: any number of 1..8, so-that: sum(ns) == me.coins + 9}}
    do: add 1 to me.coins; add 1 to me.done
  chain:
    in: act
    limit: 2 per turn
    choose:
      a: 1..3
      b: 1..a
      c: {from: a..3, when: a > b}
      d: {from: any number of me.row, so-that: ranks(d) <= a + me.coins}
      e: {from: up to 1 me.hand, so-that: "all(e, it not in d and it.rank >= count(d))"}
    when: a + b == me.coins and default(c, 3) > 2
    cost: pay b
    do: put-back e; add 1 to me.done
  swap:
    in: act
    limit: 2 per turn
    choose: {w: me.row, v: me.hand where it.color == w.color}
    cost: give-up
    do: move w to me.hand; add 1 to me.done
  earn: {in: deed, cost: draw, do: add 2 to me.coins; add 1 to me.done}
  end-turn: {in: act, do: add 1 to me.done}
setup: |
  for each p in players:
    create 2 red-one + 1 red-two + 1 blue-one into p.hand
    create 1 hammer into p.row
  create 1 red-one + 2 blue-two + 1 red-two + 2 hammer into deck
phases:
- {id: act, turns: players, repeat: true}
end: {when: "any(p in players, p.done > 20)", rank: [coins]}
cards:
- {id: red-one, kind: ware, color: red, rank: 1}
- {id: red-two, kind: ware, color: red, rank: 2}
- {id: blue-one, kind: ware, color: blue, rank: 1}
- {id: blue-two, kind: ware, color: blue, rank: 2}
- id: hammer
  kind: tool
  color: blue
  rank: 3
  actions:
  - in: act
    limit: 1 per turn
    choose: {w: {from: me.hand where it.rank > self.worn}}
    cost: pay w.rank - 1
    do: add 1 to self.worn; move w to bottom of deck
"""
PROGRAM = program_of(GAME)


def offers_of(match: Match) -> Offers:
    """Return what finds the actions of a match."""
    owner = match.machine.refusals.__self__.offers  # type: ignore[attr-defined]
    assert isinstance(owner, Offers)
    return owner


def test_what_is_asked_when() -> None:
    actions = {plan.action.id: plan for plan in PROGRAM.actions}
    chain = needs_of(PROGRAM, actions["chain"])
    assert (chain.verdict, chain.asked) == ({0, 1, 2}, 3)
    assert [part.place for part in chain.parts] == [2, 3, 2]
    assert [sorted(read) for read in chain.choices] == [[], [0], [0, 1], [0], [3], []]
    assert [chain.matters(place) for place in range(5)] == [True, True, True, True, False]
    pair = needs_of(PROGRAM, actions["pair"])
    assert (pair.verdict, pair.asked, pair.matters(0)) == (frozenset(), 0, False)


GIVEN = """\
players: {count: 2, state: {n: int = 3}}
values:
  price(player p) -> int: 1
  steps-of(player p) -> list of int: 1..2
events:
  pay (int n): {when: me.n >= n, do: subtract n from me.n}
actions:
  plain: {in: act, cost: pay price(me)}
  asked: {in: act, choose: {a: steps-of(me)}, cost: pay price(me) + a}
  fixed: {in: act, choose: {a: 1..2, b: steps-of(me)}}
  wait: {in: act}
phases:
- {id: act, turns: players, repeat: true}
"""


def test_what_a_script_says_of_values_counts() -> None:
    match = match_of(program_of(GIVEN))
    st, offers = match.state, offers_of(match)
    numbers = tuple(range(4))

    def offered(given: Any) -> list[str]:
        st.given_values = given
        found = offers.offered(st, numbers, 0)
        return [offers.dry[number].plan.action.id for number, _ in found]

    assert offered(None) == ["plain", "asked", "fixed", "wait"]
    assert offered({("price", (0,)): 4}) == ["fixed", "wait"]
    assert offered({("price", (0,)): 3}) == ["plain", "fixed", "wait"]
    assert offered({("steps-of", (0,)): ()}) == ["plain", "wait"]
    assert offered({("price", (1,)): 4}) == ["plain", "asked", "fixed", "wait"]
    assert offered(None) == ["plain", "asked", "fixed", "wait"]
    dry = offers.dry[2]
    st.given_values = {("steps-of", (0,)): ()}
    leads_on = dry.leads(st, [0, None, 0, *dry.room], 0)
    assert not leads_on(1)
    st.given_values = None
    assert leads_on(1)
