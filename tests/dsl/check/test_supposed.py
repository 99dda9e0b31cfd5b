"""`would(EVENTS, CONDITION)` asks of single events, and of something that can be true."""

from __future__ import annotations

import pytest

from dsl.model import expressions as e
from dsl.model.walk import walk

EVENTS = """\
events:
  put (tile t): {do: move t to row}
  gain (int n): {do: add n to me.points}
"""
ZONES = """\
zones:
  bag: {of: tile, order: stack, seen-by: nobody}
  row: {of: tile, seen-by: everyone}
  player.hand: {of: tile, seen-by: owner}
"""


@pytest.fixture
def asked(load):
    """Return a function that checks a condition of an action."""

    def asked(when: str):
        actions = f'actions:\n  act: {{in: main, choose: {{t: me.hand}}, when: "{when}"}}\n'
        return load(
            zones=ZONES, events=EVENTS, actions=actions,
            phases="phases:\n- {id: main, turns: players}\n",
        )  # fmt: skip

    return asked


def test_events_stand_in_their_order_before_the_condition(asked):
    loaded = asked("would(put t; gain 2; move t to next(me).hand, count(row) > 2)")

    assert loaded.diagnostics == ()
    (node,) = (n for n in walk(loaded.game.actions) if isinstance(n, e.Would))
    assert [event.event for event in node.events] == ["put", "gain", "move"]


@pytest.mark.parametrize(
    ("when", "name", "words"),
    [
        ("would(put me.hand, true)", "wrong-type", "put me.hand"),
        ("would(move t to row -> moved, true)", "wrong-type", "moved"),
        ("would(put t, me.points)", "not-a-condition", "me.points"),
        ("would(putt t, true)", "unknown-event", "putt"),
        ("would(put t)", "effect-syntax", ")"),
        ("would(set me.points to 2, true)", "effect-syntax", "set"),
    ],
)
def test_what_cannot_be_supposed_is_said_at_its_place(asked, when, name, words):
    found = [(d.name, d.span.text) for d in asked(when).diagnostics]

    assert found == [(name, words)]
