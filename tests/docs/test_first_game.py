"""Hold the tutorial to the game it builds and to what is really said about each mistake."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsl.diagnostics.render import render
from dsl.load import load_package

ROOT = Path(__file__).resolve().parents[2]
TUTORIAL = (ROOT / "docs" / "first-game.md").read_text(encoding="utf-8")
JAPANESE = (ROOT / "docs" / "first-game.ja.md").read_text(encoding="utf-8")
SHOWN = re.compile(r"^```.*?^```$|^    cardwright [^\n]*$", re.MULTILINE | re.DOTALL)
GAME = (ROOT / "examples" / "high-card" / "game.yaml").read_text(encoding="utf-8")
MISTAKE = re.compile(r"^```diff\n-([^\n]*)\n\+([^\n]*)\n```\n\n```text\n(.*?)\n```$", re.M | re.S)


def lines_of(text: str) -> list[str]:
    """Return the lines of a text that are not blank."""
    return [line for line in text.splitlines() if line.strip()]


def findings(text: str, folder: Path) -> str:
    """Return what is said about a text of the game."""
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    loaded = load_package(folder, "high-card", ROOT / "cards" / "prelude")
    return "\n\n".join(render(each) for each in loaded.diagnostics)


def test_the_parts_are_the_game() -> None:
    parts = re.findall(r"^```yaml\n(.*?)^```$", TUTORIAL, re.MULTILINE | re.DOTALL)

    assert lines_of("\n".join(parts)) == lines_of(GAME)


def test_every_mistake_is_tried() -> None:
    assert len(MISTAKE.findall(TUTORIAL)) == TUTORIAL.count("```diff") >= 8


@pytest.mark.parametrize(("right", "wrong", "said"), MISTAKE.findall(TUTORIAL))
def test_a_mistake_is_reported_as_shown(right: str, wrong: str, said: str, tmp_path: Path) -> None:
    assert GAME.count(f"{right}\n") == 1

    assert findings(GAME.replace(f"{right}\n", f"{wrong}\n"), tmp_path).rstrip() == said


def test_both_languages_show_the_same() -> None:
    assert SHOWN.findall(JAPANESE) == SHOWN.findall(TUTORIAL)
    assert JAPANESE.count("\n## ") == TUTORIAL.count("\n## ")
