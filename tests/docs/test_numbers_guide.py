"""Hold the page of numbers: its commands run, its questions have answers, its tables are all."""

from __future__ import annotations

import contextlib
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner

from cardwright.apps.commands.main import group
from cardwright.apps.lab.simulate.tables import TABLES

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "numbers.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    cardwright (.+)$", PAGE, re.MULTILINE)
QUESTIONS = re.findall(r"^```sql\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield the folder in which all commands of the page have run, one after the other."""
    folder = tmp_path_factory.mktemp("numbers")
    with contextlib.chdir(folder):
        for command in COMMANDS:
            done = CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke(group, shlex.split(command))
            assert done.exit_code == 0, f"{command}: {done.output}"
        yield folder


@pytest.mark.soak
def test_every_question_has_an_answer(here: Path) -> None:
    assert list(here.iterdir())
    for question in QUESTIONS:
        assert duckdb.sql(question).fetchall(), question


def test_the_page_shows_commands_and_questions() -> None:
    assert len(COMMANDS) >= 7
    assert len(QUESTIONS) == 10


def test_every_column_is_told() -> None:
    told = re.findall(r"^\| `(\w+)` \| `(\w+)` \| (\w+) \| (.+) \|$", PAGE, re.MULTILINE)
    assert told == [
        (table, column, type_, says)
        for table, columns in TABLES.items()
        for column, (type_, says) in columns.items()
    ]
