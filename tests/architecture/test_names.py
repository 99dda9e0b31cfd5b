"""Hold the names: nothing of a single game in the engine, no modules named after nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
FORBIDDEN_MODULES = {"utils", "util", "helpers", "helper", "common", "misc"}


def engine_files() -> Iterator[Path]:
    """Yield every text file of the language and the machine."""
    for package in ("dsl", "interpreter"):
        for suffix in ("*.py", "*.lark", "*.md"):
            yield from sorted((ROOT / package).rglob(suffix))


def game_words() -> set[str]:
    """Return the ids of all games and their titles, in lower case."""
    words: set[str] = set()
    for manifest in sorted((ROOT / "cards").rglob("game.yaml")):
        document = yaml.safe_load(manifest.read_text(encoding="utf-8"))
        words.add(str(document["id"]).lower())
        words.update(titles(document.get("title")))
    return words


def titles(title: object) -> set[str]:
    """Return the texts of a title, which is one text or one a language."""
    texts = title.values() if isinstance(title, dict) else [title]
    return {str(text).lower() for text in texts if text}


def test_no_game_in_the_engine():
    words = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, game_words()))})(?!\w)")
    found = [
        f"{path.relative_to(ROOT)}: {word}"
        for path in engine_files()
        for word in words.findall(path.read_text(encoding="utf-8").lower())
    ]

    assert found == []


def test_no_module_is_named_after_nothing():
    packages = ("dsl", "interpreter", "cardwright", "tests")
    found = [
        path.relative_to(ROOT).as_posix()
        for package in packages
        for path in (ROOT / package).rglob("*")
        if path.stem in FORBIDDEN_MODULES
    ]

    assert found == []


def test_tests_are_no_packages():
    assert list((ROOT / "tests").rglob("__init__.py")) == []
