"""The texts of the command line: complete in both languages, and all of them used."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from cardwright.commands.session import default_language
from cardwright.view.words import WORDS, say

ROOT = Path(__file__).resolve().parents[2] / "cardwright"


WITH_OWN_WORDS = ("reporting", "site")
"""Rooms whose `say` takes texts of their own."""


def slots(text: str) -> set[str]:
    """Return the names of the slots of a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("key", WORDS)
def test_both_languages_have_the_text_and_its_slots(key):
    english, japanese = WORDS[key]

    assert english and japanese
    assert slots(english) == slots(japanese)


def test_every_text_is_used_and_every_used_text_is_there():
    texts = [path for path in ROOT.rglob("*.py") if not path.name.endswith("words.py")]
    code = "".join(path.read_text() for path in (*texts, *ROOT.rglob("*.html")))
    own = "".join(path.read_text() for path in texts if path.parent.name not in WITH_OWN_WORDS)
    quoted = set(re.findall(r"""["']([a-z][a-z-]*)["']""", code))
    called = set(re.findall(r'(?:say|tell|warn|UserError)\(\s*"([a-z-]+)"', own))

    assert set(WORDS) - quoted == set()
    assert called - set(WORDS) == set()


def test_a_text_is_filled():
    assert say("ja", "seat", number=2) == "席2"


@pytest.mark.parametrize(
    ("variable", "lang"), [("ja_JP.UTF-8", "ja"), ("de_DE.UTF-8", "en"), ("C", "en"), ("", "en")]
)
def test_the_language_comes_from_the_environment(monkeypatch, variable, lang):
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", variable)

    assert default_language() == lang
