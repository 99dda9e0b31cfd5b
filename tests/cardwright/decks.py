"""Games whose decks players give: a small one with a format, and one with a pool of cards."""

from __future__ import annotations

from pathlib import Path

from benchmarks.pools import write

GAME = """\
id: duel
version: 1
language: 1
title: {en: Duel, ja: 決闘}
options:
  first-deck: {type: list of def of beast, format: short, default: reds}
  first-side: {type: list of def of beast, sideboard-of: first-deck, default: [bell]}
  second-deck: {type: list of def of beast}
kinds:
  beast: {attributes: {rank: int}, copies: 4}
players: {count: 2, state: {coins: int = 0}}
zones:
  player.deck: {of: beast, order: stack, seen-by: nobody}
formats:
  short:
    size: 4..6
    sideboard: 0..2
    copies: 2
    limits: {bell: 1, ash: any}
    banned: [moon]
    legal: {rank: [1..3, 5]}
decks:
  reds:
    format: short
    cards: |
      2 ash
      2x Fire wolf
      Sideboard
      1 Bell
  blues: 3 ash, 1 Bell
cards:
- {id: ash, kind: beast, rank: 1, name: {en: Ash, ja: 灰}}
- {id: wolf, kind: beast, rank: 2, name: {en: Fire wolf, ja: 火の狼}}
- {id: bell, kind: beast, rank: 5, name: {en: Bell, ja: 鐘}}
- {id: moon, kind: beast, rank: 3, name: {en: Moon, ja: 月}}
- {id: big, kind: beast, rank: 9, name: {en: Big one, ja: 大物}}
- {id: far, kind: beast, rank: 1, name: {en: Far one, ja: 遠い者}}
actions: {count-all: {do: add count(first-side) + count(second-deck) to me.coins}}
setup: for each k in first-deck, create 1 k into seats[1].deck
phases:
- {id: day, turns: players, offer: [count-all, pass]}
end: {when: round > 1, rank: coins}
"""

CARDS = 400
OTHER = {
    "first-deck": ",".join(f"card-{number}" for number in range(1, 61)),
    "second-deck": ",".join(f"card-{number}" for number in range(61, 121)),
}
"""Options with other decks than the usual ones of the pool."""


def duel(folder: Path) -> Path:
    """Write the game with a format into a folder, and return its package."""
    found = folder / "duel"
    found.mkdir()
    (found / "game.yaml").write_text(GAME, "utf-8")
    return found


def pool(folder: Path) -> Path:
    """Write the game with a pool into a folder, and return its package."""
    found = folder / "pool"
    write(found, CARDS)
    return found
