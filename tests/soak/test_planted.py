"""Small games that tell what is hidden are found out, and their sound twins are not accused."""

from __future__ import annotations

from random import Random

import pytest

from soak import planted
from soak.measure import Job, Part
from soak.registry import measures

SEED = 3
QUICK = (
    "a public card moved by a hidden one",
    "who decides",
    "what can be chosen",
    "whether `may` is asked",
    "an end by hidden hands",
    "a phase as long as a hidden card holds",
    "a hidden card that forbids",
    "a modifier from a hidden hand, read by a condition",
    "a cost by the deck",
    "the order of what can be chosen",
    "how many cards go to a closed chest",
    "coins by what others have thrown",
    "two hidden cards change places if one is higher",
    "the order of a deck is kept",
    "what is given back is free again",
    "one of two facts told",
)
TWINS = (
    "another who must lay a red card",
    "a hidden card that its holder may use",
    "turns in which one must follow",
    "a copy into a hand, and one of that hand given back",
    "all of a rank that are asked for come to the hand",
    "a card shown if it is red",
)
PAIRS = 12


@pytest.mark.parametrize("name", QUICK)
def test_a_leak_is_found(name):
    part = measures()["planted-packages"].run(Job("planted-packages", SEED, number(name), 1))

    assert [failure.reason for failure in part.failures] == []


@pytest.mark.parametrize("name", TWINS)
def test_a_sound_twin_is_not_accused(name, monkeypatch):
    monkeypatch.setattr(planted, "PAIRS", PAIRS)

    assert planted.finding(name, Random(SEED), Part()) == ""


def test_there_are_forty_and_their_twins():
    assert len(planted.LEAKS) >= 40
    assert len(planted.TWINS) >= 10


def test_there_are_sixty_side_doors_and_what_is_none():
    assert len(planted.TELLING) >= 60
    assert len(planted.SILENT) >= 10
    assert not planted.LEAKS.keys() & planted.TELLING.keys()


def test_every_package_is_one_that_can_be_played_or_is_refused_for_its_leak():
    for name in planted.CASES:
        found = {each.name for each in planted.loaded(name).diagnostics}
        assert found <= {"leaking-option"}, name


def number(name: str) -> int:
    return planted.CASES.index(name)
