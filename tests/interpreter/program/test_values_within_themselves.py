"""Values that call themselves: as deep as they say, and never for ever."""

from __future__ import annotations

import pytest

from dsl.load import load_sources, prelude_in
from dsl.records import Source
from tests.interpreter.small import HEAD, PRELUDE, match_of, of_players, program_of

GAME = """\
players: {count: 2, state: {points: int = 0}}
values:
  sinking(int n) -> int:
    depth: DEPTH
    is: "0 if n == 0 else 1 + twice(sinking(n - 1)) // 2"
  twice(int n) -> int: 2 * n
  falling(int n) -> int: |
    let found = 0
    for each m in [n - 1] where it >= 0, set found to 1 + max([m], inner(it), 0)
    return found
  inner(int n) -> int: falling-on(n)
  falling-on(int n) -> int:
    depth: 30
    is: "0 if n == 0 else 1 + falling-on(n - 1)"
  spreading(int n) -> int:
    depth: 32
    is: "1 if n == 0 else spreading(n - 1) + spreading(n - 1)"
actions:
  sink: {do: set me.points to sinking(NUMBER)}
  fall: {do: set me.points to falling(NUMBER)}
  spread: {do: set me.points to spreading(NUMBER)}
  wait: {}
phases: [{id: main, turns: players, offer: [sink, fall, spread, wait]}]
end: {when: "any(players, points < 0)", rank: points}
"""


def played(action: str, number: int, *, depth: int = 32):
    text = GAME.replace("NUMBER", str(number)).replace("DEPTH", str(depth))
    match = match_of(program_of(text))
    match.apply(match.decision.labels.index(action))
    return match


@pytest.mark.parametrize("depth", [1, 5, 32])
def test_a_value_stands_within_itself_so_often(depth):
    """`depth` calls stand within each other: the outermost, and one less below it."""
    match = played("sink", depth - 1, depth=depth)
    assert of_players(match, "points") == (depth - 1, 0)

    reason = played("sink", depth, depth=depth).outcome.reason
    assert reason.startswith(f"nesting-too-deep: `sinking` calls itself over {depth} deep")
    assert "small/game.yaml:" in reason


def test_values_that_call_themselves_call_each_other():
    assert of_players(played("fall", 30), "points") == (30, 0)


def test_calls_that_double_are_stopped():
    assert of_players(played("spread", 8), "points") == (256, 0)
    assert played("spread", 31).outcome.reason.startswith("budget-exceeded")


def findings(values: str) -> list[tuple[str, ...]]:
    course = "phases: [{id: main, do: end game}]\nend: {draw: true}\n"
    text = f"{HEAD}players: {{count: 2}}\nvalues:\n{values}{course}"
    found = load_sources([Source("small/game.yaml", text)], "small", prelude_in(PRELUDE))
    return [(d.name, *d.helps) for d in found.diagnostics if d.name == "recursive-value"]


def test_how_deep_has_to_be_said():
    assert findings("  a(int n) -> int: 0 if n == 0 else a(n - 1)\n") == [
        ("recursive-value", "say how deep it may go: `depth: 20`; else let it do without itself")
    ]


def test_what_it_comes_to_has_to_be_said():
    assert findings('  a(int n): {depth: 5, is: "0 if n == 0 else a(n - 1)"}\n') == [
        ("recursive-value", "write `a(…) -> int:`, or another type")
    ]


def test_two_that_need_each_other_are_refused():
    values = "  a(int n) -> int: {depth: 5, is: b(n)}\n  b(int n) -> int: {depth: 5, is: a(n)}\n"
    assert [name for name, _ in findings(values)] == ["recursive-value"]
