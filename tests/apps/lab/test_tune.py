"""Hold `tune`: goals are met by the right number, and the patch says so in the author's file."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from math import inf
from pathlib import Path

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.api.loading import find_package
from cardwright.apps.commands.main import group
from cardwright.apps.face.words import install_line
from cardwright.apps.lab.simulate.paired import Result
from cardwright.apps.lab.tuning import search
from cardwright.apps.lab.tuning.goals import Goal, goal_of
from cardwright.apps.lab.tuning.knobs import NotTunable, knobs_of, patch, texts_with

PLANTED = Path(__file__).resolve().parents[2] / "planted" / "tuning"
HEAD_START = str(PLANTED / "head-start")
MAGES = ("--vary", "cards.titan.power=0..20", "--vary", "cards.imp.power=0..20")
ROAD = ("--vary", "options.inn.default=2..200", "--vary", "options.toll.default=0..9")


def tune(*words: str, lang: str = "C"):
    return CliRunner(env={"LANG": lang, "LC_ALL": ""}).invoke(group, ("tune", *words))


def found(*words: str) -> dict:
    done = tune(*words, "--json", "-j", "1")
    assert done.exit_code in (0, 1), done.output
    return json.loads(done.stdout)


def moved(plain: dict) -> dict[str, int]:
    return {e["number"]: e["after"] for e in plain["numbers"] if e["after"] != e["before"]}


def test_a_head_start_is_found_by_its_mark_and_the_purse_stays() -> None:
    """The first player wins head-start times in twenty."""
    plain = found(HEAD_START, "--goal", "seat 1 wins 50% ± 7%", "-n", "150", "--tries", "30")

    assert plain["met"]
    assert moved(plain).keys() == {"game.yaml:38"}
    assert moved(plain)["game.yaml:38"] in (9, 10, 11)
    assert plain["goals"][0]["before"]["low"] > 0.6


@pytest.mark.soak
@pytest.mark.parametrize(
    ("game", "words", "goal", "right"),
    [
        ("head-start", (), "seat 1 wins 50%", {"game.yaml:38": (10,)}),
        ("long-road", ROAD, "median length 60", {"options.inn.default": range(87, 93)}),
        ("strong-mage", MAGES, "no mage above 40%", {"cards.titan.power": range(1, 8)}),
    ],
)
def test_planted_goals_are_met_by_the_right_number(
    game: str, words: tuple[str, ...], goal: str, right: dict
) -> None:
    plain = found(str(PLANTED / game), *words, "--goal", goal, "--tries", "60", "-n", "1500")

    assert plain["met"]
    assert moved(plain).keys() == right.keys()
    assert all(value in right[number] for number, value in moved(plain).items())


def test_all_are_tried_where_there_are_few_and_the_nearest_is_taken() -> None:
    """Of 13 to 15 none makes the first player win half of all matches; 13 comes nearest."""
    words = ("--vary", "values.head-start -> int=13..15", "--goal", "seat 1 wins 50%")
    plain = found(HEAD_START, *words, "-n", "100")

    assert (plain["met"], plain["tries"]) == (False, 3)
    assert list(moved(plain).values()) == [13]


def test_numbers_with_which_the_package_has_errors_are_left_out() -> None:
    words = ("--vary", "players.count=2..3", "--goal", "seat 1 wins above 90%")
    plain = found(HEAD_START, *words, "-n", "20")

    assert moved(plain) == {}
    assert plain["patch"] == ""


def test_a_patch_is_taken_by_git_and_by_patch(tmp_path: Path) -> None:
    """Comments, line ends of other systems, a mark of the encoding and a missing last line end
    stay as they are."""
    game = tmp_path / "my games"
    shutil.copytree(HEAD_START, game)
    file = game / "game.yaml"
    plain = file.read_text().rstrip("\n")
    file.write_bytes(b"\xef\xbb\xbf" + plain.replace("\n", "\r\n").encode())
    knobs = knobs_of(find_package(str(game)), ["players.state.purse.is=0..9", "players.count=2..4"])
    text = patch(texts_with(knobs, (7, 3)), tmp_path)
    wanted = file.read_bytes().replace(b"= 4, ", b"= 7, ").replace(b"count: 2", b"count: 3")

    assert wanted.count(b"# tune 0..9") == 1
    for command in (["git", "apply"], ["patch", "-p1", "--binary", "-i"]):
        if shutil.which(command[0]) is None:
            continue
        before = file.read_bytes()
        (tmp_path / "tune.patch").write_bytes(text.encode())
        subprocess.run([*command, "tune.patch"], cwd=tmp_path, check=True, capture_output=True)
        assert file.read_bytes() == wanted
        file.write_bytes(before)


def test_the_patch_is_written_and_said_how_to_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(HEAD_START, tmp_path / "game")
    monkeypatch.chdir(tmp_path)
    words = ("--vary", "values.head-start -> int=10..14", "-n", "40", "-O", "tune.patch", "-j", "1")
    done = tune("game", "--goal", "seat 1 wins below 60%", *words, lang="ja")

    assert done.exit_code == 0, done.output
    assert "git apply tune.patch" in done.output
    assert "達成しました" in done.output
    assert "+++ b/game/game.yaml" in (tmp_path / "tune.patch").read_text()


def test_no_patch_is_written_that_misses_a_goal(tmp_path: Path) -> None:
    """Of 13 to 15 none makes the first player win half of all matches."""
    file = tmp_path / "tune.patch"
    words = ("--vary", "values.head-start -> int=13..15", "--goal", "seat 1 wins 50%")
    done = tune(HEAD_START, *words, "-n", "100", "-j", "1", "-O", str(file))
    shown = tune(HEAD_START, *words, "-n", "100", "-j", "1")

    assert (done.exit_code, shown.exit_code) == (1, 1)
    assert not file.exists()
    assert f"no patch is written to {file}: not all goals are met" in done.output
    before, _, patch = shown.output.partition("# Not all goals are met")
    assert "--- a/" not in before and "--- a/" in patch


def test_who_stops_it_gets_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    tries, play = [], search.play_all

    def stopped(*given):
        tries.append(given)
        if len(tries) > 3:
            raise KeyboardInterrupt
        return play(*given)

    monkeypatch.setattr(search, "play_all", stopped)
    done = tune(HEAD_START, "--goal", "seat 1 wins 50%", "-n", "50", "--json", "-j", "1")
    plain = json.loads(done.stdout)

    assert done.exit_code == 130
    assert (plain["interrupted"], plain["tries"]) == (True, 3)
    assert plain["goals"][0]["after"]["value"] <= plain["goals"][0]["before"]["value"]


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    done = tune(HEAD_START, "--goal", "seat 1 wins 50%", "-n", "20")

    assert done.exit_code == 2
    assert done.output.endswith(f"error: this needs optuna: {install_line('tune')}\n")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("--vary", "cards.f01.rank"), "PATH=LOW..HIGH"),
        (("--vary", "cards.f77.rank=1..2"), "leads to no word"),
        (("--vary", "cards.f05.rank=1..3"), "must hold the 5"),
        (("--vary", "cards.f05.rank=5..5"), "must hold the 5"),
        (("--vary", "phases=1..3"), "leads to no word"),
        (("--vary", "title=1..3"), "holds 0 numbers"),
        (("--vary", "end.winners#2=1..3"), "holds 0 numbers"),
        (("--vary", "cards.f05.rank=1..9", "--vary", "cards.f05.rank=5..6"), "named twice"),
        (("--goal", "seat 3 wins 50%"), "seats from 1 to 2"),
        (("--goal", "f77 wins 50%"), "no card `f77`"),
        (("--goal", "no wizard above 50%"), "kinds: fate"),
        (("--goal", "no fate 50%"), "is no goal"),
        (("--goal", "seat 1 wins 60%..50%"), "is no goal"),
        (("--goal", "seat 1 wins often"), "is no goal"),
    ],
)
def test_what_is_asked_for_is_checked(words: tuple[str, ...], part: str) -> None:
    done = tune(HEAD_START, "--goal", "seat 1 wins 50%", *words)

    assert done.exit_code == 2
    assert part in done.output
    assert "Traceback" not in done.output


def test_of_several_numbers_in_a_word_one_is_named() -> None:
    """`50 + luck(players[1]) - luck(next(players[1]))`"""
    package = find_package(str(PLANTED.parent / "charm"))

    assert [e.now for e in knobs_of(package, ["values.limit -> int#1=0..99"])] == [50]
    with pytest.raises(NotTunable) as refused:
        knobs_of(package, ["values.limit -> int=0..99"])
    assert refused.value.slots["number"] == 3


def goal(words: str) -> Goal:
    model = cardwright.load(find_package(str(PLANTED / "strong-mage"))).model
    return goal_of(words, model, 3)


def test_goals_are_read() -> None:
    read = goal("seat 2 wins 45%..55% ± 1%")
    assert (read.low, read.high, read.tolerance) == pytest.approx((0.45, 0.55, 0.01))
    assert goal("seat 2 wins 50%").tolerance == pytest.approx(0.02)
    assert goal("median length 60").tolerance == pytest.approx(1.2)
    assert goal("no mage above 30%").high == pytest.approx(0.3)
    assert (goal("no mage below 30%").low, goal("draws below 5%").low) == (0.3, -inf)
    assert goal("mean length above 7.5").low == 7.5
    assert goal("every mage 20%..40%").cards == ("bard", "druid", "imp", "seer", "titan", "witch")


def result(winner: int, decisions: int = 1, **holders: int) -> Result:
    wins = tuple(seat == winner for seat in range(3))
    held = {card: frozenset({seat}) for card, seat in holders.items()}
    return Result(wins, decisions, (), held, False)


def test_goals_are_measured() -> None:
    some = [result(0, length, imp=0, titan=1) for length in range(1, 31)]
    some += [result(1, 31, imp=0, titan=1)] * 10

    assert goal("seat 1 wins 50%").figure(some).value == 0.75
    assert goal("imp wins 50%").figure(some).value == 0.75
    assert goal("median length 5").figure(some).value == 20.5
    assert goal("mean length 5").figure(some).value == pytest.approx((465 + 310) / 40)
    worst = goal("no mage above 60%").figure(some)
    assert (worst.card, worst.value) == ("imp", 0.75)
    assert goal("no mage below 60%").figure(some).card == "titan"
    assert worst.low < 0.75 - 1.96 * (0.75 * 0.25 / 40) ** 0.5 + 0.01 < worst.high
