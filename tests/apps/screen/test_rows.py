"""Whose a card in a row is: of who played it, not of who turned it up."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.apps.screen import WATCHER, Viewer

GAME = """\
id: rows
version: "1"
language: 1
title: {en: Rows, ja: 列}
kinds:
  plain: {start: deck}
cards:
- {id: pebble, kind: plain, copies: 20, name: {en: pebble, ja: 小石}}
players: {count: 2}
zones:
  deck: {of: plain, order: stack, seen-by: nobody}
  player.hand: {of: plain, seen-by: owner}
  trick: {of: plain, order: row, seen-by: everyone}
  market: {of: plain, order: row, seen-by: everyone}
  shelf: {of: plain, order: row, seen-by: everyone}
actions:
  play: {choose: {c: me.hand}, do: move c to trick}
  turn-up: {do: move top(deck) to market}
  pass-on: {choose: {c: market}, do: move c to shelf}
setup: deal 3
phases:
- {id: acting, turns: players, offer: [play, turn-up, pass-on]}
end: {when: round > 9}
"""


@pytest.mark.parametrize("seat", [0, 1, WATCHER])
def test_only_who_plays_a_card_of_their_own_is_named(tmp_path: Path, seat: int) -> None:
    (tmp_path / "game.yaml").write_text(GAME)
    game = cardwright.load(str(tmp_path), cache=False)
    match = game.start(players=2, seed=1)
    for action in ("play", "turn-up", "play", "turn-up", "pass-on"):
        assert match.decision is not None
        match.apply(action)
        while match.decision is not None and match.decision.kind != "action":
            match.apply(0)
    areas = {area.key: area.cards for area in Viewer(game, "en").view(match, seat).areas}

    assert [card.owner for card in areas["trick"]] == [0, 0]
    assert {card.owner for key in ("market", "shelf") for card in areas[key]} == {None}
    assert len(areas["market"]) + len(areas["shelf"]) == 2
