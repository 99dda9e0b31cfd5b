"""Keywords: what a card says under `has`, and those of an expansion."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.api.loading import find_package
from interpreter.script.run import run_script
from tests.conformance.scenarios import MACHINES, SERVICES
from tests.interpreter.small import match_of, of_players, program_of

PACKAGE = Path(__file__).parents[2] / "conformance" / "keywords"
SMALL = """
kinds:
  beast: {attributes: {power: int = 2}, active-in: field, start: field}
zones: {field: {of: beast, seen-by: everyone}}
keywords:
  flying: {of: beast}
  ward (int n): {of: beast}
  rage (int n): {of: beast, modifiers: [{value: power where it == self, to: result + n}]}
players: {count: 2, state: {found: bag of keyword, power: int = 0}}
cards:
- {id: bat, kind: beast, has: HAS}
setup: |
  for each p in players:
    set p.found to field[1].has
    set p.power to field[1].power
actions: {wait: {}}
phases: [{id: day, turns: players, while: true, offer: [wait, pass]}]
"""
"""A game whose one card says something under `has`, which set-up notes."""


@pytest.mark.parametrize(
    ("said", "found", "power"),
    [
        ("flying", ((0, 1),), 2),
        ("[]", (), 2),
        ("[flying, ward 3]", ((0, 1), (1, 3)), 2),
        ("[ward 3, ward 2]", ((1, 5),), 2),
        ("[ward (1 + 2)]", ((1, 3),), 2),
        ("[2 ward, flying]", ((0, 1), (1, 2)), 2),
        ("{ward: 2, rage: 1}", ((1, 2), (2, 1)), 3),
        ("2 ward + 1 flying", ((0, 1), (1, 2)), 2),
        ("[rage (count(field) + 3)]", ((2, 4),), 6),
        ("rage 5", ((2, 5),), 7),
    ],
)
def test_what_a_card_says_is_a_bag(said: str, found: tuple[object, ...], power: int):
    match = match_of(program_of(SMALL.replace("HAS", said)))

    assert of_players(match, "found") == (found, found)
    assert of_players(match, "power") == (power, power)


def test_an_expansion_adds_keywords_and_uses_those_of_the_game():
    package = find_package(str(PACKAGE)).with_expansions(["squalls"])
    model = cardwright.check(package).game

    assert model is not None
    assert [*model.keywords] == ["flying", "drains", "ward", "rage", "wakes", "storms"]
    own = [each for each in model.scripts if each.title.startswith("a beast of the expansion")]
    assert len(own) == 1
    result = run_script(model, own[0], machines=MACHINES, services=SERVICES)
    assert [str(failure) for failure in result.failures] == []
