"""Rules text of events that are told with a subject of their own, whoever does them."""

from __future__ import annotations

import pytest

from cardwright.apps.text.course import steps_text
from cardwright.apps.text.names import Names
from cardwright.apps.text.rules import rules_text
from tests.interpreter.small import program_of

GAME = """\
kinds:
  omen: {start: deck, active-in: deck, text: {en: omen, ja: 兆し}}
cards:
- {kind: omen, id: owl, triggers: [{after: come-true, do: flee}]}
zones: {deck: {of: omen, order: stack, seen-by: nobody, text: {en: deck, ja: 山札}}}
players: {count: 2, state: {coins: {is: int = 3, text: {en: Coins, ja: コイン}}}}
events:
  come-true (omen c): {text: {en: "Fate brings {c}", ja: "運命が{c}"}, do: discover c}
  flee: {text: {en: "The sharks chase all away", ja: "鮫が皆を追い払う"}, do: add 1 to me.coins}
  ring: {text: {en: "a bell rings", ja: "鐘が鳴る"}, do: add 1 to me.coins}
  discover (omen c): {text: {en: "{c} is known", ja: "{c}が知られる"}, do: reveal c}
  swap (int n):
    text: {en: "{me} loses {n} and takes a coin", ja: "{me}は{n}を失って1を得る"}
    do: add 1 to me.coins
  spoil (omen c): {text: {en: "{c} does its harm", ja: "{c}の害が起こる"}, do: reveal c}
  peel (int n): {text: {en: "peel {n}", ja: "{n}枚を引きはがす"}, do: add n to me.coins}
actions:
  test:
    do: |
BODY
phases: [{id: ringing, turns: players, offer: [test, pass]}]
end: {when: round > 3}
"""
TEXTS = [
    ("come-true top(deck) by start-player",
     "Fate brings the top omen of the deck.", "運命が山札の一番上の兆し。"),
    ("flee by start-player", "The sharks chase all away.", "鮫が皆を追い払う。"),
    ("if me.coins > 3, flee", "If your Coins are more than 3, the sharks chase all away.",
     "自分のコインが3より大きいなら、鮫が皆を追い払う。"),
    ("may, flee", "You may have the sharks chase all away.", "鮫が皆を追い払うことができる。"),
    ("ring by start-player", "A bell rings.", "鐘が鳴る。"),
    ("discover top(deck) by start-player",
     "The top omen of the deck is known.", "山札の一番上の兆しが知られる。"),
    ("spoil top(deck) by start-player",
     "The top omen of the deck does its harm.", "山札の一番上の兆しの害が起こる。"),
    ("swap 2", "Lose 2 and take a coin.", "2を失って1を得る。"),
    ("swap 2 by start-player", "The start player loses 2 and takes a coin.",
     "スタートプレイヤーは2を失って1を得る。"),
    ("peel 2 by start-player", "The start player peels 2.",
     "スタートプレイヤーが2枚を引きはがす。"),
]  # fmt: skip


def game_of(body: str):
    lines = "\n".join(f"      {line}" for line in body.split("\n"))
    return program_of(GAME.replace("BODY", lines)).game


def said(body: str, lang: str) -> str:
    game = game_of(body)
    action = next(each for each in game.actions if each.id == "test")
    return " ".join(steps_text(action.body, Names(game, lang)))


@pytest.mark.parametrize(("body", "english", "japanese"), TEXTS)
def test_who_acts_is_not_put_before_somebody_else(body, english, japanese):
    assert said(body, "en") == english
    assert said(body, "ja") == japanese


def test_what_listens_names_nobody_besides():
    game = game_of("flee")
    owl = game.definitions[0]

    assert rules_text(game, owl, "en") == ("After Fate brings an omen, the sharks chase all away.",)
    assert rules_text(game, owl, "ja") == ("運命が兆しの後、鮫が皆を追い払う。",)
