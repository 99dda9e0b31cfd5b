"""Hold the sizes: a file or function that grows past them wants to be two."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.sources import ROOT, nodes

MOST_FILE_LINES = 400
MOST_FUNCTION_LINES = 60


def code_files() -> Iterator[Path]:
    """Yield each Python file of ours."""
    for package in ("dsl", "interpreter", "cardwright", "tests", "examples", "benchmarks", "soak"):
        yield from sorted((ROOT / package).rglob("*.py"))


def test_no_file_is_too_long():
    long = [
        f"{path.relative_to(ROOT)}: {lines} lines"
        for path in code_files()
        if (lines := path.read_bytes().count(b"\n")) > MOST_FILE_LINES
    ]

    assert long == []


def test_no_function_is_too_long():
    long = []
    for path in code_files():
        for node in nodes(path):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > MOST_FUNCTION_LINES:
                    place = f"{path.relative_to(ROOT)}:{node.lineno}"
                    long.append(f"{place} {node.name}: {lines} lines")

    assert long == []
