"""A sample of mistakes in packages: how many findings each makes, what the first names."""

from __future__ import annotations

import pytest

from tests.mutants.kinds import MAKING, declarations
from tests.mutants.telling import MEDIAN, NAMED, NINETY_FIFTH, judged, row
from tests.mutants.texts import texts_of

GAMES = ("examples/classics/memory", "examples/classics/german-whist", "examples/classics/casino")
SEED = 11


@pytest.fixture(scope="module")
def told():
    return [each for game in GAMES for kind in MAKING for each in judged((game, kind, 1, SEED))]


def test_a_mistake_is_one_finding_and_the_first_names_it(told):
    _, found, median, high, named = row("all", told)
    assert found >= 30
    assert median <= MEDIAN and high <= NINETY_FIFTH
    assert named >= NAMED - 8  # a sample is coarse: one of it is more than one of a hundred


def test_every_declaration_of_a_game_is_found():
    names = {(section, key.text) for section, key, _ in declarations(texts_of(GAMES[1]))}
    assert ("options", "no-trumps") in names and ("players.state", "tricks") in names
    assert any(section == "values" and text.startswith("legal(") for section, text in names)
