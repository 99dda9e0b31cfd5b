"""Hold the page of environments: every block runs, in order, and prints what stands under it.

Blocks of an extra are left out where its library is not installed.
"""

from __future__ import annotations

import re
from contextlib import redirect_stdout
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
BLOCK = re.compile(
    r"^```python(?P<extra>[ a-z]*)\n(?P<code>.*?)^```$(?:\n\n```text\n(?P<said>.*?)^```$)?",
    re.MULTILINE | re.DOTALL,
)
LIBRARIES = {"": "cardwright", "openspiel": "pyspiel", "rl": "pettingzoo"}


def test_every_block_prints_what_stands_under_it(monkeypatch) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {}
    for found in BLOCK.finditer(PAGE):
        if find_spec(LIBRARIES[found["extra"].strip()]) is None:
            continue
        printed = StringIO()
        with redirect_stdout(printed):
            exec(compile(found["code"], "docs/environments.md", "exec"), names)
        assert printed.getvalue() == (found["said"] or ""), found["code"]


def test_every_fenced_block_is_one_of_these() -> None:
    assert PAGE.count("```python") == len(list(BLOCK.finditer(PAGE)))
