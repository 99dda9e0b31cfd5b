"""A word of the language as a name is told once, where it is declared."""

from __future__ import annotations

from dsl.check.texts.texts import prelude_of
from dsl.diagnostics.diagnostic import Report
from dsl.load import load_sources
from dsl.records import Source

NAMED = """\
id: small
version: "1"
language: 1
title: Small
kinds: {order: {attributes: {size: {is: int}}}}
players: {count: 2, state: {coin: int = 0}}
zones:
  player.hand: {of: order, seen-by: owner}
  player.spent: {of: order, seen-by: everyone}
events:
  lay (order o):
    do: move o to me.spent
values:
  next-order -> maybe order: none
cards: [{id: march, kind: order, size: 1}]
phases:
- id: play
  turns: players
  do: |
    move me.spent to me.hand
    for each o in me.hand, lay o
end: {when: "true", rank: [coin]}
"""


def test_what_follows_from_a_reserved_name_is_not_told():
    loaded = load_sources((Source("small/game.yaml", NAMED),), "small", prelude_of((), Report()))

    told = [(each.name, each.helps) for each in loaded.diagnostics]
    free = "choose another name, such as `my-order`, here and wherever it is used"
    assert told == [("reserved-word", (free,))]


def test_what_stops_at_another_word_is_still_told():
    text = NAMED.replace("for each o in me.hand, lay o", "add 1 where to me.coin")
    loaded = load_sources((Source("small/game.yaml", text),), "small", prelude_of((), Report()))

    assert [each.name for each in loaded.diagnostics] == ["reserved-word", "effect-syntax"]


def test_what_asks_for_a_value_of_a_reserved_name_is_not_told():
    text = NAMED.replace("order", "tile").replace(
        "next-tile -> maybe tile: none",
        "at(player p) -> int: p.coin\n  twice(player p) -> int: at(p) + at(p)",
    )
    loaded = load_sources((Source("small/game.yaml", text),), "small", prelude_of((), Report()))

    assert [(each.name, each.span.text) for each in loaded.diagnostics] == [("reserved-word", "at")]
