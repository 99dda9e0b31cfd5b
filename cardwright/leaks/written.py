"""Write down two worlds that a seat can tell apart, as one script."""

from __future__ import annotations

from dataclasses import replace

from cardwright.game import Game
from cardwright.leaks.two_worlds import Leak, TwoWorlds
from cardwright.shrinking.courses import of_course
from cardwright.shrinking.positions import position_of
from cardwright.shrinking.written import Written


def worlds_written(game: Game, leak: Leak) -> Written | None:
    """Return a script with two worlds that a seat can tell apart."""
    worlds: TwoWorlds = leak.worlds
    one, other = worlds.began
    here, there = position_of(one), position_of(other)
    if here is None or there is None:
        return None
    written = of_course(game, one.names, 0, worlds.answers)
    return replace(
        written,
        worlds=({"given": here}, {"given": there}),
        steps=(*written.steps, {"same-view": one.names[worlds.seat]}),
    )
