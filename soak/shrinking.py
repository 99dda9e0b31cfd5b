"""Make scripts of failing cases, and make them short; planted failures show that it works.

A case is played again while the course of its last match is noted; of two worlds that somebody can
tell apart both are written down. What fails beside the rules, such as books that do not balance, is
no failure of a script: then there is none.

Of failures that are planted by a seed scripts must be a tenth as long at most and still fail. There
are four sorts: a rule that divides by zero once something on the table has come to a number; a
saved match that comes back otherwise; an engine that tells a seat what it must not know; a script
with a condition that is true for a while only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from cardwright.api import checks as packages
from cardwright.api.game import Game
from cardwright.api.match import Match
from cardwright.api.options import Options
from cardwright.apps.lab.leaks.report import worlds_written
from cardwright.apps.lab.leaks.search import play_pair
from cardwright.apps.lab.leaks.two_worlds import Leak, TwoWorlds
from cardwright.apps.lab.shrinking.reduce import NotFailing, OfScripts, Shrinker
from cardwright.apps.lab.shrinking.written import Written, of_course
from dsl.model.documents import Scalar
from interpreter.script import run
from soak.course import SEEDS, noted
from soak.expectations import hides, is_classic, settings_of
from soak.leaks import LEAKS
from soak.measure import Part, hold
from soak.settings import Setting
from tests.mutants.texts import texts_of

CHECKS = ("clone", "save")
SHARE = 10
LEAST, MOST = 120, 1_000
"""Answers of the courses into which something is planted: a position alone takes some entries."""
TRIES = 150
GAMES = (
    "classics/cribbage", "classics/gin-rummy", "classics/durak", "classics/hearts",
    "classics/casino", "classics/scopa", "classics/spades", "classics/crazy-eights",
    "dream-tricks", "equilibrion", "worldmonger", "res-arcana",
)  # fmt: skip


# --- cases ----------------------------------------------------------------------------------------


def shrunk(play: Callable[[], object]) -> str | None:
    """Return the shortest script that fails as a case does; None where none does.

    Args:
        play: Plays the case again.
    """
    with _noting() as (matches, leaks):
        play()
    if leaks:
        program = leaks[0].worlds.one.machine.program
        game = Game(program.game, program.options)
        written = worlds_written(game, leaks[0].worlds)
    elif matches:
        setting, seed, match = matches[0]
        game, written = setting.play, _course_of(setting, seed, match)
    else:
        return None
    oracle = written and OfScripts.failing_like(game, written)
    if not written or not oracle:
        return None
    try:
        return Shrinker(written, oracle).shrink(oracle.position_after).text()
    except NotFailing:
        return None


def _course_of(setting: Setting, seed: int, match: Match) -> Written:
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


# --- what is planted ------------------------------------------------------------------------------


def check(chance: Random, number: int, part: Part) -> None:
    """Plant a failure and make it small."""
    sort = SORTS[number % len(SORTS)]
    for _ in range(TRIES):
        setting = chance.choice(settings_of(chance.choice(GAMES)))
        if sort(setting, chance, part):
            part.tally[f"{sort.__name__.strip('_')} in {setting.game}"] += 1
            return
    hold(False, f"no failure was planted in {TRIES} tries: {sort.__name__}")


def _shrink(game: Game, written: Written, part: Part) -> bool:
    """Make a failing script small; return whether it failed and was long enough.

    Raises:
        Broken: It is longer than a tenth, or does not fail any more.
    """
    oracle = OfScripts.failing_like(game, written)
    if oracle is None or written.size < LEAST:
        return False
    way = oracle.wanted
    small = Shrinker(written, oracle).shrink(oracle.position_after)
    again = OfScripts(game).script(small)
    hold(again is not None and way in oracle.ways(again), f"it fails no more:\n{small.text()}")
    share = small.size / written.size
    hold(share <= 1 / SHARE, f"{small.size} of {written.size}: {way}\n{small.text()}")
    part.tally["entries before"] += written.size
    part.tally["entries after"] += small.size
    part.note_most("share", round(share, 3))
    return True


def _course(game: Game, players: int, chance: Random) -> Written:
    """Return a random match as a script, as far as it gets."""
    seed = chance.randrange(SEEDS)
    match = game.start(players, seed)

    def note(match: Match, index: int) -> tuple[str, str]:
        decision = match.decision
        assert decision is not None
        return decision.who, decision.labels[index]

    return of_course(game, match.names, seed, noted(match, chance, note, MOST))


# --- a rule that divides by zero ----------------------------------------------------------------


def _fault(setting: Setting, chance: Random, part: Part) -> bool:
    """Plant a division by zero into a body of a game."""
    setting = replace(setting, options=(), mix=())
    if setting.players not in setting.play.player_counts:
        return False
    package = setting.play.package
    assert package is not None
    entries = [
        place.entry.value
        for place in texts_of(package.shown).places
        if place.entry.key.text == "do"
    ]
    body = chance.choice([each for each in entries if isinstance(each, Scalar)])
    file = package.folder / Path(body.span.source.path).relative_to(package.shown)
    text, place = body.span.source.text, body.offsets[0]
    zones = [key.name for key in setting.play.model.zones if key.owner is None]
    what = chance.choice(["round", *(f"count({zone})" for zone in zones)])
    planted_text = f"let planted = 1 // ({what} - {chance.randrange(3, 12)}); "
    texts = {file: text[:place] + planted_text + text[place:]}
    model = packages.check(package, texts=texts).game
    if model is None:
        return False
    game = Game(model, Options(model).settled({}))
    return _shrink(game, _course(game, setting.players, chance), part)


# --- a saved match that comes back otherwise ----------------------------------------------------


def _save(setting: Setting, chance: Random, part: Part) -> bool:
    """Let a saved match lose a card of a zone that holds many."""
    written = _course(setting.play, setting.players, chance)
    zone, number = chance.randrange(len(setting.start(0).state.zones)), chance.randrange(3, 12)
    with patch.object(run, "_saved", partial(_losing, zone, number)):
        checked = replace(written, head={**written.head, "check": ["save"]})
        return _shrink(setting.play, checked, part)


def _losing(zone: int, number: int, services: Any) -> Any:
    def copy(match: Match) -> Match:
        found = match.clone()
        if len(found.state.zones[zone]) == number:
            found.state.own_zone(zone).pop()
        return found

    return copy


# --- an engine that tells -----------------------------------------------------------------------

TOLD = ("hidden cards named in the view", "contents of closed zones", "order of hidden cards")


def _leak(setting: Setting, chance: Random, part: Part) -> bool:
    """Let the engine tell a seat which cards are hidden."""
    if is_classic(setting.game) and not hides(setting.play):
        return False
    game = setting.play
    with LEAKS[chance.choice(TOLD)]():
        try:
            play_pair(game, setting.players, chance, Counter())
        except Leak as leak:
            written = worlds_written(game, leak.worlds)
            return written is not None and _shrink(game, written, part)
    return False


# --- a condition that is true for a while -------------------------------------------------------


def _condition(setting: Setting, chance: Random, part: Part) -> bool:
    """Let a script end with a condition that no longer holds."""
    game = setting.play
    keys = [key for key in game.model.zones if key.owner in (None, "player")]
    names = (key.name if key.owner is None else f"me.{key.name}" for key in keys)
    what = chance.choice(["round", *(f"count({name})" for name in names)])
    written = _course(game, setting.players, chance)
    last = chance.randrange(LEAST, max(LEAST + 1, len(written.steps)))
    steps = (*written.steps[:last], {"expect": f"{what} < {chance.randrange(2, 6)}"})
    return _shrink(game, replace(written, steps=steps), part)


SORTS = (_fault, _fault, _save, _leak, _condition)
