"""Count how many files must know a word or a node of the language: the numbers only fall.

A word that means other things too (`count`, `top`) is counted wherever it is quoted.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median

import pytest

from dsl.model.traits import HAS, KEYWORD
from dsl.model.words import WORDS
from dsl.words.vocabulary import FUNCTIONS, NATIVES, WRITTEN

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("dsl", "interpreter", "cardwright")
NODES = "dsl.model.expressions"

MOST = {"move": 9, "sum": 2, "product": 2, "ordinal": 2}
"""Files that quote a word: of `move` its row, its grammar, what it does, and who tells it. The
native engine says once more what it does."""
MEDIAN_OF_WORDS = 5.5
MEDIAN_OF_NODES = 9
"""Of the files of the language and of all executors."""


def test_every_word_says_what_it_means_in_its_sentences():
    rows = {**WRITTEN, **FUNCTIONS, **NATIVES}
    lacking = [name for name, row in rows.items() if not all(row.summary)]
    lacking += [
        name for name, row in NATIVES.items() if not all(row.label) or "" not in row.phrases
    ]
    lacking += [name for name, row in NATIVES.items() if len(row.phrases) != len(row.manners) + 1]

    assert lacking == []
    assert {key.partition(".")[0] for key in WORDS} - {*rows} == {KEYWORD, HAS}


@cache
def trees() -> dict[str, ast.Module]:
    """Return the syntax tree of each file."""
    paths = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return {p.relative_to(ROOT).as_posix(): ast.parse(p.read_text("utf-8")) for p in paths}


@cache
def quoting(word: str) -> list[str]:
    """Return the files in which a word of the language stands as a text."""
    found = [name for name, tree in trees().items() if word in _texts(name, tree)]
    grammars = (ROOT / "dsl").rglob("*.lark")
    return sorted((*found, *(p.name for p in grammars if f'"{word}"' in p.read_text("utf-8"))))


@cache
def _texts(name: str, tree: ast.Module) -> frozenset[object]:
    return frozenset(node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))


def naming() -> dict[str, set[str]]:
    """Return by node of an expression the files that name it, but the one that makes it, and what
    looks on."""
    made = trees()["dsl/model/expressions.py"]
    found = {node.name: set[str]() for node in made.body if isinstance(node, ast.ClassDef)}
    for name, tree in trees().items():
        if name != "dsl/model/expressions.py" and not name.startswith("cardwright/"):
            for node in _named(tree):
                if node in found:
                    found[node].add(name)
    return found


def _named(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a file takes from the module of the nodes."""
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    modules = {a.asname or a.name for node in imports if node.module == "dsl.model"
               for a in node.names if a.name == "expressions"}  # fmt: skip
    yield from (a.name for node in imports if node.module == NODES for a in node.names)
    for node in ast.walk(tree):
        of = node.value if isinstance(node, ast.Attribute) else None
        if isinstance(node, ast.Attribute) and isinstance(of, ast.Name) and of.id in modules:
            yield node.attr


@pytest.mark.parametrize(("word", "most"), MOST.items())
def test_few_files_know_a_word(word: str, most: int) -> None:
    assert len(quoting(word)) <= most, quoting(word)


def test_few_files_know_words() -> None:
    numbers = {word: len(quoting(word)) for word in (*WRITTEN, *NATIVES, *FUNCTIONS)}

    assert median(numbers.values()) <= MEDIAN_OF_WORDS, numbers


def test_few_files_know_a_node() -> None:
    numbers = {node: len(files) for node, files in naming().items()}

    assert median(numbers.values()) <= MEDIAN_OF_NODES, numbers
