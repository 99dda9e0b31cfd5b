"""Offers may read only what the player sees who decides."""

from __future__ import annotations

import pytest

ZONES = """\
zones:
  bag: {of: tile, order: stack, seen-by: nobody}
  pile: {of: tile, order: stack, seen-by: {top: everyone, cards: nobody}}
  vault: {of: tile, seen-by: {cards: nobody, count: nobody}}
  drawer: {of: tile, order: row, seen-by: {contents: everyone, cards: nobody}}
  row: {of: tile, seen-by: everyone}
  player.hand: {of: tile, seen-by: owner}
  player.back: {of: tile, seen-by: others}
  box: {of: rod, order: stack, seen-by: nobody}
  shelf: {of: slab, seen-by: everyone}
"""
KINDS = """\
kinds:
  tile: {attributes: {color: color, rank: int = 1}, start: bag}
  ruler: {attributes: {height: int = 1}}
  rod: {extends: ruler}
  long-rod: {extends: rod, start: box}
  slab: {extends: ruler, start: shelf}
  spot: {extends: ruler, unique: true}
"""
PLAYERS = """\
players:
  count: 2-3
  state: {points: int = 0, wish: {is: color = red, seen-by: owner}}
state: {secret: {is: int = 0, seen-by: nobody}}
"""
VALUES = """\
values:
  reds(player p) -> list of tile: p.hand where color == red
  best-of(list of tile ts) -> int: max(ts, rank, 0)
  under -> int: |
    let c = bottom(pile)
    let found = 0
    if c.rank > 2, set found to 1
    return found
"""
EVENTS = """\
events:
  note: {do: set me.points to secret}
  find: {do: note}
  put (tile t): {do: move t to row}
"""
SEEN = [
    ("{}", "count(bag) > 3 and bag is not empty"),
    ("{t: me.hand where color == red}", "t.rank > 0"),
    ("{t: row}", "t.color == red and any(me.hand, rank > t.rank)"),
    ("{t: bag}", "count(bag) > 1"),
    ("{p: opponents, t: p.hand}", "count(p.hand) > 2"),
    ("{p: opponents, t: p.back where color == red}", "t.rank > 2"),
    ("{}", "top(pile).rank > 2 and first(pile).color == red and pile[1].rank > 0"),
    ("{}", "count(drawer, color == red) > 1"),
    ("{t: drawer where rank > 2}", "t.rank > 0"),
    ("{}", "reds(me) is not empty and best-of(row) > 1"),
    ("{}", "me.wish == red"),
    ("{}", "top(bag) is not none"),
    ("{t: every tile}", "true"),
    ("{t: every tile where it in me.hand and rank > 2}", "t.color == red"),
    ("{s: every spot where height > 1}", "s.height > 1"),
    ("{s: every slab where height > 1}", "s.height > 1"),
    ('{t: "me.hand where would(put it, count(row) > 2)"}', "t.rank > 0"),
]
TOLD = [
    ("{}", "any(bag, color == red)", "`color` of a card in `bag`"),
    ("{}", "top(bag).rank > 2", "`rank` of a card in `bag`"),
    ("{}", "bottom(pile).rank > 2", "`rank` of a card in `pile`"),
    ("{}", "pile[2].rank > 2", "`rank` of a card in `pile`"),
    ("{}", "first(drawer).rank > 2", "`rank` of a card in `drawer`"),
    ("{}", "ruby in each(bag, it.definition)", "`definition` of a card in `bag`"),
    ("{}", "vault is empty", "how many cards are in `vault`"),
    ("{}", "count(player.hand, rank > 2) > 0", "`rank` of a card in `player.hand`"),
    ("{}", "any(opponents, max(hand, rank, 0) > 1)", "`rank` of a card in `player.hand`"),
    ("{}", "any(p in players, reds(p) is not empty)", "`color` of a card in `player.hand`"),
    ("{}", "best-of(bag) > 1", "`rank` of a card in `bag`"),
    ("{}", "under > 0", "`rank` of a card in `pile`"),
    ("{}", "any(me.back, rank > 2)", "`rank` of a card in `player.back`"),
    ("{}", "secret > 2", "the state `secret`"),
    ("{}", "any(opponents, wish == red)", "the state `wish`"),
    ("{t: bag}", "t.rank > 2", "`rank` of a card in `bag`"),
    ("{t: every tile}", "t.rank > 2", "`rank` of a card in `bag`"),
    ("{t: every tile where it in bag}", "t.rank > 2", "`rank` of a card in `bag`"),
    ("{}", "any(every ruler, height > 2)", "`height` of a card in `box`"),
    ("{}", "any(every rod, height > 2)", "`height` of a card in `box`"),
    ("{}", "any(every long-rod, height > 2)", "`height` of a card in `box`"),
    ("{}", "would(find, me.points > 2)", "the state `secret`"),
    ("{}", "would(put top(bag), secret > 2)", "the state `secret`"),
]


