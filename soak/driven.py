"""Play matches without a log in the native engine and in the walker, as programs see them.

Both matches are asked the same of the open decision, are cloned, pickled and taken back, and are
looked at; the walker plays one, the native engine the other.
"""

from __future__ import annotations

import pickle
from random import Random

from cardwright.api.driven import DrivenMatch
from cardwright.api.game import Game
from cardwright.api.match import Match
from cardwright.apps.programs.environment.action_ids import TooManyIds
from cardwright.apps.programs.environment.spaces import ROWS, Spaces
from interpreter import SeatView
from interpreter.native.driving import Driver
from interpreter.program.limits import DECISIONS
from soak.course import SEEDS
from soak.measure import Part, hold
from soak.natives import KEPT
from soak.settings import NAMES

TOLD_EVERY = 4
"""How often labels, texts and questions are compared."""
ROWS_EVERY = 5
"""How often rows and ids are compared."""
SPLIT = 0.05
"""How often a match is cloned, and how often it is given to the walker."""
AHEAD = 6
"""So many decisions a clone goes on."""
LANGUAGES = "en", "ja"
WAYS, OTHERWISE = ("index", "option", "label", "list"), 0.8
"""How to answer; most answers are indexes."""

_kept: dict[tuple[Game, int], tuple[Driver, Spaces]] = {}


def compare(game: Game, players: int, chance: Random, part: Part, *, most: int = DECISIONS) -> None:
    """Play one match in both.

    Raises:
        Broken: They differ.
    """
    driver, spaces = driver_of(game, players)
    if not driver.is_made():
        part.tally[f"refused: {driver.refused}"] += 1
        return
    seed, names = chance.randrange(SEEDS), NAMES[:players]
    ours = DrivenMatch(driver, seed, names)
    machine = game.machine(players)
    theirs = Match.start(machine, seed, names, events=False)
    where = f"{game.id}, {players} players, seed {seed}"
    part.tally["decisions"] += played(ours, theirs, chance, where, most, spaces)
    part.tally["rows"] += _rows(ours.clone(), theirs, spaces, where)


def driver_of(game: Game, players: int) -> tuple[Driver, Spaces]:
    """Return what drives matches of a game, and their rows; its module is made at once."""
    key = game, players
    if key not in _kept:
        if len(_kept) >= KEPT:
            _kept.pop(next(iter(_kept)))
        store = game.store
        driver = Driver(game.machine(players), store, walked=0, rows=ROWS)
        _kept[key] = driver, Spaces(game, players)
    return _kept[key]


def played(
    ours: DrivenMatch, theirs: Match, chance: Random, where: str, most: int, spaces: Spaces
) -> int:
    """Play two matches that have begun alike; return how many decisions were compared."""
    others: list[tuple[DrivenMatch, Match]] = []
    ours.keeps_history = theirs.keeps_history = chance.random() < 0.5
    taken = 0
    while not theirs.over and taken < most:
        look(ours, theirs, f"{where}, {taken}", is_told=taken % TOLD_EVERY == 0)
        if taken % ROWS_EVERY == 0:
            _rows(ours, theirs, spaces, f"{where}, {taken}")
        if chance.random() < SPLIT:
            others.append((ours.clone(), theirs.clone()))
        if chance.random() < SPLIT:
            _use(ours, theirs, chance, f"{where}, {taken}")
        index = chance.randrange(_count(theirs))
        _apply(ours, theirs, index, chance)
        taken += 1
    look(ours, theirs, f"{where}, {taken}", is_told=True)
    for mine, other in others:
        for _ in range(AHEAD):
            look(mine, other, f"{where}, a clone", is_told=False)
            if other.over:
                break
            mine.apply(index := chance.randrange(_count(other)))
            other.apply(index)
            taken += 1
    return taken


