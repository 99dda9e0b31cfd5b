"""Play random small games on all roads: one course, one log. Some are about bodies and cards, some
about the course of a match.

What is written by chance need not be right: entries that the checker refuses are left out, and a
game of which too little is left is counted as refused.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Final

from cardwright.game import Game
from cardwright.shelves import prelude_folder
from dsl.check.texts.prelude_texts import Prelude
from dsl.diagnostics.order import severity_of
from dsl.load import load_sources, prelude_in
from dsl.source import Source
from soak.log_or_none import compare
from soak.measure import Broken, Check, Measure, Part, each
from soak.random_courses import course_lines
from soak.random_lines import Lines, text_of, without
from soak.random_rules import game_lines

SORTS: Final = {
    "roads/bodies": (game_lines, 2_000, 0.35),
    "roads/courses": (course_lines, 800, 0.7),
}
"""What writes the games of a measure, how many, and how long one takes."""
MATCHES = 2
MOST = 40
"""Decisions of a match."""

TRIES = 8
"""How often what is refused is left out and what uses it after that."""


def measures() -> Iterator[Measure]:
    """Yield a measure a sort of games."""
    for name, (lines, count, cost) in SORTS.items():
        yield Measure(name=name, game="", count=count, cost=cost, run=each(name, check_of(lines)))


def check_of(lines: Callable[[Random], Lines]) -> Check:
    """Return what plays matches of one game.

    Args:
        lines: Writes it.
    """

    def check(chance: Random, number: int, part: Part) -> None:
        text, game = written(lines(chance))
        if game is None:
            part.tally["refused"] += 1
            return
        try:
            for _ in range(MATCHES):
                end = compare(game, chance.choice(game.player_counts), chance, part, MOST)[-1]
                part.tally[f"ended {end[0] if len(end) > 1 else 'not'}"] += 1
        except Broken as broken:
            raise Broken(f"{broken}\n\n{text}") from None
        except Exception:
            raise Broken(f"{traceback.format_exc(limit=-6)}\n\n{text}") from None

    return check


def written(lines: Lines) -> tuple[str, Game | None]:
    """Return the text of a game and the game, None where too little of it is right."""
    for _ in range(TRIES):
        text, known = text_of(lines)
        loaded = load_sources([Source("random/game.yaml", text)], "random", _prelude())
        if loaded.game is not None:
            return text, Game(loaded.game, {})
        wrong = {
            id(known[found.span.source.position(found.span.start)[0] - 1])
            for found in loaded.diagnostics
            if severity_of(found) == "error"
        }
        lines = without(lines, wrong)
    return text, None


@cache
def _prelude() -> Prelude:
    return prelude_in(prelude_folder())
