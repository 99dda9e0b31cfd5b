"""Hold the page for translators: its commands run, and end as it says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright.apps.commands.main import group

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "translating.md").read_text("utf-8")
COMMANDS = re.findall(r"^    cardwright (.+)$", PAGE, re.MULTILINE)
BLOCK = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_of_the_page_runs(words: str, tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke(group, shlex.split(words))

    assert done.exit_code == 0, done.output


def test_the_skeleton_begins_as_the_page_shows(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    CliRunner().invoke(group, ["i18n", "worldmonger", "--skeleton", "de", "-O", "de.yaml"])

    assert Path("de.yaml").read_text("utf-8").startswith(BLOCK[0])
