"""The language server in a real editor: Neovim without a screen, by its own client."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cardwright.apps.commands.main import group

SCRIPT = Path(__file__).with_name("neovim.lua")
NEOVIM = shutil.which("nvim")
MOST_SECONDS = 180


@pytest.mark.skipif(NEOVIM is None, reason="Neovim is not here: apt-get install neovim")
def test_everything_is_there_in_neovim(tmp_path: Path):
    folder = tmp_path.resolve() / "mine"
    CliRunner().invoke(group, ["new", "game", str(folder), "--like", "tricks"])
    found = driven(folder / "game.yaml", tmp_path / "out.json")

    assert found["first"] == []
    (slip,) = found["slip"]
    assert slip["message"].startswith("playing-card has no `rnak`")
    assert [each.splitlines()[0] for each in found["shown"]] == [slip["message"].splitlines()[0]]
    assert found["fixes"][0]["title"] == "write `rank`" and found["mended"]
    assert "points · 点" in found["hover"]["contents"]["value"]
    assert found["declared"][0]["uri"] == (folder / "game.yaml").as_uri()
    assert found["signature"]["signatures"][0]["label"] == "take-trick (player p)"
    assert {Path(each["uri"]).name for each in found["uses"]} == {"game.yaml", "rules.yaml"}
    assert {"actions", "kinds", "events"} <= {each["name"] for each in found["outline"]}
    assert sorted(map(len, found["renamed"]["changes"].values())) == [1, 2]
    assert [each["label"] for each in found["offered"]] == ["deck", "trick", "won"]
    assert "do: move c to trick" in found["style"][0]["newText"]


def driven(file: Path, out: Path) -> dict[str, Any]:
    """Return what Neovim was told of a file."""
    given = {"FILE": str(file), "OUT": str(out), "PYTHON": sys.executable}
    words = [str(NEOVIM), "--headless", "-u", "NONE", "-i", "NONE", "-n", "-S", str(SCRIPT)]
    done = subprocess.run(words, env=os.environ | given, timeout=MOST_SECONDS,
                          capture_output=True, text=True, check=False)  # fmt: skip
    assert out.is_file(), done.stderr
    found: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    assert "trouble" not in found, found["trouble"]
    return found
