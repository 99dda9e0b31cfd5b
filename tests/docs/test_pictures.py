"""The scripts that draw the pictures of the guides: what they import is there."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from tests.architecture.test_imports import LEVELS

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"


@pytest.mark.parametrize("path", sorted(PICTURES.glob("*.py")), ids=lambda path: path.name)
def test_a_script_that_draws_can_be_loaded(path: Path) -> None:
    pytest.importorskip("playwright")

    assert callable(runpy.run_path(str(path), run_name="drawing")["main"])


def test_the_picture_of_the_levels_shows_each_room() -> None:
    drawn = (PICTURES / "levels.svg").read_text("utf-8")
    names = [room.removeprefix("cardwright.apps.") for row in LEVELS for room in row]

    assert [name for name in names if f">{name}<" not in drawn] == []
