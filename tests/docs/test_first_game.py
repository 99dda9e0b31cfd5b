"""Hold the tutorials to the games they build and to what is really said about each mistake."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsl.load import load_package

ROOT = Path(__file__).resolve().parents[2]
GAMES = {"first-game": "examples/high-card", "first-board-game": "examples/classics/reversi"}
"""The folder of the game that each tutorial builds."""

PAGES = {page: (ROOT / "docs" / f"{page}.md").read_text("utf-8") for page in GAMES}
TEXTS = {page: (ROOT / game / "game.yaml").read_text("utf-8") for page, game in GAMES.items()}
JAPANESE = {page: (ROOT / "docs" / f"{page}.ja.md").read_text("utf-8") for page in GAMES}
SHOWN = re.compile(r"^```.*?^```$|^    cardwright [^\n]*$", re.MULTILINE | re.DOTALL)
MISTAKE = re.compile(r"^```diff\n-([^\n]*)\n\+([^\n]*)\n```\n\n```text\n(.*?)\n```$", re.M | re.S)
MISTAKES = [(page, *found) for page, text in PAGES.items() for found in MISTAKE.findall(text)]


def lines_of(text: str) -> list[str]:
    """Return the lines of a text that are not blank."""
    return [line for line in text.splitlines() if line.strip()]


def findings(text: str, folder: Path, name: str) -> str:
    """Return what is said about a text of the game."""
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    loaded = load_package(folder, name, ROOT / "cards" / "prelude")
    return "\n\n".join(each.rendered() for each in loaded.diagnostics)


@pytest.mark.parametrize("page", GAMES)
def test_the_parts_are_the_game(page: str) -> None:
    parts = re.findall(r"^```yaml\n(.*?)^```$", PAGES[page], re.MULTILINE | re.DOTALL)

    assert lines_of("\n".join(parts)) == lines_of(TEXTS[page])


@pytest.mark.parametrize("page", GAMES)
def test_every_mistake_is_tried(page: str) -> None:
    assert len(MISTAKE.findall(PAGES[page])) == PAGES[page].count("```diff") >= 8


@pytest.mark.parametrize(("page", "right", "wrong", "said"), MISTAKES)
def test_a_mistake_is_reported_as_shown(
    page: str, right: str, wrong: str, said: str, tmp_path: Path
) -> None:
    assert TEXTS[page].count(f"{right}\n") == 1

    wrongly = TEXTS[page].replace(f"{right}\n", f"{wrong}\n")
    assert findings(wrongly, tmp_path, Path(GAMES[page]).name).rstrip() == said


@pytest.mark.parametrize("page", GAMES)
def test_both_languages_show_the_same(page: str) -> None:
    assert SHOWN.findall(JAPANESE[page]) == SHOWN.findall(PAGES[page])
    assert JAPANESE[page].count("\n## ") == PAGES[page].count("\n## ")


def test_the_script_of_the_board_stands_in_its_package() -> None:
    (script,) = re.findall(r"^```script\n(.*?)^```$", PAGES["first-board-game"], re.M | re.S)
    scripts = ROOT / GAMES["first-board-game"] / "scripts" / "rules.yaml"

    assert script in scripts.read_text("utf-8")
