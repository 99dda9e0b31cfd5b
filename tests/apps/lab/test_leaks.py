"""`cardwright leaks`: what a game tells that it must not is found and shown in two worlds."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from random import Random
from shutil import copytree

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.apps.commands.main import group
from cardwright.apps.lab.leaks.search import play_pair
from cardwright.apps.lab.leaks.worlds import Exchange, turned

PLANTED = Path(__file__).parents[2] / "planted" / "leaks"
FIRST = {
    "chance-unseen": (19, "answers that can be taken back"),
    "deck-kept": (0, "what the next match begins with"),
    "exchanged-unseen": (13, "event 2"),
    "given-back-unseen": (147, "zone deck"),
    "higher-one-shown": (179, "zone deck"),
}
"""The first pair that tells of the leak with the seed 0, and by what it does."""


def ran(*words: object, lang: str = "en") -> tuple[int, str, str]:
    done = CliRunner().invoke(group, ["--lang", lang, *map(str, words)])
    return done.exit_code, done.stdout, done.stderr


@pytest.fixture
def package(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return Path(copytree(PLANTED / request.param, tmp_path / request.param))


def test_all_planted_packages_are_named() -> None:
    assert {each.name for each in PLANTED.iterdir()} == FIRST.keys()


@pytest.mark.parametrize("package", FIRST, indirect=True)
def test_a_leak_is_found_and_shown_by_a_script_that_fails(package: Path) -> None:
    first, by = FIRST[package.name]
    status, out, err = ran("leaks", package, "--first", first, "-n", 1, "-j", 1)

    assert (status, err) == (1, "")
    assert "world 1" in out and by in out
    script = package / "scripts" / f"leak-0-{first}.yaml"
    written = script.read_text("utf-8")
    assert written.startswith("# ") and "worlds:" in written
    assert f"#   {by}" in written
    status, out, _ = ran("test", package)
    assert (status, "failed: 1" in out) == (1, True)


@pytest.mark.parametrize("package", ["exchanged-unseen"], indirect=True)
def test_a_game_that_is_mended_passes(package: Path) -> None:
    """The cards change places whichever of them is higher."""
    ran("leaks", package, "--first", 13, "-n", 1, "-j", 1)
    file = package / "game.yaml"
    mended = re.sub(r"if default.*, 0\), exchange", "exchange", file.read_text("utf-8"))
    file.write_text(mended, "utf-8")

    assert ran("test", package)[0] == 0
    status, out, _ = ran("leaks", package, "-n", 2, "-j", 1)
    assert (status, out) == (0, "exchanged-unseen: no leak in 2 pairs of worlds\n")


@pytest.mark.parametrize("package", ["deck-kept"], indirect=True)
def test_all_is_told_in_japanese(package: Path) -> None:
    status, out, _ = ran("leaks", package, "-n", 1, "-j", 1, lang="ja")

    assert status == 1
    assert "世界1" in out and "次の対戦に残るもの" in out
    assert "世界1" in (package / "scripts" / "leak-0-0.yaml").read_text("utf-8")


def test_json_tells_all_leaks(tmp_path: Path) -> None:
    file = tmp_path / "leak.yaml"
    words = ("-n", 4, "--players", 2, "-j", 2, "--json", "-O", file)
    status, out, _ = ran("leaks", PLANTED / "deck-kept", *words)

    found = json.loads(out)
    assert status == 1
    assert (found["game"], found["seed"], found["pairs"], found["without"]) == (
        "deck-kept",
        0,
        4,
        0,
    )
    assert found["script"] == str(file) and file.exists()
    assert [set(each) for each in found["leaks"]] == [
        {"pair", "players", "seat", "differ", "answers", "told"}
    ] * len(found["leaks"])
    assert {each["told"]["by"] for each in found["leaks"]} == {
        "what the next match begins with: best"
    }


def test_a_sound_game_has_none() -> None:
    status, out, _ = ran("leaks", "leduc", "-n", 4, "-j", 1)

    assert (status, out) == (0, "leduc: no leak in 4 pairs of worlds\n")


def test_a_game_in_which_all_lies_open_ends_soon() -> None:
    status, out, _ = ran("leaks", "tic-tac-toe", "-n", 100_000, "-j", 1)

    assert status == 0
    assert "nothing in it is hidden" in out


@pytest.mark.parametrize(
    "words", [("hearts-and-flowers",), ("hearts", "-n", 0), ("hearts", "--players", 9), ()]
)
def test_a_wrong_call(words: tuple[object, ...]) -> None:
    assert ran("leaks", *words)[0] == 2


def test_cards_that_come_into_the_match_later_are_no_difference_before() -> None:
    match = cardwright.load(PLANTED / "given-back-unseen").start(2, 1)
    late = len(match.state.entity_definitions)

    assert turned(match, Exchange((0, late)), 0) is None


def test_copies_given_back_unseen_are_free_in_either_world_by_what_they_are() -> None:
    """A copy can be made as long as there are free ones: of which cards there are tells a world."""
    match = cardwright.load(PLANTED / "given-back-unseen").start(2, 1)
    match.apply("go")
    st = match.state
    back = st.places.index(-1)
    other = next(card for card in range(len(st.places))
                 if st.entity_definitions[card] != st.entity_definitions[back])  # fmt: skip
    there = turned(match, Exchange((back, other)), 1)

    assert there is not None
    assert dict(there.state.free) == {there.state.entity_definitions[back]: 1}


def test_whom_the_lead_of_a_card_falls_to_may_be_known_before_it_is_led() -> None:
    """ "The player who holds the 2 of clubs leads it": he is asked, with one answer, before it is
    seen."""
    tally: Counter[str] = Counter()
    play_pair(cardwright.load("hearts"), 4, Random("0 leaks hearts 17"), tally, 2)

    assert tally["ended: revealed"] == 1
