"""Write a game of very many cards, with rules of five sorts and texts in two languages."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "ancient": "古", "silver": "銀", "quick": "速", "hidden": "隠", "broken": "壊", "bright": "明",
    "cold": "冷", "deep": "深", "early": "早", "false": "偽", "grand": "大", "hollow": "空",
    "iron": "鉄", "jade": "玉", "keen": "鋭", "lost": "失",
}  # fmt: skip
RULES: Final = (
    ", actions: [{do: draw 2, text: {en: draw, ja: 引く}}]",
    ", actions: [{cost: toss self, do: gain-points 3, text: {en: gain, ja: 得る}}]",
    ", triggers: [{after: toss where c.worth > 3, do: gain-points 1}]",
    ", actions: [{cost: toss self, do: draw 1; gain-points 2, text: {en: both, ja: 両方}}]",
    "",
)
GAME: Final = """\
id: many
version: "1"
language: 1
title: {en: Many, ja: 多数}
enums:
  word: {MEMBERS}
kinds:
  spell:
    attributes:
      worth: {is: int = 0, text: {en: worth, ja: 価値}}
      first: {is: word, text: {en: first, ja: 一}}
      second: {is: word, text: {en: second, ja: 二}}
    start: deck
    active-in: [player.hand]
    actions: {in: act}
    text: {en: spell, ja: 呪文}
players:
  count: 2
  state: {points: {is: int = 0, text: {en: points, ja: 得点}}}
zones:
  deck: {of: spell, order: stack, seen-by: nobody, text: {en: deck, ja: 山札}}
  discard: {of: spell, seen-by: everyone, text: {en: discard, ja: 捨て札}}
  player.hand: {of: spell, seen-by: owner, text: {en: hand, ja: 手札}}
events:
  gain-points (int n):
    do: add n to me.points
    text: {en: "gain {n} points", ja: "{n}点を得る"}
  toss (spell c):
    do: move c to discard
    text: {en: "toss {c}", ja: "{c}を捨てる"}
phases:
- {id: act, turns: players, offer: [pass]}
end: {when: round == 3, rank: [points]}
cards:
"""
CARDS: Final = """\
- each: {kind: spellRULE}
  id: "sNUMBER-{first}-{second}-{worth}"
  name: {en: "{first} {second} spell {worth} NUMBER", ja: "{first}{second}呪文{worth} NUMBER"}
  text:
    en: "The {second} spell of {first} things"
    ja: "{second}{first}物の呪文"
  first: every word
  second: every word
  worth: 1..SIZE
"""


def cards_in(size: int) -> int:
    """Return how many cards a game of a size has."""
    return len(RULES) * len(WORDS) ** 2 * size


def text_of(size: int) -> str:
    """Return the text of a game of a size."""
    members = ", ".join(f"{word}: {{en: {word}, ja: {sign}の}}" for word, sign in WORDS.items())
    cards = (
        CARDS.replace("NUMBER", str(number)).replace("RULE", rule).replace("SIZE", str(size))
        for number, rule in enumerate(RULES)
    )
    return GAME.replace("MEMBERS", members) + "".join(cards)
