"""What a player knows by memory alone is not shown where the game says so."""

from __future__ import annotations

import pytest

import cardwright
from cardwright.apps.screen import Viewer
from interpreter import SeatView

WATCHER = SeatView.WATCHER


def faces(match, seat: int, area: str) -> list[str]:
    view = Viewer(match_game(match), "en").view(match, seat)
    (found,) = (each for each in view.areas if each.key == area)
    return [card.id for card in found.cards if card.id is not None]


def match_game(match):
    return cardwright.load(match.machine.program.game.manifest.id)


@pytest.fixture(scope="module")
def turned():
    """Return a match of Memory in which two cards that are no pair have been turned over."""
    match = cardwright.load("memory").start(2, seed=3)
    match.apply(0)
    match.apply(0)
    return match


def test_turned_cards_lie_open_until_the_next_action_begins(turned):
    """Memory: others are turned back."""
    match = turned.clone()
    assert match.decision.kind in ("action", "parameter")
    seen = faces(match, 0, "table")
    assert len(seen) == 2 and faces(match, 1, "table") == faces(match, WATCHER, "table") == seen

    match.apply(10)  # the second player turns over another

    after = faces(match, 0, "table")
    assert len(after) == 1 and not {*after} & {*seen}


def test_options_do_not_name_what_is_turned_back(turned):
    match = turned.clone()
    named = {card: match.machine.program.game.definitions[n].id
             for card, n in enumerate(match.state.entity_definitions)}  # fmt: skip
    match.apply(10)
    asked = Viewer(match_game(match), "en").view(match, match.decision.player).question
    forgotten = SeatView(match, match.decision.player).forgotten
    names = {Viewer(match_game(match), "en").wording.card(named[card]) for card in forgotten}
    assert len(names) == 2
    assert not [option.text for option in asked.options if any(n in option.text for n in names)]


def test_programs_still_know_it(turned):
    match = turned.clone()
    match.apply(10)
    known = SeatView(match, 0)
    told = [card["card"] for card in known.observation(with_log=False)["zones"]["table"]["cards"]
            if card and card["card"]]  # fmt: skip
    assert len(told) == 3


def test_cards_passed_in_hearts_are_not_shown_in_the_hand_they_went_to():
    """Hearts: one passes three cards, and has to remember them."""
    match = cardwright.load("hearts").start(4, seed=5)
    while match.decision.kind != "action" and not match.state.is_secret:
        match.apply(0)
    while match.state.is_secret:
        match.apply(0)
    hands = [player["zones"]["hand"]["cards"]
             for player in SeatView(match, 0).observation(with_log=False)["players"]]  # fmt: skip
    known = [card["card"] for hand in hands[1:] for card in hand if card["card"]]
    assert len(known) == 3  # programs are told
    assert [faces(match, 0, f"~{seat}.hand") for seat in (1, 2, 3)] == [[], [], []]
    assert len(faces(match, 0, "~0.hand")) >= 12
