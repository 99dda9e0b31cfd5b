"""Hold the first game: short, clean, and played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import cardwright
from cardwright.apps.commands.main import group

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "examples" / "high-card"
GAME = (FOLDER / "game.yaml").read_text(encoding="utf-8")


def run(*words: str) -> Result:
    """Run a command as people do."""
    return CliRunner().invoke(group, list(words), catch_exceptions=False)


def test_it_is_short() -> None:
    assert len(GAME.splitlines()) <= 60


def test_lint_finds_nothing() -> None:
    assert run("lint", "--strict", str(FOLDER)).exit_code == 0


@pytest.mark.parametrize("players", ["2", "3", "4"])
def test_it_is_simulated_without_a_fault(players: str) -> None:
    result = run("sim", str(FOLDER), "-n", "30", "--players", players, "--json")
    report = json.loads(result.stdout)

    assert result.exit_code == 0
    assert (report["matches"], report["faults"]) == (30, 0)


def test_it_is_played_out_in_the_terminal() -> None:
    result = run("play", str(FOLDER), "--auto", "--seed", "7", "--lang", "ja", "--no-cache")

    assert result.exit_code == 0
    assert "ハイカード" in result.stdout


def test_five_rounds_and_the_most_points_win() -> None:
    match = cardwright.load(FOLDER, cache=False).start(players=3, seed=5)
    assert [match.value(f"count({name}.hand)") for name in match.names] == [5, 5, 5]
    while not match.over:
        match.apply(0)
    points = [match.value(f"{name}.points") for name in match.names]

    assert match.value("round") == 5 and match.value("count(pile)") == 15
    assert match.outcome.winners == tuple(i for i, n in enumerate(points) if n == max(points))


def test_hands_are_hidden() -> None:
    match = cardwright.load(FOLDER, cache=False).start(players=2, seed=5)
    hidden = match.value("count(deck)") + match.value("count(bo.hand)")
    copy = match.determinize(0, seed=1)

    assert hidden == 47
    assert copy.observe(0) == match.observe(0)
