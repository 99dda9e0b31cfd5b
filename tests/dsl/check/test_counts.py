"""`counts` of state is a rule that adds 1; what is wrong with it is said where it stands."""

from __future__ import annotations

import pytest

STATES = """\
state:
  moves: {is: int = 0 until round, counts: [pay, draw by next(start-player)]}
"""


def of_state(load, row: str):
    """Return what a game is that says a row of state."""
    return load(state=f"state:\n  n: {row}\n")


def test_each_pattern_is_a_rule_of_the_game(load):
    loaded = load(state=STATES, events="events: {pay: {}, draw: {}}\n")

    assert loaded.diagnostics == ()
    rules = [rule for rule in loaded.game.triggers if rule.is_count]
    assert [(rule.id, rule.pattern.event, rule.at_once) for rule in rules] == [
        ("game:counts.moves.1", "pay", True), ("game:counts.moves.2", "draw", True),
    ]  # fmt: skip
    assert [rule.span.text for rule in rules] == ["pay", "draw by next(start-player)"]


@pytest.mark.parametrize(
    ("row", "name", "words"),
    [
        ("{is: int = 0, counts: shufle}", "unknown-event", "shufle"),
        ("{is: int = 0, counts: pass where 1}", "not-a-condition", "1"),
        ("{is: bool = false, counts: pass}", "wrong-type", "pass"),
        ("{is: maybe int, counts: pass}", "wrong-type", "pass"),
        ("{is: int = 0, count: pass}", "unknown-key", "count"),
    ],
)
def test_what_cannot_be_counted_is_said_at_its_place(load, row, name, words):
    found = [(each.name, each.span.text) for each in of_state(load, row).diagnostics]

    assert found == [(name, words)]
