"""What is shipped for editors: the grammar colours every word, the snippets are right."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

from dsl.syntax.grammar import KEYWORDS, LATER_KEYWORDS

EDITORS = Path(__file__).resolve().parents[4] / "editors"
CODE = EDITORS / "vscode"
STOP = re.compile(r"\$\{\d+(?::((?:[^{}\\]|\\.|\{[^{}]*\})*)|\|([^,}]*)[^}]*)\}")


def grammar() -> dict:
    """Return the grammar of effect texts."""
    return json.loads((CODE / "syntaxes" / "effects.tmLanguage.json").read_text())


def test_the_extension_names_files_that_are_there():
    package = json.loads((CODE / "package.json").read_text())
    given = package["contributes"]
    paths = [package["main"], *(each["path"] for part in ("grammars", "snippets")
                                for each in given[part])]  # fmt: skip

    assert all((CODE / path).is_file() for path in paths)
    assert {"README.md", "LICENSE"} <= {path.name for path in CODE.iterdir()}
    assert package["contributes"]["configuration"]["properties"]["cardwright.command"][
        "default"
    ] == [
        "cardwright",
        "lsp",
    ]


@pytest.mark.parametrize("word", [*KEYWORDS, *LATER_KEYWORDS])
def test_every_word_of_the_language_is_coloured(word: str):
    rules = grammar()["repository"]["effect"]["patterns"]
    keyword = next(rule for rule in rules if rule["name"].startswith("keyword.control"))

    assert re.fullmatch(keyword["match"], word)
    assert re.search(keyword["match"], f"{word}-more x") is None


@pytest.mark.parametrize(
    ("line", "is_begun"),
    [
        ("    do: |", True),
        ("  stronger(city c) -> list of half: |", True),
        ("- {id: a}", False),
        ("  text: {en: a}", False),
    ],
)
def test_blocks_of_effects_begin_where_they_do(line: str, is_begun: bool):
    begin = grammar()["repository"]["block"]["begin"]

    assert (re.search(begin, line) is not None) == is_begun


def test_snippets_are_yaml_once_filled_in():
    snippets = json.loads((CODE / "snippets" / "cardwright.json").read_text())

    assert len(snippets) >= 6
    for snippet in snippets.values():
        text = "\n".join(snippet["body"])
        while STOP.search(text):
            text = STOP.sub(lambda found: found[1] or found[2] or "", text)
        assert yaml.safe_load(text.replace("\\}", "}")), snippet["prefix"]


@pytest.mark.parametrize("name", ["neovim.md", "helix.md", "vscode/README.md"])
def test_the_pages_start_the_server(name: str):
    page = (EDITORS / name).read_text()

    assert "lsp" in page and "cardwright" in page
