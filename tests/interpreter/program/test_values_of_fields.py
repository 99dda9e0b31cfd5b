"""Values of cards that read a few fields of the game follow these."""

from __future__ import annotations

from tests.interpreter.small import match_of, of_players, play, program_of

GAME = """\
enums: {colour: [red, blue, green]}
kinds: {card: {attributes: {rank: int, colour: colour}, start: heap, state: {worn: bool = false}}}
zones: {heap: {of: card, order: row, seen-by: everyone}}
state: {mood: maybe colour = none, high: bool = false, wind: int = 0}
players: {count: 1, state: {coins: int = 0}}
values:
  worth(card c) -> int: |
    if c.colour == mood, return 10 + c.rank
    return c.rank
  best-worth(card c) -> int: 100 - worth(c) if high else worth(c)
  fault-prone(card c) -> int: 12 // (c.rank - 2) if high else 1
  windy(card c) -> int: c.rank + wind
  worn-rank(card c) -> int: 0 if c.worn else c.rank
  owned(card c) -> int: c.rank + start-player.coins
  bare(card c) -> int: c.rank
  total -> int: sum(heap, worth(it)) + sum(heap, best-worth(it))
actions:
  look: {in: act, do: "set me.coins to total"}
  turn: {in: act, do: "set high to not high"}
  redden: {in: act, do: "set mood to red"}
  whiten: {in: act, do: "set mood to none"}
phases:
- {id: act, turns: players}
end: {rank: [coins]}
cards:
- {kind: card, id: first, rank: 1, colour: red}
- {kind: card, id: second, rank: 2, colour: blue}
- {kind: card, id: third, rank: 3, colour: red}
"""


def test_values_follow_the_fields() -> None:
    match = match_of(program_of(GAME, 1), ("ada",))
    coins = []
    for way in ("look", "redden", "look", "turn", "look", "whiten", "look", "turn", "look"):
        play(match, way)
        if way == "look":
            coins += of_players(match, "coins")
    low, red = 6, 26
    assert coins == [2 * low, 2 * red, red + 300 - red, low + 300 - low, 2 * low]
