"""Hold the page of sites: its commands run, its pages are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright.apps.commands.main import group

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "site.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    cardwright (site .*)$", PAGE, re.MULTILINE)


def test_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for words in COMMANDS:
        folder = Path(words.split()[-1])
        result = CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke(group, words.split())
        assert result.exit_code == 0, result.output
        assert f"open {folder}/index.html" in result.stdout
        for shown in re.findall(r"^\| `LANG/GAME/([^`]+)`", PAGE, re.MULTILINE):
            pattern = shown.replace("CARD", "*")
            assert [*folder.glob(f"ja/dream-tricks/{pattern}")], shown
    assert len(COMMANDS) == 2
