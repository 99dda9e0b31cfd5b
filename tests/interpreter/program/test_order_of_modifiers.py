"""Modifiers of one layer count in the order in which their cards came, whatever they are called."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.program.analysis import in_order
from interpreter.state.saving import dumped, read_state
from interpreter.trajectory.saving import SHAPES
from tests.interpreter.small import match_of, of_players, play, program_of

OPERATIONS = {
    "{n}": lambda result, n: n,
    "result + {n}": lambda result, n: result + n,
    "result - {n}": lambda result, n: result - n,
    "result * {n}": lambda result, n: result * n,
    "min(result, {n})": min,
    "max(result, {n})": max,
    "{n} - result": lambda result, n: n - result,
    "result + {n} if result > 2 else result": lambda result, n: result + n * (result > 2),
}
GAME = """\
kinds:
  charm:
    attributes: {power: int = 1}
    start: player.box
    active-in: [player.field]
cards:
- {kind: charm, id: wolf}
CARDS
zones:
  player.box: {of: charm, order: row, seen-by: everyone}
  player.field: {of: charm, ORDERseen-by: everyone}
players: {count: 1, state: {seen: int = 0}}
actions:
  toggle:
    choose: {c: every charm where it.definition != wolf}
    do: |
      if c in me.box:
        move c to me.field
      else:
        move c to me.box
      set me.seen to sum(every charm where it.definition == wolf, power)
  wait: {}
phases: [{id: acting, turns: players, offer: [toggle, wait]}]
"""
RULES = st.tuples(st.sampled_from(sorted(OPERATIONS)), st.integers(1, 4), st.integers(0, 1))


def game_of(rules: Sequence[tuple[str, int, int]], names: Sequence[str], order: str) -> str:
    """Return a game of one card a rule, in the order of the text."""
    cards = [
        f"- {{kind: charm, id: {name}, modifiers: [{{value: power where it.definition == wolf, "
        f"to: '{to.format(n=n)}', layer: {layer}}}]}}"
        for (to, n, layer), name in zip(rules, names, strict=True)
    ]
    return GAME.replace("CARDS", "\n".join(cards)).replace("ORDER", order)


def expected(rules: Sequence[tuple[str, int, int]], came: Sequence[int]) -> int:
    """Return the power of the wolf as the guide says it."""

    def place(number: int) -> tuple[int, bool]:
        to, _, layer = rules[number]
        return layer, "result" in to

    power = 1
    for number in sorted(came, key=place):
        to, n, _ = rules[number]
        power = OPERATIONS[to](power, n)
    return power


@given(
    rules=st.lists(RULES, min_size=2, max_size=4),
    data=st.data(),
    order=st.sampled_from(("", "order: row, ")),
)
@settings(max_examples=40, deadline=None)
def test_they_count_as_their_cards_came(rules, data, order):
    names = data.draw(st.permutations([f"card-{letter}" for letter in "abcd"[: len(rules)]]))
    moves = data.draw(st.lists(st.sampled_from(range(len(rules))), min_size=1, max_size=8))
    match = match_of(program_of(game_of(rules, names, order), 1), ("ada",))
    came: list[int] = []

    for move in moves:
        came.remove(move) if move in came else came.append(move)
        play(match, "toggle", names[move])
        assert of_players(match, "seen") == (expected(rules, came),)


def ordered(*rules: str) -> bool:
    """Return whether the order of some modifiers of one attribute matters."""
    text = game_of([(rule, 2, 0) for rule in rules], "abcdefgh"[: len(rules)], "")
    program = program_of(text, 1)
    return bool(in_order(program, [program.is_single(n) for n in range(len(rules) + 1)]))


@pytest.mark.parametrize(
    "rules",
    [
        ("result + {n}", "result - {n}", "{n} + result"),
        ("{n}", "{n}"),
        ("{n}", "result + {n}"),
        ("result * {n}",),
        ("max(result, {n})", "max({n}, result)"),
        ("result + {n} if round > 2 else result", "result + 1"),
    ],
)
def test_nobody_keeps_an_order_that_makes_no_difference(rules):
    assert not ordered(*rules)


@pytest.mark.parametrize(
    "rules",
    [
        ("result + {n}", "result * {n}"),
        ("result - {n}", "{n} - result"),
        ("{n}", "{n} + 1"),
        ("max(result, {n})", "min(result, {n})"),
        ("result + {n} if result > 2 else result", "result + 1"),
    ],
)
def test_an_order_that_makes_a_difference_is_kept(rules):
    assert ordered(*rules)


def test_a_position_tells_in_which_order_they_came():
    rules = [("result * {n}", 2, 0), ("result + {n}", 2, 0)]
    program = program_of(game_of(rules, "ab", ""), 1)
    first, second = (match_of(program, ("ada",)) for _ in range(2))

    play(first, "toggle", "a", "toggle", "b")
    play(second, "toggle", "b", "toggle", "a")

    assert first.state.arrived == second.state.arrived[::-1]


def test_a_saved_position_goes_on_in_the_same_order():
    rules = [("result * {n}", 2, 0), ("result + {n}", 2, 0)]
    match = match_of(program_of(game_of(rules, "ab", ""), 1), ("ada",))
    play(match, "toggle", "b", "toggle", "a")
    machine = match.machine

    form = dumped(match.state, machine.definition_ids, SHAPES)
    again = read_state(form, machine.definition_ids, SHAPES)
    machine.listener.listen(again)

    assert again.arrived == match.state.arrived != ()
