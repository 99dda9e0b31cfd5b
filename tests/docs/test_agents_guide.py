"""Hold the page of bots: its commands run, and what it shows of the lines has the schema's form."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from cardwright.apps.commands.main import group
from cardwright.apps.programs.protocol import LINE_BYTES, STALE_LINES

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "agents.md").read_text("utf-8")
COMMANDS = re.findall(r"^    cardwright (.*)$", PAGE, re.M)


@pytest.mark.parametrize("line", COMMANDS)
def test_the_commands_run(line, monkeypatch):
    if "node" in line and shutil.which("node") is None:
        pytest.skip("node is not installed")
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(group, shlex.split(line))

    assert done.exit_code == 0, done.output


def test_the_lines_are_as_the_schema_says():
    schema = json.loads((ROOT / "schemas" / "agent.schema.json").read_text("utf-8"))
    for block in re.findall(r"```json\n(.*?)```", PAGE, re.S):
        jsonschema.validate(json.loads(block), schema)
    told = set(re.findall(r"^\| `([a-z]+)` \|", PAGE, re.M)) - {"type", "kind"}
    kinds = set(schema["$defs"]["error"]["properties"]["kind"]["enum"])

    assert told == kinds | schema["$defs"].keys() - {"name", "answer"}


def test_the_bot_that_is_shown_is_the_file():
    shown = re.search(r"```python\n(.*?)```", PAGE, re.S)[1]
    assert (ROOT / "examples" / "bots" / "bot.py").read_text("utf-8").endswith(f'"""\n\n{shown}')


def test_the_bounds_are_as_told():
    assert f"{LINE_BYTES // 1024} KiB" in PAGE and f"{STALE_LINES} lines" in PAGE
