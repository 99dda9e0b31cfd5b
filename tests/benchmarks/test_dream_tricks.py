"""Check the hand-written dream trick game on the worked examples of its rules."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.driver import measure, play
from benchmarks.reference.dream_tricks import (
    COLOURS,
    FULL_DECK,
    NO_COLOUR,
    POINTS,
    SHORT_DECK,
    DreamTricks,
    card,
    losers,
    name,
)


def cards(*names: str) -> list[int]:
    return [card(each) for each in names]


def position(
    *,
    trick: list[str],
    hands: list[list[str]],
    nightmare: str | None = None,
    forbidden: bool = True,
) -> DreamTricks:
    """Return a match in the middle of a trick that seat 0 led."""
    match = DreamTricks.start(len(hands), forbidden)
    match.hands = [cards(*hand) for hand in hands]
    match.won = [[] for _ in hands]
    match.stock = []
    match.leader = 0
    match.trick = cards(*trick)
    match.turn = len(trick) % len(hands)
    match.nightmare = NO_COLOUR if nightmare is None else COLOURS.index(nightmare)
    match._find_options()
    return match


def legal(match: DreamTricks) -> list[str]:
    return [name(each) for each in match.options[: match.legal_count]]


def breaking(match: DreamTricks) -> list[str]:
    return [name(each) for each in match.options[match.legal_count :]]


def test_a_nightmare_is_born_and_wins() -> None:
    """dt-01."""
    match = position(
        trick=["blue 8", "blue 10"],
        hands=[
            ["red 10", "blue 2"],
            ["green 9", "blue 4"],
            ["red 4", "yellow 6"],
            ["blue 9", "red 7", "red 3"],
        ],
    )
    assert legal(match) == ["red 4", "yellow 6"]
    match.apply(card("red 4"))
    assert match.nightmare == COLOURS.index("red")
    assert legal(match) == ["blue 9", "red 7"]
    match.apply(card("red 7"))
    assert sum(POINTS[match.nightmare][each] for each in match.won[3]) == 33
    assert match.leader == match.turn == 3


@pytest.mark.parametrize(
    ("trick", "hand", "expected"),
    [
        (["green 6", "red 9"], ["green 2", "red 5", "red 8"], ["green 2", "red 5"]),
        (["green 6", "red 9"], ["red 8", "yellow 2"], ["yellow 2"]),
        (["green 6", "red 9"], ["red 8", "red 3"], ["red 8", "red 3"]),
        (["red 2"], ["red 7", "blue 2", "yellow 10"], ["red 7", "blue 2", "yellow 10"]),
        (["red 2"], ["red 7", "red 3", "blue 2"], ["red 7", "red 3"]),
        (["red 10"], ["red 3", "red 9", "blue 4"], ["red 3", "red 9"]),
    ],
    ids=["dt-02", "dt-03", "dt-04", "dt-05", "dt-06", "dt-07"],
)
def test_followers_may_play(trick: list[str], hand: list[str], expected: list[str]) -> None:
    hands = [["blue 6"], ["blue 8"], ["blue 9"]]
    hands[len(trick)] = hand
    assert legal(position(trick=trick, hands=hands, nightmare="red")) == expected


def test_before_the_nightmare_the_promise_is_kept_or_broken() -> None:
    """dt-08, dt-09."""
    match = position(
        trick=["blue 2"], hands=[["blue 6", "blue 8"], ["blue 10", "red 7"]], forbidden=False
    )
    assert legal(match) == ["blue 10"]
    assert breaking(match) == ["red 7"]
    match.apply(card("red 7"))
    assert match.lives == [3, 2]
    assert match.nightmare == NO_COLOUR


def test_points_change_with_the_nightmare() -> None:
    """dt-10."""
    won = cards("red 5", "red 7", "blue 6")
    assert sum(POINTS[NO_COLOUR][each] for each in won) == 12
    assert sum(POINTS[COLOURS.index("red")][each] for each in won) == 43


def test_totals() -> None:
    """dt-11."""
    for deck in (FULL_DECK, SHORT_DECK):
        assert sum(POINTS[NO_COLOUR][each] for each in deck) == 120
        assert sum(POINTS[0][each] for each in deck) == 151
        assert sum(POINTS[0][each] for each in deck if each < 9) == 61
        assert sum(POINTS[0][each] for each in deck if 9 <= each < 18) == 30


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([63, 55, 33], [1]),
        ([60, 45, 30, 16], [1, 2]),
        ([50, 50, 41, 10], [0, 1, 2]),
        ([60, 60, 0, 0], []),
        ([80, 71], [1]),
        ([60, 60], []),
    ],
    ids=["dt-12", "dt-13", "dt-14", "dt-15", "dt-16", "dt-17"],
)
def test_who_loses_a_life(scores: list[int], expected: list[int]) -> None:
    assert losers(scores) == expected


def test_the_winner_draws_first() -> None:
    """dt-18."""
    match = position(trick=["blue 6"], hands=[["green 5"], ["blue 8", "blue 9"]])
    match.stock = cards("red 9", "red 8", "red 7")
    match.apply(card("blue 8"))
    assert match.hands == [cards("green 5", "red 8"), cards("blue 9", "red 7")]
    assert match.stock == cards("red 9")


def test_a_big_card_of_another_colour_does_not_win() -> None:
    """dt-19."""
    match = position(
        trick=["green 3", "green 2"],
        hands=[["blue 2", "blue 3"], ["blue 5"], ["yellow 10", "yellow 9"]],
        nightmare="red",
    )
    match.apply(card("yellow 10"))
    assert match.leader == 0
    assert sum(POINTS[0][each] for each in match.won[0]) == 10


def test_the_session_ends_with_the_last_life() -> None:
    """dt-20, and the last life broken away (the running deal is not scored)."""
    match = position(trick=["blue 2"], hands=[["blue 6"], ["blue 10", "red 7"]], forbidden=False)
    match.lives = [2, 1]
    match.apply(card("red 7"))
    assert match.is_over
    assert match.lives == [2, 0]
    assert match.winners == [0]
    assert match.legal_actions() == []


def test_lives_decide_the_session() -> None:
    """dt-20: 63, 55 and 33 points with 2, 1 and 3 lives."""
    match = position(
        trick=["blue 8", "blue 9"], hands=[[], [], ["blue 10", "blue 3"]], nightmare="red"
    )
    match.lives = [2, 1, 3]
    match.won = [
        cards("red 7", "red 5", "green 6", "red 6", "red 10"),
        cards("yellow 6", "yellow 10", "green 10", "green 9", "yellow 9", "blue 6", "red 9"),
        cards("yellow 7", "yellow 8", "green 7", "green 8", "red 8", "blue 7"),
    ]
    match.hands = [cards("blue 4"), cards("blue 5"), cards("blue 10", "blue 3")]
    match.apply(card("blue 10"))
    assert match.is_over
    assert match.lives == [2, 0, 3]
    assert match.winners == [2]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("forbidden", [False, True])
def test_whole_sessions(players: int, forbidden: bool) -> None:
    tricks = {2: 12, 3: 12, 4: 9}[players]
    for seed in range(30):
        match = DreamTricks.start(players, forbidden, seed=seed)
        decisions = play(match, Random(seed))
        assert min(match.lives) == 0
        assert match.winners
        assert 0 < decisions < match.deals * tricks * players


def test_a_clone_meets_the_same_deals() -> None:
    match = DreamTricks.start(3, True, seed=4)
    for _ in range(20):
        match.apply(match.legal_actions()[0])
    copy = match.clone()
    assert play(match, Random(1)) == play(copy, Random(1))
    assert (match.lives, match.won, match.deals) == (copy.lives, copy.won, copy.deals)


def test_given_deals() -> None:
    match = DreamTricks.start(4, True, lambda number: FULL_DECK[:], dealer=3)
    assert match.turn == 0
    assert match.hands == [list(range(seat, 36, 4)) for seat in range(4)]


def test_the_driver_counts() -> None:
    rates = measure(lambda number: DreamTricks.start(4, True, seed=number), seconds=0.05)
    assert rates.matches > 0
    assert rates.decisions > rates.matches
    assert rates.decisions_per_second > rates.matches_per_second
