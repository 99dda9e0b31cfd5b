"""Players of one team see what is their team's, and nobody else does."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from interpreter.observe.determinize import determinize
from interpreter.observe.observation import observe
from interpreter.trajectory.saving import restore_match, save_match
from tests.conformance.scenarios import game, played, script_named, view

NAME = "teams"
PURSE = "a team's hidden cards are nobody's but its players'"
ADA, BO, CY, DEE = range(4)


@pytest.fixture
def worlds():
    """Two matches that differ in what the owls have in their purse and pile."""
    script = replace(script_named(NAME, PURSE), steps=())
    return [played(NAME, replace(script, positions=(each,))).match for each in script.positions]


def definitions(match, cards):
    """Return the ids of some cards."""
    names = [each.id for each in match.machine.program.game.definitions]
    return sorted(names[match.state.entity_definitions[card]] for card in cards)


def zone(match, name):
    """Return the cards in a zone of the owls, who come behind the cats."""
    families = match.machine.program.family_numbers
    family = next(n for key, n in families.items() if (key.owner, key.name) == ("club", name))
    zones = [z for z, other in enumerate(match.state.zone_families) if other == family]
    return match.state.zones[zones[1]]


def test_both_players_of_the_team_see_the_difference(worlds):
    for seat in (ADA, CY):
        assert view(worlds[0], seat) != view(worlds[1], seat)
    for seat in (BO, DEE):
        assert view(worlds[0], seat) == view(worlds[1], seat)


@pytest.mark.parametrize("seat", [ADA, CY])
def test_what_the_team_sees_stays_in_all_drawn_worlds(worlds, seat):
    drawn = [determinize(worlds[0], seat, number) for number in range(8)]

    assert {str(definitions(each, zone(each, "purse"))) for each in drawn} == {
        "['coin-1', 'coin-2']"
    }
    assert {str(definitions(each, zone(each, "pile")[:1])) for each in drawn} == {"['coin-4']"}
    assert len({str(definitions(each, zone(each, "pile")[1:])) for each in drawn}) > 1
    assert all(observe(each, seat) == observe(worlds[0], seat) for each in drawn)


@pytest.mark.parametrize("seat", [BO, DEE])
def test_the_other_team_may_hold_it_for_anything(worlds, seat):
    drawn = [determinize(worlds[0], seat, number) for number in range(8)]

    assert len({str(definitions(each, zone(each, "purse"))) for each in drawn}) > 1


def test_teams_are_saved(worlds):
    match = worlds[0]
    machine = match.machine
    again = restore_match(lambda options, seats: machine, save_match(match))

    assert again.digest() == match.digest()
    assert [view(again, seat) for seat in range(4)] == [view(match, seat) for seat in range(4)]


def test_the_game_knows_the_kind_of_its_teams():
    assert game(NAME).players.team == "club"
