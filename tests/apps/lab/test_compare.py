"""Hold `compare`: what differs is found, what does not is not, and both play the same chance."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from cardwright.apps.commands.main import group
from cardwright.apps.lab.simulate.paired import difference, found_among

ROOT = Path(__file__).resolve().parents[3]
CHARM = str(ROOT / "tests" / "planted" / "charm")


def compare(*words: str):
    return CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke(group, ("compare", *words))


def measures(*words: str) -> dict[tuple[str, str], dict]:
    done = compare(*words, "--json", "-j", "1")
    assert done.exit_code == 0, done.output
    return {(each["measure"], each["who"]): each for each in json.loads(done.stdout)["measures"]}


def test_a_game_is_like_itself(tmp_path: Path) -> None:
    shutil.copytree(CHARM, tmp_path / "charm")
    found = measures(CHARM, str(tmp_path / "charm"), "-n", "50")

    assert {each["by"] for each in found.values()} == {0}
    assert all(each["low"] < 0 < each["high"] for key, each in found.items() if "wins" in key[0])


def test_a_card_left_out_is_missed_by_who_held_it() -> None:
    found = measures(CHARM, "--without", "charm", "-n", "400")

    held = found["card-wins", "charm"]
    assert held["high"] < 0
    assert held["unpaired_matches"] > 5 * held["matches"]


@pytest.mark.soak
def test_of_twenty_cards_the_charm_is_found_and_no_other() -> None:
    done = compare(CHARM, "--without", "each", "-n", "300", "--json", "-j", "1")
    plain = json.loads(done.stdout)

    assert len(plain["cards"]) == 20
    assert [each["card"] for each in plain["cards"] if each["found"]] == ["charm"]


def test_a_word_of_the_package_is_changed() -> None:
    said = measures(CHARM, "--set", "options.power.default=40", "-n", "150")
    chosen = measures(CHARM, "--with", "power=40", "-n", "150")

    assert said == chosen
    assert said["seat-wins", "1"]["by"] != 0


def test_a_card_of_a_table_is_changed() -> None:
    """A charm that is worth nothing is as good as none."""
    found = measures(CHARM, "--set", "cards.charm.worth=0", "-o", "power=40", "-n", "150")

    assert found["seat-wins", "1"]["by"] != 0


def test_a_policy_is_tried_on_each_seat() -> None:
    found = measures("tests/planted/packages/take-away", "--versus", "greedy", "-n", "150")

    assert found["policy-wins", "greedy"]["low"] > 0


def test_numbers_of_pairs_are_what_their_formulas_say() -> None:
    first, second = [1.0, 0.0, 1.0, 1.0], [1.0, 1.0, 1.0, 0.0]
    plain, share = difference(first, second), difference(first, second, is_share=True)

    assert plain.by == 0
    assert plain.error == pytest.approx((2 / 3 / 4) ** 0.5)
    assert share.error == pytest.approx(((2 + 1) / 6) ** 0.5 / 6**0.5)


def test_intervals_of_pairs_hold_the_truth() -> None:
    """Shares of 0.5 and 0.53 that have most of their luck in common: 95 of 100 hold 0.03."""
    random, held = Random(1), 0
    for _ in range(400):
        luck = [random.random() for _ in range(300)]
        found = difference([x < 0.5 for x in luck], [x < 0.53 for x in luck], is_share=True)
        low, high = found.interval()
        held += low <= 0.03 <= high
    assert 0.92 <= held / 400 <= 0.99


def test_many_chances_are_held_to_less() -> None:
    """Holm: the smallest against 0.01 / 4, the next against 0.01 / 3, until one is too large."""
    assert found_among([0.2, 0.002, 0.003, 0.009]) == [False, True, True, False]
    assert found_among([0.003, 0.9, 0.9, 0.9]) == [False] * 4


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ((CHARM,), "in one way"),
        ((CHARM, "--without", "charm", "--with", "power=1"), "in one way"),
        ((CHARM, "--without", "charn"), "no card `charn`"),
        ((CHARM, "--set", "cards.charm"), "PATH=VALUE"),
        ((CHARM, "--set", "cards.charn.worth=1"), "leads to no word"),
        ((CHARM, "--set", "cards.f001.ranks=1"), "leads to no word"),
        ((CHARM, "--versus", "gredy"), "no policy `gredy`"),
        ((CHARM, "no-such-revision"), "no-such-revision"),
    ],
)
def test_what_is_compared_is_checked(words: tuple[str, ...], part: str) -> None:
    done = compare(*words, "-n", "2")

    assert done.exit_code == 2
    assert part in done.output
    assert "Traceback" not in done.output


def test_a_change_that_breaks_the_rules_is_told() -> None:
    done = compare(CHARM, "--set", "players.count=zero", "-n", "2")

    assert done.exit_code == 1
    assert "error" in done.output


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_it_is_told_in_sentences(lang: str) -> None:
    done = compare(CHARM, "--without", "charm", "-n", "400", "-j", "1", "--lang", lang)

    assert ("most likely between" if lang == "en" else "で分かりました") in done.output
    each = compare(CHARM, "--without", "each", "-n", "20", "-j", "1", "--lang", lang)
    assert ("No card of 20" if lang == "en" else "20枚のうち") in each.output


def test_what_is_equal_in_all_pairs_is_told_so(tmp_path: Path) -> None:
    game = str(Path(__file__).resolve().parents[3] / "examples" / "high-card")
    richer = compare(
        game, "--set", "players.state.points=int = 3", "-n", "20", "-j", "1", "--lang", "en"
    )

    assert "decisions a match: the same in each of 20 pairs of matches\n" in richer.output
    assert "score of seat 1: B has +3.00 in each of 20 pairs of matches\n" in richer.output
    assert "between +3.00 and +3.00" not in richer.output
