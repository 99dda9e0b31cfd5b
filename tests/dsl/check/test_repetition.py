"""State that tells how often a position has been there is a value over hidden lists of facts."""

from __future__ import annotations

import pytest

from dsl.model.expressions import StateKey

ROW = "{is: int until round, counts: [pay, draw], same: [active, players, count(bag)]}"


def loaded(load, row: str):
    """Return what a game is that says a row of state."""
    return load(state=f"state:\n  n: {row}\n", events="events: {pay: {}, draw: {}}\n")


def test_each_fact_is_a_value_and_a_list_of_what_it_was(load):
    found = loaded(load, ROW)

    assert found.diagnostics == ()
    game = found.game
    kept = {key.name: field for key, field in game.state.items() if field.looks_at}
    assert [(name, str(field.type), field.until) for name, field in kept.items()] == [
        ("n.1", "list of maybe player", "round"),
        ("n.2", "list of list of player", "round"),
        ("n.3", "list of int", "round"),
    ]
    assert {field.looks_at for field in kept.values()} == kept.keys() <= game.values.keys()
    assert str(game.values["n"][0].result) == "int" and StateKey(None, "n") not in game.state


def test_each_pattern_looks_at_all_facts(load):
    rules = [rule for rule in loaded(load, ROW).game.triggers if rule.is_count]

    assert [(rule.id, rule.pattern.event, rule.at_once) for rule in rules] == [
        ("game:counts.n.1", "pay", True), ("game:counts.n.2", "draw", True),
    ]  # fmt: skip
    changed = [[step.state.name for step in rule.body.steps] for rule in rules]
    assert changed == [["n.1", "n.2", "n.3"]] * 2


@pytest.mark.parametrize(
    ("facts", "seen_by"),
    [("count(bag)", None), ("players", None), ("bag", "nobody"), ("top(bag)", "nobody")],
)
def test_nobody_sees_what_a_fact_was_that_not_all_see(load, facts, seen_by):
    found = loaded(load, f"{{is: int, counts: pay, same: [{facts}]}}")

    assert found.diagnostics == ()
    assert found.game.state[StateKey(None, "n.1")].seen_by == seen_by


def test_the_number_is_not_set(load):
    found = load(
        state="state: {n: {is: int, counts: pay, same: active}}\n",
        events="events: {pay: {}, break: {do: set n to 3}}\n",
    )

    assert [(each.name, each.span.text) for each in found.diagnostics] == [("cannot-assign", "n")]
