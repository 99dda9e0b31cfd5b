"""Write the nouns of a random game: a kind of cards, one of places with shelves, and zones of the
table, of players and of places, seen by whom chance says."""

from __future__ import annotations

from soak.random_lines import Lines, plain
from soak.random_words import Words

LOOKS = ("everyone", "owner", "others", "nobody")
UNCOVERED = "{top: everyone, cards: nobody}"
ACTIVE = ("player.field", "player.store", "player.hand", "stage")
CARDS = """\
cards:
  - each: {kind: ware}
    id: "{color}-{rank}"
    color: every color
    rank: 1..3
  - {kind: ware, id: coin, color: green, rank: 1, copies: 4}
  - {kind: ware, id: token, color: red, rank: 2, copies: 3}
  - {kind: site, id: north, wants: red}
  - {kind: site, id: south, wants: blue}
"""


def kinds_of(words: Words) -> Lines:
    """Return the enum and the kinds."""
    pick = words.pick
    return plain(
        f"""\
enums: {{color: [red, green, blue]}}
kinds:
  ware:
    attributes: {{color: color, rank: int, boon: maybe effect, toll: amount of color = 1 any}}
    state:
      marked: bool = false{pick("", " until turn", " until round", " until action", " keep")}
      tapped: bool = false
      level: int = 0{pick("", " keep", " until turn")}
      definition: def of ware{pick("", " until turn", " until round")}
    active-in: [player.field, {pick(*ACTIVE[1:])}]
    start: {pick("deck", "deck", "player.store")}
  site:
    attributes: {{wants: color}}
    state: {{charge: int = 0}}
    unique: true
"""
    )


def zones_of(words: Words) -> Lines:
    """Return players, state and zones."""
    pick = words.pick
    row = pick("slots: 3", "slots: 2", "order: row", "max: 3")
    hand, field = pick("", "order: row, ", "max: 3, "), pick("", "order: row, ", "slots: 3, ")
    heap, store = pick("order: stack, ", ""), pick("", "order: stack, ")
    return plain(
        f"""\
players:
  count: 2-3
  state:
    coins: int = 3
    jewels: bag of color
    ready: bool = false{pick("", " until turn", " until action", " until round")}
    seen: list of int
    liked: set of color
    secret: {{is: maybe color, seen-by: {pick(*LOOKS)}}}
state: {{weather: maybe color, total: int = 0}}
zones:
  deck: {{of: ware, order: stack, seen-by: {pick("nobody", "nobody", "everyone", UNCOVERED)}}}
  discard: {{of: ware, {heap}seen-by: {pick("everyone", "nobody", UNCOVERED)}}}
  row: {{of: ware, {row}, seen-by: everyone}}
  stage: {{of: ware, max: 1, seen-by: everyone}}
  player.hand: {{of: ware, {hand}seen-by: {pick("owner", "owner", "everyone", "others")}}}
  player.field: {{of: ware, {field}seen-by: everyone}}
  player.store: {{of: ware, {store}seen-by: {pick(*LOOKS, "{contents: owner, cards: nobody}")}}}
  site.shelf: {{of: ware, max: 2, seen-by: everyone}}
"""
    )
