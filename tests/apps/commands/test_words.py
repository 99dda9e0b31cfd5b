"""The texts of the command line: filled, counted, and in the language of the environment."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from cardwright.apps.authors.diff.parts import WORDS as VERSIONS
from cardwright.apps.authors.graphs.naming import WORDS as GRAPHS
from cardwright.apps.face.session import default_language
from cardwright.apps.face.words import WORDS, say
from cardwright.apps.lab.reporting.run import WORDS as REPORTED
from cardwright.apps.press.site import WORDS as SITES
from cardwright.apps.table.serving.lobby import ROLES
from cardwright.apps.table.serving.requests import WORDS as SERVED
from dsl.languages import OWN, filled


def slots(text: str) -> set[str]:
    """Return the names of the slots of a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name and "|" not in name}


TABLES = {
    "commands": WORDS, "tables": SERVED, "reports": REPORTED, "sites": SITES, "versions": VERSIONS,
    "graphs": GRAPHS,
}  # fmt: skip
VERBS = frozenset((
    "decides", "goes", "sees", "has", "is", "holds", "says", "wins", "stands", "leads", "ends",
    "takes", "comes", "was", "does", "its", "us", "plus",
))  # fmt: skip
"""Ends in s behind a slot that is a name, and counts nothing."""
PLURAL_ALONE = frozenset(
    ("commands", key)
    for key in ("cards-to", "file-too-large", "picture-too-large", "svg-too-large", "svg-too-many")
)
"""Has a text of its own for one, or tells of a limit, which is never one."""


class One(int):
    """1, however a slot wants it written."""

    def __format__(self, form: str) -> str:
        return "1"


@pytest.mark.parametrize("table", TABLES)
def test_what_is_counted_is_one_player_and_two_players(table):
    wrong = []
    inherited = {key for each in TABLES[table].below for key in each}
    for key, english in TABLES[table].texts("en").items():
        if key in inherited:
            continue
        ones = filled(english, dict.fromkeys(slots(english), One(1))) if slots(english) else english
        found = re.findall(r"(?<![\w.,–:“`-])1 (?:hidden |game |YAML )?([a-z]+s)\b", ones)
        if {*found} - VERBS and (table, key) not in PLURAL_ALONE:
            wrong.append((key, ones))

    assert wrong == []


@pytest.mark.parametrize(
    ("players", "text"),
    [(1, "a: 1 player,"), (2, "a: 2 players,"), (0, "a: 0 players,"),
     ("1,000", "a: 1,000 players,"), ("1.0", "a: 1.0 players,")],
)  # fmt: skip
def test_a_number_says_the_form(players, text):
    assert say("en", "sim-title", game="a", players=players, policy="b", seed=1).startswith(text)


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


@pytest.mark.parametrize("lang", OWN)
def test_who_plays_a_seat_is_told_apart_by_the_words(lang):
    said = [SERVED.text(lang, f"player-{role}") for role in ROLES]

    assert len(set(said)) == len(said) > 4
