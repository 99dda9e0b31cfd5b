"""Hold the author's page: its commands run, in order, and print what stands under them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "authoring.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"(?:^    .*\n|^\n(?=    \S))+", re.MULTILINE)


def commands() -> list[tuple[str, str]]:
    """Return each command of the page with what is printed under it."""
    text = "".join(re.sub(r"^    ", "", block, flags=re.MULTILINE) for block in BLOCK.findall(PAGE))
    parts = re.split(r"^\$ (.*)\n", text, flags=re.MULTILINE)[1:]
    return [*zip(parts[::2], parts[1::2], strict=True)]


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """Return a folder with the examples in it, and the command."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    command = tmp_path / "bin" / "cardwright"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m cardwright "$@"\n')
    command.chmod(0o755)
    return tmp_path


def test_every_command_prints_what_stands_under_it(here: Path) -> None:
    path = f"{here / 'bin'}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "LANG": "C.UTF-8", "LC_ALL": "", "PYTHONPATH": str(ROOT)}
    for command, said in commands():
        done = subprocess.run(["sh", "-c", command], cwd=here, env=env, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # fmt: skip
        printed = done.stdout.replace(f"{ROOT}/", "")
        assert printed.rstrip().split("\n") == said.rstrip().split("\n"), command
    assert len(commands()) >= 5
