"""Write down two worlds that a seat can tell apart, as one script, and make it short.

The script begins and ends with the view of the seat. Only what fails at the end alone counts, at
the same part of the view and behind the same last answers: else a shorter script might show a card
to the seat, which is no leak.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from cardwright.api.game import Game
from cardwright.api.match import Match
from cardwright.api.scripting import views_in
from cardwright.apps.lab.leaks.two_worlds import TwoWorlds
from cardwright.apps.lab.shrinking.courses import of_course
from cardwright.apps.lab.shrinking.failing import OfScripts
from cardwright.apps.lab.shrinking.positions import position_of
from cardwright.apps.lab.shrinking.reduce import NotFailing, Shrinker
from cardwright.apps.lab.shrinking.written import Written
from dsl.model.scripts import Position, SameView, Script
from interpreter.observe.difference import parted

MOST_TRIES = 400


def worlds_written(game: Game, worlds: TwoWorlds) -> Written | None:
    """Return a script with two worlds that a seat can tell apart; None where a script cannot say
    how they stand."""
    return _written(game, worlds, worlds.began, worlds.answers)


def _written(
    game: Game, worlds: TwoWorlds, began: tuple[Match, Match], answers: Sequence[tuple[str, str]]
) -> Written | None:
    here, there = map(position_of, began)
    if here is None or there is None:
        return None
    written = of_course(game, worlds.one.names, 0, answers)
    view = {"same-view": worlds.one.names[worlds.told_seat]}
    steps = (view, *written.steps, view)
    return replace(written, worlds=({"given": here}, {"given": there}), steps=steps)


class OfLeaks(OfScripts):
    """Runs scripts that end with the view of a seat, and begin with it where they can.

    Attributes:
        first: The script as it was, the last answers of which are kept.
        begins: Whether it begins with the view. Where questions with one answer lead to the leak by
            themselves it does not; then nothing of how the worlds stand is left out.
    """

    def __init__(self, game: Game, first: Written, tail: int, begins: bool) -> None:
        super().__init__(game)
        self.first, self.tail, self.begins = first, first.steps[-tail:], begins

    def __call__(self, written: Written) -> Written | None:
        """Return a script if it fails as it must, behind the same last answers."""
        if written.steps[-len(self.tail) :] != self.tail:
            return None
        if not self.begins and (written.worlds, written.gone) != (self.first.worlds, frozenset()):
            return None
        return super().__call__(written)

    def ways(self, script: Script) -> list[str]:
        """Return by what the worlds are told apart at the end, and only there: the part of the view
        and whether cards are seen in it; nothing where the cards in which they differ are shown."""
        looks = len([step for step in script.steps if isinstance(step, SameView)])
        try:
            result, views = views_in(script, self.game)
        except Exception:  # it is no match that the machine can play
            return []
        if looks != 1 + self.begins or len(result.failures) != 1 or len(views) != 2 * looks:
            return []
        here, there = views[:looks], views[looks:]
        found = parted(here[-1], there[-1])
        if found is None or (self.begins and here[0] != there[0]):
            return []
        return [] if self._shows_cards(script, here, there) else [_way(*found)]

    def _shows_cards(self, script: Script, here: Sequence[bytes], there: Sequence[bytes]) -> bool:
        """Return whether cards that lie in one world alone where they do are shown in either."""
        one, other = (_lying(position) for position in script.positions)
        return _told_of(one - other, here) and _told_of(other - one, there)


def _way(path: Sequence[str], here: Any, there: Any) -> str:
    """Return what stays the same of a difference when a script gets shorter."""
    pairs = zip_longest(here, there) if _are_lists(here, there) else [(here, there)]
    shapes = {(type(a).__name__, type(b).__name__) for a, b in pairs if a != b}
    kind = path[:2] if path[0] != "event" else path[:1]
    return f"{' '.join(kind)} {sorted(shapes)}"


def _are_lists(*values: Any) -> bool:
    return all(isinstance(value, list) for value in values)


def _lying(position: Position) -> set[tuple[object, int, str]]:
    """Return the cards that a position names, each with its zone and place."""
    return {
        (zone, place, piece.definition)
        for zone, pieces in position.zones.items()
        if not isinstance(pieces, int)
        for place, piece in enumerate(pieces)
        if piece.definition is not None
    }


def _told_of(cards: set[tuple[object, int, str]], views: Sequence[bytes]) -> bool:
    """Return whether the last of some views names one of some cards that the first does not."""
    names = [f'"card": "{card}"'.encode() for _, _, card in cards]
    return any(name in views[-1] and (len(views) == 1 or name not in views[0]) for name in names)


def shortest(
    game: Game, worlds: TwoWorlds, tell: Callable[[int], None] = lambda size: None
) -> Written | None:
    """Return the shortest script that was found in which the seat can tell the worlds apart; None
    where no script shows it: a script cannot say all that a match remembers.

    Args:
        tell: Is told the size after each script that was tried.
    """
    latest = worlds.answers[len(worlds.answers) - len(worlds.stretch.answers) :]
    late = worlds.stretch.beginning_of(worlds.one), worlds.stretch.beginning_of(worlds.other)
    ways = ((late, latest), (worlds.began, worlds.answers))
    for begins in (True, False):
        for began, answers in ways:
            written = _written(game, worlds, began, answers)
            if written is not None and not begins:
                written = replace(written, steps=written.steps[1:])
            found = written and _shrunk(OfLeaks(game, written, len(latest) + 1, begins), tell)
            if found:
                return found
    return None


def _shrunk(oracle: OfLeaks, tell: Callable[[int], None]) -> Written | None:
    script = oracle.script(oracle.first)
    ways = [] if script is None else oracle.ways(script)
    if not ways:
        return None
    oracle.wanted = ways[0]
    try:
        return Shrinker(oracle.first, oracle, MOST_TRIES, tell).shrink(lambda *_: None)
    except NotFailing:
        return None


def views_of(game: Game, written: Written) -> list[bytes]:
    """Return what the seat is told at the end of each world of a script."""
    script = OfScripts(game).script(written)
    if script is None:
        return []
    _, views = views_in(script, game)
    looks = len(views) // len(written.worlds)
    return views[looks - 1 :: looks]
