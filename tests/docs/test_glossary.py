"""Hold the glossary: a line for each term, its home in the code, and each term in use."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
import yaml

from tests.docs.plain import LONG, WORD

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGE = (DOCS / "glossary.md").read_text("utf-8")
ROWS = re.findall(r"^\| ([a-z][^|]*?) \| ([^|]+?) \| `([^|`]+)` \|$", PAGE, re.MULTILINE)


@cache
def used() -> str:
    """Return all guides and the code, as one text in small letters."""
    pages = [*DOCS.rglob("*.md"), *ROOT.glob("*.md")]
    code = [file for room in ("dsl", "interpreter", "cardwright")
            for file in (ROOT / room).rglob("*") if file.suffix in (".py", ".md")]  # fmt: skip
    texts = [file.read_text("utf-8") for file in (*pages, *code) if file.name != "glossary.md"]
    return " ".join(" ".join(texts).lower().split())


@pytest.mark.parametrize(("term", "meaning", "home"), ROWS, ids=[row[0] for row in ROWS])
def test_a_term_is_in_use_and_has_a_home(term: str, meaning: str, home: str) -> None:
    assert re.search(rf"\b{re.escape(term)}", used())
    assert (ROOT / home).exists()
    assert len(WORD.findall(meaning)) <= LONG


def test_a_term_has_one_line() -> None:
    terms = [term for term, _, _ in ROWS]

    assert len(set(terms)) == len(terms) >= 50
    assert PAGE.count("\n| ") == len(terms) + 2 * PAGE.count("\n## ")


def test_readers_are_led_to_the_glossary() -> None:
    site = yaml.load((ROOT / "mkdocs.yml").read_text("utf-8"), Loader=yaml.BaseLoader)
    contribute = next(part["Contribute"] for part in site["nav"] if "Contribute" in part)

    assert {"Glossary": "glossary.md"} in contribute
    assert "](glossary.md)" in (DOCS / "index.md").read_text("utf-8")
