"""Piles of Worldmonger, by the rulebook: of a deck nobody may look at the faces, only at its size;
of a discard pile only the top card may be checked."""

from __future__ import annotations

from random import Random

import pytest

import cardwright
from cardwright.api.match import Match
from interpreter.observe.determinize import determinize

FIRST_GAME = {"civilizations": ["egypt", "greece", "huns", "carthage"]}
SEATS = range(3)


@pytest.fixture(scope="module")
def fourth_round() -> Match:
    """Everybody has passed: every deck has been mixed with its discard pile."""
    match = cardwright.load("worldmonger", options=FIRST_GAME).start(players=3, seed=9)
    while match.value("round") < 4:
        labels = match.decision.labels
        match.apply(labels.index("pass") if "pass" in labels else 0)
    return match


def cards(match: Match, seat: int, zone: str) -> list[list[str | None]]:
    civs = match.observe(seat)["zones"]["civs"]["cards"]
    piles = [civ["zones"][zone]["cards"] for civ in civs]
    return [[card and card.get("card") for card in pile] for pile in piles]


def test_no_face_in_a_deck_is_seen_after_it_was_mixed(fourth_round):
    for seat in SEATS:
        decks = cards(fourth_round, seat, "deck")

        assert sum(map(len, decks)) > 20
        assert {card for deck in decks for card in deck} == {None}


def test_of_a_discard_pile_the_top_alone_is_listed():
    match = cardwright.load("worldmonger").start(players=3, seed=3)
    chance = Random(3)
    sizes = set()
    while not match.over:
        for pile in cards(match, 0, "discard"):
            sizes.add(len(pile))
            assert pile[:1] != [None]
            assert set(pile[1:]) <= {None}
        match.apply(chance.randrange(len(match.decision.labels)))
    assert max(sizes) > 5


def test_imagined_decks_are_not_the_true_ones(fourth_round):
    truth = fourth_round.state.entity_definitions
    drawn = [determinize(fourth_round, 0, seed).state.entity_definitions for seed in range(3)]

    assert truth not in drawn


def test_decks_and_piles_are_turned_up_when_their_end_values_are_counted():
    match = cardwright.load("worldmonger").start(players=2, seed=1)
    while not match.over:
        labels = match.decision.labels
        match.apply(labels.index("pass") if "pass" in labels else 0)

    faces = [c for zone in ("deck", "discard") for pile in cards(match, 0, zone) for c in pile]
    assert len(faces) > 20
    assert None not in faces
