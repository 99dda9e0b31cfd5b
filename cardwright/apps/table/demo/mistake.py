"""Plant a mistake in a copy of a shipped card and show what lint says about it."""

from __future__ import annotations

from contextlib import chdir
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Final

from cardwright import api
from cardwright.api.packages import find_package
from cardwright.api.storage import write_atomically
from dsl.diagnostics.render import render_text

GAME: Final = "worldmonger"
CARD: Final = "cards/trading-ship.yaml"
RIGHT, WRONG = "do: draw 1", "do: darw 1"
_SHOWN: Final = 8
"""So many lines of the card are shown: its attributes and its rule."""


def mistake_lines() -> tuple[str, list[str], list[str]]:
    """Return the file, the first lines of the card with the mistake, and the lines of lint."""
    package = find_package(GAME)
    with TemporaryDirectory() as folder, chdir(folder):
        copytree(package.folder, GAME)
        file = Path(GAME) / CARD
        text = file.read_text("utf-8")
        write_atomically(file, text.replace(RIGHT, WRONG, 1))
        found = api.lint_all(find_package(f"{GAME}/"))
        said = [line for each in found for line in render_text(each).splitlines()]
        return file.as_posix(), file.read_text("utf-8").splitlines()[:_SHOWN], said
