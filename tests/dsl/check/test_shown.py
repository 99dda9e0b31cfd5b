"""Values that people are shown tell nobody what that player may not see."""

from __future__ import annotations

import pytest

ZONES = """\
zones:
  bag: {of: tile, order: stack, seen-by: nobody}
  row: {of: tile, seen-by: everyone}
  player.hand: {of: tile, seen-by: owner}
"""
PLAYERS = """\
players:
  count: 2-3
  state: {points: int = 0, wish: {is: color = red, seen-by: owner}}
"""


@pytest.fixture
def shown(load):
    """Return a function that gives where a value is shown: its zones, and whether to everybody."""

    def shown(signature: str, body: str, show: str = "true"):
        values = (
            f"values:\n  {signature}:\n    is: {body}\n    show: {show}\n    text: some words\n"
        )
        loaded = load(
            zones=ZONES, players=PLAYERS, values=values,
            phases="phases:\n- {id: main, turns: players, do: end game}\n",
        )  # fmt: skip
        assert loaded.diagnostics == (), loaded.diagnostics
        (value,) = loaded.game.values["worth"]
        return value.show and ([key.name for key in value.show.zones], value.show.is_open)

    return shown


@pytest.mark.parametrize(
    ("signature", "body", "is_open"),
    [
        ("worth(player p) -> int", "p.points + count(p.hand)", True),
        ("worth(player p) -> int", '"sum(p.hand, rank)"', False),  # one's own hand is one's own
        ("worth(player p) -> bool", "p.wish == red", False),
        ("worth -> int", '"count(bag) + sum(row, rank)"', True),  # the hidden may be counted
        ("worth(tile t) -> int", "t.rank + 1", True),
    ],
)
def test_what_one_sees_oneself_is_shown_to_oneself(shown, signature, body, is_open):
    assert shown(signature, body) == ([], is_open)


def test_cards_may_show_a_value_in_some_zones_alone(shown):
    assert shown("worth(tile t) -> int", "t.rank + 1", "[row, player.hand]") == (
        ["row", "hand"],
        True,
    )


def test_false_shows_nothing(shown):
    assert shown("worth -> int", "1", "false") is None
