"""Hold the page of graphs: its commands run, and print as it says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright.apps.commands.graph import FORMATS
from cardwright.apps.commands.main import group
from tests.system import HAS_DOT

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "graphs.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    cardwright (graph .*)$", PAGE, re.MULTILINE)
SHOWN = re.search(r"The first prints:\n\n((?:    .*\n)+)", PAGE)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_runs(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    if "svg" in command and not HAS_DOT:
        pytest.skip("the program dot is not here: graphviz")
    words = shlex.split(command.replace("high-card", str(ROOT / "examples" / "high-card")))
    done = CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke(group, words)

    assert done.exit_code == 0, done.output
    if "-O" in words:
        assert Path(words[-1]).stat().st_size > 1000


def test_the_page_shows_the_words_of_a_round() -> None:
    assert SHOWN is not None
    done = CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke(group, shlex.split(COMMANDS[0]))

    assert re.sub(r"^    ", "", SHOWN[1], flags=re.MULTILINE) == done.output


def test_the_page_names_every_form() -> None:
    assert [form for form in FORMATS if f"`{form}`" not in PAGE] == []
