"""A number that may be any, at the head of an event's text, is said and not left open."""

from __future__ import annotations

from collections.abc import Callable

import pytest

RulesOf = Callable[[str, str, str], tuple[str, ...]]
GAME = """\
id: coins
version: "1"
language: 1
title: Coins
kinds:
  bank: {start: street, active-in: street, state: {paid: int = 0}}
players: {count: 2}
zones:
  street: {of: bank, seen-by: everyone}
events:
  pay-in (int n) to (bank b):
    do: add n to b.paid
    text: {en: "{n} coins go to {b}", ja: "{n}コインが{b}に入る"}
  grow (bank b):
    do: add 1 to b.paid
    text: {en: "{b} grows", ja: "{b}が育つ"}
cards:
- kind: bank
  id: corner
  triggers:
  - after: pay-in to self
    do: grow self
actions:
  save-up: {in: act, choose: {b: street}, do: pay-in 2 to b}
phases:
- {id: act, turns: players}
end: {winners: players}
"""
TEXTS = {
    "en": "After any number of coins go to this, this grows.",
    "ja": "コインがこれに入るたび、これが育つ。",
}


@pytest.mark.parametrize("lang", TEXTS)
def test_an_open_number_at_the_head_is_said(lang: str, rules_of: RulesOf) -> None:
    assert rules_of(GAME, "corner", lang) == (TEXTS[lang],)
