"""Packages of earlier commits are mended by `lint --fix`, and play as they did then."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from random import Random

import pytest

import cardwright
from cardwright.api.package import Package
from cardwright.api.scripts import Case
from cardwright.apps.authors.authoring.rewriting import Mended, mended

FOLDER = Path(__file__).parent / "packages"
FILE = re.compile(r"(?m)^# file: (\S+)\n")
COMMENT = re.compile(r"(?m)(?:^|[ \t])#(?: .*)?$")
MOST_DECISIONS = 400
MOST_SCRIPTS = 16


@dataclass(frozen=True)
class Older:
    """A package of an earlier commit.

    Attributes:
        written: The commit that has it so.
        played: The commit whose program made the digests; the first had none that ran.
        digests: Of the matches with the seeds 0, 1, …
        fixed: What `--fix` writes anew.
        told: The findings that are left, by name: none is an error. They are of rules of lint that
            came later, or of a package that was not finished.
        failing: Titles of scripts that do not come out, and did not then.
    """

    name: str
    written: str
    played: str
    players: int
    digests: tuple[str, ...]
    fixed: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    failing: tuple[str, ...] = ()


DRAFTS = {
    "equilibrion": (
        "eq-11, the third penalty turns up two more Chaos",
        "eq-15, the polarity limits what is played, not what is discarded",
        "one player dreams alone, and loses",
    ),
    "worldmonger": ("druid 1", "plunder 1", "war-elephants 1"),
}
"""Scripts and examples that were drafts: they did not come out with the program of their time."""

OLDER = (
    Older("equilibrion", "4b8aac34", "7a4f3434", 1,
          ("7db523521197179b", "74a894e9a950b638", "d4afdae771901cb9"),
          told=("unnamed-attribute",), failing=DRAFTS["equilibrion"]),
    Older("dream-tricks", "4b8aac34", "7a4f3434", 3,
          ("5fdda9fec2d4324b", "19dac7bb1f9fd72f", "e9645d729f2c5aa4")),
    Older("worldmonger", "e9736b0d", "e9736b0d", 3,
          ("4a482626d1b18937", "82d8d82203ea18fe", "f12bf5f2f0bd451a"),
          told=("shuffled-in-sight",), failing=DRAFTS["worldmonger"]),
    Older("res-arcana", "badfea2e", "badfea2e", 2, ("7c883feb9889f20f", "9fa601b53f778ceb"),
          told=("repeated-text", "shuffled-in-sight", "text-differs")),
    Older("cerebria", "34fe2c0f", "34fe2c0f", 2, ("2922171965e76912", "74dec20803c9ed28"),
          fixed=("group: true",) * 3,
          told=("card-without-example", "own-word", "unnamed-attribute", "unnamed-event",
                "unnamed-phase", "unnamed-state", "unnamed-value", "unread-state",
                "unused-attribute", "unused-event", "unused-value")),
    Older("board", "6b339c86", "6b339c86", 2,
          ("e85d6f198fa859ef", "2ca0b49fcbaf9b8f", "35f65750027fcc7c"),
          told=("own-word", "unnamed-value")),
)  # fmt: skip
BY_NAME = [pytest.param(each, id=each.name) for each in OLDER]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder into which the packages are written."""
    top = tmp_path_factory.mktemp("older")
    for older in OLDER:
        _, *parts = FILE.split((FOLDER / f"{older.name}.txt").read_text(encoding="utf-8"))
        for name, text in zip(parts[::2], parts[1::2], strict=True):
            path = top / older.name / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return top


@pytest.fixture(scope="module")
def migrated(folder: Path):
    """Return a function that gives a package and what `lint --fix` did to it, which is written."""

    @cache
    def of(older: Older) -> tuple[Package, Mended, dict[Path, str]]:
        package = Package.at(folder / older.name)
        done = mended(package)
        before = {path: path.read_text(encoding="utf-8") for path in done.texts}
        for path, text in done.texts.items():
            path.write_text(text, encoding="utf-8")
        return Package.at(package.folder), done, before

    return of


@pytest.mark.parametrize("older", BY_NAME)
def test_lint_mends_an_older_package(older: Older, migrated) -> None:
    _, done, _ = migrated(older)

    assert [each.before for each in done.fixed] == [*older.fixed]
    assert [each.name for each in done.left if each.severity == "error"] == []
    assert sorted({each.name for each in done.left}) == sorted(older.told)


@pytest.mark.parametrize("older", BY_NAME)
def test_a_second_run_changes_nothing_and_comments_are_kept(older: Older, migrated) -> None:
    package, done, before = migrated(older)

    assert mended(package).texts == {}
    for path, text in before.items():
        assert Counter(COMMENT.findall(done.texts[path])) == Counter(COMMENT.findall(text))


@pytest.mark.parametrize("older", BY_NAME)
def test_matches_go_as_they_went(older: Older, migrated) -> None:
    package, _, _ = migrated(older)
    game = cardwright.load(package, cache=False)
    found = tuple(digest(game, older.players, seed) for seed in range(len(older.digests)))

    assert found == older.digests


def digest(game, players: int, seed: int) -> str:
    """Return a digest of what is offered in a match, and of who wins."""
    match, chance, told = (
        game.start(players=players, seed=seed),
        Random(seed),
        blake2b(digest_size=8),
    )
    for _ in range(MOST_DECISIONS):
        if match.over:
            break
        labels = [option.label for option in match.decision.options]
        told.update(("|".join(sorted(labels)) + "\n").encode())
        match.apply(labels.index(chance.choice(sorted(labels))))
    told.update(str(match.outcome.winners).encode() if match.over else b"on")
    return told.hexdigest()


@pytest.mark.parametrize("older", BY_NAME)
def test_scripts_come_out_as_they_did(older: Older, migrated) -> None:
    package, _, _ = migrated(older)
    cases = Case.all_in(package, cardwright.load(package, cache=False).model)
    drafts = [case for case in cases if case.title in older.failing]
    some = [case for case in cases if case not in drafts][:: 1 + len(cases) // MOST_SCRIPTS]

    assert [case.title for case in drafts if not case.run().failures] == []
    assert [case.title for case in some if case.run().failures] == []
