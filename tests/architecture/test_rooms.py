"""Hold the page of each room: it names every file that is there, and none that is not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CODE = [*(ROOT / "dsl").rglob("*.py"),
        *(ROOT / "interpreter").rglob("*.py"), *(ROOT / "cardwright").rglob("*.py")]  # fmt: skip
ROOMS = sorted(
    folder.as_posix()
    for folder in {path.parent.relative_to(ROOT) for path in CODE}
    if len(folder.parts) > 1
)
"""All folders of code but the packages themselves."""
FILE = re.compile(r"`(\w+\.py)`")
MOST_LINES = 60


@pytest.mark.parametrize("room", ROOMS)
def test_a_page_names_every_file_of_its_room(room: str) -> None:
    text = (ROOT / room / "README.md").read_text(encoding="utf-8")
    there = {path.name for path in (ROOT / room).glob("*.py")} - {"__init__.py"}

    assert there - {*FILE.findall(text)} == set()
    assert {*FILE.findall(text)} - there == set()
    assert text.count("\n") <= MOST_LINES


@pytest.mark.parametrize("room", ROOMS)
def test_a_page_says_what_comes_in_what_goes_out_and_where_to_begin(room: str) -> None:
    text = (ROOT / room / "README.md").read_text(encoding="utf-8")

    assert text.startswith("# ")
    assert "**In:**" in text
    assert "**Out:**" in text
    assert "Read in this order" in text


def test_tests_of_the_interpreter_lie_in_the_rooms_they_are_of() -> None:
    tests = ROOT / "tests" / "interpreter"

    assert [path.name for path in tests.glob("test_*.py")] == []
    rooms = {path.name for path in (ROOT / "interpreter").iterdir() if path.is_dir()}
    assert rooms <= {path.name for path in tests.iterdir()} | {"__pycache__"}
