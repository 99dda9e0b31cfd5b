"""Worlds of a script: several positions, each with a seed of its own where it says one."""

from __future__ import annotations

import pytest

from interpreter.script.session import Services

ROLL = """\
worlds:
- {{given: {{phase: main, turn: ada}}}}
- {{given: {{phase: main, turn: ada}}, seed: {}}}
steps:
- ada: dice
- same-view: ada
"""


def _rolled(match, seat):
    """Show how many coins everybody has, as a view of a seat."""
    return repr(match.state.values).encode()


@pytest.fixture
def differ(failed):
    """Return a function that says whether ada can tell the worlds of a script apart."""

    def differ(text: str) -> bool:
        found = failed(text, services=Services(view=_rolled))
        assert found in ([], [("ada gets the same in all worlds", "the worlds can be told apart")])
        return found != []

    return differ


def test_a_world_with_a_seed_of_its_own_has_chance_of_its_own(differ):
    seeds = [differ(ROLL.format(seed)) for seed in range(6)]

    assert any(seeds), "the die falls otherwise, and everyone sees it"
    assert not seeds[3], "3 is the seed of the script, which the other world has"


def _hand(match) -> list[int]:
    st = match.state
    return [st.entity_definitions[card] for zone in st.zones for card in zone if len(zone) == 2]


def test_what_a_position_leaves_to_the_seed_follows_that_of_its_world(play):
    world = "worlds:\n- {{given: {{ada.hand: 2, phase: main}}, seed: {}}}\nsteps: []\n"
    assert len({tuple(_hand(play(world.format(seed)).match)) for seed in range(6)}) > 1


def test_a_world_may_say_no_more_than_its_seed(play):
    dealt = [
        play(f"worlds:\n- {{seed: {seed}}}\nsteps:\n- asked: ada\n").match.state.zones
        for seed in (3, 4)
    ]
    assert dealt[0] == play("steps:\n- asked: ada\n").match.state.zones
    assert dealt[0] != dealt[1]
