"""Play pairs of worlds of any game until each ends.

A pair begins somewhere in a random match, for a random seat. It ends when the seat is shown by what
it can tell the worlds apart, when somebody else acts differently, or after enough of the seat's own
decisions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from cardwright.api.game import Game
from cardwright.api.match import Match
from cardwright.api.seat_output import told
from cardwright.apps.lab.leaks.past import Past
from cardwright.apps.lab.leaks.two_worlds import Look, TwoWorlds, Verdict, begin
from cardwright.apps.lab.leaks.worlds import asking_everything, turned
from interpreter.observe.redraw import IMPOSSIBLE

SEEDS = 1 << 40
OWN_DECISIONS = 20
DECISIONS = 400
DRAWN_EVERY: Final = 4
"""At every so many looks the screen is looked at too."""

LATEST = 60
"""Decisions before a pair begins, at most."""

TRIES = 64
LATELY = 20
"""So many answers must have been possible in the other world too."""

Tally = Counter[str]


class NoPair(Exception):
    """There are no two cards in a game that a seat cannot tell, as far as was seen."""


def play_pair(game: Game, players: int, chance: Random, tally: Tally, every: int = 4) -> None:
    """Play a pair of worlds of a game.

    Args:
        tally: Counts how pairs end, and looks.
        every: At every so many looks the screen is looked at too.

    Raises:
        Leak: A seat was told what it must not know.
        NoPair: There are no two worlds.
    """
    with asking_everything(game.machine(players, walker=True)):
        go_on(begun(game, players, chance, looking(tally, every)), chance, tally)


def begun(game: Game, players: int, chance: Random, look: Look) -> TwoWorlds:
    """Return two worlds and the seat that cannot tell them apart.

    Raises:
        Leak: The seat can tell them apart already where they begin.
        NoPair: There are none.
    """
    latest = LATEST
    for _ in range(TRIES):
        match = game.start(players, chance.randrange(SEEDS), walker=True)
        match.keeps_history = False
        first, answers = match.clone(), list[int]()
        most = chance.randrange(latest)
        while not match.over and len(answers) < most:
            answers.append(chance.randrange(len(match.state.ask.options)))
            match.apply(answers[-1])
        seat = chance.randrange(players)
        if match.over:
            latest = max(1, len(answers))
            continue
        worlds = begin(match, seat, chance, look, Past(first.clone(), answers))
        if worlds is not None and _comes_about(first, answers, worlds):
            return worlds
    raise NoPair(f"{TRIES} matches without two cards that a seat cannot tell")


def _comes_about(first: Match, answers: Sequence[int], worlds: TwoWorlds) -> bool:
    """Return whether in the other world the latest answers could have been given: who has offered
    three apples has them.

    Args:
        first: The match at its beginning; it is played on.
        answers: Those by which it came to the first world.
    """
    for place in answers[:-LATELY]:
        first.apply(place)
    other = turned(first, worlds.difference, worlds.seat)
    if other is None:
        return True  # the cards have not come to where they differ by then
    for place in answers[-LATELY:]:
        option = first.state.ask.options[place]
        if other.over or option not in other.state.ask.options:
            return False
        first.apply(place)
        try:
            other.apply(other.state.ask.options.index(option))
        except IMPOSSIBLE:
            return False
    return True


def go_on(worlds: TwoWorlds, chance: Random, tally: Tally) -> None:
    """Play until the pair ends.

    Raises:
        Leak: The seat was told what it must not know.
    """
    own, verdict = 0, Verdict.GOES_ON
    for _ in range(DECISIONS):
        if verdict != Verdict.GOES_ON or own >= OWN_DECISIONS:
            break
        own += worlds.ask.decider == worlds.seat and len(worlds.ask.options) > 1
        verdict = worlds.answer(chance.choice(worlds.options()))
    tally["own decisions"] += own
    tally[(Verdict.OVER if verdict == Verdict.GOES_ON else verdict).value] += 1


def looking(tally: Tally, every: int = DRAWN_EVERY) -> Callable[[Match, int], bytes]:
    """Return what gathers what a seat is told, and counts how often."""

    def look(match: Match, seat: int) -> bytes:
        drawn = tally["looks"] // 2 % every == 0  # both worlds of a pair alike
        found = told(match, seat, drawn=drawn)
        tally["looks"] += 1
        tally["bytes"] += len(found)
        return found

    return look
