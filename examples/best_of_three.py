"""Play a two-player match of Res Arcana at random: whoever first wins two games.

    python examples/best_of_three.py [SEED]

Each game is a match of its own; what it hands on to the next (places, mages, decks, who begins) are
options of that one. The second drafts the sixteen artifacts anew, face up; the third keeps them.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import cardwright

PLAYERS = ("ada", "bo")


def main(seed: int = 0) -> None:
    """Play games until somebody has won two; print each."""
    wins, number = [0, 0], 0
    options: dict[str, Any] = {}
    while max(wins) < 2:
        match = cardwright.load("res-arcana", options=options).start(
            players=2, seed=seed + number, names=PLAYERS
        )
        kept = played(match, Random(seed + number))
        winners = match.outcome.winners
        number += 1
        print(f"game {number}: {', '.join(PLAYERS[seat] for seat in winners)}")
        for seat in winners:
            wins[seat] += 1
        options = handed_on(kept, number, loser=1 - winners[0])
    print(f"match: {PLAYERS[wins.index(max(wins))]}, {max(wins)} to {min(wins)}")


def played(match: cardwright.Match, random: Random) -> dict[str, list[str]]:
    """Play a game to its end; return its places, mages and decks as they were at the start."""
    kept: dict[str, list[str]] = {}
    while not match.over:
        if not kept and match.value("round") == 1:
            kept = layout(match)
        match.apply(random.randrange(len(match.decision.options)))
    return kept


def layout(match: cardwright.Match) -> dict[str, list[str]]:
    """Return the places, the mages by seat and the decks by seat of a game that begins."""
    views = [match.observe(seat) for seat in match.seats]
    own = [view["players"][view["seat"]]["zones"] for view in views]
    return {
        "chosen-places": cards(views[0]["zones"]["places"]),
        "chosen-mages": [cards(zones["field"])[0] for zones in own],
        "chosen-artifacts": [
            card for zones in own for card in (*cards(zones["hand"]), *zones["deck"]["contents"])
        ],
    }


def cards(zone: dict[str, Any]) -> list[str]:
    """Return the ids of the cards of a zone."""
    return [each["card"] for each in zone["cards"]]


def handed_on(kept: dict[str, list[str]], number: int, loser: int) -> dict[str, Any]:
    """Return the options of the next game: the second is drafted anew from the same cards."""
    options: dict[str, Any] = {
        "chosen-mages": kept["chosen-mages"],
        "chosen-artifacts": kept["chosen-artifacts"],
        "first-seat": loser + 1,
        "drafting": "face-up" if number == 1 else "kept",
    }
    if number == 1:
        options["chosen-places"] = kept["chosen-places"]
    return options


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
