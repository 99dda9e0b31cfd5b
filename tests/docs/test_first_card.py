"""Hold the page of the first card: what it lets the reader write and run comes out as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright.apps.commands.main import group
from tests.docs.commands import commands

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "first-card.md").read_text("utf-8")
CARD = re.search(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
STEPS = re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL)

INSTALLS = ".venv/bin/pip install -q -e '.[print]'"


def run(command: str) -> str:
    """Run a command of the page and return what it prints."""
    words = command.removeprefix("cardwright ").partition(" > ")[0].split()
    if words[0] == "play":  # how well they play is no matter of the page
        words += ["--policy", "random"]
    done = CliRunner().invoke(group, ["--lang", "en", *words])
    assert done.exit_code in (0, 1), done.output
    return done.output


def test_every_step_does_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert CARD is not None
    monkeypatch.chdir(tmp_path)
    for number, (command, said) in enumerate(commands(STEPS)):
        if not command.startswith("cardwright "):
            assert command == INSTALLS
            continue
        printed = run(command)
        assert said.strip("\n ") in printed.strip(), command
        if number == 0:
            (tmp_path / "my-game" / "cards").mkdir()
            (tmp_path / "my-game" / "cards" / "merchant.yaml").write_text(CARD[1], "utf-8")
