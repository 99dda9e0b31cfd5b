"""T12: what one player does not know, nothing tells."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from interpreter.script.session import Dice
from interpreter.walk.match import Match
from tests.conformance.scenarios import played, script_named, view

NAME = "t12-leaks"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("T12 (a), bo finds", "T12 (a), bo does not find"),
        ("T12 (b), bo has a shield", "T12 (b), bo has no shield"),
    ],
)
def test_what_was_declined_looks_like_what_could_not_be(one, other):
    matches = [played(NAME, script_named(NAME, title)).match for title in (one, other)]

    assert view(matches[0], 0) == view(matches[1], 0)


def test_a_planted_difference_is_found():
    script = script_named(NAME, "T12, one hidden card")
    first, second = script.positions
    told = replace(second, zones={**second.zones, ("bo", "play"): second.zones["bo", "hand"],
                                  ("bo", "hand"): ()})  # fmt: skip
    same = [step for step in script.steps if type(step).__name__ == "SameView"]

    result = played(NAME, replace(script, positions=(first, told), steps=(same[0],), checks=()))

    [found] = [each.found for each in result.failures]
    assert found.startswith("the worlds can be told apart")


def test_the_seed_is_in_nothing_a_player_gets():
    script = replace(script_named(NAME, "T12 (d)"), seed=918273645)
    match = played(NAME, script).match
    seen = view(match, 0).decode()

    assert "918273645" not in seen
    assert str(match.state.key) not in seen


def test_a_shown_card_may_be_told():
    script = script_named(NAME, "T12, one hidden card")
    first, second = (played(NAME, replace(script, positions=(position,), steps=(), checks=())).match
                     for position in script.positions)  # fmt: skip
    for match in (first, second):
        match.apply(match.decision.labels.index("attack"))
        match.apply(match.decision.labels.index("show"))

    assert view(first, 0) != view(second, 0)


def test_fifty_decisions_look_the_same_in_both_worlds():
    script = replace(script_named(NAME, "T12, one hidden card"), steps=(), checks=())
    worlds = [played(NAME, replace(script, positions=(p,))).match for p in script.positions]
    dice = Dice(12)
    for _ in range(50):
        if worlds[0].decision is None:
            break
        label = blind_choice(worlds[0], dice)
        for world in worlds:
            world.apply(world.decision.labels.index(label))
        assert view(worlds[0], 0) == view(worlds[1], 0)

    assert len(worlds[0].choices) > 30


def blind_choice(match: Match, dice: Dice) -> str:
    """Return an answer: ada's at random, bo's one that shows none of his cards."""
    labels = match.decision.labels
    if match.decision.player == 0:
        going_on = [label for label in labels if label != "pass"]
        return going_on[dice.below(len(going_on))]
    return next(x for x in ("none", "take", "attack") if x in labels)
