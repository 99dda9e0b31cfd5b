"""Make a script of a failing case, and make it short.

A case is played again while the course of its last match is noted; of two worlds that somebody can
tell apart both are written down. What fails beside the rules, such as books that do not balance, is
no failure of a script: then there is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from cardwright.game import Game
from cardwright.leaks.two_worlds import Leak, TwoWorlds
from cardwright.leaks.written import worlds_written
from cardwright.match import Match
from cardwright.shrinking.courses import of_course
from cardwright.shrinking.reduce import NotFailing, Shrinker
from cardwright.shrinking.written import Written
from soak.results import replay
from soak.seeded import failing
from soak.settings import Setting

CHECKS = ("walker", "clone", "save")


def shrunk(path: Path) -> str | None:
    """Return the shortest script that fails as the case in a file does; None where none does."""
    with _noting() as (matches, leaks):
        replay(path)
    if leaks:
        program = leaks[0].worlds.one.machine.program
        game = Game(program.game, program.options)
        written = worlds_written(game, leaks[0].worlds)
    elif matches:
        setting, seed, match = matches[0]
        game, written = setting.play, _course(setting, seed, match)
    else:
        return None
    oracle = written and failing(game, written)
    if not written or not oracle:
        return None
    try:
        return Shrinker(written, oracle).shrink(oracle.position_after).text()
    except NotFailing:
        return None


def _course(setting: Setting, seed: int, match: Match) -> Written:
    """Return the course of a match, with everything that a script can check."""
    answers, past = [], match.history
    while past is not None:
        past, index, state = past
        decision = Match(match.machine, state).decision
        assert decision is not None
        answers.append((decision.who, decision.labels[index]))
    return of_course(setting.play, match.names, seed, answers[::-1], CHECKS)


@contextmanager
def _noting() -> Iterator[tuple[list[Any], list[Leak]]]:
    """Note each match that is begun, and each leak."""
    matches, leaks = list[Any](), list[Leak]()
    start, judge = Setting.start, TwoWorlds.judge

    def starting(self: Setting, seed: int, **how: Any) -> Match:
        match = start(self, seed, **{**how, "history": True})
        matches[:] = [(self, seed, match)]
        return match

    def judging(self: TwoWorlds) -> Any:
        try:
            return judge(self)
        except Leak as leak:
            leaks[:] = [leak]
            raise

    with patch.object(Setting, "start", starting), patch.object(TwoWorlds, "judge", judging):
        yield matches, leaks
