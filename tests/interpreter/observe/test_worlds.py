"""Other worlds that a seat cannot tell from this one."""

from __future__ import annotations

import json
from random import Random

import pytest

import cardwright
from interpreter.observe.determinize import Worlds, determinize, swap_hidden
from interpreter.observe.events import event_records
from interpreter.observe.observation import observe

SEEDS = range(4)


def view(match, seat):
    decision = match.decision
    texts = decision.texts("ja") if decision and decision.player == seat else None
    return json.dumps([observe(match, seat), texts])


def truth(match):
    return [sorted(match.state.entity_definitions), match.state.free]


@pytest.fixture(params=["ours", "secrets"])
def begin(request, start, secrets):
    return start if request.param == "ours" else secrets


@pytest.mark.parametrize("seed", SEEDS)
def test_a_seat_sees_no_difference(begin, play, seed):
    match = play(begin(seed), 3 + 5 * seed, seed)

    for seat in range(len(match.names)):
        seen, digest = view(match, seat), match.digest()
        for number in range(4):
            drawn = determinize(match, seat, number)
            assert view(drawn, seat) == seen
            assert truth(drawn) == truth(match)
            assert drawn.state.key != match.state.key
        assert match.digest() == digest


def test_what_is_unknown_is_drawn_anew(begin):
    match = begin(1)
    drawn = [determinize(match, 0, number).state.entity_definitions for number in range(5)]

    assert len(set(drawn)) == 5
    assert determinize(match, 0, 3).state.entity_definitions == drawn[3]


def test_known_contents_stay_in_their_zone(secrets):
    match = secrets(7)
    urn = match.machine.program.family_numbers
    number = next(n for key, n in urn.items() if key.name == "urn")

    def contents(match):
        cards = match.state.zones[match.state.zone_families.index(number)]
        return sorted(match.state.entity_definitions[card] for card in cards)

    assert all(contents(determinize(match, 0, n)) == contents(match) for n in range(10))


@pytest.mark.parametrize("seed", SEEDS)
def test_drawn_matches_can_be_played_out(begin, play, seed):
    match = play(begin(seed), 6, seed)
    drawn = determinize(match, 0, seed)

    play(drawn, 60, seed)

    assert drawn.outcome is None or drawn.outcome.kind != "fault"


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_leaks_from_two_worlds(start, play, seed):
    """Play the same answers in two worlds; a seat sees the same until a swapped card shows."""
    match = play(start(seed), 4, seed)
    for seat in range(len(match.names)):
        other = swap_hidden(match, seat, seed)
        if other is None:
            continue
        one = match.clone()
        swapped, begun = differing(one, other), len(event_records(one, seat))
        for _ in range(12):
            if one.over or is_out(one, other, swapped, seat, begun):
                break
            assert view(one, seat) == view(other, seat)
            label = one.decision.labels[0]
            if label not in other.decision.labels:
                break
            one.apply(one.decision.labels.index(label))
            other.apply(other.decision.labels.index(label))


def differing(one, other):
    pairs = zip(one.state.entity_definitions, other.state.entity_definitions, strict=True)
    return [entity for entity, (a, b) in enumerate(pairs) if a != b]


def is_out(one, other, swapped, seat, begun):
    """Return whether one of the two cards has been shown, or somebody has done something else."""
    machine = one.machine
    ids = {machine.definition_ids[one.state.entity_definitions[entity]] for entity in swapped}
    told = json.dumps([record.arguments for record in event_records(one, seat)[begun:]])
    known = any(machine.knowledge.identifies(one.state, e) >> seat & 1 for e in swapped)
    named = any(f'"{id_}"' in told for id_ in ids)
    return known or named or one.state.zones != other.state.zones


def test_a_swap_is_a_swap(secrets):
    match = secrets(7)
    other = swap_hidden(match, 0, 1)

    assert len(differing(match, other)) == 2
    assert other.state.key == match.state.key


@pytest.mark.parametrize("game", ["dream-tricks", "res-arcana"])
def test_a_world_without_a_log_takes_the_same_course(game: str) -> None:
    match = cardwright.load(game).start(seed=4)
    for _ in range(6):
        match.apply(0)
    seat = match.state.ask.decider
    with_log = Worlds(match, seat).draw(9)
    without = Worlds(match, seat, keeps_log=False).draw(9)
    assert with_log.log is not None
    for st in (with_log, without):
        match.machine.play_at_random(st, Random(2).random, 200)

    assert without.log is None
    for part in ("values", "zones", "places", "knows", "chance", "actions", "outcome"):
        assert getattr(without, part) == getattr(with_log, part)
