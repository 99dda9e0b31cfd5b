"""A report begins with its findings, each with its interval, and leaves out what says nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright.apps.commands.main import group

pytest.importorskip("duckdb")
ROOT = Path(__file__).resolve().parents[3]
CHARM = str(ROOT / "tests" / "planted" / "charm")


def report(tmp_path: Path, *words: str) -> str:
    file = tmp_path / "report.html"
    done = CliRunner().invoke(group, ["--lang", "en", "report", *words, "-j", "1", "-O", str(file)])
    assert done.exit_code == 0, done.output
    return file.read_text("utf-8")


def part(text: str, id_: str) -> str:
    return text.partition(f'<section id="{id_}">')[2].partition("</section>")[0]


def test_the_findings_stand_first(tmp_path: Path) -> None:
    text = report(tmp_path, CHARM, "-n", "200", "-o", "power=50", "--policy", "random")
    sections = re.findall(r'<section id="([\w-]+)">', text)
    found = re.findall(r"<p>(.*?)</p>", part(text, "summary"))

    assert sections[0] == "summary"
    assert 4 <= len(found) <= 6
    assert re.search(r"first player wins \d+% of the matches \(\d+% to \d+%\)", found[0])
    assert found[1] == "Every match takes 1 decision; all of them end in round 1."
    assert any("charm decides most" in each.lower() for each in found)


def test_what_says_nothing_has_no_section(tmp_path: Path) -> None:
    text = report(tmp_path, CHARM, "-n", "20", "--no-ladder")

    assert part(text, "faults") == ""


def test_competent_players_play_unless_others_are_named(tmp_path: Path) -> None:
    text = report(tmp_path, CHARM, "-n", "20", "--no-ladder")

    assert "played by the policy “greedy”" in text
    assert "one decision ahead" in text


def test_axes_say_what_they_count(tmp_path: Path) -> None:
    text = report(tmp_path, "equilibrion", "-n", "20", "--no-ladder", "--policy", "random")
    charts = re.findall(r"<svg.*?</svg>", text, re.DOTALL)

    assert charts
    assert all(re.search(r"\((?:%|number|points)\)", chart) for chart in charts)


def test_what_is_said_of_lengths_is_true_of_the_matches(tmp_path: Path) -> None:
    """All matches end in round 5: none after it, which is what 19 of 20 do."""
    text = report(tmp_path, str(ROOT / "examples" / "high-card"), "-n", "40", "--no-ladder")

    assert "all of them end in round 5." in part(text, "summary")
    assert "Every match ends in round 5." in part(text, "length")
    assert "after round 5" not in text


def test_a_distance_in_points_is_in_the_plural(tmp_path: Path) -> None:
    text = report(tmp_path, CHARM, "-n", "200", "-o", "power=50", "--policy", "random")

    assert re.search(r"[+]100 points compared with the others", part(text, "summary"))
