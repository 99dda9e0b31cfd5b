"""Play the duel by decks drawn from its whole pool: no fault, no leak, one course with a log or
without."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import cardwright
from cardwright.api.game import Game
from interpreter.walk.assembly import opened
from soak.course import SEEDS
from soak.measure import Part, hold
from soak.roads import compare
from soak.worlds import NoPair, look_at_pair

FOLDER = Path(__file__).resolve().parents[1] / "examples" / "duel"
SPRINGS, OTHERS, COLOURS, MOST = 17, 23, 3, 5_000
"""How a deck is drawn: springs of so many colours, cards that differ; and the most decisions."""
IN_A_ROW = 10
"""Matches of one pair of decks: to make the game of a pair takes as long as some of them."""


@cache
def pool() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the ids of the springs of one colour, and of all other cards that a deck may hold."""
    model = cardwright.load(FOLDER, whole=True).model
    legal = model.formats["standard"]
    return tuple(legal.limits), tuple(
        each.id
        for each in model.definitions
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
    """Play matches by two decks to their ends, as fast as the walker does."""
    machine = begun(chance).machine(2)
    for _ in range(IN_A_ROW):
        seed, answers = chance.randrange(SEEDS), chance.randrange(SEEDS)
        st = opened(machine, seed, (), events=False)
        part.tally["decisions"] += machine.play_at_random(st, Random(answers).random, MOST)
        end = ("open",) if st.outcome is None else st.outcome
        hold(end[0] != "fault", f"seed {seed}, answers {answers}: {end}")
        part.tally[f"ended {end[0]}"] += 1
