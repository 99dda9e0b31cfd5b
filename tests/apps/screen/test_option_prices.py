"""Options that differ in their price say it, wherever the choice is from what is cheap enough."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.apps.screen import View, Viewer
from cardwright.apps.table.terminal.drawing import Drawing

GAME = """\
id: stall
version: "1"
language: 1
title: Stall
enums: {coin: [gold, tin]}
kinds:
  ware:
    attributes:
      price: {is: int, text: {en: price, ja: 値段}}
      cost: {is: amount of coin = 1 gold, text: {en: cost, ja: 代金}}
      worth: {is: int = 1, text: worth}
    start: street
cards:
- {kind: ware, id: tea, price: 1, cost: 1 gold}
- {kind: ware, id: silk, price: 3, cost: 1 gold + 1 tin}
- {kind: ware, id: salt, price: 3, worth: 2}
players: {count: 2, state: {coins: int = 5, purse: bag of coin}}
zones:
  street: {of: ware, seen-by: everyone}
  player.hand: {of: ware, seen-by: owner}
values:
  can-buy(ware w, player p) -> bool: w.worth > 0 and p.coins >= w.price
setup: |
  for each p in players:
    set p.purse to 2 gold + 2 tin
actions:
  act: {in: day, CHOICE}
  wait: {in: day, do: add 1 to me.coins}
phases: [{id: day, turns: players}]
end: {when: round > 9}
"""


def _view(tmp_path: Path, choice: str, lang: str = "en") -> View:
    (tmp_path / "game.yaml").write_text(GAME.replace("CHOICE", choice), encoding="utf-8")
    game = cardwright.load(str(tmp_path), cache=False)
    match = game.start(seed=1)
    match.apply("act")
    return Viewer(game, lang).view(match, match.decision.player)


def _prices(tmp_path: Path, choice: str, lang: str = "en") -> dict[str, str]:
    question = _view(tmp_path, choice, lang).question
    assert question is not None
    return {option.label: option.price for option in question.options}


@pytest.mark.parametrize(
    "choice",
    [
        "choose: {w: street where price <= me.coins}, do: move w to me.hand",
        'choose: {w: "street where can-buy(it, me)"}, do: move w to me.hand',
        "choose: {w: street where me.coins > price}, do: move w to me.hand",
        'do: "choose w from street where price <= me.coins; move w to me.hand"',
    ],
    ids=["in a parameter", "in a value", "the other way round", "in steps"],
)
def test_what_is_cheap_enough_says_its_price(tmp_path: Path, choice: str) -> None:
    assert _prices(tmp_path, choice) == {"tea": "price 1", "silk": "price 3", "salt": "price 3"}


def test_amounts_are_prices_too_in_the_language_of_the_table(tmp_path: Path) -> None:
    choice = 'choose: {w: "street where payable(me.purse, cost)"}, do: move w to me.hand'
    assert _prices(tmp_path, choice)["silk"] == "cost 1 gold and 1 tin"
    assert _prices(tmp_path, choice, "ja")["silk"] == "代金 gold1とtin1"


@pytest.mark.parametrize(
    "choice",
    [
        "choose: {w: street where worth > 0}, do: move w to me.hand",
        "choose: {w: street where worth <= 3}, do: move w to me.hand",
        "choose: {w: street where price == 3 and price <= me.coins}, do: move w to me.hand",
    ],
    ids=["no upper bound", "a bound of the rules", "all the same"],
)
def test_where_there_is_no_price_or_but_one_nothing_is_said(tmp_path: Path, choice: str) -> None:
    assert {*_prices(tmp_path, choice).values()} == {""}


def test_a_price_is_said_once(tmp_path: Path) -> None:
    view = _view(tmp_path, "choose: {w: street where price <= me.coins}, do: move w to me.hand")
    assert view.question is not None
    lines = list(Drawing(view, 80, 24).options(view.question, is_full=True))
    assert [line.count("price") for line in lines] == [1, 1, 1], lines
