"""Count what `cardwright sim` adds to the matches it plays: its opcodes beside `Game.rollout`'s."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.opcodes import Counter
from benchmarks.row import Row, Scale
from benchmarks.settings import Subject
from cardwright.api.game import Game
from cardwright.apps.lab.simulate.play_out import in_a_row
from interpreter.walk.assembly import opened

_MATCHES = 5


def simulating(subject: Subject, scale: Scale) -> Iterator[Row]:
    """Yield the opcodes of a match played at random by `sim`; `ratio` is the share of them that
    `Game.rollout` takes as well."""
    ours, theirs = opcodes(subject.game, subject.players, _MATCHES if scale.is_judged else 1)
    yield Row(
        name=f"sim/{subject.id}",
        value=ours,
        unit="opcodes/match",
        ratio=theirs / ours,
        against="Game.rollout",
    )


def opcodes(game: Game, players: int | None, matches: int) -> tuple[float, float]:
    """Return the opcodes a match of `sim` takes, and what the same one takes in a rollout."""
    seats = players or game.player_counts.start
    machine, names = game.machine(seats), game.start(players=seats, seed=0).names
    played = in_a_row(game, seats)
    played(range(matches))  # what is made once is made here
    with Counter() as simulated:
        played(range(matches))
    chances = [Random(f"policy {seed}").random for seed in range(matches)]
    with Counter() as rolled:
        for seed in range(matches):
            start = opened(machine, seed, names, events=False)
            machine.play_at_random(start, chances[seed])
    return simulated.opcodes / matches, rolled.opcodes / matches
