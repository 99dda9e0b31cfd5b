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
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from hashlib import blake2b
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from cardwright.match import Match
from interpreter.compile.limits import DECISIONS
from interpreter.observe.observation import observe
from soak import classics
from soak.expectations import BENCHED, GAMES, SMALL, settings_of
from soak.measure import Measure, Part, each, hold

FOLDER = Path(__file__).parent / "golden"
EVERY = (*GAMES, SMALL, *BENCHED, *classics.games())
COUNT = 1_000
COSTS = {
    "cerebria": 0.22,
    "equilibrion": 0.045, "dream-tricks": 0.01, "res-arcana": 0.18, "worldmonger": 0.03,
}  # fmt: skip
SMALL_COST = 0.002
SEEDS = 1 << 40
STRIDE = 11
"""How far apart stand the settings of matches one after the other; no number of settings is a
multiple."""

LOOK_EVERY = 16
"""Decisions from one look at the whole position to the next."""

CHUNK = 10


def measures() -> Iterator[Measure]:
    """Yield one measure a game."""
    for game in EVERY:
        name, cost = f"golden/{game}", COSTS.get(game, SMALL_COST)
        if classics.is_classic(game):
            cost = classics.GOLDEN_COST
        run = each(name, partial(_check, game))
        yield Measure(name=name, game=game, count=count_of(game), cost=cost, run=run)


def _check(game: str, chance: Random, number: int, part: Part) -> None:
    """Compare a match with what is stored; the seed of the run means nothing here."""
    digest = digest_of(game, number)
    known = stored(game)
    hold(number < len(known), f"no digest is stored: python -m soak.golden {game}")
    hold(
        digest == known[number],
        f"{setting_of(game, number).name}: the digest is {digest}, stored is {known[number]}",
    )


def count_of(game: str) -> int:
    """Return how many matches of a game have a digest."""
    return classics.GOLDEN if classics.is_classic(game) else COUNT


@cache
def stored(game: str) -> tuple[str, ...]:
    """Return the stored digests of a game, in the order of their numbers."""
    path = FOLDER / f"{game}.txt"
    return tuple(path.read_text("ascii").split()) if path.is_file() else ()


def setting_of(game: str, number: int) -> Any:
    """Return how the match of a number is played; some in a row are played the same way."""
    settings = settings_of(game)
    alike = CHUNK if classics.is_classic(game) else 2
    return settings[number // alike * STRIDE % len(settings)]


def digest_of(game: str, number: int) -> str:
    """Return the digest of a random match, which follows from its number alone."""
    chance = Random(f"golden {game} {number}")
    match = setting_of(game, number).start(chance.randrange(SEEDS))
    found, taken = blake2b(digest_size=8), 0
    most = classics.GOLDEN_DECISIONS if classics.is_classic(game) else DECISIONS
    while not match.over and taken < most:
        decision = match.decision
        assert decision is not None
        labels = decision.labels
        found.update(repr((decision.player, decision.kind, labels)).encode())
        if taken % LOOK_EVERY == 0:
            found.update(repr(_position(match, decision.player)).encode())
        match.apply(chance.randrange(len(labels)))
        taken += 1
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


def _named(word: str) -> tuple[str, ...]:
    """Return the games that a word of the command line means."""
    return classics.games() if word == classics.GROUP else (word,)


def main() -> int:
    """Store the digests of some games."""
    parser = argparse.ArgumentParser(prog="python -m soak.golden", description=__doc__)
    parser.add_argument("games", nargs="+", choices=(*EVERY, classics.GROUP), metavar="GAME")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    options = parser.parse_args()
    wanted = dict.fromkeys(game for word in options.games for game in _named(word))
    with ProcessPoolExecutor(options.jobs, get_context("fork")) as pool:
        for game in wanted:
            count = count_of(game)
            digests = pool.map(partial(digest_of, game), range(count), chunksize=CHUNK)
            path = FOLDER / f"{game}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(f"{digest}\n" for digest in digests), "ascii")
            print(f"{game}: {count:,} digests stored", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
