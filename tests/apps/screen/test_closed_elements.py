"""`?` says why something that an action is taken with cannot be chosen now."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import cardwright
from cardwright.apps.screen import Viewer
from cardwright.apps.screen.model import Closed
from interpreter.walk.picking import PartialChoice

GAME = """\
id: inns
version: "1"
language: 1
title: Inns
kinds:
  inn:
    unique: true
    attributes: {beds: {is: int, text: beds}, fee: {is: int, text: fee}}
    state: {guests: {is: int = 0, text: guests}, burnt: {is: bool = false, text: burnt}}
    start: street
  ware:
    attributes: {worth: {is: int, text: worth}}
    start: box
    copies: 3
players: {count: 2-4, state: {coins: {is: int = 2, text: coins}}}
zones:
  street: {of: inn, seen-by: everyone}
  box: {of: ware, seen-by: nobody}
  player.hand: {of: ware, seen-by: owner}
cards:
- {kind: inn, id: star, name: {en: Star, ja: 星}, beds: 2, fee: 1}
- {kind: inn, id: moon, name: {en: Moon, ja: 月}, beds: 1, fee: 0}
- {kind: inn, id: sun, name: {en: Sun, ja: 太陽}, beds: 3, fee: 5}
- {kind: inn, id: ash, name: Ash, beds: 3, fee: 0}
- {kind: inn, id: oak, name: Oak, beds: 3, fee: 0}
- {kind: ware, id: salt, name: Salt, worth: 1}
- {kind: ware, id: tea, name: Tea, worth: 0}
- {kind: ware, id: silk, name: Silk, worth: 4}
- {kind: ware, id: gold, name: Gold, worth: 5}
events:
  pay (int n):
    when: me.coins >= n
    do: subtract n from me.coins
actions:
  stay:
    choose: {i: street where not burnt and guests < beds}
    cost: pay i.fee
    do: add 1 to i.guests
  show:
    choose: {w: me.hand where worth > 2, p: opponents where coins >= w.worth}
    do: reveal w to p
  sell:
    choose: {ws: {from: me.hand where worth < 5, exactly: 2, so-that: "sum(ws, worth) < 6"}}
    do: move ws to box
  give-back:
    do: |
      choose w from me.hand where worth > 2
      move w to box
  burn:
    do: |
      choose up to 2 gone from every inn where not burnt so that sum(gone, beds) == 4
      for each i in gone, set i.burnt to true
  wait: {do: add 1 to me.coins}
  gild:
    choose: {i: "each s in street where any(me.hand, worth == s.fee)"}
    do: add 1 to i.guests
  trade: {choose: {w: me.hand where worth > 90}, do: move w to box}
  barter:
    choose: {w: "me.hand where worth > 90 and worth != count(me.hand) * 3 + count(street) * 7"}
    do: move w to box
phases:
- {id: main, turns: players, offer: [stay, show, sell, give-back, burn, gild, trade, barter, wait]}
end: {when: round > 9, rank: coins}
"""
SCRIPTS = """\
script: inns
game: inns
players: [ada, bo, cy]
given:
  {street: [star, moon, sun, ash, oak], moon.guests: 1, ash.burnt: true, phase: main, turn: ada}
steps: [{ada: stay}]
---
script: wares
game: inns
players: [ada, bo, cy]
given:
  {ada.hand: [salt, salt, silk, gold], bo.hand: [silk], bo.coins: 6, phase: main, turn: ada}
steps: [{ada: show}]
---
script: whom
game: inns
players: [ada, bo, cy, di]
given: {ada.hand: [silk, gold], bo.coins: 6, cy.coins: 4, di.coins: 7, phase: main, turn: ada}
steps: [{ada: [show, gold]}]
---
script: two
game: inns
players: [ada, bo, cy]
given: {ada.hand: [salt, tea, silk, silk, gold], phase: main, turn: ada}
steps: [{ada: sell}]
---
script: one in steps
game: inns
players: [ada, bo, cy]
given: {ada.hand: [salt, silk, gold], phase: main, turn: ada}
steps: [{ada: give-back}]
---
script: several in steps
game: inns
players: [ada, bo, cy]
given: {street: [star, moon, sun, ash], oak.burnt: true, phase: main, turn: ada}
steps: [{ada: burn}]
---
script: gilding
game: inns
players: [ada, bo, cy]
given: {street: [star, moon, sun], ada.hand: [salt, tea], phase: main, turn: ada}
steps: [{ada: gild}]
---
script: before anything
game: inns
players: [ada, bo, cy]
given: {street: [star, moon], ada.hand: [salt], phase: main, turn: ada}
steps: [{expect: round == 1}]
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory) -> cardwright.Game:
    folder: Path = tmp_path_factory.mktemp("inns")
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "scripts.yaml").write_text(SCRIPTS, encoding="utf-8")
    return cardwright.load(str(folder), cache=False)


