"""Differences between versions: each seeded change is named rightly, with all that it touches."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

import pytest
import yaml

from cardwright.api.loading import find_package
from cardwright.api.package import Package
from cardwright.apps.authors.diff.report import Report, compare

ROOT = Path(__file__).resolve().parents[3]
CHECKS = ("example", "script")
SMALL = ("leduc", "nim", "golf")
SEEDS = [
    pytest.param(file.stem, seed, id=f"{file.stem}: {seed['title']}")
    for file in sorted((Path(__file__).parent / "diffs").glob("*.yaml"))
    for seed in yaml.safe_load(file.read_text(encoding="utf-8"))
]


@cache
def shipped(game: str) -> Package:
    """Return a game of ours, or a recipe."""
    recipe = ROOT / "examples" / "recipes" / game
    return Package(game, recipe, str(recipe)) if recipe.is_dir() else find_package(game)


def edited(package: Package, folder: Path, seed: dict) -> Package:
    """Return a copy of a package with the edits of a seed."""
    copy = folder / package.id
    shutil.copytree(package.folder, copy, ignore=shutil.ignore_patterns("*.transcript"))
    for old, new in seed.get("move", {}).items():
        (copy / old).rename(copy / new)
    for old, new in seed.get("everywhere", {}).items():
        for file in copy.rglob("*.yaml"):
            text = file.read_text(encoding="utf-8")
            file.write_text(re.sub(rf"(?<![\w-]){old}(?![\w-])", new, text), encoding="utf-8")
    for name, pairs in seed.get("edit", {}).items():
        text = (copy / name).read_text(encoding="utf-8")
        for old, new in pairs:
            assert text.count(old) == 1, (name, old, text.count(old))
            text = text.replace(old, new)
        (copy / name).write_text(text, encoding="utf-8")
    return Package(package.id, copy, str(copy))


def told(report: Report) -> dict[str, object]:
    """Return what is told of each thing, in English."""
    found: dict[str, object] = {}
    for entry in report.entries:
        change = entry.change
        said: object = change.what
        if change.what == "renamed":
            said = {"renamed": change.old.id}
        elif change.what == "changed":
            said = {
                f"{d.aspect} {d.of}" if d.aspect in ("attribute", "option") else d.aspect: [
                    None if part is None else part.words("en") for part in (d.before, d.after)
                ]
                for d in change.details
            }
        assert change.what != "renamed" or not change.details
        found[change.key] = said
    return found


def touched(report: Report) -> dict[str, dict[str, str]]:
    """Return for each thing what it touches, examples and scripts left out."""
    return {
        entry.change.key: {
            each.key: f"{each.how} via {each.through[-1]}" if each.through else each.how
            for each in entry.impact
            if each.key.partition(":")[0] not in CHECKS
        }
        for entry in report.entries
    }


def checks(report: Report) -> dict[str, set[str]]:
    """Return for each thing the titles of the examples and scripts that it touches."""
    return {
        entry.change.key: {
            each.key.partition(":")[2]
            for each in entry.impact
            if each.key.partition(":")[0] in CHECKS
        }
        for entry in report.entries
    }


def holds(said: object, wanted: object) -> bool:
    """Return whether what is said of a part has the words that are wanted."""
    return said is wanted if None in (said, wanted) else str(wanted) in str(said)


def fits(said: object, wanted: object) -> bool:
    """Return whether what is told of a thing is what is wanted and no more."""
    if not isinstance(wanted, dict) or not isinstance(said, dict) or "renamed" in wanted:
        return said == wanted
    return said.keys() == wanted.keys() and all(
        all(holds(*pair) for pair in zip(said[key], wanted[key], strict=True)) for key in wanted
    )


@pytest.mark.parametrize(("game", "seed"), SEEDS)
def test_a_change_is_named_with_all_that_it_touches(tmp_path, game, seed):
    report = compare(shipped(game), edited(shipped(game), tmp_path, seed))

    found, wanted = told(report), seed.get("changes", {})
    assert found.keys() == wanted.keys(), found
    assert all(fits(found[key], wanted[key]) for key in wanted), found
    wording = {f"{each.thing.key} {each.name}" for each in report.wording}
    assert wording == set(seed.get("wording", []))
    assert [each.key for each in report.free] == seed.get("free", [])
    assert list(report.files) == seed.get("files", [])

    assert touched(report) == {key: seed.get("impact", {}).get(key, {}) for key in wanted}
    tests = checks(report)
    if "among" in seed or game not in SMALL:
        assert all(set(titles) <= tests[key] for key, titles in seed.get("among", {}).items())
    else:
        assert tests == {key: set(seed.get("checks", {}).get(key, [])) for key in wanted}
