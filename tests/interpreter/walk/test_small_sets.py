"""Sets of few elements are the same whether they are worked out at once or one by one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from interpreter.program.limits import Meter
from interpreter.walk import subset_search as fitting
from interpreter.walk.subset_search import ANY, Search, small_sets

CLASSES = st.lists(st.integers(0, 1), max_size=5).map(
    lambda steps: tuple(sum(steps[: i + 1]) for i in range(len(steps)))
)


@given(CLASSES, st.sampled_from(["exactly", "up to", "any number"]), st.integers(0, 4))
def test_all_sets_in_the_same_order(classes: tuple[int, ...], mode: str, number: int) -> None:
    places = small_sets(classes, (), mode, number)
    assert len(set(places)) == len(places)
    kinds = [tuple(classes[place] for place in found) for found in places]
    assert len(set(kinds)) == len(kinds), "equal elements are taken in one way"
    if mode == "exactly":
        assert all(len(found) == number for found in places)
    if mode == "up to":
        assert all(len(found) <= number for found in places)


@given(CLASSES, st.sampled_from(["exactly", "up to", "any number"]), st.integers(0, 4))
def test_as_one_by_one(classes: tuple[int, ...], mode: str, number: int) -> None:
    pool = tuple(enumerate(classes))
    at_once = list(Search(Meter(), pool, mode, number, ANY).sets(()))
    limit, fitting.SMALL = fitting.SMALL, -1
    try:
        one_by_one = list(Search(Meter(), pool, mode, number, ANY).sets(()))
    finally:
        fitting.SMALL = limit
    assert at_once == one_by_one
