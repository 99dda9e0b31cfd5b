"""Count how many files must know a word or a node of the language: the numbers only fall.

A word that means other things too (`count`, `top`) is counted wherever it is quoted.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from statistics import median
from typing import get_args

import pytest

from dsl.model import steps as s
from dsl.model.traits import FACES, HAS, KEYWORD
from dsl.model.words import WORDS
from dsl.syntax.statements import ROW_OF
from dsl.words.vocabulary import FUNCTIONS, NATIVES, WRITTEN
from tests.architecture.sources import ROOT, nodes, product, tree

NODES = {"expressions": "dsl.model"}
STATEMENTS = {"statements": "dsl.syntax", "trees": "dsl.syntax", "steps": "dsl.model",
              "ops": "interpreter.lower"}  # fmt: skip
"""The modules that define what is counted, and where they are."""

MOST = {"move": 9, "sum": 2, "product": 2, "ordinal": 2}
"""Files that quote a word: of `move` its row, its grammar, what it does, and who tells it. The
native engine says once more what it does."""
MEDIAN_OF_WORDS = 5.5
MEDIAN_OF_NODES = 9
"""Of the files of the language and of all executors."""
MOST_OF_STATEMENTS = {"Together": 5, "Wait": 5, "While": 7, "Repeat": 8, "Require": 10}
"""Files that name a statement: its row, what it means, its step, how it becomes operations; and
those for which it is something of its own."""
MEDIAN_OF_STATEMENTS = 10


KEPT = ("kept-me", "kept-self", "kept-actor", "kept-copy")
"""What people call what an effect that waits remembers without a name."""


def test_every_word_says_what_it_means_in_its_sentences():
    rows = {**WRITTEN, **FUNCTIONS, **NATIVES}
    lacking = [name for name, row in rows.items() if not all(row.summary)]
    lacking += [
        name for name, row in NATIVES.items() if not all(row.label) or "" not in row.phrases
    ]
    lacking += [name for name, row in NATIVES.items() if len(row.phrases) != len(row.manners) + 1]

    assert lacking == []
    assert {key.partition(".")[0] for key in WORDS} - {*rows} == {KEYWORD, HAS, FACES, *KEPT}


@cache
def quoted() -> dict[str, list[str]]:
    """Return by text the files in which it is quoted: in Python, or in a grammar."""
    found = defaultdict[str, list[str]](list)
    for path in product():
        texts = {node.value for node in nodes(path) if isinstance(node, ast.Constant)}
        for text in texts:
            if isinstance(text, str):
                found[text].append(path.relative_to(ROOT).as_posix())
    for path in (ROOT / "dsl").rglob("*.lark"):
        for text in set(re.findall(r'"([^"\n]*)"', path.read_text("utf-8"))):
            found[text].append(path.name)
    return found


def naming() -> dict[str, set[str]]:
    """Return by node of an expression the files that name it, but the one that makes it, and what
    looks on."""
    made = tree(ROOT / "dsl/model/expressions.py")
    found = {node.name: set[str]() for node in made.body if isinstance(node, ast.ClassDef)}
    for path in product():
        name = path.relative_to(ROOT).as_posix()
        if name != "dsl/model/expressions.py" and not name.startswith("cardwright/"):
            for node in _named(path, NODES):
                if node in found:
                    found[node].add(name)
    return found


@cache
def files_of_statements() -> dict[str, set[str]]:
    """Return by statement all files of the product that name its tree, its step or its operation,
    or make them."""
    steps = {step.__name__ for step in (*get_args(s.Step), *ROW_OF)}
    found = {name: set[str]() for name in steps}
    for path in product():
        defined = (node.name for node in nodes(path) if isinstance(node, ast.ClassDef))
        is_home = path.stem in STATEMENTS and path.parent.name in ("syntax", "model", "lower")
        for name in (*_named(path, STATEMENTS), *(defined if is_home else ())):
            if name in found:
                found[name].add(path.relative_to(ROOT).as_posix())
    return found


def _named(path: Path, homes: Mapping[str, str]) -> Iterator[str]:
    """Yield the names that a file takes from some modules."""
    imports = [node for node in nodes(path) if isinstance(node, ast.ImportFrom)]
    modules = {a.asname or a.name for node in imports for a in node.names
               if homes.get(a.name) == node.module}  # fmt: skip
    full = {f"{package}.{module}" for module, package in homes.items()}
    yield from (a.name for node in imports if node.module in full for a in node.names)
    for node in nodes(path):
        of = node.value if isinstance(node, ast.Attribute) else None
        if isinstance(node, ast.Attribute) and isinstance(of, ast.Name) and of.id in modules:
            yield node.attr


@pytest.mark.parametrize(("word", "most"), MOST.items())
def test_few_files_know_a_word(word: str, most: int) -> None:
    assert len(quoted()[word]) <= most, quoted()[word]


def test_few_files_know_words() -> None:
    numbers = {word: len(quoted()[word]) for word in (*WRITTEN, *NATIVES, *FUNCTIONS)}

    assert median(numbers.values()) <= MEDIAN_OF_WORDS, numbers


@pytest.mark.parametrize(("statement", "most"), MOST_OF_STATEMENTS.items())
def test_few_files_know_a_statement(statement: str, most: int) -> None:
    assert len(files_of_statements()[statement]) <= most, files_of_statements()[statement]


def test_few_files_know_statements() -> None:
    numbers = {name: len(files) for name, files in files_of_statements().items()}

    assert median(numbers.values()) <= MEDIAN_OF_STATEMENTS, numbers


def test_few_files_know_a_node() -> None:
    numbers = {node: len(files) for node, files in naming().items()}

    assert median(numbers.values()) <= MEDIAN_OF_NODES, numbers
