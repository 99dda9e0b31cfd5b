"""What triggers do whose cards leave before their turn: by the policy they stop or act."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.model.expressions import StateKey
from interpreter.walk.match import Match
from tests.interpreter.small import match_of, of_players, play, program_of

GAME = """\
kinds:
  beast:
    active-in: player.field
    start: store
    copies: 3
    state: {goes: bool = false, wounds: int = 0}
cards:
- {id: lamb, kind: beast}
- id: mourner
  kind: beast
  triggers: [{after: die where c != self, do: add 1 to me.mourned}]
- id: martyr
  kind: beast
  triggers: [{after: die self, do: add 1 to me.paid}]
- id: herald
  kind: beast
  triggers: [{after: wound self, do: add 1 + was(self.wounds) to me.told}]
players: {count: 1, state: {mourned: int = 0, paid: int = 0, told: int = 0}}
zones:
  store: {of: beast, seen-by: everyone}
  player.field: {of: beast, order: row, seen-by: everyone}
  player.past: {of: beast, seen-by: everyone}
events:
  die (beast c): {do: move c to me.past}
  wound (beast c): {do: add 1 to c.wounds}
always:
- for: p in players
  when: any(p.field, it.wounds > 1)
  do: for each c in p.field where it.wounds > 1, die c by p
actions:
  in-turn: {do: "for each c in me.field where it.goes, die c"}
  sweep: {do: "together for each c in me.field where it.goes, die c"}
  flames: {do: "for each c in me.field, wound c"}
phases:
- {id: day, turns: players, offer: [in-turn, sweep, flames]}
policy: {leavers: LEAVERS}
end: {when: round > 2, winners: players}
"""
KINDS = ("lamb", "mourner", "martyr", "herald")


class Beast(NamedTuple):
    """One that stands in the field: whether it goes, and whether one more wound is too much."""

    id: str
    goes: bool
    wounds: int


BEASTS = st.builds(Beast, st.sampled_from(KINDS), st.booleans(), st.integers(0, 1))


def no_more_than_there_are(field: list[Beast]) -> bool:
    """Return whether there are copies enough for a field."""
    return all(sum(each.id == kind for each in field) <= 3 for kind in KINDS)


FIELDS = st.lists(BEASTS, min_size=1, max_size=7).filter(no_more_than_there_are)


def expected(field: list[Beast], action: str, leavers: str) -> dict[str, int]:
    """Say by the guide what the triggers come to."""
    gone = [beast for beast in field if beast.goes]
    if action == "flames":
        gone = [beast for beast in field if beast.wounds]
    mourned, there = 0, list(field)
    for beast in gone:
        hearing = [each for each in there if each.id == "mourner" and each is not beast]
        if action == "in-turn" and leavers == "stop":  # those that go later have left by then
            hearing = [each for each in hearing if not each.goes]
        mourned += len(hearing)
        if action == "in-turn":
            there.remove(beast)
    told = 0
    if action == "flames":
        heralds = [each for each in field if each.id == "herald"]
        told = sum(1 + each.wounds for each in heralds if leavers == "act" or not each.wounds)
    return {"mourned": mourned, "paid": sum(each.id == "martyr" for each in gone), "told": told}


@cache
def began(leavers: str) -> Match:
    return match_of(program_of(GAME.replace("LEAVERS", leavers), 1), ("ada",))


def arranged(match: Match, field: list[Beast]) -> Match:
    """Return a match at its first decision with beasts in the field."""
    match = match.clone()
    state, machine = match.state, match.machine
    families: Any = machine.program.families
    zone = next(n for n, f in enumerate(state.zone_families) if families[f].key.name == "field")
    free = {kind: [] for kind in KINDS}
    for card, definition in enumerate(state.entity_definitions):
        free[machine.definition_ids[definition]].append(card)
    for beast in field:
        card = free[beast.id].pop()
        machine.natives.move(state, 0, card, zone, None)
        for name in ("goes", "wounds"):
            key = StateKey("beast", name)
            place = state.entity_bases[card] + machine.program.layout.entity[key]
            state.values[place] = getattr(beast, name)
    return match


@pytest.mark.parametrize("leavers", ["stop", "act"])
@pytest.mark.parametrize("action", ["in-turn", "sweep", "flames"])
@settings(max_examples=30, deadline=None)
@given(field=FIELDS)
def test_triggers_of_cards_that_left(action: str, leavers: str, field: list[Beast]) -> None:
    match = arranged(began(leavers), field)

    play(match, action)

    assert match.decision is not None and "flames" in match.decision.labels
    found = {name: of_players(match, name)[0] for name in ("mourned", "paid", "told")}
    assert found == expected(field, action, leavers)
