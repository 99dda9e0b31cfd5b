"""Courses that are played again."""

from __future__ import annotations

import pytest

from interpreter.observe.determinize import determinize
from interpreter.state.saving import SaveError, from_bytes, to_bytes
from interpreter.trajectory.trajectory import replay, trajectory
from interpreter.walk.match import Match


def same(match):
    return lambda options, seats: match.machine


@pytest.mark.parametrize("decisions", [0, 9, 10, 11, 200])
def test_a_course_leads_to_the_same_end(start, play, decisions):
    match = play(start(5), decisions)

    again = replay(same(match), trajectory(match))

    assert again.difference is None
    assert again.changed_cards == ()
    assert again.match.digest() == match.digest()


def test_what_was_taken_back_is_no_part_of_it(start, play):
    match = play(start(5), 12)
    while match.can_undo():
        match.undo()

    assert replay(same(match), trajectory(match)).match.choices == match.choices


def test_a_missing_option_is_the_difference(start, play):
    match = play(start(5), 12)
    payload = from_bytes(trajectory(match))
    payload["choices"][7][1] = "no-such-card"

    difference = replay(same(match), to_bytes(payload)).difference

    assert difference.decision == 7
    assert "no-such-card" in difference.expected
    assert match.names[payload["choices"][7][0]] in difference.found


def test_another_position_is_the_difference(start, play):
    match = play(start(5), 25)
    payload = from_bytes(trajectory(match))
    payload["prints"]["20"] = "0" * 32

    assert replay(same(match), to_bytes(payload)).difference.decision == 20


def test_changed_cards_are_named(root, changed, maker, play):
    before = maker(root / "cards" / "dream-tricks")
    match = play(Match.start(before({}, 4), 1, ("a", "b", "c", "d")), 30)

    again = replay(maker(changed), trajectory(match))

    assert {"red-1", "blue-1"} <= set(again.changed_cards)
    assert again.difference is not None
    assert "cards have changed" in str(again.difference)


def test_a_drawn_match_has_no_course(start, play):
    with pytest.raises(SaveError):
        trajectory(determinize(play(start(5), 3), 0, 1))
