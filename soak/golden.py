"""Play the matches whose digests are stored in `golden`: no optimisation may change one of them.

A digest says nothing about how the engine numbers or packs things, nor in which words it asks: it
is made of labels, of what the decider observes and of which definition lies where. `python -m
soak.golden GAME ...` stores those of the working tree, `classics` in place of a game those of all
classics; only where rules or packages are changed on purpose.
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from hashlib import blake2b
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from cardwright.api.match import Match
from interpreter.observe.observation import observe
from interpreter.program.limits import DECISIONS
from soak.course import SEEDS, noted
from soak.expectations import EVERY, GROUP, is_classic, settings_of
from soak.measure import Part, counted, hold
from soak.settings import Setting

FOLDER = Path(__file__).parent / "golden"
MOST_OF_CLASSICS = 200
"""Decisions of a match of a classic that are in its digest."""

STRIDE = 11
"""How far apart stand the settings of matches one after the other; no number of settings is a
multiple."""

LOOK_EVERY = 16
"""Decisions from one look at the whole position to the next."""

CHUNK = 10


def check(game: str, chance: Random, number: int, part: Part) -> None:
    """Compare a match with what is stored; the seed of the run means nothing here."""
    digest, known = digest_of(game, number), stored(game)
    hold(number < len(known), f"no digest is stored: python -m soak.golden {game}")
    name = setting_of(game, number).name
    hold(digest == known[number], f"{name}: the digest is {digest}, stored is {known[number]}")


def count_of(game: str) -> int:
    """Return how many matches of a game have a digest."""
    return counted(f"golden/{game}")[0]


@cache
def stored(game: str) -> tuple[str, ...]:
    """Return the stored digests of a game, in the order of their numbers."""
    path = FOLDER / f"{game}.txt"
    return tuple(path.read_text("ascii").split()) if path.is_file() else ()


def setting_of(game: str, number: int) -> Setting:
    """Return how the match of a number is played; some in a row are played the same way."""
    settings = settings_of(game)
    alike = CHUNK if is_classic(game) else 2
    return settings[number // alike * STRIDE % len(settings)]


def digest_of(game: str, number: int) -> str:
    """Return the digest of a random match, which follows from its number alone."""
    chance = Random(f"golden {game} {number}")
    match = setting_of(game, number).start(chance.randrange(SEEDS))
    found, looks = blake2b(digest_size=8), count()

    def note(match: Match, index: int) -> None:
        decision = match.decision
        assert decision is not None
        found.update(repr((decision.player, decision.kind, decision.labels)).encode())
        if next(looks) % LOOK_EVERY == 0:
            found.update(repr(_position(match, decision.player)).encode())

    most = MOST_OF_CLASSICS if is_classic(game) else DECISIONS
    taken = len(noted(match, chance, note, most))
    ends = [_position(match, seat) for seat in match.seats]
    ranks = [match.rank(seat) for seat in match.seats]
    found.update(repr((taken, match.outcome, ranks, ends)).encode())
    return found.hexdigest()


def _position(match: Match, seat: int) -> tuple[Any, ...]:
    """Return what a seat observes, and the true cards of all zones by their definitions' ids."""
    st, machine = match.state, match.machine
    ids = [machine.definition_ids[definition] for definition in st.entity_definitions]
    families = [str(family.key) for family in machine.program.families]
    zones = [
        (families[family], owner, [None if card is None else ids[card] for card in cards])
        for family, owner, cards in zip(st.zone_families, st.zone_owners, st.zones, strict=True)
    ]
    seen = observe(match, seat, with_log=False)
    if seen["decision"] is not None:
        del seen["decision"]["question"]  # words for people
    return seen, sorted(zones, key=repr)


def main() -> int:
    """Store the digests of some games."""
    parser = argparse.ArgumentParser(prog="python -m soak.golden", description=__doc__)
    parser.add_argument("games", nargs="+", choices=(*EVERY, GROUP), metavar="GAME")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    options = parser.parse_args()
    words = dict.fromkeys(options.games)
    wanted = [game for game in EVERY if game in words or (GROUP in words and is_classic(game))]
    with ProcessPoolExecutor(options.jobs, get_context("fork")) as pool:
        for game in wanted:
            numbers = range(count_of(game))
            digests = pool.map(partial(digest_of, game), numbers, chunksize=CHUNK)
            path = FOLDER / f"{game}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(f"{digest}\n" for digest in digests), "ascii")
            print(f"{game}: {len(numbers):,} digests stored", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
