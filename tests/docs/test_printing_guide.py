"""Hold the page of printing: its commands run, and what it names is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright.apps.commands import print as print_command
from cardwright.apps.commands.main import group
from cardwright.apps.press.faces.front import TEXT_SIZES
from tests.apps.press.fonts import HAS_JAPANESE_FONT

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "printing.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    cardwright (print .*)$", PAGE, re.MULTILINE)
FILES = {"": "deck.json", "playingcards.io": "room.pcio", "tabletopia": "cards.csv"}

pytest.importorskip("reportlab")


@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_writes_what_it_says(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    split = shlex.split(words)
    if "ja" in split and not HAS_JAPANESE_FONT:
        pytest.skip("no Japanese font is here: fonts-ipaexfont-gothic")
    result = CliRunner().invoke(group, split)

    assert result.exit_code == 0, result.output
    if "-O" in split:
        assert (tmp_path / split[split.index("-O") + 1]).read_bytes().startswith(b"%PDF")
    assert ("--png" in split) == (tmp_path / "pictures" / "mermaid.png").exists()
    if "--sheets" in split:
        service = split[split.index("--for") + 1] if "--for" in split else ""
        assert (tmp_path / "dreams" / FILES[service]).exists()


def test_the_program_runs() -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)

    exec(program, {})


def test_every_option_is_told() -> None:
    common = {"--lang", "-l", "--path", "--no-cache", "--help", "--output"}
    options = {name for each in print_command.command.params for name in each.opts}

    told = set(re.findall(r"^\| `(-[A-Za-z-]+)", PAGE, re.MULTILINE))
    assert options - common - {"target"} == told


def test_the_sizes_of_texts_are_told() -> None:
    largest, smallest = TEXT_SIZES

    assert f"{largest} mm down to {smallest} mm" in " ".join(PAGE.split())
