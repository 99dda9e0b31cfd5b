"""Follow matches of Cerebria: tokens and Fragments are closed sets, control is never stored."""

from __future__ import annotations

from random import Random

import pytest

import cardwright
from cardwright.api.match import Match

CLOSED = (
    "all(every team, 0 <= it.ambition and it.ambition <= 3)",
    "all(t in every team, count(t.fragments where it.rank == minor) + count(realm.fortress where "
    "it.team == t and it.rank == minor) + count(identity where it.team == t and it.rank == minor) "
    "== 6)",
    "all(t in every team, count(t.fragments where it.rank == major) + count(realm.fortress where "
    "it.team == t and it.rank == major) + count(identity where it.team == t and it.rank == major) "
    "== 3)",
    "all(t in every team, count(t.fragments where it.rank == capping) + count(identity where "
    "it.team == t and it.rank == capping) == 1)",
    "count(every sphere) == 5 and all(every realm, count(sphere) == 1)",
    "all(slot.emotion, 1 <= it.essence and it.essence <= count(it.faces))",
    "all(slot.emotion, 0 <= it.intensity-token and it.intensity-token <= 6)",
    "all(p in players, p.wp >= 0 and p.essence >= 0 and p.actions >= 0)",
    "not any(every space, controls(bliss, it) and controls(gloom, it))",
    "all(s in frontier.spirits + realm.spirits, any(players, it.spirit == s))",
)
SETTINGS = (
    (2, "community", "b", "basic"),
    (3, "published", "a", "alternative"),
    (4, "community", "a", "alternative"),
    (4, "published", "b", "basic"),
)
LOOKED_AT = 12
"""One action in so many is looked at."""


@pytest.mark.parametrize(("players", "profile", "side", "decks"), SETTINGS)
def test_what_is_there_stays_there(players: int, profile: str, side: str, decks: str) -> None:
    options = {"profile": profile, "side": side, "decks": decks}
    match = cardwright.load("cerebria", options=options).start(players=players, seed=5)
    random = Random(f"{players} {profile} {side}")
    taken = 0
    while not match.over:
        taken += match.decision.kind == "action"
        if match.decision.kind == "action" and taken % LOOKED_AT == 0:
            assert _wrong(match) == []
        match.apply(random.choice(match.decision.options))
    assert _wrong(match) == []
    assert match.outcome.winners


def _wrong(match: Match) -> list[str]:
    return [each for each in CLOSED if not match.value(each)]
