"""Run the programs of `examples/`, which use the public API alone."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = sorted((ROOT / "examples").glob("*.py"))
RUNS = (
    ("random_match.py", (), "win: "),
    ("random_match.py", ("equilibrion", "1", "3"), "loss: nobody"),
    ("best_of_three.py", ("1",), "match: bo, 2 to 1"),
    ("search.py", ("dream-tricks", "1"), "the search wins 100% of 1 matches"),
)


def run(name: str, *words: str) -> str:
    """Return what a program prints."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / name), *words],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        capture_output=True, text=True, encoding="utf-8", timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def modules(path: Path) -> set[str]:
    """Return the modules that a program imports."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}


@pytest.mark.parametrize(("name", "words", "said"), RUNS)
def test_it_runs(name: str, words: tuple[str, ...], said: str) -> None:
    assert said in run(name, *words)


def test_every_program_is_run() -> None:
    assert {path.name for path in PROGRAMS} == {name for name, _, _ in RUNS}


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.name)
def test_it_uses_the_public_api_alone(path: Path) -> None:
    known = sys.stdlib_module_names | {"cardwright"}

    assert {name for name in modules(path) if name not in known | {"collections.abc"}} == set()
