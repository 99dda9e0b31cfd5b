"""Play the duel by decks drawn from its whole pool: no fault, no leak, one course with a log or
without."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import cardwright
from cardwright.api.game import Game
from interpreter.native.playouts import Playouts
from interpreter.walk.assembly import rollout
from soak.course import SEEDS
from soak.measure import Part, hold
from soak.roads import compare
from soak.settings import NAMES
from soak.worlds import NoPair, look_at_pair

FOLDER = Path(__file__).resolve().parents[1] / "examples" / "duel"
SPRINGS, OTHERS, COLOURS, MOST = 17, 23, 3, 5_000
"""How a deck is drawn: springs of so many colours, cards that differ; and the most decisions."""
IN_A_ROW, WALKED = 20, 1
"""Matches of one pair of decks, as to make its module takes as long as a hundred; how many of them
the walker plays too."""


@cache
def pool() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the ids of the springs of one colour, and of all other cards that a deck may hold."""
    model = cardwright.load(FOLDER, whole=True).model
    legal = model.formats["standard"]
    return tuple(legal.limits), tuple(
        each.id
        for each in model.cards
        if each.kind == "card"
        and not each.face_of
        and each.id not in (*legal.limits, *legal.banned)
        and not each.attributes["token"].expression.value
    )


def drawn(chance: Random) -> str:
    """Draw a deck, as an option says it."""
    springs, others = pool()
    colours = chance.sample(springs, COLOURS)
    return ",".join(chance.choices(colours, k=SPRINGS) + chance.sample(others, OTHERS))


def begun(chance: Random) -> Game:
    """Return the game with two decks drawn at random."""
    return cardwright.load(FOLDER, {"first-deck": drawn(chance), "second-deck": drawn(chance)})


def check(chance: Random, number: int, part: Part) -> None:
    """Play a match by two decks to its end, with a log and without; then a pair of worlds."""
    game = begun(chance)
    *_, end = compare(game, 2, chance, part, MOST)
    hold(end[0] != "fault", f"a fault: {end}")
    try:
        look_at_pair(game.id, game, 2, chance, part)
    except NoPair:
        part.tally["no pair of worlds"] += 1


def check_many(chance: Random, number: int, part: Part) -> None:
    """Play matches by two decks to their ends inside, some of them in the walker too."""
    machine, seed = begun(chance).machine(2), chance.randrange(SEEDS)
    found = Playouts(machine, walked=0).rollout(IN_A_ROW, seed, NAMES[:2])
    part.tally["decisions"] += found.decisions
    for at, end in enumerate(found.outcomes):
        hold(end[0] != "fault", f"seed {seed + at}: {end}")
        part.tally[f"ended {end[0]}"] += 1
    walked = rollout(machine, WALKED, seed, NAMES[:2])
    part.tally["walked too"] += walked.decisions
    hold(
        walked.outcomes == found.outcomes[:WALKED],
        f"from {seed}: {found.outcomes[:WALKED]} natively, {walked.outcomes} in the walker",
    )
