"""Run the tests of the core on a copy that has no applications: `make test-core`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
CODE = ("dsl", "interpreter", "cardwright")
DATA = ("cards", "schemas", "examples", "docs/language", "benchmarks/games", "tests/fuzz/packages")
TESTS = ("dsl", "interpreter", "diagnostics", "conformance", "cardwright")
APPLICATIONS = ("cardwright/apps", "cardwright/rl.py", "cardwright/openspiel.py")


def copy(folder: Path) -> None:
    """Copy the core, its data and its tests into an empty folder."""
    skipped = shutil.ignore_patterns("__pycache__")
    for name in (*CODE, *DATA, *(f"tests/{each}" for each in TESTS)):
        shutil.copytree(ROOT / name, folder / name, ignore=skipped)
    for name in (
        "pyproject.toml",
        "tests/conftest.py",
        "tests/long.txt",
        "tests/system.py",
        "tests/fuzz/random_games.py",
        "tests/fuzz/random_games.yaml",
    ):
        shutil.copy(ROOT / name, folder / name)
    for name in APPLICATIONS:
        path = folder / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def main(workers: str) -> int:
    """Return the status of pytest."""
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        copy(folder)
        command = ("-m", "pytest", "-q", "-n", workers, "--dist", "worksteal", "tests")
        env = {**os.environ, "PYTHONPATH": str(folder)}
        return subprocess.run([sys.executable, *command], cwd=folder, env=env).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
