"""Say who catches a mutant: lint, the examples and scripts of its package, or nobody.

A mutant of which the model is the same is none; neither is one that nobody catches and that no
random match tells from the package: of both it is told how many there were. What was counted is
kept in a file, so that a long count goes on where it ended.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Any

from cardwright.api.cache import digest, texts_in
from cardwright.api.checks import Checked, findings_of
from cardwright.api.game import Game
from cardwright.api.loading import find_package
from cardwright.api.match import Match
from cardwright.api.options import Options
from cardwright.api.package import Package
from cardwright.api.scripts import Case
from dsl.diagnostics.diagnostic import Diagnostic
from dsl.records import Record
from soak.course import noted
from soak.settings import seats
from tests.mutants.kinds import drawn
from tests.mutants.texts import Mutant, Texts, texts_of

LINT, SCRIPTS, NOBODY, SAME, UNSEEN = "lint", "scripts", "nobody", "same", "unseen"
MATCHES = 12
"""Random matches that must not tell a mutant from its package where it counts as none."""
LONGEST = 2_000


class Task(Record, kw_only=True):
    """A mutant to be judged, in whatever process: its package, kind and place in the sample."""

    package: str
    kind: str
    number: int
    sample: int
    seed: int


class Verdict(Record, kw_only=True):
    """Who catches a mutant.

    Attributes:
        by: One of `lint`, `scripts`, `nobody`, `same` (no other game), `unseen` (no other matches).
    """

    kind: str
    by: str
    words: str


sample = lru_cache(maxsize=64)(drawn)


def judge(task: Task) -> Verdict:
    """Return who catches a mutant."""
    each = sample(task.package, task.kind, task.sample, task.seed)[task.number]
    by = caught_by(texts_of(task.package), each)
    words = f"{each.path}:{each.line}: {each.words}"
    return Verdict(kind=task.kind, by=by, words=words)


def caught_by(texts: Texts, each: Mutant) -> str:
    """Return who catches a mutant of a package."""
    package, checked = texts.package, texts.checked_with(each)
    if _kinds(findings_of(package, checked)) - _kinds(texts.findings):
        return LINT
    assert checked.game is not None
    if checked.game.digest == texts.game.digest:
        return SAME
    if _fails(package, checked):
        return SCRIPTS
    return NOBODY if _courses(checked) != _plain_courses(package.shown) else UNSEEN


def _kinds(findings: tuple[Diagnostic, ...]) -> Counter[tuple[str, str]]:
    """Return what is found, wherever it stands: lines move."""
    return Counter((found.name, found.message) for found in findings)


def _fails(package: Package, checked: Checked) -> bool:
    """Return whether an example or a script does not come out."""
    game = _game(checked)
    for case in Case.all_in(package, game.model):
        try:
            result = game.run(case.script)
        except Exception:  # whatever breaks is noticed
            return True
        if result.failures or case.first_difference(result.transcript("en").rstrip("\n") + "\n"):
            return True
    return False


def _game(checked: Checked) -> Game:
    assert checked.game is not None
    return Game(checked.game, Options(checked.game).settled({}))


@lru_cache(maxsize=4)
def _plain_courses(shown: str) -> list[object]:
    """Return the courses of a package as it is; known by its path."""
    return _courses(texts_of(shown).checked)


def _courses(checked: Checked) -> list[object]:
    """Return what happens in some random matches."""
    game, found = _game(checked), list[object]()
    for number in range(MATCHES):
        try:
            match = game.start(seats(game, number), number)
            found.append((noted(match, Random(number), _seen, LONGEST), match.outcome))
        except Exception as error:
            found.append(repr(error))
    return found


def _seen(match: Match, index: int) -> Any:
    decision = match.decision
    assert decision is not None
    return decision.labels, decision.texts("en"), match.digest()


# --- what is kept ---------------------------------------------------------------------------------


def key_of(task: Task) -> str:
    """Return what a mutant is known by: its place in the sample, and all texts of its package."""
    place = f"{task.package} {task.kind} {task.number}/{task.sample}"
    return f"{place} {task.seed} {_texts(task.package)}"


def kept_in(file: Path) -> dict[str, Verdict]:
    """Return what a file keeps; of a line that was cut off nothing."""
    found: dict[str, Verdict] = {}
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        key = row.pop("key")
        found[key] = Verdict(**row)
    return found


def keep(file: Path, task: Task, verdict: Verdict) -> None:
    """Write one more verdict behind those that a file keeps."""
    row = {"key": key_of(task), "kind": verdict.kind, "by": verdict.by, "words": verdict.words}
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(row, ensure_ascii=False) + "\n")


@cache
def _texts(package: str) -> str:
    """Return a digest of all files of a package."""
    every = find_package(package).files()
    return digest(*(part for files in every for part in texts_in(files)))
