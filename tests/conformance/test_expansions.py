"""T14 (d): an expansion that is installed and not used changes no course."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import cardwright
from cardwright.api.loading import find_package
from interpreter.script.run import run_script
from interpreter.script.session import Dice
from tests.conformance.scenarios import FOLDER, MACHINES, SERVICES

ROOT = FOLDER.parents[1]
GAMES = {"t14-replay": FOLDER / "t14-replay", "equilibrion": ROOT / "cards" / "equilibrion"}
USED = {"t14-replay": {"alloys": True}, "equilibrion": {"books": True, "arch": True}}
SEEDS = range(5)


def course(game: cardwright.Game, seed: int) -> list[object]:
    """Return the digests along a match at random, its options' labels, and what is saved of it."""
    match = game.start(players=2, seed=seed)
    dice, found = Dice(seed), list[object]()
    while not match.over and len(found) < 120:
        found += [match.digest(), [option.label for option in match.decision.options]]
        match.apply(dice.below(len(match.decision.options)))
    return [*found, match.digest(), match.save()]


@pytest.fixture(params=sorted(GAMES))
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Path]:
    """Return the folder of a game with expansions beside it, and that of a copy without."""
    own, bare = GAMES[request.param], tmp_path / request.param
    shutil.copytree(own, bare, ignore=shutil.ignore_patterns("expansions"))
    return own, bare


def test_an_unused_expansion_changes_nothing(pair: tuple[Path, Path]) -> None:
    installed, bare = (cardwright.load(folder, cache=False) for folder in pair)
    for seed in SEEDS:
        one = course(installed, seed)
        assert one == course(bare, seed)


def test_a_match_saved_without_goes_on_with_it_installed(pair: tuple[Path, Path]) -> None:
    installed, bare = (cardwright.load(folder, cache=False) for folder in pair)
    match = bare.start(players=2, seed=1)
    assert installed.restore(match.save()).digest() == match.digest()


def test_a_used_one_changes_the_course(pair: tuple[Path, Path], tmp_path: Path) -> None:
    installed, bare = pair
    used = cardwright.load(installed, options=USED[installed.name], cache=False)
    plain = cardwright.load(bare, cache=False)
    assert course(used, 1) != course(plain, 1)


def test_the_scripts_of_the_expansion_come_out() -> None:
    package = find_package(str(GAMES["t14-replay"])).with_expansions(["alloys"])
    model = cardwright.check(package).game
    assert model is not None and len(model.scripts) == 2
    for script in model.scripts:
        result = run_script(model, script, machines=MACHINES, services=SERVICES)
        assert [str(failure) for failure in result.failures] == []