def _rows(ours: DrivenMatch, theirs: Match, spaces: Spaces, where: str) -> int:
    """Compare what programs learn from: the row of each seat and the ids that are open; return how
    many rows were written natively."""
    written = 0
    for seat in theirs.seats:
        cells = ours.cells(seat)
        if cells is not None:
            view = SeatView(theirs, seat).observation(with_log=False, with_words=False)
            found, want = spaces.row(ours, seat), spaces.layout.row(view)
            hold(
                found == want,
                f"{where}: the row of {seat} differs in {_parts(found, want, spaces)}",
            )
            written += 1
    if not theirs.over and ours.point is not None:
        found_ids, ids = _ids(spaces, ours), _ids(spaces, theirs)
        hold(found_ids == ids, f"{where}: ids {found_ids} natively, {ids} in the walker")
    return written


def _parts(found: list[float], want: list[float], spaces: Spaces) -> list[str]:
    """Return the names of the parts in which rows differ."""
    places = [n for n, pair in enumerate(zip(found, want, strict=True)) if pair[0] != pair[1]]
    parts = spaces.layout.parts
    return [p.name for p in parts if any(0 <= n - p.start < p.size for n in places)]


def _ids(spaces: Spaces, match: Match) -> list[int] | None:
    """Return the ids that are open; None where there are more than places."""
    try:
        return spaces.open(match).ids
    except TooManyIds:
        return None


def _count(match: Match) -> int:
    assert match.decision is not None
    return match.decision.count


def _apply(ours: Match, theirs: Match, index: int, chance: Random) -> None:
    """Answer both, by index, label, option or a list."""
    way = "index" if chance.random() < OTHERWISE else chance.choice(WAYS)
    for match in (ours, theirs):
        decision = match.decision
        assert decision is not None
        match.apply(
            decision.options[index] if way == "option"
            else decision.labels[index] if way == "label"
            else [index] if way == "list"
            else index
        )  # fmt: skip


def _use(ours: Match, theirs: Match, chance: Random, where: str) -> None:
    """Compare clones that do what is done less often."""
    mine, other = ours.clone(), theirs.clone()
    use = chance.randrange(4)
    if use == 0:
        hold(mine.digest() == other.digest(), f"{where}: other digests")
        hold(mine.save() == other.save(), f"{where}: other saves")
    elif use == 1:
        again = pickle.loads(pickle.dumps(mine))
        look(again, other, f"{where}, pickled", is_told=True)
        hold(again.choices == mine.choices, f"{where}: other choices once pickled")
    elif use == 2:
        hold(mine.can_undo() == other.can_undo(), f"{where}: only one can be taken back")
        if other.choices:
            mine.undo(agreed=True)
            other.undo(agreed=True)
            look(mine, other, f"{where}, taken back", is_told=True)
    else:
        seat = chance.randrange(len(other.seats))
        hold(mine.observe(seat) == other.observe(seat), f"{where}: {seat} sees something else")


def look(ours: Match, theirs: Match, where: str, *, is_told: bool) -> None:
    """Compare what programs ask of a match.

    Raises:
        Broken: They differ.
    """
    for name in ("over", "outcome", "names", "seed", "choices"):
        mine, other = getattr(ours, name), getattr(theirs, name)
        hold(mine == other, f"{where}: {name} is {mine} natively, {other} in the walker")
    if theirs.over:
        hold(ours.scores == theirs.scores, f"{where}: {ours.scores} for {theirs.scores}")
        hold(ours.decision is None, f"{where}: it asks at the end")
        return
    mine, other = ours.decision, theirs.decision
    assert mine is not None and other is not None
    for name in ("count", "player", "asked", "kind", "who"):
        found, want = getattr(mine, name), getattr(other, name)
        hold(found == want, f"{where}: {name} is {found} natively, {want} in the walker")
    if is_told:
        hold(mine.labels == other.labels, f"{where}: {mine.labels} for {other.labels}")
        hold(mine.place == other.place, f"{where}: asked at {mine.place} for {other.place}")
        for language in LANGUAGES:
            hold(mine.question(language) == other.question(language), f"{where}: other questions")
            hold(mine.texts(language) == other.texts(language), f"{where}: other texts")
