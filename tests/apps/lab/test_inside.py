"""Hold the tables of `sim --out`: played inside the native engine they are those of the walker."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import cardwright
from cardwright import Game
from cardwright.apps.commands.main import group
from cardwright.apps.lab.simulate.inside import Inside
from cardwright.apps.lab.simulate.play_out import by_policies, start_forward
from cardwright.apps.lab.simulate.recording import Recorder
from cardwright.apps.lab.simulate.tables import TABLES
from cardwright.apps.policies import endless
from cardwright.apps.policies.policies import choose_randomly
from interpreter.native import playouts as module
from interpreter.native.playouts import Records
from soak import records as soak
from soak.measure import Part

CLASSICS = ("blackjack", "crazy-eights", "go-fish", "klondike", "napoleon", "scopa")
RECIPES = ("ambush", "hiding", "stack", "works")


def compared(game: Game, players: int, seed: int = 3) -> Part:
    """Keep the tables of some matches twice and compare them."""
    part = Part()
    soak.compare(game, players, Random(seed), part)
    return part


@pytest.mark.parametrize("name", ["dream-tricks", "equilibrion", "worldmonger"])
def test_shipped_games_have_the_tables_of_the_walker(name: str) -> None:
    game = cardwright.load(name)
    assert compared(game, game.player_counts[-1]).tally["rows"] > 100


@pytest.mark.parametrize("name", CLASSICS)
def test_classics_have_the_tables_of_the_walker(name: str) -> None:
    game = cardwright.load(name)
    assert compared(game, game.player_counts[0]).tally["rows"] > 20


@pytest.mark.parametrize("name", RECIPES)
def test_recipes_have_the_tables_of_the_walker(name: str) -> None:
    game = cardwright.load(f"examples/recipes/{name}")
    assert compared(game, game.player_counts[0]).tally["rows"] > 20


def game_of(folder: Path, text: str) -> Game:
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return cardwright.load(folder, cache=False)


HEAD = """\
id: written
version: "1"
language: 1
title: Written
kinds:
  w:
    attributes: {rank: int}
    start: deck
    state: {bearer: maybe player, definition: def of w}
players: {count: 2, state: {coins: int = 0}}
zones:
  deck: {of: w, order: stack, seen-by: nobody}
  heap: {of: w, seen-by: everyone}
  player.hand: {of: w, seen-by: owner}
cards:
- each: {kind: w}
  id: "w-{rank}"
  rank: 1..9
phases: [{id: day, turns: players, offer: [put, rest]}]
end: {when: round > 4, rank: coins}
"""


def test_a_card_that_becomes_another_in_its_zone_is_held(tmp_path: Path) -> None:
    game = game_of(
        tmp_path,
        HEAD
        + """\
setup: "shuffle deck; for each p in players, for each c in top(deck, 2), move c to p.hand"
actions:
  put: {choose: {c: me.hand}, do: "set c.definition to w-9; set c.bearer to me"}
  rest: {do: "add 1 to me.coins; choose c from me.hand; move c to heap; draw 1"}
events:
  draw (int n): "for each c in top(deck, n), move c to me.hand"
""",
    )
    assert compared(game, 2).tally["rows"] > 20
    _, walk = soak.walker(game, 2)
    rows = walk(range(6))[1]["cards"].to_pylist()
    assert any(row["card"] == "w-9" and row["seen"] == 1 and not row["at_start"] for row in rows)


def test_a_match_that_comes_to_a_fault_is_a_row_among_others(tmp_path: Path) -> None:
    game = game_of(
        tmp_path,
        HEAD
        + """\
actions:
  put: {do: "let n = 3 // (round - 3); add n to me.coins", when: round != 2}
  rest: {do: add 2 to me.coins}
""",
    )
    records = Records(game.machine(2), walked=0)
    recorder, walk = soak.walker(game, 2)
    tally, rows = Inside(records, recorder, walk, 100).play(range(20))

    assert 0 < len(tally.faults) < 20
    assert rows["matches"]["match"].to_pylist() == [*range(20)]
    wanted_tally, wanted = soak.walker(game, 2)[1](range(20))
    assert tally.faults == wanted_tally.faults
    assert all(rows[name].equals(wanted[name]) for name in TABLES)


def test_what_an_answer_is_called_is_learned_from_the_walker_once() -> None:
    game = cardwright.load("crazy-eights")
    part = Part()
    found = soak.kept(game, 2, range(12), part)
    assert found is not None
    assert 0 < found.walked < 4


def files(folder: Path) -> dict[str, bytes]:
    done = CliRunner().invoke(group, ("sim", "scopa", "-n", "25", "-j", "1", "--out", str(folder)))
    assert done.exit_code == 0, done.output
    return {name: (folder / f"{name}.parquet").read_bytes() for name in TABLES}


def test_the_files_are_the_same_inside_and_walked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = list[int]()
    real = Records.play

    def noted(self: Records, seeds: range, *given: object) -> object:
        inside.append(len(seeds))
        return real(self, seeds, *given)

    monkeypatch.setattr(Records, "play", noted)
    monkeypatch.setattr(module, "WALKED", 0)
    one = files(tmp_path / "one")
    assert sum(inside) >= 25
    inside.clear()
    monkeypatch.setattr(module, "WALKED", 10**9)
    monkeypatch.setattr("interpreter.native.making.WALKED_IF_KEPT", 10**9)
    assert files(tmp_path / "two") == one
    assert not inside


def test_nothing_is_noted_of_a_match_that_is_only_imagined(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whether random play ends is tried on a copy while a match is recorded."""
    game = cardwright.load("scopa")

    def rows(glance: int) -> object:
        monkeypatch.setattr(endless, "GLANCE", glance)
        recorder = Recorder([lambda match, random: 0] * 2, ["first"] * 2)
        start = recorder.starting(partial(start_forward, game, 2, events=True))
        recorder.play(start(1), Random(1))
        return recorder.take()

    assert rows(5) == rows(10**6)


def test_random_players_are_not_called_off_for_other_random_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = list[int]()
    monkeypatch.setattr(endless, "GLANCE", 3)
    monkeypatch.setattr(endless, "no_end", lambda *given: looked.append(1) or "endless")
    game = cardwright.load("scopa")
    play = by_policies([choose_randomly] * 2, are_random=True)

    assert play(start_forward(game, 2, 1), Random(1)) > 3
    assert not looked
