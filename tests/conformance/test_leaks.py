"""T12: what one player does not know, nothing tells."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.conformance.scenarios import played, script_named, view

NAME = "t12-leaks"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("T12 (a), bo finds", "T12 (a), bo does not find"),
        ("T12 (b), bo has a shield", "T12 (b), bo has no shield"),
    ],
)
def test_what_was_declined_looks_like_what_could_not_be(one, other, executor):
    matches = [
        played(NAME, script_named(NAME, title), walker=executor == "walker").match
        for title in (one, other)
    ]

    assert view(matches[0], 0) == view(matches[1], 0)


def test_a_planted_difference_is_found():
    script = script_named(NAME, "T12, one hidden card")
    first, second = script.positions
    told = replace(second, zones={**second.zones, ("bo", "play"): second.zones["bo", "hand"],
                                  ("bo", "hand"): ()})  # fmt: skip
    same = [step for step in script.steps if type(step).__name__ == "SameView"]

    result = played(NAME, replace(script, positions=(first, told), steps=(same[0],), checks=()))

    assert [f.found for f in result.failures] == ["the worlds can be told apart"]


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
