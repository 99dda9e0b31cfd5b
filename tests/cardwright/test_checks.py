"""Packages are checked once each, and never from a text that has changed since."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from cardwright.api import checks
from cardwright.api.loading import find_package
from cardwright.api.package import Package
from dsl import load
from dsl.check.scopes.draft import Draft
from dsl.records import nothing_collected
from dsl.syntax.package_files import TEXT_KEPT, Files

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


def drafts() -> int:
    """Return how many drafts there are in memory."""
    return sum(isinstance(each, Draft) for each in gc.get_objects())


def test_of_a_large_game_no_draft_stays_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "game.yaml").write_text(SMALL % "add 1 to score", "utf-8")
    gc.collect()
    before = drafts()
    monkeypatch.setattr(checks, "_SMALL", 0)
    with nothing_collected():
        assert checks.check(find_package(str(tmp_path))).game is not None
        assert drafts() == before


def test_the_documents_of_a_long_text_are_not_remembered(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    for size, kept in ((0, 1), (TEXT_KEPT, 0)):
        file.write_text(SMALL % "add 1 to score" + f"#{'-' * size}\n", "utf-8")
        before = load._read.cache_info().misses
        assert checks.check(find_package(str(tmp_path))).game is not None
        assert load._read.cache_info().misses - before == kept
