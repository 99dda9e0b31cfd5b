"""Count what `cardwright sim` adds to the matches it plays: its opcodes beside `Game.rollout`'s."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from random import Random

from benchmarks.opcodes import Counter
from benchmarks.row import Row, Scale
from benchmarks.settings import Subject
from cardwright.game import Game, rollouts_of
from cardwright.simulate.play_out import at_random, play_out
from cardwright.simulate.run import start_forward
from cardwright.simulate.tally import Tally

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
        build=subject.game.build,
    )


def opcodes(game: Game, players: int | None, matches: int) -> tuple[float, float]:
    """Return the opcodes a match of `sim` takes, and what the same one takes in a rollout."""
    seats = players or game.player_counts.start
    start = partial(start_forward, game, seats)
    machine, names = game.machine(seats), start(0).names
    play = rollouts_of(machine).play_at_random
    begin = import_module(f"{type(machine).__module__.rpartition('.')[0]}.start").opened
    tally = Tally()
    for seed in range(matches):  # what is made once is made here
        play_out(start, seed, at_random, tally)
    with Counter() as simulated:
        for seed in range(matches):
            play_out(start, seed, at_random, tally)
    chances = [Random(f"policy {seed}").random for seed in range(matches)]
    with Counter() as rolled:
        for seed in range(matches):
            play(machine, begin(machine, seed, names, events=False), chances[seed])
    return simulated.opcodes / matches, rolled.opcodes / matches
