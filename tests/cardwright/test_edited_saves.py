"""Saves that somebody has edited, with a checksum that fits: refused in words, or sound."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

import cardwright
from cardwright.api.folders import write_atomically
from cardwright.api.match import look
from cardwright.api.saved import SavedFile
from interpreter.state.saving import SaveError, digest, from_bytes, read_state, to_bytes
from interpreter.trajectory.saving import SHAPES
from interpreter.walk.match import UNSOUND

GAME = Path(__file__).parents[2] / "examples" / "high-card"


@pytest.fixture
def game():
    return cardwright.load(GAME)


@pytest.fixture
def match(game):
    """Return a match after five decisions."""
    made = game.start(players=3, seed=7)
    for _ in range(5):
        made.apply(0)
    return made


def with_its_fingerprint(match, payload) -> bytes:
    """Return a save that fits together as far as one can see."""
    ids = match.machine.definition_ids
    payload["fingerprint"] = digest(read_state(payload["state"], ids, SHAPES), ids)
    return to_bytes(payload)


def test_a_position_that_the_decisions_do_not_lead_to_is_refused(game, match):
    payload = from_bytes(match.save())
    payload["state"]["values"][2] = 4

    with pytest.raises(SaveError, match="does not fit together"):
        game.restore(with_its_fingerprint(match, payload))


@pytest.mark.parametrize("change", [{"seed": "8"}, {"choices": [0, 0, 0, 0, 1]}])
def test_another_beginning_or_course_is_refused(game, match, change):
    with pytest.raises(SaveError):
        game.restore(to_bytes({**from_bytes(match.save()), **change}))


def test_a_log_that_was_edited_is_not_believed(game, match):
    payload = from_bytes(match.save())
    payload["state"]["log"] = [["nonsense"]]
    restored = game.restore(to_bytes(payload))

    assert [each.text("en") for each in restored.events] == [e.text("en") for e in match.events]


def test_a_position_that_nobody_vouches_for_goes_on(game, match):
    match.history = None
    restored = game.restore(match.save())
    while not restored.over:
        restored.apply(0)
    look(restored)

    assert restored.outcome.kind != "fault"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("places", [99]), ("knows", [-1]), ("values", ["x"]), ("zones", [[10**9]]), ("payer", 77),
        ("chance", {"x": -1}), ("actions", 10**9), ("next_id", 0), ("names", ["a", "b", "\x1b"]),
        ("outcome", ["fault", [], [], "\x1b[2J"]), ("entity_bases", []),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_refused(game, match, field, value):
    match.history = None
    payload = from_bytes(match.save())
    old = payload["state"][field]
    is_part = isinstance(old, list) and isinstance(value, list) and field != "outcome"
    payload["state"][field] = value + old[len(value) :] if is_part and value else value
    data = to_bytes(payload)
    with suppress(Exception):
        data = with_its_fingerprint(match, payload)

    with pytest.raises(SaveError):
        game.restore(data)


def test_what_breaks_a_match_in_doubt_ends_it_in_a_fault(game, match):
    match.history = None
    restored = game.restore(match.save())
    before = restored.digest()

    def break_(_):
        raise IndexError

    restored.doubt = break_
    restored.apply(0)
    look(restored)

    assert restored.outcome.kind == "fault"
    assert restored.outcome.reason == UNSOUND
    restored.state.outcome = None
    assert restored.digest() == before


@pytest.mark.parametrize("name", ["\x1b[2J", "a\nb", "\u202eada", "x" * 2_000, ""])
def test_names_that_cannot_be_shown_are_none(game, match, name):
    payload = from_bytes(match.save())
    payload["names"] = [name, "bo", "cy"]

    with pytest.raises(SaveError):
        game.restore(to_bytes(payload))
    if name:
        with pytest.raises(ValueError, match="a name is a text"):
            game.start(names=[name, "bo"], seed=0)


@pytest.mark.parametrize("word", ["../high-card", "/etc", "\x1b[2J", "a" * 10_000, "", 7])
def test_a_trajectory_names_a_game_and_no_folder(tmp_path, match, word):

    file = tmp_path / "match"
    write_atomically(file, to_bytes({**from_bytes(match.trajectory()), "game": word}))

    with pytest.raises(cardwright.api.errors.DamagedFileError):
        SavedFile(file).difference()
