"""Matches in the native engine are those of the walker, driven from outside and played inside."""

from __future__ import annotations

from random import Random

import pytest

import cardwright
from interpreter.native.engine import Native
from interpreter.native.match import NativeMatch
from interpreter.native.memory import Settings
from interpreter.native.position import Positions
from interpreter.walk.assembly import opened
from soak.measure import Broken, Part
from soak.natives import compare, look

SAMPLE = (
    *(("dream-tricks", 3), ("equilibrion", 2), ("worldmonger", 2), ("hearts", 4)),
    *(("klondike", 1), ("durak", 3), ("kuhn-poker", 2), ("tic-tac-toe", 2)),
)


@pytest.mark.parametrize(("id_", "players"), SAMPLE)
def test_a_match_asks_and_ends_as_in_the_walker(id_: str, players: int) -> None:
    part = Part()
    compare(cardwright.load(id_), players, Random(f"{id_} 1"), part)

    assert part.tally["decisions"] > 0
    assert part.tally["decisions inside"] > part.tally["decisions"]
    assert set(part.tally) == {"decisions", "decisions inside"}, "nothing is refused"


@pytest.fixture(scope="module")
def match() -> tuple[NativeMatch, Positions]:
    machine = cardwright.load("hearts").machine(4)
    native = Native(machine, Settings(suspends=True))
    return NativeMatch(native), Positions(machine, native.memory)


def test_what_differs_is_found(match: tuple[NativeMatch, Positions]) -> None:
    native, positions = match
    st = opened(cardwright.load("hearts").machine(4), 3, ("a", "b", "c", "d"), events=False)
    native.begin(3)
    look(st, native, positions, is_whole=True, where="")
    native.answer(1)

    with pytest.raises(Broken, match="10 options for"):
        look(st, native, positions, is_whole=False, where="")


def test_a_saved_match_is_restored_whatever_came_between(
    match: tuple[NativeMatch, Positions],
) -> None:
    native, positions = match
    native.begin(5)
    for _ in range(30):
        native.answer(native.count - 1)
    saved, asked = native.save(), positions.ask(native.native.cells, native.status)
    course = []
    for _ in range(2):
        native.restore(saved)
        assert positions.ask(native.native.cells, native.status) == asked
        chance, taken = Random(8), []
        while native.count:
            taken.append((native.count, native.decider, native.options))
            native.answer(chance.randrange(native.count))
        course.append(taken)
        native.begin(77)
        native.answer(0)

    assert course[0] == course[1]
    assert len(course[0]) > 100


def test_an_answer_that_nobody_offers_is_refused(match: tuple[NativeMatch, Positions]) -> None:
    native, _ = match
    count = native.begin(5)

    with pytest.raises(IndexError, match=f"{count} of {count} options"):
        native.answer(count)


def test_a_module_is_made_once_for_all_that_drive_matches_alike() -> None:
    machine = cardwright.load("goofspiel", cache=False).machine(2)
    first, second = (Native(machine, Settings(suspends=True), is_shared=True) for _ in range(2))
    assert first.memory is second.memory
    match, other = NativeMatch(first), NativeMatch(second)
    assert match.begin(1) and other.begin(1)
    match.answer(0)
    assert match.value("g_decisions") != other.value("g_decisions"), "each has memory of its own"
