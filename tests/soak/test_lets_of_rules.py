"""A rule may name a value before its event: `let`, however deep the value looks into lists."""

from __future__ import annotations

from random import Random

import pytest

import cardwright
from soak.measure import Part
from soak.roads import compare

GAME = """\
id: named
version: "1"
language: 1
title: Named
kinds: {{card: {{attributes: {{rank: int}}, start: deck}}}}
cards: [{{each: {{kind: card}}, id: "card-{{rank}}", rank: 1..4}}]
zones:
  deck: {{of: card, order: stack, seen-by: everyone}}
  row: {{of: card, slots: 2, seen-by: everyone}}
players: {{count: 2, state: {{coins: int = 0}}}}
events: {{gain (int n): {{do: add n to me.coins}}}}
{rule}
  let: {{seen: "{seen}"}}
  do: |
    add seen to me.coins
{more}
actions: {{go: {{do: gain 1}}}}
phases: [{{id: act, turns: players, offer: [go]}}]
end: {{when: round > 1, rank: coins}}
"""
RULES = {
    "after": ("triggers:\n- after: gain", "", 1),
    "before": ("triggers:\n- before: gain", "", 1),
    "instead": ("replacements:\n- instead: gain", "    gain n", 1),
    "instead of it alone": ("replacements:\n- instead: gain", "", 0),
}
"""Of each rule how it begins, what more it does, and what is gained besides."""

RANKS = range(1, 5)
SEEN = {
    "count(deck)": 4,
    "count(a in deck, a.rank > 2)": 2,
    "count(deck, rank > default(first(row).rank, 1))": 3,
    "count(a in deck, count(b in deck, b.rank > a.rank) > 1)": 2,
    "count(a in deck, a.rank == default(first(deck where rank > 2).rank, 0))": 1,
    "sum(a in deck, count(b in deck, default(top(deck).rank, 0) + b.rank > a.rank + 9))": 0,
    "sum(a in deck, sum(b in deck, count(c in deck, c.rank == a.rank + b.rank)))": sum(
        a + b in RANKS for a in RANKS for b in RANKS
    ),
}
"""What each value is: no card leaves the deck."""


@pytest.mark.parametrize("seen", SEEN)
@pytest.mark.parametrize("rule", RULES)
def test_a_value_that_a_rule_names_may_look_deep_into_lists(rule, seen, tmp_path):
    begins, more, gained = RULES[rule]
    text = GAME.format(rule=begins, seen=seen, more=more)
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    *_, end = compare(cardwright.load(tmp_path, cache=False), 2, Random(1), Part())

    assert end[2] == ((SEEN[seen] + gained,),) * 2, end


PAID = """\
triggers:
- after: gain
  cost: choose i from 0..3
"""


@pytest.mark.parametrize("seen", SEEN)
def test_so_may_one_from_before_the_event_where_something_is_paid(seen, tmp_path):
    """Who pays the cost gains what was seen; nobody has to."""
    text = GAME.format(rule=PAID, seen=seen, more="").replace(f'  let: {{seen: "{seen}"}}\n', "")
    text = text.replace("add seen to", f"add was({seen}) to")
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    game = cardwright.load(tmp_path, cache=False)
    ends = [compare(game, 2, Random(number), Part())[-1] for number in range(6)]

    assert {rank for end in ends for (rank,) in end[2]} == {1, 1 + SEEN[seen]}
