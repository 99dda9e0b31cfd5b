"""Hold `report`: one file, every figure with a sentence, numbers that are those of the matches."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.api.loading import find_package
from cardwright.apps.commands.main import group
from cardwright.apps.face.words import install_line
from cardwright.apps.lab.reporting.facts import Facts, Share, _chance
from cardwright.apps.lab.reporting.run import Called
from dsl.model.steps import Choose

ROOT = Path(__file__).resolve().parents[3]
CHARM = ROOT / "tests" / "planted" / "charm"
REPORTING = ROOT / "cardwright" / "apps" / "lab" / "reporting"


def called(*words: str):
    return CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke(group, words)


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Facts:
    folder = tmp_path_factory.mktemp("numbers") / "data"
    words = ("-n", "300", "-o", "power=50", "-j", "1", "--out", str(folder))
    assert called("sim", str(CHARM), *words).exit_code == 0
    return Facts(folder)


def test_wins_are_those_of_sim(facts: Facts) -> None:
    done = called("sim", str(CHARM), "-n", "300", "-o", "power=50", "-j", "1", "--json")
    wins = json.loads(done.stdout)["wins"]

    assert facts.matches == 300
    assert [share.count for _, share in facts.wins_by_seat()] == [
        each["count"] for each in wins.values()
    ]
    assert facts.together() is None
    assert facts.endings() == [("win", "", Share(300, 300))]


def test_the_card_that_wins_is_clear_and_no_other(facts: Facts) -> None:
    """Who holds the charm always wins with a power of 50."""
    found = facts.standings("seen is not null")

    assert len(found) == 20
    assert found[0].card == "charm"
    assert found[0].had == Share(300, 300)
    assert [each.card for each in found if each.is_clear] == ["charm"]


def test_what_is_said_outright_is_hardly_luck() -> None:
    """Seats that were even in 60,000 matches were 51.0 % and 49.0 % in ten thousand of them."""
    for won, is_said in ((5_100, False), (5_150, False), (5_250, True)):
        best, worst = Share(won, 10_000), Share(10_000 - won, 10_000)
        assert (best.sure[0] > worst.sure[1]) == is_said


def test_luck_alone_is_as_likely_as_its_formula_says() -> None:
    assert _chance(0.1, 1.0, 400) == pytest.approx(0.0455, abs=1e-4)  # two standard errors
    assert (_chance(0.0, 0.0, 9), _chance(1.0, 0.0, 9)) == (1.0, 0.0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reports")


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(
    ("game", "parts"),
    [
        (str(CHARM), ("summary", "wins", "start", "ladder")),
        pytest.param(
            "equilibrion",
            ("wins", "settings", "length", "actions", "unused"),
            marks=pytest.mark.soak,
        ),
    ],
)
def test_a_report_stands_alone(folder: Path, game: str, parts: tuple[str, ...], lang: str) -> None:
    file = folder / f"{Path(game).name}-{lang}.html"
    words = ("-n", "40", "-j", "1", "-O", str(file), "--lang", lang, "--no-ladder")
    done = called("report", game, *(words if "ladder" not in parts else words[:-1]))
    assert done.exit_code == 0, done.output
    text = file.read_text("utf-8")

    assert len(text) < 5_000_000
    assert not re.search(r"""(?:src|href)=["'](?!#)""", text)
    for part in parts:
        section = text.partition(f'<section id="{part}">')[2].partition("</section>")[0]
        assert re.search(r"<h2>.+</h2>\s*<p>[^<]{10,}", section), part
    assert "<svg" in text
    assert f'<html lang="{lang}">' in text


def test_things_are_called_by_their_names() -> None:
    game = cardwright.load(find_package("worldmonger")).model
    english, japanese = Called(game, "en"), Called(game, "ja")

    assert english.action("buy") == "buy a share of …"
    assert english.action("cavalry").startswith("Cavalry: ")
    assert japanese.action("-") == "何もしない"
    assert english.kind("yes-no") == "yes or no"
    assert english.question("sell.n") == "sell … of … – how many shares"
    assert english.question("shrine-maiden.yaml:10:7") == "Shrine Maiden (shrine-maiden.yaml:10:7)"
    assert (japanese.answer("enough"), japanese.answer("aqueduct")) == ("ここまで", "水道橋")
    for each in (english, japanese):
        assert not [name for name in map(each.event, game.events) if "{" in name or not name]
    tricks = cardwright.load(find_package("dream-tricks")).model
    dreams = Called(tricks, "en")
    bodies = (phase.body for phase in tricks.setup if phase.body)
    (asked,) = (step for body in bodies for step in body.steps if isinstance(step, Choose))
    assert dreams.question(asked.span.file_place).startswith("Choosing the dealer (rules.yaml:")
    assert dreams.setting("promise-breaking=forbidden") == "Breaking the promise: forbidden"


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    done = called("report", str(CHARM), "-n", "2", "-O", str(tmp_path / "report.html"))

    assert done.exit_code == 2
    assert done.output.endswith(f"error: this needs duckdb: {install_line('numbers')}\n")


def test_nothing_is_said_but_where_it_is_written(tmp_path: Path) -> None:
    """A library that counts what it still owns complained on the way out."""
    words = ["report", str(CHARM), "-n", "20", "--no-ladder", "-O", str(tmp_path / "r.html")]
    done = subprocess.run(
        [sys.executable, "-m", "cardwright", "--lang", "en", *words],
        capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip

    assert (done.stdout, done.stderr) == (f"written to {tmp_path / 'r.html'}\n", "")
