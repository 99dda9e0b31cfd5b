"""Matches that are saved and taken up again."""

from __future__ import annotations

import json

import pytest

from interpreter.state.saving import SaveDamaged, SaveError, from_bytes, to_bytes
from interpreter.trajectory.saving import (
    SaveRefused,
    game_of,
    options_of,
    restore_match,
    save_match,
    saved_options,
    settings,
)
from interpreter.walk.match import Match
from tests.interpreter.shipped import loaded


def same(match):
    """Return what makes a machine for a match's own save."""
    return lambda options, seats: match.machine


def test_a_restored_match_goes_on_the_same(start, play):
    match = start(3)
    for number in range(8):
        play(match, 5, number)
        again = restore_match(same(match), save_match(match))
        assert again.digest() == match.digest()
        assert again.names == match.names
        assert again.over == match.over
        if not match.over:
            assert again.decision.labels == match.decision.labels
            one, two = play(match.clone(), 20, number), play(again, 20, number)
            assert one.digest() == two.digest()
            assert one.state.log == two.state.log


def test_decisions_can_be_taken_back_after_loading(start, play):
    match = play(start(3), 7)
    again = restore_match(same(match), save_match(match))

    assert again.choices == match.choices
    assert again.can_undo() == match.can_undo()


def test_saving_twice_gives_the_same_bytes(start, play):
    match = play(start(3), 11)
    data = save_match(match)

    assert save_match(restore_match(same(match), data)) == data


def test_a_save_says_what_it_is(start):
    match = start(1)
    data = save_match(match)

    assert game_of(data) == match.machine.program.game.manifest.id
    assert set(options_of(data)) == set(match.machine.program.options)


def test_a_match_without_origin_is_refused(start):
    match = start(1)

    with pytest.raises(SaveError):
        save_match(Match(match.machine, match.state))


def test_changed_cards_are_named(root, changed, maker):
    match = Match.start(maker(root / "cards" / "dream-tricks")({}, 3), 1, ("a", "b", "c"))

    with pytest.raises(SaveRefused, match="changed since: blue-1, "):
        restore_match(maker(changed), save_match(match))


def damage(payload, path, value):
    """Return a save in which one thing is another, with a checksum that fits."""
    payload = json.loads(json.dumps(payload))
    part = payload
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return to_bytes(payload)


PATHS = [
    ("state",), ("state", "frames"), ("state", "zones"), ("state", "values"), ("state", "places"),
    ("state", "definitions"), ("state", "key"), ("state", "log"), ("state", "chance"),
    ("state", "names"), ("state", "free"), ("state", "outcome"), ("choices",), ("seed",),
    ("names",), ("seats",), ("options",), ("cards",), ("digest",), ("game",), ("kind",),
    ("fingerprint",), ("state", "queue"), ("state", "pending"), ("state", "given"),
]  # fmt: skip


@pytest.mark.parametrize("path", PATHS, ids=".".join)
@pytest.mark.parametrize("value", [None, "x", 99, [], {}, [[1, 2]], {"raised": [1]}], ids=repr)
def test_made_up_saves_are_refused_or_right(start, play, path, value):
    match = play(start(3), 4)
    data = damage(from_bytes(save_match(match)), path, value)

    try:
        again = restore_match(same(match), data)
    except SaveError:
        return
    assert again.digest() == match.digest()


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("use-limit", "x"), ("use-limit", None), ("use-limit", True), ("use-limit", 0),
        ("use-limit", 1_001), ("use-limit", [5]), ("civilizations", ["nobody"]),
        ("civilizations", [["egypt"]]), ("civilizations", ["villager"]), ("civilizations", 7),
        ("coins", "gold"), ("coins", {}),
    ],
)  # fmt: skip
def test_an_option_without_such_a_value_is_refused(root, option, value):
    game = loaded(root / "cards" / "worldmonger")

    with pytest.raises(SaveRefused, match="option"):
        settings(game, {option: value})


def test_an_option_is_read_as_it_was_saved(root):
    game = loaded(root / "cards" / "worldmonger")
    saved = {"use-limit": 7, "civilizations": ["egypt", "greece"], "coins": "bank-500"}

    assert saved_options(game, settings(game, saved)) == dict(sorted(saved.items()))


def test_a_trajectory_is_no_save(start):
    with pytest.raises(SaveDamaged):
        restore_match(same(start(1)), b"")
