"""The example of the guide to spreadsheets does what the guide says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.apps.commands.main import group

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "spreadsheets.md").read_text("utf-8")


def block(language: str, number: int = 0) -> str:
    """Return a block of the page."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)[number]


def test_the_example_is_imported_as_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "harbour").mkdir()
    (tmp_path / "harbour" / "game.yaml").write_text(block("yaml"), "utf-8")
    (tmp_path / "boats.csv").write_text(block("csv"), "utf-8")
    done = CliRunner().invoke(group, ["--lang", "en", "import", "boats.csv", "--into", "./harbour"])

    said = done.output.replace(f"{tmp_path}/", "")
    assert sorted(said.splitlines()) == sorted(block("text").splitlines())
    assert done.exit_code == 1
    written = (tmp_path / "harbour" / "boats.yaml").read_text("utf-8")
    assert written.startswith(block("yaml", 1))
    match = cardwright.load(tmp_path / "harbour", cache=False).start(players=1, seed=1)
    match.apply("sail")
    labels = {each.label for each in match.decision.options}
    assert labels >= {"rowing-boat", "elodie-the-cutter", "collier"}


def test_the_options_of_the_page_are_those_of_the_command() -> None:
    done = CliRunner().invoke(group, ["import", "--help"])
    for option in ("--into", "--kind", "--dry-run", "--yes", "--add-attributes", "--files"):
        assert option in done.output
        assert option in PAGE
