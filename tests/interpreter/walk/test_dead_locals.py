"""What names of a body that mean nothing any more hold is no part of a position: it has one digest
on all roads."""

from __future__ import annotations

import pytest

from tests.interpreter.small import match_of, program_of

GAME = """\
kinds: {card: {start: player.hand, attributes: {rank: int}}}
cards: [{each: {kind: card}, id: "card-{rank}", rank: 1..3}]
zones: {player.hand: {of: card, seen-by: everyone}, pile: {of: card, seen-by: everyone}}
players: {count: 2, state: {coins: int = 1}}
actions:
  go: {GO}
  wait: {}
phases: [{id: act, turns: players, offer: [go, wait]}]
end: {when: round > 2, rank: coins}
"""
BODIES = {
    "a loop that is over": "do: 'while me.coins < 3, add 1 to me.coins; choose n from 1..2'",
    "a loop that asks": """do: |
      while me.coins < 3:
        choose m from 1..2
        add m to me.coins
      choose n from 1..2""",
    "a name within a cost": """cost: "move (me.hand where it.rank > 1) to pile"
    do: choose n from 1..2""",
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_what_is_over_is_in_no_digest(body):
    text = GAME.replace("{GO}", "\n    " + body)
    found = set()
    for events in (True, False):
        match = match_of(program_of(text), events=events)
        digests = []
        match.apply(match.decision.labels.index("go"))
        while match.decision.kind == "choose":
            digests.append(match.digest())
            match.apply(0)
        found.add(tuple(digests))

    assert len(found) == 1
    assert found != {()}
