"""Games to save and to play again."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from interpreter.trajectory.saving import settings
from tests.interpreter.shipped import ROOT, loaded, machine, play, start

__all__ = ["play", "start"]


@pytest.fixture(scope="session")
def maker():
    """Return a function from a game's folder to what makes machines for its saved matches."""

    def maker(folder: Path) -> Any:
        return lambda options, seats: machine(folder, seats, **settings(loaded(folder), options))

    return maker


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the root of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def changed(tmp_path_factory) -> Path:
    """Return a folder with a package of which some cards are others."""
    folder = tmp_path_factory.mktemp("changed") / "dream-tricks"
    unneeded = shutil.ignore_patterns("scripts")
    shutil.copytree(ROOT / "cards" / "dream-tricks", folder, ignore=unneeded)
    file = folder / "cards" / "dreams.yaml"
    file.write_text(file.read_text().replace("rank: 2..4", "rank: 1..4", 1))
    return folder
