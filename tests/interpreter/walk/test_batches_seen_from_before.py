"""What a batch does at any depth is seen from before it: a model on a page says what rules make of
cards that go together, however deep in events the moves are, and whichever of them goes first."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.model.expressions import StateKey
from interpreter.program.program import Program
from interpreter.walk.match import Match
from tests.interpreter.small import match_of, of_players, play, program_of

COUNTS = ("heard", "crowded", "spent", "before", "mourned", "after")
GAME = """\
kinds:
  beast:
    active-in: player.field
    start: store
    copies: 3
    state: {goes: bool = false, depth: int = 0, doomed: bool = false}
cards:
- {id: lamb, kind: beast}
- id: hearer
  kind: beast
  triggers: [{before: move where c != self and c in me.field, do: add 1 to me.heard}]
- id: shy
  kind: beast
  triggers: [{before: move where count(me.field) >= 4, do: add 1 to me.crowded}]
- id: purse
  kind: beast
  copies: 1
  triggers:
  - before: move where me.coins > 0
    do: subtract 1 from me.coins; add 1 to me.spent
- id: counter
  kind: beast
  triggers:
  - after: move to me.past
    let: {there: count(me.field)}
    do: add there to me.before
- id: mourner
  kind: beast
  triggers: [{after: move to me.past where c != self, do: add 1 to me.mourned}]
- id: echo
  kind: beast
  triggers: [{after: move to me.past, at-once: true, do: add 1 + count(me.field) to me.after}]
- id: guard
  kind: beast
  forbids: [move where c.definition == lamb]
- id: saver
  kind: beast
  copies: 1
  replacements: [{instead: move to me.past, do: move c to me.kept}]
players:
  count: 1
  state:
    coins: int = 0
    heard: int = 0
    crowded: int = 0
    spent: int = 0
    before: int = 0
    mourned: int = 0
    after: int = 0
zones:
  store: {of: beast, seen-by: everyone}
  player.field: {of: beast, seen-by: everyone, order: row}
  player.past: {of: beast, seen-by: everyone}
  player.kept: {of: beast, seen-by: everyone}
events:
  go (beast c):
    do: move c to me.past
  part (beast c):
    do: for each d in [c], go d
  leave (beast c):
    do: |
      if c.depth == 0, move c to me.past
      elif c.depth == 1, go c
      elif c.depth == 2, part c
      else:
        together:
          part c
always:
- for: c in player.field where it.doomed
  do: leave c by c.controller
actions:
  flat: {do: "together for each c in me.field where it.goes, move c to me.past"}
  nested: {do: "together for each c in me.field where it.goes, leave c"}
  always: {do: "for each c in me.field where it.goes, set c.doomed to true"}
phases:
- {id: day, turns: players, offer: [flat, nested, always]}
end: {when: round > 2, winners: players}
"""


class Beast(NamedTuple):
    """One that stands in the field: whether it goes, and how deep in events its move is."""

    id: str
    goes: bool
    depth: int


KINDS = ("lamb", "hearer", "shy", "purse", "counter", "mourner", "echo", "guard", "saver")
ALONE = ("purse", "saver")
BEASTS = st.builds(Beast, st.sampled_from(KINDS), st.booleans(), st.integers(0, 3))


@st.composite
def fields(draw: Any) -> list[Beast]:
    """Draw the beasts of a field, in their order."""
    found: list[Beast] = []
    for beast in draw(st.lists(BEASTS, min_size=1, max_size=8)):
        there = sum(each.id == beast.id for each in found)
        if there < (1 if beast.id in ALONE else 3):
            found.append(beast)
    if any(each.id == "purse" for each in found):  # else the order of the two would be asked
        found = [each for each in found if each.id not in ("hearer", "shy")]
    return found


def expected(field: list[Beast], coins: int) -> dict[str, int]:
    """Say by the guide what rules make of it: they see the field as it was before all go."""
    numbers = {kind: sum(each.id == kind for each in field) for kind in KINDS}
    gone = [b for b in field if b.goes and not (b.id == "lamb" and numbers["guard"])]
    past = [] if numbers["saver"] else gone

    def others(kind: str, moved: list[Beast]) -> int:
        return sum(each is not own for own in field if own.id == kind for each in moved)

    return {
        "heard": others("hearer", gone),
        "crowded": numbers["shy"] * len(gone) * (len(field) >= 4),
        "spent": min(coins, numbers["purse"] * len(gone)),
        "before": numbers["counter"] * len(past) * len(field),
        "mourned": others("mourner", past),
        "after": numbers["echo"] * len(past) * (1 + len(field) - len(gone)),
    }


@cache
def program() -> Program:
    return program_of(GAME, 1)


@cache
def began() -> Match:
    return match_of(program(), ("ada",))


def arranged(field: list[Beast], coins: int) -> Match:
    """Return a match at its first decision with beasts in the field."""
    match = began().clone()
    state, machine = match.state, match.machine
    layout, definitions = machine.program.layout, machine.definition_ids
    zone = next(n for n, f in enumerate(state.zone_families) if _name_of(machine, f) == "field")
    for beast in field:
        free = (
            card
            for card, definition in enumerate(state.entity_definitions)
            if definitions[definition] == beast.id and state.places[card] != zone
        )
        card = next(free)
        machine.natives.move(state, 0, card, zone, None)
        for name in ("goes", "depth"):
            place = state.entity_bases[card] + layout.entity[StateKey("beast", name)]
            state.values[place] = getattr(beast, name)
    place = next(place for key, place in layout.seat.items() if key.name == "coins")
    state.values[layout.seat_base + place] = coins
    return match


def _name_of(machine: Any, family: int) -> str:
    return str(machine.program.families[family].key.name)


@pytest.mark.parametrize("action", ["flat", "nested", "always"])
@settings(max_examples=40, deadline=None)
@given(field=fields(), coins=st.integers(0, 3))
def test_rules_see_all_that_goes_together_from_before_it(
    action: str, field: list[Beast], coins: int
) -> None:
    if action == "always":  # what must go and cannot would be asked for again and again
        field = [each for each in field if each.id != "guard"]
    match = arranged(field, coins)

    play(match, action)

    assert match.decision is not None and "flat" in match.decision.labels
    assert {name: of_players(match, name)[0] for name in COUNTS} == expected(field, coins)
