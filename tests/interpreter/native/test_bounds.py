"""What the walker stops, the native engine does not play on: it leaves the match to the walker."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import cardwright
from interpreter.native.emit.limits import MOST_DEPTH
from interpreter.native.engine import Native, NativeFault
from interpreter.native.match import NativeMatch
from interpreter.native.memory import Settings
from interpreter.native.playouts import Playouts
from interpreter.native.position import Positions
from interpreter.program.limits import ELEMENTS, NESTING, STEPS, UNITS
from interpreter.walk.assembly import assemble_machine, opened, rollout
from interpreter.walk.machine import Machine
from soak.hostile_rules import hostile_rules
from soak.measure import Part
from soak.natives import FEW_UNITS, look, of_hostile
from tests.interpreter.small import PLAYERS, program_of

HOSTILE = (
    *("list-of-a-body", "events-doubled", "values-doubled-far/cost", "sums-four-deep/set-up"),
    *("always-at-work", "while-true", "while-true-of-events", "sorts/event", "fold-max/while"),
    *("list-searched/while", "filters/always"),
)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_rules_are_stopped_in_both_engines(name: str) -> None:
    part = Part()
    of_hostile(Random(name), list(hostile_rules()).index(name), part)

    assert set(part.tally) == {"decisions"}, "nothing is refused"


@pytest.mark.parametrize(("id_", "players"), [("dream-tricks", 3), ("hearts", 4), ("klondike", 1)])
def test_an_answer_counts_as_in_the_walker(id_: str, players: int) -> None:
    """These games make long lists and leave them early, and keep what values give."""
    for units, work in _counts(id_, players):
        assert work == units


@pytest.mark.parametrize(("id_", "players"), [("cerebria", 2), ("chess", 2), ("examples/duel", 2)])
def test_much_work_counts_about_as_in_the_walker(id_: str, players: int) -> None:
    """Costs are tried, and events supposed. Of a large pool only cards in play count, however many
    modify what is read. What permanent rules found before counts again here."""
    for units, work in _counts(id_, players):
        assert units <= 2 * work + FEW_UNITS
        assert work <= 8 * units + FEW_UNITS


def _counts(id_: str, players: int) -> Iterator[tuple[int, int]]:
    """Yield what answers count in the walker and in the native engine."""
    game = cardwright.load(id_)
    machine = game.machine(players)
    match = NativeMatch(Native(game.machine(players), Settings(suspends=True)))
    chance = Random(id_)
    st = opened(machine, 4, ("a", "b", "c", "d")[:players], events=False)
    match.begin(4)
    for _ in range(100):
        if st.outcome is not None:
            break
        index = chance.randrange(match.count)
        machine.answer(st, st.ask.options[index])
        match.answer(index)
        if st.outcome is None:
            assert match.value("g_steps") == st.steps
            yield st.steps * UNITS + machine.meter.total, match.value("g_work")


ASKED = """
players: {count: 2, state: {points: int = 0}}
state: {n: int = 0, ls: list of int}
values:
  turns(int n) -> int: |
    let found = 0
    repeat n times, add 1 to found
    return found
  sums(int n) -> int: sum(a in 1..n, sum(b in 1..n, a + b))
events:
  deeper (int k): {do: "if k > 0, deeper k - 1"}
actions:
  go: {in: act, do: "add 1 to me.points; STEP"}
  wait: {in: act, do: add 1 to me.points}
phases:
- {id: act, turns: players, repeat: true}
end: {when: "any(players, points > 9)", rank: [points]}
"""


def machine_of(step: str) -> Machine:
    """Return the machine of a game in which an action does a step."""
    return assemble_machine(program_of(ASKED.replace("STEP", step)))


def answered(machine: Machine) -> bool:
    """Let both engines do the step; return whether both go on. They always end alike."""
    st = opened(machine, 1, PLAYERS, events=False)
    native = Native(machine, Settings(suspends=True))
    match = NativeMatch(native)
    match.begin(1)
    machine.answer(st, st.ask.options[0])
    try:
        match.answer(0)
    except NativeFault:
        assert st.outcome is not None, "the walker goes on"
        return False
    assert st.outcome is None, f"the native engine goes on behind {st.outcome}"
    look(st, match, Positions(machine, native.memory), is_whole=True, where="behind the step")
    return True


BOUNDS = {
    "turns of a body": ("repeat {} times, set n to 1", STEPS - 500, STEPS + 1),
    "turns of a value": ("set n to turns({})", STEPS + 50_000, 10**12),
    "elements of lists": ("set n to sums({})", 100, 5_000),
    "events within events": ("deeper {}", MOST_DEPTH - 8, NESTING // 2),
    "a range": ("set n to sum(a in 1..{}, a)", ELEMENTS, ELEMENTS + 1),
    "a list of results": ("set ls to each(a in 1..{}, a)", ELEMENTS, ELEMENTS + 1),
    "two lists put together": (
        "set n to count([1] + each(a in 1..{} - 1, a))", ELEMENTS, ELEMENTS + 1,
    ),
    "a list that grows": (
        "set ls to each(a in 1..{} - 1, a); add 1 to ls", ELEMENTS, ELEMENTS + 1,
    ),
    "lists in one": (
        "set n to count(each(a in 1..{}, each(b in 1..100, b)))",
        ELEMENTS // 100, ELEMENTS // 100 + 1,
    ),
    "sets that are tried": (
        "choose any number of cs from each(a in 1..{}, a * a) so that sum(cs) > 99999", 12, 22,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("step", "below", "above"), BOUNDS.values(), ids=BOUNDS)
def test_a_bound_is_that_of_the_walker(step: str, below: int, above: int) -> None:
    """Between the two numbers a match may be left to the walker that goes on."""
    assert answered(machine_of(step.format(below)))
    assert not answered(machine_of(step.format(above)))


@pytest.mark.parametrize("deep", [98, 120])
def test_values_that_call_each_other_too_deep_are_walked(deep: int) -> None:
    chain = "".join(f"  v{n + 1} -> int: v{n} + me.points\n" for n in range(deep))
    text = ASKED.replace("values:\n", f"values:\n  v0 -> int: me.points\n{chain}")
    machine = assemble_machine(program_of(text.replace("STEP", f"set n to v{deep}")))
    found = Playouts(machine, walked=0)

    assert found.rollout(3, 1, PLAYERS) == rollout(machine, 3, 1, PLAYERS)
    assert "deep" in str(found.refused)


def test_matches_inside_end_in_the_fault_that_the_walker_names() -> None:
    machine = machine_of("set n to sums(5000)")
    found = Playouts(machine, walked=0).rollout(2, 3, PLAYERS)

    kinds = [(outcome[0], outcome[3].partition(":")[0]) for outcome in found.outcomes]
    assert ("fault", "budget-exceeded") in kinds
