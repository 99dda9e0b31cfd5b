"""Hold how often `Any` stands in the machine: the counts go down, never up."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.architecture.sources import ROOT, tree

MOST = {
    "effects": 1,
    "graph": 0,
    "lower": 6,
    "native": 9,
    "observe": 11,
    "program": 9,
    "script": 17,
    "state": 6,
    "trajectory": 3,
    "walk": 5,
}
"""How often each room of `interpreter` may say it; a count that has gone down is written here."""

NAMED = {"Value": "state/values.py", "Json": "state/saving.py"}
"""What may be anything and has a name: a value of a game, whose type the checked model knows, and
plain data, which is looked at where it is read."""


def _trees(folder: Path) -> list[tuple[str, ast.Module]]:
    files = sorted(folder.rglob("*.py"))
    return [(f.relative_to(folder).as_posix(), tree(f)) for f in files]


def _says_any(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "Any"


def test_any_becomes_no_more() -> None:
    found = {
        room.name: sum(_says_any(node) for _, tree in _trees(room) for node in ast.walk(tree))
        for room in sorted((ROOT / "interpreter").iterdir())
        if room.is_dir() and room.name != "__pycache__"
    }

    assert found == MOST


def test_only_these_names_stand_for_it() -> None:
    found = {
        node.target.id: path
        for path, tree in _trees(ROOT / "interpreter")
        for node in ast.walk(tree)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        and node.value is not None and _says_any(node.value)
    }  # fmt: skip

    assert found == NAMED
