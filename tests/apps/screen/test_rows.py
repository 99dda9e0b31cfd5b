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


PIECES = """\
id: pieces
version: "1"
language: 1
title: {en: Pieces, ja: 駒}
kinds:
  pawn: {start: player.yard}
  field: {unique: true}
cards:
- {id: pawn, kind: pawn, copies: 2, name: {en: pawn, ja: 駒}}
- {id: meadow, kind: field, name: {en: meadow, ja: 野}}
players: {count: 2}
zones:
  player.yard: {of: pawn, seen-by: YARD}
  field.spot: {of: pawn, seen-by: everyone}
  pool: {of: pawn, seen-by: everyone}
actions:
  enter: {do: "move first(me.yard) to first(every field).spot"}
  swim: {do: "move first(me.yard) to pool"}
phases:
- {id: acting, turns: players, offer: [enter, swim]}
end: {when: round > 9}
"""


@pytest.mark.parametrize(("yard", "known"), [("everyone", [0, 1]), ("owner", [None, None])])
@pytest.mark.parametrize("seat", [0, 1, WATCHER])
def test_whose_piece_stands_on_a_common_board_is_told_where_all_see_it_always(
    tmp_path: Path, seat: int, yard: str, known: list[int | None]
) -> None:
    (tmp_path / "game.yaml").write_text(PIECES.replace("YARD", yard))
    game = cardwright.load(str(tmp_path), cache=False)
    match = game.start(players=2, seed=1)
    for action in ("enter", "swim", "swim", "enter"):
        match.apply(action)
    view = Viewer(game, "en").view(match, seat)
    (pool,) = [area.cards for area in view.areas if area.key == "pool"]
    (spot,) = [area.cards for thing in view.things for area in thing.areas]

    assert sorted((card.owner for card in pool), key=str) == known
    assert sorted((card.owner for card in spot), key=str) == known
