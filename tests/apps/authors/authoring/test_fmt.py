"""Packages in one style: what `cardwright fmt` writes, shows and leaves alone."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from cardwright.api.folders import prelude_folder
from cardwright.api.loading import find_package
from cardwright.apps.commands.main import group
from dsl.load import load_files
from soak.layouts import hold_one_style

ROOT = Path(__file__).resolve().parents[4]
SHIPPED = ("dream-tricks", "equilibrion", "worldmonger", "res-arcana", "cerebria",
           "examples/high-card", "examples/homebrew", "cards/decks/french-52")  # fmt: skip
MUTATED = 4


def fmt(*words: str):
    """Return what the command does."""
    return CliRunner().invoke(group, ["--lang", "en", "fmt", *words])


@pytest.fixture
def wide(tmp_path: Path) -> Path:
    """Return a game with four blanks a level and careless effects."""
    folder = tmp_path / "high-card"
    shutil.copytree(ROOT / "examples" / "high-card", folder)
    file = folder / "game.yaml"
    text = re.sub(
        r"(?m)^( *)(- )?", lambda m: m[1] * 2 + ("-   " if m[2] else ""), file.read_text()
    )
    text = text.replace("round == 5, ", "round==5 ,   ")
    file.write_bytes(text.replace("\n", "\r\n").encode())
    return folder


@pytest.mark.parametrize("word", SHIPPED)
def test_shipped_packages_are_in_style(word: str):
    done = fmt(str(ROOT / word) if "/" in word else word, "--check")

    assert (done.exit_code, done.output.count("would change")) == (0, 0), done.output


@pytest.mark.parametrize("game", ["hearts", "cribbage", "equilibrion"])
def test_mutated_packages_come_to_one_style(game: str):
    package = find_package(game)
    loaded = load_files(package.files(), package.shown, prelude_folder())
    for number in range(MUTATED):
        hold_one_style(loaded.sources, loaded.game.digest, Random(number))


def test_check_and_diff_change_nothing(wide: Path):
    before = (wide / "game.yaml").read_bytes()
    check, diff = fmt(str(wide), "--check"), fmt(str(wide), "--diff")

    assert (check.exit_code, diff.exit_code) == (1, 1)
    assert "would change" in check.output
    assert "+  if round == 5, end game" in diff.output.replace("    if", "  if")
    assert (wide / "game.yaml").read_bytes() == before


def test_files_are_written_once(wide: Path):
    first, second = fmt(str(wide)), fmt(str(wide / "game.yaml"))

    assert (first.exit_code, second.exit_code) == (0, 0)
    assert "in another style: 1, in style: 0" in first.output
    assert "in another style: 0, in style: 1" in second.output
    text = (wide / "game.yaml").read_bytes()
    assert b"\r" not in text
    assert b"\n    if round == 5, end game\n" in text


def test_a_file_that_is_no_yaml_is_left_alone_and_named(wide: Path):
    (wide / "broken.yaml").write_text("values: [1\n")
    done = fmt(str(wide))

    assert done.exit_code == 1
    assert "cannot be read" in done.output
    assert (wide / "broken.yaml").read_text() == "values: [1\n"


def test_a_word_is_needed():
    assert fmt().exit_code == 2
