"""What holds of sets on the way: large choices are quick, and no set is offered that it cuts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.program.limits import Meter
from interpreter.walk.choosing import Choosing
from interpreter.walk.decision import ENOUGH
from interpreter.walk.match import Match
from interpreter.walk.subset_search import Fit
from tests.interpreter.small import match_of, program_of

HANDS = st.lists(st.integers(1, 6), max_size=8).map(sorted)
MODES = st.sampled_from(["exactly", "up to", "any number"])


def chooser() -> Choosing:
    found = Choosing.__new__(Choosing)
    found.machine = SimpleNamespace(meter=Meter())
    return found


def answers(pool: tuple, mode: str, number: int, fit: Fit) -> Iterator[tuple[int, ...]]:
    """Yield the sets that one comes to by taking whatever is offered, piece by piece."""
    choosing, waiting = chooser(), [()]
    while waiting:
        taken = waiting.pop()
        if choosing.is_complete(taken, mode, number):
            yield choosing.elements(pool, taken)
            continue
        pieces = choosing.pieces(pool, taken, mode, number, fit)
        assert pieces or not taken, "what is begun can be completed"
        if ENOUGH in pieces:
            yield choosing.elements(pool, taken)
        waiting += [(*taken, place) for place in pieces if place != ENOUGH]


def is_size(count: int, mode: str, number: int) -> bool:
    return mode == "any number" or count == number or (mode == "up to" and count < number)


@given(HANDS, MODES, st.integers(1, 4), st.integers(0, 12), st.integers(0, 12))
def test_what_fits_and_has_fitted_on_the_way_is_offered(hand, mode, number, whole, so_far):
    """The guide: a set is offered where `so that` holds of it and `so far` of each beginning."""
    fit = Fit(lambda ns: sum(ns) % 3 != whole % 3, lambda ns: sum(ns) <= so_far)
    wanted = {
        ns
        for count in range(len(hand) + 1)
        for ns in combinations(hand, count)
        if is_size(count, mode, number) and fit.whole(ns)
        and all(fit.so_far(ns[: n + 1]) for n in range(count))
    }  # fmt: skip
    classes = {n: place for place, n in enumerate(dict.fromkeys(hand))}

    found = list(answers(tuple((n, classes[n]) for n in hand), mode, number, fit))

    assert len(found) == len(set(found)), "equal elements are taken in one way"
    assert set(found) == wanted


@given(HANDS, MODES, st.integers(1, 4), st.integers(1, 20))
def test_what_must_hold_on_the_way_anyway_cuts_nothing(hand, mode, number, total):
    classes = {n: place for place, n in enumerate(dict.fromkeys(hand))}
    pool = tuple((n, classes[n]) for n in hand)

    without = list(answers(pool, mode, number, Fit(lambda ns: sum(ns) == total)))

    fit = Fit(lambda ns: sum(ns) == total, lambda ns: sum(ns) <= total)
    assert list(answers(pool, mode, number, fit)) == without


PAIR = "1..4\n        exactly: 2"
CARDS = st.lists(st.tuples(st.integers(1, 4), st.integers(0, 1)), max_size=9, unique=True)


@given(CARDS, MODES, st.integers(1, 4), st.integers(1, 12))
def test_what_decides_of_elements_is_asked_once_for_alike_ones(cards, mode, number, total):
    def whole(found):
        return sum(rank for rank, _ in found) == total

    def so_far(found):
        return len({rank for rank, _ in found}) < 3

    pool = tuple((card, place) for place, card in enumerate(cards))
    by_itself = list(answers(pool, mode, number, Fit(whole, so_far)))
    by_kind = list(answers(pool, mode, number, Fit(whole, so_far, lambda: lambda card: card[0])))

    assert by_kind == by_itself


GAME = """\
players: {count: 1, state: {points: int = 0}}
actions:
  add-up:
    in: act
    choose:
      ns:
        from: FROM
        so-that: SO_THAT
        so-far: SO_FAR
    do: gain sum(ns)
  add-in-steps:
    in: act
    do: |
      choose any number of ns from 1..30 so that SO_THAT so far SO_FAR
      gain sum(ns)
  stay: {in: act, do: gain 1}
events: {gain (int n): {do: add n to me.points}}
phases: [{id: act, turns: players, repeat: true}]
end: {when: "any(players, points > 500)", rank: [points]}
"""


def begun(so_that: str, so_far: str, *, source: str = "any number of 1..30") -> Match:
    text = GAME.replace("FROM", source).replace("SO_THAT", so_that).replace("SO_FAR", so_far)
    return match_of(program_of(text, 1), ("ada",))


def ways(match: Match, *answers: str) -> list[tuple[str, ...]]:
    """Return what is offered after each of some answers."""
    offered = []
    for answer in answers:
        match.apply(match.decision.labels.index(answer))
        offered.append(match.decision.labels)
    return offered


@pytest.mark.parametrize("action", ["add-up", "add-in-steps"])
def test_thirty_elements_are_searched_where_what_is_on_the_way_is_looked_at(action):
    match = begun("sum(ns) == 6", "sum(ns) <= 6")
    offered = ways(match, action, "1", "2")

    assert offered[:2] == [("1", "2", "6"), ("2", "5")]
    assert "add-up" in offered[2], "one answer is given by itself"


def test_nothing_is_offered_where_nothing_fits_that_is_on_the_way():
    match = begun("sum(ns) == 6", "sum(ns) < 6")

    assert match.decision.labels == ("add-in-steps", "stay")


def test_few_elements_are_looked_at_on_the_way_too():
    match = begun("count(ns) == 2", "count(ns) == 1 or ns[1] == 2", source=PAIR)

    assert ways(match, "add-up") == [("3", "4")]
    match = begun("count(ns) < 3", "sum(ns) < 4", source="up to 2 1..4")
    assert ways(match, "add-up", "1") == [("enough", "1", "2", "3"), ("enough", "2")]
