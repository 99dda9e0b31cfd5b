"""A row that was filled and cleared in one piece of news is known as it was when it was full."""

from __future__ import annotations

import cardwright
from cardwright.apps.screen import WATCHER, Viewer
from cardwright.apps.screen.changes import latest, swept

GAME = """
id: stacks
version: "1"
language: 1
title: {en: Stacks}
kinds:
  card: {start: deck}
cards:
- {id: red, kind: card}
- {id: blue, kind: card}
- {id: green, kind: card}
- {id: grey, kind: card}
- {id: pink, kind: card}
- {id: gold, kind: card}
players: {count: 2}
zones:
  deck: {of: card, order: stack, seen-by: nobody}
  player.hand: {of: card, seen-by: owner}
  trick: {of: card, order: row, seen-by: SEEN}
  pile: {of: card, seen-by: everyone}
actions:
  lay: {choose: {c: me.hand}, do: move c to trick, text: {en: "lay {c}"}}
setup: deal 3
phases:
- {id: laying, turns: players, offer: [lay]}
- {id: clearing, do: "if round == 2, end game\\nmove trick to pile"}
"""


def begun(tmp_path, seen: str = "everyone"):
    folder = tmp_path / "stacks"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME.replace("SEEN", seen), "utf-8")
    game = cardwright.load(folder)
    return Viewer(game, "en").wording, game.start(seed=1)


def test_a_full_row_is_told_once_it_is_cleared(tmp_path) -> None:
    wording, match = begun(tmp_path)
    match.apply(0)
    half = latest(match)
    assert swept(match, WATCHER, 0, wording) == ()

    match.apply(0)
    [row] = swept(match, WATCHER, half, wording)

    assert (row.key, row.count) == ("trick", 2)
    assert [card.owner for card in row.cards] == [0, 1]


def test_what_was_cleared_before_is_not_news(tmp_path) -> None:
    wording, match = begun(tmp_path)
    match.apply(0)
    match.apply(0)

    assert swept(match, WATCHER, latest(match), wording) == ()


def test_a_row_that_somebody_does_not_see_is_not_told(tmp_path) -> None:
    wording, match = begun(tmp_path, "nobody")
    match.apply(0)
    match.apply(0)

    assert swept(match, 0, 0, wording) == ()


def test_things_for_the_rules_alone_are_helpers() -> None:
    game = cardwright.load("tic-tac-toe")
    things = Viewer(game, "en").view(game.start(seed=1), 0).things
    helpers = {thing.id for thing in things if thing.is_helper}

    assert {"row-1", "column-a", "rising", "falling"} <= helpers
    assert not helpers & {"a1", "b2", "c3"}
