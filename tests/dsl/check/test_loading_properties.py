"""Loading answers with findings, whatever a package says, and never raises."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from dsl.load import load_sources, prelude_in
from dsl.records import Source

ROOT = Path(__file__).resolve().parents[3]
GAME = ROOT / "tests" / "dsl" / "games" / "lanterns"
WORD = re.compile(r"[\w-]+|[^\w\s]")
SHAPES = ["[]", "{}", "null", "none", "true", "[a, b]", "{a: b}", "3", "'x y'", "me", "self"]


def change_word(text: str, rng: random.Random) -> str:
    """Return a text with one of its words put in place of another."""
    words = list(WORD.finditer(text))
    here, other = rng.choice(words), rng.choice(words)
    return text[: here.start()] + rng.choice(["", other[0]]) + text[here.end() :]


def change_shape(text: str, rng: random.Random) -> str:
    """Return a text with a word that became something of another shape."""
    here = rng.choice(list(WORD.finditer(text)))
    return text[: here.start()] + rng.choice(SHAPES) + text[here.end() :]


def change_line(text: str, rng: random.Random) -> str:
    """Return a text that lost a line, or has one twice."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    if rng.random() < 0.5:
        del lines[at]
    else:
        lines.insert(rng.randrange(len(lines)), lines[at])
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(25))
def test_a_changed_package_gives_findings_inside_its_files(seed: int):
    rng = random.Random(seed)
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(GAME.rglob("*.yaml"))}
    name = rng.choice(sorted(texts))
    texts[name] = rng.choice([change_word, change_shape, change_line])(texts[name], rng)
    sources = [Source(path, text) for path, text in texts.items()]
    loaded = load_sources(sources, "x", prelude_in(ROOT / "cards" / "prelude"))

    for found in loaded.diagnostics:
        assert 0 <= found.span.start <= found.span.end <= len(found.span.source.text)
        assert found.span.source.path in texts
        assert found.rendered()
