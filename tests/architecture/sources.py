"""Read each module of ours once, for all tests that look at the code."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("dsl", "interpreter", "cardwright")


@cache
def tree(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text("utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return every node of a file."""
    return tuple(ast.walk(tree(path)))


@cache
def product() -> tuple[Path, ...]:
    """Return the modules of the product, in order."""
    return tuple(path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")))
