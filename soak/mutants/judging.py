"""Say who catches a mutant: lint, the examples and scripts of its package, or nobody.

A mutant of which the model is the same is none; neither is one that nobody catches and that no
random match tells from the package: of both it is told how many there were.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from pathlib import Path
from random import Random

from cardwright.checks import Checked, check, findings_of
from cardwright.game import Game
from cardwright.options import settle_options
from cardwright.packages import Package, find_package
from cardwright.scripting import run_script
from cardwright.scripts import cases_of, first_difference
from dsl.diagnostics.diagnostic import Diagnostic
from dsl.records import record
from soak.mutants.kinds import KINDS
from soak.mutants.texts import Mutant, Texts, mutated

LINT, SCRIPTS, NOBODY, SAME, UNSEEN = "lint", "scripts", "nobody", "same", "unseen"
MATCHES = 12
"""Random matches that must not tell a mutant from its package where it counts as none."""
LONGEST = 2_000


@record(kw_only=True)
class Task:
    """A mutant to be judged, in whatever process: its package, kind and place in the sample."""

    package: str
    kind: int
    number: int
    sample: int
    seed: int


@record(kw_only=True)
class Verdict:
    """Who catches a mutant.

    Attributes:
        by: One of `lint`, `scripts`, `nobody`, `same` (no other game), `unseen` (no other matches).
    """

    kind: str
    by: str
    words: str


@lru_cache(maxsize=2)
def texts_of(package: str) -> Texts:
    """Return the texts of a package."""
    return Texts(find_package(package))


@lru_cache(maxsize=64)
def sample(package: str, kind: int, number: int, seed: int) -> tuple[Mutant, ...]:
    """Return so many mutants of a kind, drawn by the seed."""
    found = list(KINDS[kind](texts_of(package)))
    chance = Random(f"{seed} {package} {kind}")
    return tuple(chance.sample(found, min(number, len(found))))


def judge(task: Task) -> Verdict:
    """Return who catches a mutant."""
    texts = texts_of(task.package)
    each = sample(task.package, task.kind, task.sample, task.seed)[task.number]
    return Verdict(kind=each.kind, by=caught_by(texts, each), words=_told(each))


def _told(each: Mutant) -> str:
    return f"{each.path}:{each.line}: {each.words}"


def caught_by(texts: Texts, each: Mutant) -> str:
    package = texts.package
    source = next(source for source in texts.sources if source.path == each.path)
    file = package.folder / Path(each.path).relative_to(package.shown)
    checked = check(package, texts={file: mutated(source, each)})
    if _kinds(findings_of(package, checked)) - _kinds(texts.findings):
        return LINT
    assert checked.game is not None and texts.checked.game is not None
    if checked.game.digest == texts.checked.game.digest:
        return SAME
    if _fails(package, checked):
        return SCRIPTS
    seen = _courses(checked) != _plain_courses(package.shown)
    return NOBODY if seen else UNSEEN


def _kinds(findings: tuple[Diagnostic, ...]) -> Counter[tuple[str, str]]:
    """Return what is found, wherever it stands: lines move."""
    return Counter((found.name, found.message) for found in findings)


def _fails(package: Package, checked: Checked) -> bool:
    """Return whether an example or a script does not come out."""
    game = _game(checked)
    for case in cases_of(package, game.model):
        try:
            result = run_script(case.script, game)
        except Exception:  # whatever breaks is noticed
            return True
        if result.failures or first_difference(case, result.transcript("en").rstrip("\n") + "\n"):
            return True
    return False


def _game(checked: Checked) -> Game:
    assert checked.game is not None
    return Game(checked.game, settle_options(checked.game, {}))


@lru_cache(maxsize=4)
def _plain_courses(shown: str) -> list[object]:
    """Return the courses of a package as it is; known by its path."""
    return _courses(texts_of(shown).checked)


def _courses(checked: Checked) -> list[object]:
    """Return what happens in some random matches."""
    game, found = _game(checked), list[object]()
    for number in range(MATCHES):
        seats = game.player_counts[number % len(game.player_counts)]
        try:
            found.append(_course(game, seats, number))
        except Exception as error:
            found.append(repr(error))
    return found


def _course(game: Game, seats: int, number: int) -> object:
    match, chance = game.start(seats, number), Random(number)
    taken = []
    while not match.over and len(taken) < LONGEST:
        decision = match.decision
        assert decision is not None
        taken.append((decision.labels, decision.texts("en"), match.digest()))
        match.apply(chance.randrange(decision.count))
    return taken, match.outcome
