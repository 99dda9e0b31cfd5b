"""Modifiers that read each other's attributes: each layer reads what those below have made; what
needs itself ends in a fault."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.load import load_sources, prelude_in
from dsl.records import Source
from interpreter.program.assembling import assemble_program
from tests.interpreter.small import HEAD, PRELUDE, match_of, of_players, play

GAME = """\
kinds:
  beast:
    attributes: {power: int = 1, size: int = 1}
    start: field
    active-in: [field]
cards:
- {kind: beast, id: ant, power: 1, size: 2}
- {kind: beast, id: bee, power: 2, size: 1}
- {kind: beast, id: cow, power: 3, size: 3}
CARDS
players: {count: 1, state: {seen: list of int}}
zones:
  field: {of: beast, order: row, seen-by: everyone}
actions:
  look:
    do: |
      for each c in field where it.definition == ant, set me.seen to [c.power, c.size]
      for each c in field where it.definition == bee, set me.seen to me.seen + [c.power, c.size]
      for each c in field where it.definition == cow, set me.seen to me.seen + [c.power, c.size]
  wait: {}
phases: [{id: acting, turns: players, offer: [look, wait]}]
"""
NAMES = ("ant", "bee", "cow")
BASE = {("power", 0): 1, ("size", 0): 2, ("power", 1): 2, ("size", 1): 1, ("power", 2): 3,
        ("size", 2): 3}  # fmt: skip


class Rule(NamedTuple):
    """A modifier: what it changes, of which beast or of all, when, how and in which layer."""

    target: str
    of: int | None
    read: str
    least: int
    of_itself: bool
    sets: bool
    counts: bool
    layer: int | None


RULES = st.lists(
    st.builds(
        Rule, target=st.sampled_from(("power", "size")), of=st.sampled_from((None, 0, 1, 2)),
        read=st.sampled_from(("power", "size")), least=st.integers(1, 4), of_itself=st.booleans(),
        sets=st.booleans(), counts=st.booleans(), layer=st.sampled_from((None, None, 1, 2, 3)),
    ),
    min_size=1, max_size=4,
)  # fmt: skip


class Closed(Exception):
    """Something needs itself."""


def text_of(rules):
    """Return a game with a card a modifier."""
    cards = ""
    for number, rule in enumerate(rules):
        whom = "" if rule.of is None else f"it.definition == {NAMES[rule.of]} and "
        many = f"o in field where o.definition in [ant, bee, cow] and o != it, o.{rule.read}"
        asked = f"it.{rule.read}" if rule.of_itself else f"sum({many})"
        change = f"count({many.rpartition(',')[0]} and o.{rule.read} >= 2)" if rule.counts else "2"
        layer = "" if rule.layer is None else f", layer: {rule.layer}"
        cards += (
            f"- {{kind: beast, id: rule-{number}, modifiers: [{{value: '{rule.target} where "
            f"{whom}it.definition in [ant, bee, cow] and {asked} >= {rule.least}', "
            f"to: '{'' if rule.sets else 'result + '}{change}'{layer}}}]}}\n"
        )
    return GAME.replace("CARDS\n", cards)


def read(rules, name, beast, bound, opened):
    """Return an attribute as the guide says it.

    Args:
        bound: The layer from which on modifiers do not count; None where all do.
    """
    mark = name, beast, bound
    if mark in opened:
        raise Closed
    opened = opened | {mark}
    value = BASE[name, beast]
    order = sorted(enumerate(rules), key=lambda r: (r[1].layer or 0, not r[1].sets, r[0]))
    for _, rule in order:
        layer = rule.layer or 0
        is_other = rule.target != name or rule.of not in (None, beast)
        if is_other or (bound is not None and layer >= bound):
            continue
        below = 1 if rule.layer is None else layer
        others = [each for each in range(3) if each != beast]

        def of(each, rule=rule, below=below):
            is_within = is_in_circle(rules, rule.target, rule.read)
            return read(rules, rule.read, each, below if is_within else None, opened)

        asked = of(beast) if rule.of_itself else sum(map(of, others))
        if asked >= rule.least:
            change = sum(of(each) >= 2 for each in others) if rule.counts else 2
            value = change if rule.sets else value + change
    return value


def is_in_circle(rules, one, other):
    """Return whether modifiers lead from one attribute to another and back, whatever the cards."""
    leads = {(rule.target, rule.read) for rule in rules}
    both = {("power", "size"), ("size", "power")} <= leads
    return both if one != other else both or (one, one) in leads


@given(rules=RULES)
@settings(max_examples=40, deadline=None)
def test_each_layer_reads_what_those_below_have_made(rules):
    loaded = load_sources([Source("small/game.yaml", HEAD + text_of(rules))], "small",
                          prelude_in(PRELUDE))  # fmt: skip
    if loaded.game is None:
        assert {d.name for d in loaded.diagnostics if d.name != "own-word"} == {"modifier-cycle"}
        assert any(rule.layer is None and rule.of_itself for rule in rules)
        return
    program = assemble_program(loaded.game, {"player-count": 1}, 1)
    try:
        expected = tuple(
            read(rules, name, beast, None, frozenset())
            for beast in range(3)
            for name in ("power", "size")
        )
    except Closed:
        expected = None
    match = match_of(program, ("ada",))
    play(match, "look")
    if expected is None:
        assert match.outcome.kind == "fault"
        assert "needs itself" in match.outcome.reason
    else:
        assert of_players(match, "seen") == (expected,)


def test_the_fault_names_the_cards():
    rules = [
        Rule("power", 0, "power", 1, of_itself=False, sets=False, counts=False, layer=None),
        Rule("power", 1, "power", 1, of_itself=False, sets=False, counts=False, layer=None),
    ]
    loaded = load_sources([Source("small/game.yaml", HEAD + text_of(rules))], "small",
                          prelude_in(PRELUDE))  # fmt: skip
    match = match_of(assemble_program(loaded.game, {"player-count": 1}, 1), ("ada",))

    play(match, "look")

    told = match.outcome.reason
    assert "`power` of `bee` needs itself: by `rule-1` it needs `power` of `ant`" in told
    assert "by `rule-0` it needs `power` of `bee`" in told
