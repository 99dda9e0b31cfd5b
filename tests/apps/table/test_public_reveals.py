"""What is shown to all is shown to whoever sits at the table, be they out or not."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.apps.screen import Viewer
from cardwright.apps.table.terminal.session import log_lines

GAME = """\
id: shown
version: "1"
language: 1
title: Shown
kinds: {mask: {attributes: {rank: int}, start: deck}}
cards: [{each: {kind: mask}, id: "mask-{rank}", rank: 1..9}]
players: {count: 3}
zones:
  deck: {of: mask, order: stack, seen-by: nobody}
  player.hand: {of: mask, seen-by: owner}
actions:
  show: {do: reveal top(deck)}
  tell: {do: reveal count(deck where rank > 4)}
  show-us: {do: reveal top(deck) to players}
setup: shuffle deck; deal 1; eliminate last(players)
phases: [{id: turns, turns: players, offer: [show, tell, show-us]}]
end: {when: round > 2, winners: players}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> cardwright.Game:
    folder: Path = tmp_path_factory.mktemp("shown")
    (folder / "game.yaml").write_text(GAME)
    return cardwright.load(str(folder), cache=False)


@pytest.mark.parametrize(("action", "told"), [("show", [0, 1, 2]), ("show-us", [0, 1])])
def test_a_card_is_shown_to_all_seats_or_to_those_who_are_named(game, action, told):
    match = game.start(players=3, seed=4, events=True)
    match.apply(action)
    top = match.state.zones[0][0]
    knowing = match.machine.knowledge.identifies(match.state, top)

    assert [seat for seat in range(3) if knowing >> seat & 1] == told
    for seat in range(3):
        lines = log_lines(Viewer(game, "en").view(match, seat).log, 80)
        name = match.machine.definition_ids[match.state.entity_definitions[top]]
        assert (name in lines[-1]) == (seat in told)
        assert ("all see" in lines[-1]) == (action == "show")


def test_a_number_is_told_to_all_seats(game):
    match = game.start(players=3, seed=4, events=True)
    match.apply("tell")

    assert [fact.players for fact in match.state.facts] == [0b111]
