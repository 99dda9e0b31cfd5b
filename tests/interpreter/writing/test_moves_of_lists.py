"""All cards of a zone that go at once lie as if they had gone one after the other."""

from __future__ import annotations

import pytest

from tests.interpreter.small import match_of, program_of

GAME = """\
kinds: {{card: {{attributes: {{rank: int}}, start: heap}}}}
zones:
  heap: {{of: card, {heap}}}
  pile: {{of: card, {pile}}}
players: {{count: 1, state: {{coins: int = 0}}}}
actions:
  wait: {{in: act}}
  stay: {{in: act}}
setup: "{move}"
phases:
- {{id: act, turns: players}}
end: {{rank: [coins]}}
cards:
- each: {{kind: card}}
  rows: [{{id: a, rank: 2}}, {{id: b, rank: 3}}, {{id: c, rank: 1}}]
"""
KINDS = ("seen-by: everyone", "order: row, seen-by: everyone", "order: stack, seen-by: nobody")
MOVES = (
    "move heap to pile",
    "move sort(heap, 0 - rank) to pile",
    "move heap where rank > 1 to pile",
)


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize("pile", KINDS)
@pytest.mark.parametrize("heap", KINDS)
def test_a_list_lands_in_its_own_order(heap: str, pile: str, move: str) -> None:
    program = program_of(GAME.format(heap=heap, pile=pile, move=move), 1)
    positions = []
    for blocks in (True, False):
        st = match_of(program, ("ada",), blocks=blocks).state
        zones = [tuple(zone) for zone in st.zones]
        positions.append((zones, st.places, st.knows, st.learned))
    assert positions[0] == positions[1]
