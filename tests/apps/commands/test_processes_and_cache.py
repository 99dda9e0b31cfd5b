"""Commands: any number of processes says the same, and none changes where the cache is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright.api.folders import CACHE_VARIABLE
from cardwright.apps.commands.main import group


def test_the_same_seeds_give_the_same_matches_in_any_number_of_processes():
    words = ["sim", "dream-tricks", "-n", "12", "--seed", "3", "--json", "--no-cache", "-j"]
    one, two = (json.loads(CliRunner().invoke(group, [*words, jobs]).stdout) for jobs in "12")

    assert (one["matches"], one["faults"]) == (12, 0)
    assert (one["outcomes"], one["length"]) == (two["outcomes"], two["length"])


def test_a_command_leaves_the_cache_as_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    for before in (str(tmp_path), None):
        monkeypatch.delenv(CACHE_VARIABLE, raising=False)
        if before is not None:
            monkeypatch.setenv(CACHE_VARIABLE, before)
        for words in (["--no-cache", "games", "high-card"], ["games", "high-card", "--no-cache"]):
            CliRunner().invoke(group, words)
            assert os.environ.get(CACHE_VARIABLE) == before
    assert list(tmp_path.iterdir()) == []


def test_a_game_plays_with_a_cache_that_others_may_write_and_it_is_said_once(tmp_path):
    folder = tmp_path / "cache"
    folder.mkdir()
    folder.chmod(0o777)
    done = subprocess.run(
        [sys.executable, "-m", "cardwright", "games", "dream-tricks"],
        env={**os.environ, CACHE_VARIABLE: str(folder)}, capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert done.stderr.count("without a cache") == 1
    assert f"chmod go-w {folder}" in done.stderr
    assert list(folder.iterdir()) == []
