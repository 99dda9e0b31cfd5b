"""Measure matches whose tables are kept inside the native engine beside the walker's.

It is what `sim --out` does but for the writing of files, and without the game's loading.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from statistics import median
from time import process_time

import cardwright
from benchmarks.row import Row, Scale
from cardwright.apps.lab.simulate.inside import Inside, walking
from cardwright.apps.lab.simulate.play_out import start_forward
from cardwright.apps.lab.simulate.recording import Recorder
from cardwright.apps.policies.endless import LONGEST
from cardwright.apps.policies.policies import RANDOM, choose_randomly
from interpreter import Records

GAMES = (("dream-tricks", 4), ("worldmonger", 2), ("hearts", 4), ("gin-rummy", 2))
MATCHES, QUICKER = 10, 10
"""Matches that the walker records in a round, and how many times as many are recorded inside."""


def recording(id_: str, players: int, scale: Scale) -> Iterator[Row]:
    """Yield recorded matches a second inside, by those of the walker; none where it is refused."""
    game = cardwright.load(id_)
    records = Records(game.machine(players), game.store, walked=0)
    if not records.is_made():
        return
    recorder = Recorder([choose_randomly] * players, [RANDOM] * players)
    walk = walking(recorder, partial(start_forward, game, players, events=True))
    inside = Inside(records, recorder, walk, LONGEST)
    share = MATCHES if scale.is_judged else 1
    many = share * QUICKER
    inside.play(range(many))  # what answers are called is learned here
    rounds = []
    for _ in range(max(1, scale.rounds // 5)):
        began = process_time()
        walk(range(share))
        walked = process_time()
        inside.play(range(many))
        rounds.append(((walked - began) / share, (process_time() - walked) / many))
    yield Row(
        name=f"records/{id_}",
        value=1 / median(within for _, within in rounds),
        unit="matches/s",
        ratio=median(outside / within for outside, within in rounds),
        against="the same matches by the walker",
    )
