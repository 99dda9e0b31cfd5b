"""Somebody is asked in the middle of events that happen together: it is one position on all roads,
with a log and without."""

from __future__ import annotations

from tests.interpreter.small import match_of, program_of

GAME = """\
players: {count: 2, state: {coins: int = 0}}
events:
  earn:
    do: |
      choose n from 1..2
      add n to me.coins
actions:
  share: {do: "together for each p in players, earn by p"}
  wait: {}
phases: [{id: act, turns: players, offer: [share, wait]}]
end: {when: round > 2, rank: coins}
"""


def test_the_digest_is_the_same_with_a_log_and_without():
    found = set()
    for events in (True, False):
        match = match_of(program_of(GAME), events=events)
        match.apply(0)
        assert match.decision.kind == "choose"
        found.add(match.digest())

    assert len(found) == 1
