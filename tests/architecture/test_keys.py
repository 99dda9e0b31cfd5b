"""Count how many files must know a key of the language: the numbers only fall.

Many keys are words that mean other things too (`name`, `text`, `cost`). A file uses a key where it
has nodes of YAML and asks them for the key, compares with it, or lists it; and a row is one file.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median

from dsl.keys.files import EVERY_KEY
from tests.architecture.sources import ROOT, nodes, product

ASKING = {"get", "entry", "pop", "setdefault"}
"""What takes the key of a mapping."""
OF_YAML = ("dsl.model.documents", "dsl.syntax.yaml_reader", "dsl.keys", "yaml")
NODES = {"Mapping", "MappingNode", "Entry", "Scalar"}
"""Modules and names by which a file has nodes of YAML."""

MEDIAN, NINE_IN_TEN, MOST = 2, 5, 13
"""Of all keys; what nine keys in ten do not exceed; of `name`, which most things have."""


def has_yaml(path: Path) -> bool:
    """Return whether a file reads or writes nodes of YAML."""
    for node in nodes(path):
        if isinstance(node, ast.Import) and any(each.name == "yaml" for each in node.names):
            return True
        if isinstance(node, ast.ImportFrom) and node.module:
            full = [node.module, *(f"{node.module}.{each.name}" for each in node.names)]
            if any(f"{each}.".startswith(f"{of}.") for each in full for of in OF_YAML):
                return True
            if node.module == "dsl" and NODES & {each.name for each in node.names}:
                return True
    return False


def said_as_keys(path: Path) -> Iterator[str]:
    """Yield the texts of a file that stand where a key can stand: in brackets, as the argument of
    a reader, in a comparison, or in a table or list that has a name."""
    for node in nodes(path):
        parts: list[ast.expr | None] = []
        match node:
            case ast.Subscript(slice=part) | ast.MatchValue(value=part):
                parts = [part]
            case ast.Compare(left=left, comparators=others):
                parts = [left, *others]
            case ast.Call(func=ast.Attribute(attr=called), args=given) if called in ASKING:
                parts = [*given[:1]]
            case ast.Assign(value=value) | ast.AnnAssign(value=value):
                table = value.args[0] if isinstance(value, ast.Call) and value.args else value
                parts = [*table.keys] if isinstance(table, ast.Dict) else [table]
        for part in parts:
            elements = part.elts if isinstance(part, ast.Tuple | ast.List | ast.Set) else [part]
            for each in elements:
                if isinstance(each, ast.Constant) and isinstance(each.value, str):
                    yield each.value


@cache
def users() -> dict[str, frozenset[str]]:
    """Return by key of the language the files that use it; its row is not among them."""
    found = defaultdict[str, set[str]](set)
    for path in product():
        if has_yaml(path):
            for text in said_as_keys(path):
                found[text].add(path.relative_to(ROOT).as_posix())
    return {key.name: frozenset(found[key.name]) for key in EVERY_KEY}


def files_that_use_a_key() -> list[int]:
    """Return for each key how many files use it, its row among them, fewest first."""
    return sorted(1 + len(files) for files in users().values())


def test_few_files_use_a_key() -> None:
    numbers = files_that_use_a_key()

    assert median(numbers) <= MEDIAN, users()
    assert numbers[len(numbers) * 9 // 10] <= NINE_IN_TEN, users()
    assert numbers[-1] <= MOST, users()


def test_a_use_is_found_where_a_key_can_stand(tmp_path: Path) -> None:
    path = tmp_path / "reads.py"
    path.write_text(
        'import yaml\nLEFT = frozenset(["licence"])\nSAID = {"show": 1}\n'
        'def f(node):\n    say("title")\n    return node.get("cost"), node["of"], "end" in node\n'
    )

    assert has_yaml(path)
    assert {*said_as_keys(path)} == {"licence", "show", "cost", "of", "end"}
