"""The commands of a page, run in order as a reader would."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"(?:^    .*\n|^\n(?=    \S))+", re.MULTILINE)


def commands(page: str) -> list[tuple[str, str]]:
    """Return each command of a page with what is printed under it."""
    text = "".join(re.sub(r"^    ", "", block, flags=re.MULTILINE) for block in BLOCK.findall(page))
    parts = re.split(r"^\$ (.*)\n", text, flags=re.MULTILINE)[1:]
    return [*zip(parts[::2], parts[1::2], strict=True)]


def ran(page: str, here: Path, **settings: str) -> Iterator[tuple[str, str, str]]:
    """Yield each command with what the page says that it prints, and what it does print.

    Args:
        settings: Of the environment, beside those that all pages need.
    """
    path = f"{here / 'bin'}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "LANG": "C.UTF-8", "LC_ALL": "", "PYTHONPATH": str(ROOT)}
    env.update(settings)
    for command, said in commands(page):
        done = subprocess.run(["sh", "-c", command], cwd=here, env=env, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # fmt: skip
        yield command, said, done.stdout.replace(f"{ROOT}/", "")