@pytest.fixture
def told(load):
    """Return a function that gives what an action's parameters and condition tell."""

    def told(choose: str, when: str, rest: str = "") -> list[tuple[str, str]]:
        text = f"actions:\n  act:\n    in: main\n    choose: {choose}\n    when: {when}\n{rest}"
        loaded = load(
            kinds=KINDS, zones=ZONES, players=PLAYERS, values=VALUES, events=EVENTS, actions=text,
            phases="phases:\n- {id: main, turns: players}\n",
        )  # fmt: skip
        assert {d.name for d in loaded.diagnostics} <= {"leaking-option"}, loaded.diagnostics
        return [(d.message, d.span.text) for d in loaded.diagnostics]

    return told


@pytest.mark.parametrize(("choose", "when"), SEEN)
def test_what_the_player_sees_may_decide(choose, when, told):
    assert told(choose, when) == []


@pytest.mark.parametrize(("choose", "when", "what"), TOLD)
def test_what_is_hidden_may_not(choose, when, what, told):
    ((message, words),) = told(choose, when)

    assert message == f"whether `act` is offered tells {what}, which its player may not see"
    assert words == when


def test_parameters_and_costs_tell_as_well(told):
    ((message, words),) = told("{t: bag where rank > 2}", "true")
    assert ("`rank` of a card in `bag`" in message, words) == (True, "t")

    ((message, words),) = told("{}", "true", "    cost: require top(bag).rank > 2\n")
    assert ("`rank` of a card in `bag`" in message, words) == (True, "require top(bag).rank > 2")


def test_a_lone_player_is_the_owner_of_all(load):
    actions = "actions:\n  act: {in: main, when: 'any(player.hand, rank > 1)'}\n"
    loaded = load(
        players="players: {count: 1, state: {points: int = 0}}\n", actions=actions,
        phases="phases:\n- {id: main, turns: players}\n",
    )  # fmt: skip
    assert loaded.diagnostics == ()


def test_an_open_variant_is_enough_where_the_action_has_a_condition(load):
    zones = """\
zones:
  bag: {of: tile, order: stack, seen-by: [{only-if: open, to: everyone}, {to: nobody}]}
"""
    for only_if, names in (("", ["leaking-option"]), ("only-if: open, ", [])):
        actions = f"actions:\n  act: {{{only_if}in: main, when: top(bag).rank > 1}}\n"
        loaded = load(
            zones=zones, actions=actions, phases="phases:\n- {id: main, turns: players}\n"
        )
        assert [d.name for d in loaded.diagnostics] == names


@pytest.mark.parametrize(
    ("laid", "when", "what"),
    [
        ("row", "any(beside(row[1]), rank > 2)", ""),
        ("row", "longest-run(row where color == red) > 2", ""),
        (
            "player.hand",
            "any(beside(first(me.hand)), rank > 2)",
            "`rank` of a card in `player.hand`",
        ),
        ("drawer", "count(beside(first(drawer))) > 1", "`beside` of a card in `drawer`"),
        (
            "drawer",
            "longest-run(drawer where color == red) > 1",
            "`longest-run` of a card in `drawer`",
        ),
    ],
)
def test_what_is_near_tells_no_more_than_the_zones_that_are_laid_out(laid, when, what, load):
    """In a hand that is laid out, some neighbour may be another's; of what only the contents are
    seen nobody knows what lies where."""
    zones = ZONES.replace("row: {of: tile,", "row: {of: tile, slots: 6,").replace(
        "player.hand: {of: tile,", "player.hand: {of: tile, order: row,"
    )
    loaded = load(
        zones=zones, players=PLAYERS, layout=f"layout: {{board: {{rows: {laid}, columns: 3}}}}\n",
        actions=f"actions:\n  act: {{in: main, when: '{when}'}}\n",
        phases="phases:\n- {id: main, turns: players}\n",
    )  # fmt: skip
    messages = [d.message for d in loaded.diagnostics if d.name == "leaking-option"]
    assert len(messages) == bool(what) and all(what in message for message in messages)
