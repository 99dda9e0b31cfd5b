"""Play one match at random and tell what happened.

    python examples/random_match.py [GAME] [PLAYERS] [SEED]

GAME is the id of a game or the path of a package.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import cardwright

HIGH_CARD = Path(__file__).parent / "high-card"


def main(target: str = str(HIGH_CARD), players: int = 2, seed: int = 0) -> None:
    """Play a match; print its decisions, its log as the first player may see it, and its end."""
    match = cardwright.load(target).start(players=players, seed=seed)
    random = Random(seed)
    while not match.over:
        decision = match.decision
        option = random.choice(decision.options)
        print(f"{match.names[decision.player]} is asked: {decision.question('en')}")
        print(f"  {option.text('en')}, one of {len(decision.options)}")
        match.apply(option)

    print()
    for event in match.log(seat=0):
        print(event.text("en"))
    winners = ", ".join(match.names[seat] for seat in match.outcome.winners)
    print(f"\n{match.outcome.kind}: {winners or 'nobody'}")


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:4]))
