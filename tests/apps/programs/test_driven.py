"""A match without a log is played natively, and is the same to programs as the walker's."""

from __future__ import annotations

import pickle
import threading
from random import Random

import pytest

import cardwright
from cardwright.api.driven import DrivenMatch
from cardwright.api.match import Match
from interpreter.native.driving import Driver
from interpreter.walk.assembly import assemble_machine
from soak.driven import compare, driver_of
from soak.measure import Part
from tests.interpreter.small import program_of

SAMPLE = (("hearts", 4), ("dream-tricks", 3), ("equilibrion", 2), ("kuhn-poker", 2))
VALUES = """\
players: {count: 2, state: {points: int = 1}}
values:
  share: {is: 12 // me.points, at-least: 0}
actions:
  spend: {in: act, do: set me.points to me.points - 1}
  look: {in: act, do: set me.points to share}
  stay: {in: act, do: add 1 to me.points}
phases:
- {id: act, turns: players, repeat: true}
end: {when: "any(players, points > 90)", rank: [points]}
"""
"""`spend` and then `look` of the same player divide by zero."""


def driven(id_: str = "hearts", players: int = 4, seed: int = 7) -> DrivenMatch:
    """Return a match inside the native engine."""
    driver, _ = driver_of(cardwright.load(id_), players)
    assert driver.is_made()
    return DrivenMatch(driver, seed, tuple("abcdefgh"[:players]))


def walked(id_: str = "hearts", players: int = 4, seed: int = 7) -> Match:
    """Return the same match in the walker."""
    machine = cardwright.load(id_).machine(players)
    return Match.start(machine, seed, tuple("abcdefgh"[:players]), events=False)


@pytest.mark.parametrize(("id_", "players"), SAMPLE)
def test_programs_see_the_same_as_in_the_walker(id_: str, players: int) -> None:
    part = Part()
    compare(cardwright.load(id_), players, Random(f"{id_} driven"), part)

    assert part.tally["decisions"] > 0
    assert part.tally["rows"] == players


def test_answers_run_inside_until_the_state_is_asked_for() -> None:
    match, other = driven(), walked()
    for _ in range(20):
        match.apply(0)
        other.apply(0)
        assert match.decision is not None
        assert match.decision.labels == other.decision.labels
    assert match.point is not None

    assert match.state.values == other.state.values
    assert match.point is None
    match.apply(0)
    other.apply(0)
    assert match.digest() == other.digest()


def test_the_module_is_made_once_it_pays() -> None:
    game = cardwright.load("tic-tac-toe")
    driver = Driver(game.machine(2), walked=12)
    matches = [DrivenMatch(driver, seed, ("ada", "bo")) for seed in range(2)]
    for match in matches:
        assert match.point is None
        while not match.over:
            match.apply(0)
    assert DrivenMatch(driver, 3, ("ada", "bo")).point is not None


def test_clones_go_their_own_ways_in_one_module() -> None:
    chance = Random(1)
    pairs = [(driven(seed=seed), walked(seed=seed)) for seed in range(3)]
    for step in range(40):
        for ours, theirs in pairs:
            index = chance.randrange(theirs.decision.count)
            ours.apply(index)
            theirs.apply(index)
            assert ours.decision.count == theirs.decision.count
        if step == 10:
            pairs += [(ours.clone(), theirs.clone()) for ours, theirs in pairs]
    for ours, theirs in pairs:
        assert ours.point is not None
        assert ours.choices == theirs.choices
        assert ours.digest() == theirs.digest()


def test_a_list_with_a_wrong_answer_changes_nothing() -> None:
    match = driven()
    before = match.point

    with pytest.raises(cardwright.NotAnOption, match="answer 3 of 3"):
        match.apply([0, 0, 99])

    assert match.point is before
    with pytest.raises(cardwright.NotAnOption, match="there is no option -1 now"):
        match.apply(-1)


def test_begun_anew_it_is_as_if_started() -> None:
    match = driven()
    match.apply(0)
    match.reset(11)

    assert (match.choices, match.seed) == ((), 11)
    assert match.decision.labels == walked(seed=11).decision.labels


def test_a_pickled_match_goes_on() -> None:
    match = driven()
    for _ in range(9):
        match.apply(0)
    again = pickle.loads(pickle.dumps(match))

    assert (again.choices, again.names) == (match.choices, match.names)
    assert again.digest() == match.digest()


def test_threads_share_a_module() -> None:
    found: dict[int, tuple[int, ...]] = {}

    def play(seed: int) -> None:
        match, chance = driven(seed=seed), Random(seed)
        while not match.over:
            match.apply(chance.randrange(match.decision.count))
        found[seed] = match.scores

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for seed, scores in found.items():
        match, chance = walked(seed=seed), Random(seed)
        while not match.over:
            match.apply(chance.randrange(match.decision.count))
        assert match.scores == scores
    assert len(found) == 4


@pytest.mark.parametrize("keeps_history", [True, False])
def test_a_fault_has_the_words_of_the_walker_and_shows_where_it_came(keeps_history: bool) -> None:
    machine = assemble_machine(program_of(VALUES))
    driver = Driver(machine, walked=0)
    assert driver.is_made()
    ours = DrivenMatch(driver, 1, ("ada", "bo"))
    theirs = Match.start(machine, 1, ("ada", "bo"), events=False)
    for match in (ours, theirs):
        match.keeps_history = keeps_history
        match.apply(["spend", "stay", "look"])

    assert theirs.outcome is not None
    assert theirs.outcome.reason.startswith("division-by-zero")
    assert ours.outcome == theirs.outcome
    assert ours.digest() == theirs.digest()
    assert ours.choices == theirs.choices


def test_a_match_that_is_taken_back_goes_on() -> None:
    match, other = driven(), walked()
    for each in (match, other):
        each.apply([0] * 6)
        each.undo(2, agreed=True)
        each.apply(1)

    assert match.choices == other.choices
    assert match.digest() == other.digest()
