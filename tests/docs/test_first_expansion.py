"""Follow the tutorial of the expansion: write its parts, run its commands, see what is said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import cardwright
from cardwright.apps.commands.main import group

ROOT = Path(__file__).resolve().parents[2]
TUTORIAL = (ROOT / "docs" / "first-expansion.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "examples" / "homebrew"
PART = re.compile(r"^```yaml (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SAID = re.compile(r"^```text\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^    (?:CARDWRIGHT_PATH=(\S+) )?cardwright (.*)$", re.MULTILINE)


def parts() -> dict[str, str]:
    """Return the files that the tutorial writes."""
    found: dict[str, list[str]] = {}
    for path, text in PART.findall(TUTORIAL):
        found.setdefault(path, []).append(text)
    return {path: "\n".join(texts) for path, texts in found.items()}


@pytest.fixture
def homebrew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write the files as a reader would, and go where the reader is."""
    for path, text in parts().items():
        file = tmp_path / "homebrew" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "homebrew"


def call(words: str, shelf: str = "") -> Result:
    """Run one command of the tutorial."""
    short = words.replace("-n 100", "-n 5")
    quickly = ["--auto", "--policy", "random", "--seed", "1"]
    more = quickly if words.startswith("play") else []
    environment = {"LANG": "C", "LC_ALL": "", "CARDWRIGHT_PATH": shelf}
    return CliRunner(env=environment).invoke(group, [*short.split(), *more])


def test_the_parts_are_the_example() -> None:
    for path, text in parts().items():
        written = (EXAMPLE / path).read_text(encoding="utf-8")
        assert _lines(text) == _lines(written), path
    rest = {path.relative_to(EXAMPLE).as_posix() for path in EXAMPLE.rglob("*.yaml")} - set(parts())
    assert all("/scripts/" in path for path in rest)


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def test_every_command_does_what_is_said(homebrew: Path) -> None:
    commands = COMMAND.findall(TUTORIAL)
    assert len(commands) == 6
    for shelf, words in commands:
        done = call(words, shelf)
        refused = "moths=true" in words
        assert done.exit_code == (1 if refused else 0), (words, done.output, done.exception)
        if refused:
            assert SAID.findall(TUTORIAL)[0] in done.stderr.replace(str(homebrew.parent) + "/", "")


def test_the_games_list_tells_of_it(homebrew: Path) -> None:
    assert "-o night-lamps=false" in call("games equilibrion --path homebrew").stdout
    assert "night-lamps" not in call("games equilibrion").stdout


def test_it_is_found_by_path_and_by_the_environment(
    homebrew: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"night-lamps": True, "lamp-oil": 3}
    by_path = cardwright.load("equilibrion", options=options, path=["homebrew"])
    monkeypatch.setenv("CARDWRIGHT_PATH", "homebrew")
    by_variable = cardwright.load("equilibrion", options=options)
    both = [game.start(seed=4) for game in (by_path, by_variable)]
    assert by_path.options["lamp-oil"] == by_variable.options["lamp-oil"] == 3
    assert both[0].digest() == both[1].digest()


def test_each_of_the_two_works_alone(homebrew: Path) -> None:
    moths = cardwright.load("equilibrion", options={"moths": True}, path=["homebrew"])
    assert moths.start(seed=1).value("perfect-bonus") == 0
