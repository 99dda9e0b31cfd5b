"""Let a player who thinks ahead meet one who does not.

Before each of its decisions the first player imagines matches that fit what it knows
(`determinize`), tries every option in each of them (`clone`, `apply`), plays on at random for a
while, and takes the option that stood best at the end.

    python examples/search.py [GAME] [MATCHES]
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random

import cardwright
from cardwright import Match

WORLDS, AHEAD = 6, 12
SEEDS = 1 << 32


def search(match: Match, random: Random) -> int:
    """Return the index of the option that turns out best for the player who decides."""
    seat = match.decision.player
    worth = [0.0] * len(match.decision.options)
    for _ in range(WORLDS):
        world = match.determinize(seat, random.randrange(SEEDS))
        world.keeps_history = False
        for option in range(len(worth)):
            copy = world.clone()
            copy.apply(option)
            worth[option] += worth_after(copy, seat, random)
    return max(range(len(worth)), key=worth.__getitem__)


def worth_after(match: Match, seat: int, random: Random) -> float:
    """Play on at random and return the seat's share: of the win, or of the first place so far."""
    for _ in range(AHEAD):
        if match.over:
            return share(match.outcome.winners, seat)
        match.apply(random.randrange(len(match.decision.options)))
    best = max(match.rank(other) for other in match.seats)
    return share([other for other in match.seats if match.rank(other) == best], seat)


def share(winners: Sequence[int], seat: int) -> float:
    """Return what a winner gets of one win."""
    return (seat in winners) / max(1, len(winners))


def play(game: cardwright.Game, seed: int) -> float:
    """Return the share of one match that the first player, who searches, wins."""
    match, random = game.start(players=2, seed=seed, events=False), Random(seed)
    while not match.over:
        if match.decision.player == 0:
            match.apply(search(match, random))
        else:
            match.apply(random.randrange(len(match.decision.options)))
    return share(match.outcome.winners, 0)


def main(target: str = "dream-tricks", matches: int = 10) -> None:
    """Play some matches and print how many the searching player won."""
    game = cardwright.load(target)
    won = sum(play(game, seed) for seed in range(matches)) / matches
    print(f"{game.title('en')}: the search wins {won:.0%} of {matches} matches")


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:3]))
