"""A small game without cards, and the way to bring a table into it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cardwright import Package
from cardwright.apps.authors.sheets.importing import Plan, Settings, plan
from dsl import CardTable
from tests.dsl.tables.harbour import GAME

Bring = Callable[..., Plan]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of the game."""
    made = tmp_path / "harbour"
    made.mkdir()
    (made / "game.yaml").write_text(GAME, "utf-8")
    return made


@pytest.fixture
def bring(folder: Path) -> Bring:
    """Return the function that brings a file into the game, and writes."""

    def act(path: Path, **settings: object) -> Plan:
        found = plan(Package.at(folder), path, CardTable.read(path), Settings(**settings))  # type: ignore[arg-type]
        if not found.findings:
            for file, text in found.texts.items():
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, "utf-8")
        return found

    return act
