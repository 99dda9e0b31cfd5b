"""Packages are checked once each, and never from a text that has changed since."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from cardwright.api import checks
from cardwright.api.package import Package
from cardwright.api.packages import find_package
from dsl.syntax.package_files import Files

SMALL = """\
id: pairs
version: "1.0"
language: 1
title: {en: Pairs, ja: ペア}
players: {count: 2}
state:
  score: int = 0
phases:
- {id: only, do: "%s; end game"}
"""


def test_lint_checks_each_variant_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: Counter[Package] = Counter()
    check = checks._check_texts

    def counted(package: Package, files: Sequence[Files], scripts: bool) -> checks.Checked:
        seen[package] += 1
        return check(package, files, scripts)

    monkeypatch.setattr(checks, "_check_texts", counted)
    checks.lint(find_package("equilibrion"), variants=True)

    assert sorted([part.id for part in each.parts] for each in seen) == [
        [],
        ["arch"],
        ["arch", "books"],
        ["books"],
    ]
    assert set(seen.values()) == {1}


def test_a_changed_text_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    package = Package("pairs", tmp_path, "pairs")
    names = []
    for step in ("set score to 1", "set scores to 1", "set score to 1"):
        file.write_text(SMALL % step, encoding="utf-8")
        names.append([each.name for each in checks.check(package).diagnostics])

    assert names[1] != []
    assert names[0] == names[2] == []
