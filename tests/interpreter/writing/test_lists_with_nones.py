"""`x in [a, b]` asks whether x is a or b; that one of them is none says nothing of the other."""

from __future__ import annotations

import pytest

from tests.interpreter.small import match_of, of_players, play, program_of

GAME = """\
enums: {suit: [clubs, hearts]}
kinds: {card: {attributes: {suit: suit}, start: pile}}
zones: {pile: {of: card, order: row, seen-by: everyone}}
state: {trumps: maybe suit}
players: {count: 2, state: {seen: int = 0}}
actions:
  declare: {do: set trumps to hearts}
  follow: {do: "set me.seen to count(pile where suit in [trumps, clubs])"}
  avoid: {do: "set me.seen to count(pile where suit not in [clubs, trumps])"}
  ask: {do: "set me.seen to 10 if trumps in [trumps, clubs] else 20"}
phases: [{id: asking, turns: "[first(seats)]", offer: [declare, follow, avoid, ask]}]
end: {when: round > 9, winners: players}
cards:
- {kind: card, id: two, suit: clubs}
- {kind: card, id: six, suit: clubs}
- {kind: card, id: ten, suit: hearts}
"""


@pytest.mark.parametrize("blocks", [True, False])
@pytest.mark.parametrize(
    ("answers", "seen"),
    [
        (["follow"], 2), (["avoid"], 1), (["ask"], 10), (["declare", "follow"], 3),
        (["declare", "avoid"], 0), (["declare", "ask"], 10),
    ],
)  # fmt: skip
def test_a_none_in_a_list_leaves_the_others(blocks, answers, seen):
    match = match_of(program_of(GAME), blocks=blocks)

    play(match, *answers)

    assert of_players(match, "seen")[0] == seen
