"""Hold the sizes: a file or function that grows past them wants to be two."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MOST_FILE_LINES = 400
MOST_FUNCTION_LINES = 60


def code_files() -> Iterator[tuple[str, str]]:
    """Yield (path from the root, text) of each Python file of ours."""
    for package in ("dsl", "interpreter", "cardwright", "tests", "examples", "benchmarks", "soak"):
        for path in sorted((ROOT / package).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def test_no_file_is_too_long():
    long = [
        f"{name}: {lines} lines"
        for name, text in code_files()
        if (lines := text.count("\n")) > MOST_FILE_LINES
    ]

    assert long == []


def test_no_function_is_too_long():
    long = []
    for name, text in code_files():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > MOST_FUNCTION_LINES:
                    long.append(f"{name}:{node.lineno} {node.name}: {lines} lines")

    assert long == []
