"""Hold `report`: one file, every figure with a sentence, numbers that are those of the matches."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright.main import group
from cardwright.reporting.facts import Facts, Share, _chance
from cardwright.reporting.words import WORDS

ROOT = Path(__file__).resolve().parents[2]
CHARM = ROOT / "tests" / "planted" / "charm"
REPORTING = ROOT / "cardwright" / "reporting"


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
        (str(CHARM), ("wins", "held", "start", "ladder", "faults")),
        ("equilibrion", ("wins", "settings", "length", "actions", "unused")),
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


def test_every_text_of_a_report_is_used() -> None:
    code = "".join(path.read_text("utf-8") for path in REPORTING.iterdir() if path.is_file())
    outcomes = {"win", "loss", "draw", "fault"}

    assert {key for key in WORDS if code.count(f'"{key}"') < 2} - outcomes == set()


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    done = called("report", str(CHARM), "-n", "2", "-O", str(tmp_path / "report.html"))

    assert done.exit_code == 2
    assert done.output.endswith("error: this needs duckdb: pip install 'cardwright[numbers]'\n")
