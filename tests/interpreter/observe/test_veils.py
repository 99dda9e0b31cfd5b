"""Cards behind a veil: who can tell which they are, and what the others can tell of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.observe.determinize import determinize, swap_hidden
from interpreter.observe.observation import observe
from interpreter.walk.match import Match
from tests.interpreter.small import match_of, play, program_of

GAME = Path(__file__).parents[2] / "conformance" / "veils" / "game.yaml"
ADA, BO = 0, 1


@pytest.fixture
def match() -> Match:
    """A match in which the first player has put a card down on the field, masked."""
    text = GAME.read_text(encoding="utf-8").partition("\nkinds:")[2]
    found = match_of(program_of(f"kinds:{text}"))
    play(found, "play-down", "owl")
    return found


def test_the_player_of_a_card_knows_it_and_the_others_see_the_veil(match: Match) -> None:
    own, other = (observe(match, seat, with_log=False) for seat in (ADA, BO))

    [mine] = own["players"][ADA]["zones"]["field"]["cards"]
    [theirs] = other["players"][ADA]["zones"]["field"]["cards"]
    assert (mine["card"], mine["state"]["definition"]) == ("something", "owl")
    assert theirs == {"card": "something", "state": {"wounds": 0}}


def test_worlds_of_the_other_have_other_cards_behind_it(match: Match) -> None:
    seen = observe(match, BO)
    worlds = [determinize(match, BO, seed) for seed in range(20)]

    assert {_hidden(world) for world in worlds} == {"mouse", "owl"}  # all lions are in their hand
    assert all(observe(world, BO) == seen for world in worlds)


def test_worlds_of_its_player_have_the_same_card(match: Match) -> None:
    assert {_hidden(determinize(match, ADA, seed)) for seed in range(20)} == {"owl"}


def test_an_exchange_of_hidden_cards_is_seen_by_nobody_else(match: Match) -> None:
    swapped = [swap_hidden(match, BO, seed) for seed in range(30)]
    others = [each for each in swapped if each is not None and _hidden(each) != "owl"]

    assert others
    assert all(observe(each, BO) == observe(match, BO) for each in others)


def test_who_sees_a_card_being_covered_goes_on_knowing_it(match: Match) -> None:
    play(match, "rest")
    play(match, "play-open", "lion")
    play(match, "cover")

    for seat in (ADA, BO):
        [card] = observe(match, seat)["players"][BO]["zones"]["field"]["cards"]
        assert card["state"]["definition"] == "lion"


def test_who_is_shown_a_veiled_card_knows_it_and_nobody_else(match: Match) -> None:
    play(match, "rest")
    play(match, "peek")

    [card] = observe(match, BO)["players"][ADA]["zones"]["field"]["cards"]
    assert card["state"]["definition"] == "owl"


def _hidden(match: Match) -> str:
    """Return what the card on the first player's field is by itself."""
    st, machine = match.state, match.machine
    [card] = (e for e, d in enumerate(st.entity_definitions)
              if machine.knowledge.is_veiled(st, e) and d >= 0)  # fmt: skip
    return machine.program.game.definitions[machine.natives.becoming.own_definition(st, card)].id
