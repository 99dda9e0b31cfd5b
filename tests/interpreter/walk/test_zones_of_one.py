"""A zone with room for one card is that card, or none, where a card is asked for."""

from __future__ import annotations

from tests.interpreter.small import match_of, of_players, play, program_of

GAME = """\
enums: {suit: [oak, ash]}
kinds:
  leaf: {attributes: {size: int, suit: suit, boon: effect}, state: {worn: int = 0}, start: heap}
  twig: {unique: true}
cards:
- {kind: leaf, id: small, size: 2, suit: ash, boon: add 3 to me.seen}
- {kind: leaf, id: large, size: 5, suit: ash, boon: add 7 to me.seen}
- {kind: twig, id: left}
- {kind: twig, id: right}
zones:
  heap: {of: leaf, order: stack, seen-by: everyone}
  twig.tip: {of: leaf, max: 1, seen-by: everyone}
players: {count: 2, state: {seen: int = 0, best: maybe leaf}}
values:
  size-of(leaf f) -> int: f.size
  doubled(maybe leaf f) -> int: 0 if f is none else 2 * f.size
actions:
  grow: {do: move first(heap) to first(every twig where tip is none).tip}
  count: {do: "set me.seen to count(t in every twig, t.tip is none)"}
  weigh: {do: "set me.seen to default(right.tip.size, 0) + 10 * default(size-of(left.tip), 0)"}
  double: {do: set me.seen to doubled(left.tip) + 10 * doubled(right.tip)}
  compare:
    do: |
      set me.seen to 0
      if left.tip == first(heap), add 1 to me.seen
      if left.tip in every leaf, add 10 to me.seen
      if left.tip.suit == right.tip.suit, add 100 to me.seen
  keep: {do: "set me.best to left.tip; set me.seen to default(me.best.size, 0)"}
  wear:
    do: |
      add 4 to left.tip.worn
      set right.tip.worn to 9
      set me.seen to sum(every leaf, worn)
      do left.tip.boon
phases: [{id: acting, turns: players, offer: [grow, count, weigh, double, compare, keep, wear]}]
"""


def seen(match, answer):
    """Return what the player to act has after an action."""
    player = match.decision.player
    play(match, answer)
    return of_players(match, "seen")[player]


def test_it_reads_as_its_card_or_none():
    match = match_of(program_of(GAME))
    assert [seen(match, each) for each in ("count", "weigh", "double", "keep")] == [2, 0, 0, 0]
    play(match, "grow")  # the large leaf goes to the left twig
    assert [seen(match, each) for each in ("count", "weigh", "double", "keep")] == [1, 50, 10, 5]
    assert seen(match, "compare") == 10
    play(match, "grow")
    assert [seen(match, each) for each in ("count", "weigh", "double")] == [0, 52, 50]
    assert seen(match, "compare") == 110


def test_what_is_said_of_it_is_said_of_its_card_or_of_nothing():
    match = match_of(program_of(GAME))
    assert seen(match, "wear") == 0
    play(match, "grow")  # the large leaf goes to the left twig
    assert seen(match, "wear") == 4 + 7
    play(match, "grow")
    assert seen(match, "wear") == 4 + 4 + 9 + 7