@pytest.fixture
def closed(game) -> Callable[..., list[Closed]]:
    """Return a function from the title of a script to what ada cannot choose behind it."""

    def closed(title: str, lang: str = "en") -> list[Closed]:
        script = next(each for each in game.model.scripts if each.title == title)
        match = game.match_after(script, 1)
        picking = PartialChoice.at(match)
        match = picking.shown() if picking else match
        view = Viewer(game, lang).view(match, 0)
        assert not {each.name for each in view.closed} & {*match.decision.labels}
        return [*view.closed]

    return closed


def test_the_part_of_the_condition_that_does_not_hold_is_named(closed):
    found = {each.text: each.reason for each in closed("inns")}

    assert found["Moon"] == "only if the guests of Moon are less than the beds of Moon"
    assert found["Ash"] == "only if Ash is not burnt"
    assert {"Star", "Oak"}.isdisjoint(found)


def test_what_cannot_be_paid_is_said(closed):
    reasons = {each.text: each.reason for each in closed("inns")}

    assert set(reasons) == {"Moon", "Ash", "Sun"}
    assert "pay" in reasons["Sun"]


def test_it_is_said_in_the_language_of_the_table_and_of_which_thing(closed):
    (moon,) = (each for each in closed("inns", "ja") if each.name == "moon")

    assert moon.text == "月"
    assert "月" in moon.reason
    assert len(moon.touches) == 1


def test_cards_alike_are_one_and_only_what_one_may_choose_from_is_named(closed):
    found = [(each.text, each.reason) for each in closed("wares")]

    assert found == [("Salt", "only if the worth of Salt is more than 2")]


def test_players_have_reasons_and_what_was_chosen_before_has_its_name(closed):
    found = [(each.text, each.reason) for each in closed("whom")]

    assert found == [("cy", "only if the coins of cy are at least the worth of Gold")]


def test_of_several_what_is_not_chosen_from_and_what_does_not_go_with_the_others(closed, game):
    script = next(each for each in game.model.scripts if each.title == "two")
    match = game.match_after(script, 1)
    at_first = {each.text: each.reason for each in Viewer(game, "en").view(match, 0).closed}
    assert at_first == {"Gold": "only if the worth of Gold is less than 5"}

    picking = PartialChoice.at(match)
    picking.pick(picking.shown().decision.labels.index("silk"))
    then = {each.text: each.reason for each in Viewer(game, "en").view(picking.shown(), 0).closed}
    assert then["Silk"] == "only if the sum of the worth of all that is chosen is less than 6"
    assert then["Gold"] == "only if the worth of Gold is less than 5"
    assert "Salt" not in then


def test_steps_that_choose_say_it_too(closed):
    found = {each.text: each.reason for each in closed("one in steps")}
    assert found == {"Salt": "only if the worth of Salt is more than 2"}


@pytest.mark.parametrize(("lang", "burnt"), [("en", "only if Oak is not burnt"), ("ja", "Oakが")])
def test_and_steps_that_choose_several(closed, lang, burnt):
    found = {each.name: each.reason for each in closed("several in steps", lang)}
    assert burnt in found["oak"]
    assert found.keys() == {"oak", "star"}
    assert {"en": "all that is chosen", "ja": "選んだもの全部"}[lang] in found["star"]


def test_where_something_has_to_be_there_it_is_said_that_it_is_not(closed):
    found = {each.text: each.reason for each in closed("gilding")}
    assert found == {"Sun": "there is no ware in your hand whose worth is the fee of Sun"}


@pytest.mark.parametrize(
    ("lang", "short", "long"),
    [
        ("en", "there is no ware in your hand whose worth is more than 90", "no ware fits now"),
        ("ja", "自分のhandの中でworthが90より大きいwareがない", "今は条件に合うwareがない"),
    ],
)
def test_an_action_without_anything_to_choose_says_what_is_not_there(closed, lang, short, long):
    """In a few words; where it takes more, that nothing fits."""
    found = {each.name: each.reason for each in closed("before anything", lang)}
    assert (found["trade"], found["barter"]) == (short, long)
