"""A folder in which the commands of a page run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.docs.commands import ROOT


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """Return a folder with the examples in it, and the command."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    command = tmp_path / "bin" / "cardwright"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m cardwright "$@"\n')
    command.chmod(0o755)
    return tmp_path
