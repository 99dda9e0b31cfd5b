"""Let the policy that thinks play against one that looks one decision ahead, and count who wins.

How much it thinks is counted in iterations, not seconds: every machine plays the same match.
`BOUTS` has about as many as two processors do in a second.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from random import Random
from typing import Any

import cardwright
from cardwright.apps.lab.simulate.play_out import wilson_interval
from cardwright.apps.policies.budget import Budget
from cardwright.apps.policies.policies import POLICIES, policy_with
from dsl.records import Record
from soak.expectations import LISTED
from soak.measure import Measure, Part, hold, measured

ENOUGH = 0.15
"""Of the matches as many are enough to judge by, as a share."""


class Bout(Record, kw_only=True):
    """Who plays whom.

    Attributes:
        teams: How many teams the seats belong to, one seat after the other.
        wanted: The share of matches to win; alone at the table, how many times those of the other.
    """

    game: str
    players: int
    teams: int
    iterations: int
    wanted: float


BOUTS = tuple(Bout(**row) for row in LISTED["bouts"])


def measures() -> Iterator[Measure]:
    """Yield a measure a game and number of players."""
    for bout in BOUTS:
        name, play = f"strength/{bout.game}/{bout.players}", partial(check, bout)
        yield measured(name, play, bout.game, conclude=partial(conclude, bout), enough=ENOUGH)


def check(bout: Bout, chance: Random, number: int, part: Part) -> None:
    """Play one match, the seats rotated; alone at the table, one by each policy."""
    part.tally["won"] += won(bout, number, bout.iterations, part)
    part.tally["played"] += 1
    if bout.players == 1:
        part.tally["won-by-greedy"] += won(bout, number, 0, part)


def won(bout: Bout, number: int, iterations: int, part: Part) -> bool:
    """Return whether the seats that think have won; without iterations they look ahead as well."""
    match = cardwright.load(bout.game).start(bout.players, number, events=False)
    match.keeps_history = False
    greedy = POLICIES["greedy"]
    thinks = policy_with("mcts", Budget(iterations=iterations)) if iterations else greedy
    mine = [seat % bout.teams == number % bout.teams for seat in match.seats]
    chance = Random(f"strength {number}")
    while not match.over:
        is_mine = mine[match.decision.player]
        match.apply((thinks if is_mine else greedy)(match, chance))
        part.tally["thoughts"] += is_mine
    hold(match.outcome.kind != "fault", str(match.outcome))
    winners = match.outcome.winners
    return bool(winners) and all(mine[seat] for seat in winners)


def conclude(bout: Bout, part: Part) -> Mapping[str, Any]:
    """Return the share of matches won with its interval, and what is missing to the bound."""
    played, wins = part.tally["played"], part.tally["won"]
    low, high = wilson_interval(wins, played)
    share, wanted = wins / max(played, 1), bout.wanted
    if bout.players == 1:
        wanted *= max(part.tally["won-by-greedy"], 1) / max(played, 1)
    problems = [f"won {share:.0%}, to be {wanted:.0%}"] if share < wanted else []
    return {"share": share, "low": low, "high": high, "problems": problems}
