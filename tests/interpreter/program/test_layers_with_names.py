"""Layers with names: a modifier reads attributes as the layers before its own have left them, and
within a layer modifiers come as their cards came. Random ones are told by that sentence alone."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.load import load_sources, prelude_in
from dsl.records import Source
from tests.interpreter.small import HEAD, PRELUDE, match_of, of_players, play, program_of

GAME = """\
policy: {layers: [first, second, third]}
kinds:
  beast:
    attributes: {power: int = 1, size: int = 1}
    start: box
    active-in: [field]
cards:
- {kind: beast, id: ant, power: 1, size: 2}
- {kind: beast, id: bee, power: 2, size: 1}
CARDS
players: {count: 1, state: {seen: list of int}}
zones:
  box: {of: beast, order: row, seen-by: everyone}
  field: {of: beast, seen-by: everyone}
values:
  heavy(beast c) -> int: c.power + c.size
actions:
  come:
    choose: {c: box}
    do: |
      move c to field
      set me.seen to []
      for each b in every beast where it.definition == ant, set me.seen to [b.power, b.size]
      for each b in every beast where it.definition == bee:
        set me.seen to me.seen + [b.power, b.size]
  wait: {}
phases: [{id: acting, turns: players, offer: [come, wait]}]
"""
LAYERS = ("first", "second", "third")
NAMES = ("ant", "bee")
PRINTED = {("power", 0): 1, ("size", 0): 2, ("power", 1): 2, ("size", 1): 1}


class Rule(NamedTuple):
    """A modifier: of an attribute of both beasts, if a beast is large enough in what is read."""

    target: str
    read: str
    least: int
    of_other: bool
    to: str
    layer: int

    def holds(self, read, beast):
        asked = 1 - beast if self.of_other else beast
        if self.read == "heavy":
            return read("power", asked) + read("size", asked) >= self.least
        return read(self.read, asked) >= self.least


CHANGES = {"3": lambda r: 3, "1": lambda r: 1, "result + 1": lambda r: r + 1,
           "result * 2": lambda r: r * 2}  # fmt: skip
RULES = st.lists(
    st.builds(
        Rule, target=st.sampled_from(("power", "size")),
        read=st.sampled_from(("power", "size", "heavy")), least=st.integers(1, 4),
        of_other=st.booleans(), to=st.sampled_from(sorted(CHANGES)), layer=st.integers(0, 2),
    ),
    min_size=1, max_size=5,
)  # fmt: skip


def text_of(rules):
    """Return a game with a card a modifier."""
    cards = ""
    for number, rule in enumerate(rules):
        beast = "it"
        asked = f"heavy({beast})" if rule.read == "heavy" else f"{beast}.{rule.read}"
        if rule.of_other:
            inner = "heavy(o)" if rule.read == "heavy" else f"o.{rule.read}"
            asked = f"sum(o in every beast where o.definition in [ant, bee] and o != it, {inner})"
        cards += (
            f"- {{kind: beast, id: rule-{number}, modifiers: [{{value: '{rule.target} where "
            f"it.definition in [ant, bee] and {asked} >= {rule.least}', "
            f"to: {rule.to}, layer: {LAYERS[rule.layer]}}}]}}\n"
        )
    return GAME.replace("CARDS\n", cards)


def told(rules, came):
    """Return what the sentence says of both beasts."""

    def read(name, beast, below):
        value = PRINTED[name, beast]
        for layer in range(below):
            for number in came:
                rule = rules[number]
                known = partial(read, below=layer)
                if (rule.layer, rule.target) == (layer, name) and rule.holds(known, beast):
                    value = CHANGES[rule.to](value)
        return value

    return tuple(read(name, beast, 3) for beast in (0, 1) for name in ("power", "size"))


@given(rules=RULES, data=st.data())
@settings(max_examples=60, deadline=None)
def test_each_reads_what_the_layers_before_have_left(rules, data):
    match = match_of(program_of(text_of(rules), 1), ("ada",))
    came = []
    for number in data.draw(st.permutations(range(len(rules)))):
        came.append(number)
        play(match, "come", f"rule-{number}")
        assert of_players(match, "seen") == (told(rules, came),)


@pytest.mark.parametrize("layer", ["fourth", "2", "1 + 1"])
def test_a_game_with_names_has_no_other_layers(layer):
    rule = Rule("power", "size", 1, False, "3", 0)
    text = text_of([rule]).replace("layer: first", f"layer: {layer}")
    found = load_sources([Source("small/game.yaml", HEAD + text)], "small", prelude_in(PRELUDE))
    assert {each.name for each in found.diagnostics} - {"own-word"} == {"unknown-name"}
