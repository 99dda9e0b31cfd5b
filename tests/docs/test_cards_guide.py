"""Hold the page of the card database: its examples find what it says, its fields are all there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.apps.cards.fields import DIRECTIVES, FIELDS
from cardwright.apps.cards.query_reader import in_all
from cardwright.apps.commands.main import group

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "cards.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"^\| `([a-z-]+)` \| `([^|]+)` \| ([a-z0-9, -]+) \|$", re.MULTILINE)
SECTION = PAGE.partition("## Examples")[2].partition("\n## ")[0]
EXAMPLES = EXAMPLE.findall(SECTION)
SHOWN = re.compile(r"^    \$ cardwright (.*)\n((?:    .*\n)+)", re.MULTILINE)


@pytest.mark.parametrize(("game", "query", "expected"), EXAMPLES)
def test_examples_find_what_is_said(game: str, query: str, expected: str) -> None:
    found = cardwright.cards(game, query).ids

    assert (found if "sort:" in query else sorted(found)) == expected.split(", ")


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == SECTION.count("\n| `") > 10


def test_what_is_refused_is_shown_as_it_is() -> None:
    for words, said in SHOWN.findall(PAGE):
        call = re.findall(r"'([^']*)'|(\S+)", words)
        result = CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke(group, [a or b for a, b in call])
        assert result.stderr == said.replace("\n    ", "\n").removeprefix("    ")
    assert SHOWN.findall(PAGE)


def test_every_field_is_told_in_both_languages() -> None:
    for name in FIELDS:
        assert all(f"`{called}`" in PAGE for called in (name, *in_all(f"field.{name}")))
    for name in DIRECTIVES:
        assert f"`{name}:" in PAGE


def test_the_python_of_the_page_runs() -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    names: dict[str, str] = {}
    exec(compile(code, "docs/cards.md", "exec"), names)

    assert names["script"].startswith("var CardwrightSearch")
    assert '"aqueduct"' in names["cards"]
