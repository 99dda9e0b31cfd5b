"""What a seat is shown: all it may know and nothing else."""

from __future__ import annotations

import json

import pytest

from interpreter.observe.observation import observe


def cards(zone):
    return [card["card"] for card in zone["cards"]]


def take(match, *labels):
    for label in labels:
        match.apply(match.decision.labels.index(label))
    return match


def test_an_observation_is_plain_data(start, play):
    match = play(start(1), 20)

    for seat in range(len(match.names)):
        seen = observe(match, seat)
        assert json.loads(json.dumps(seen)) == seen


def test_a_hand_is_its_owners(secrets):
    match = secrets(7)
    own, other = observe(match, 0), observe(match, 1)

    assert cards(own["players"][0]["zones"]["hand"]) == ["ace", "five", "seven"]
    assert cards(other["players"][0]["zones"]["hand"]) == [None, None, None]


def test_stacks_are_shown_by_place_and_a_pile_by_its_top(secrets):
    match = take(secrets(7), "show", "five", "show", "three")
    shown = observe(match, 1)["zones"]["shown"]

    assert shown == {
        "order": "stack",
        "count": 2,
        "cards": [
            {"card": "three", "state": {"marked": False}},
            {"card": None},
        ],
    }


def test_revealed_cards_are_known_to_who_saw_them(secrets):
    match = take(secrets(7), "peek")

    assert cards(observe(match, 0)["zones"]["pile"])[0] is not None
    assert cards(observe(match, 1)["zones"]["pile"])[0] is None


def test_contents_and_hidden_counts(secrets):
    zones = observe(secrets(7), 0)["zones"]

    assert zones["urn"]["contents"] == ["five", "seven"]
    assert cards(zones["urn"]) == [None, None]
    assert zones["chest"] == {"order": "none", "count": None, "cards": []}


def test_state_has_its_own_audience(secrets):
    seen = observe(secrets(7), 0)

    assert seen["players"][0]["state"] == {"wish": 1, "coins": 3}
    assert seen["players"][1]["state"] == {"coins": 3}
    assert seen["state"] == {"bet": "a-card"}
    assert {"card": None, "state": {"marked": True}} in seen["players"][1]["zones"]["hand"]["cards"]


def test_entities_without_a_place_are_listed(secrets):
    first = observe(secrets(7), 0)["entities"][0]

    assert (first["card"], first["state"], first["zones"]["below"]["count"]) == (
        "hill",
        {"height": 1},
        1,
    )


def test_only_who_decides_sees_the_options(secrets):
    match = secrets(7)
    own, other = observe(match, 0), observe(match, 1)

    assert own["decision"]["options"] == ["show", "peek", "pick", "swap"]
    assert other["decision"] is None
    assert own["waiting_for"] == other["waiting_for"] == 0
    assert own["phase"] == ["act", "ada"]


def test_nothing_is_told_of_secret_choices(secrets):
    match = take(secrets(7), "swap")
    before = observe(match, 1)["waiting_for"], observe(match, 0)["waiting_for"]
    take(match, "five")
    after = observe(match, 0)["waiting_for"], observe(match, 1)["waiting_for"]

    assert before == (None, 0)
    assert after == (None, 1)


def test_orders_tell_nothing(secrets, play):
    """Cards in an order that does not count may lie in any."""
    match = play(secrets(3), 9)
    seen = [json.dumps(observe(match, seat)) for seat in (0, 1)]
    families = match.machine.program.families

    for zone, cards_in in enumerate(match.state.zones):
        if not families[match.state.zone_families[zone]].is_ordered:
            cards_in.reverse()

    assert [json.dumps(observe(match, seat)) for seat in (0, 1)] == seen


@pytest.mark.parametrize("seed", range(3))
def test_the_seed_is_not_told(start, play, seed):
    match = play(start(10**9 + seed), 8)

    assert str(10**9 + seed) not in json.dumps(observe(match, 0))
    assert str(match.state.key) not in json.dumps(observe(match, 0))
