"""What a command needs beyond the program is told before any work, all of it, with one command."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright.commands.extras import EXTRAS
from cardwright.main import group

PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"
COMMANDS = {
    "numbers": ["report", "high-card"],
    "print": ["print", "high-card", "-O", "cards.pdf"],
    "site": ["site", "high-card", "-O", "pages"],
    "tune": ["tune", "high-card", "--vary", "players.count=2..3", "--goal", "ada wins 50%"],
    "web": ["serve", "high-card"],
}


def test_every_extra_is_that_of_the_project() -> None:
    declared = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
    for extra, modules in EXTRAS.items():
        assert [re.split(r"[<>=]", each)[0] for each in declared[extra]] == [*modules.values()]


@pytest.mark.parametrize("extra", EXTRAS)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_all_that_is_missing_is_told_at_once(
    extra: str, lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in EXTRAS[extra]:
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(group, ["--lang", lang, *COMMANDS[extra]])

    assert done.exit_code == 2
    [line] = done.output.splitlines()
    assert ", ".join(EXTRAS[extra].values()) in line
    assert f"pip install 'cardwright[{extra}]'" in line


def test_a_page_of_coverage_asks_before_anything_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    done = CliRunner().invoke(
        group, ["--lang", "en", "test", "high-card", "--coverage", "--html", "pages"]
    )

    assert (done.exit_code, done.output) == (
        2, "error: this needs jinja2: pip install 'cardwright[site]'\n",
    )  # fmt: skip
