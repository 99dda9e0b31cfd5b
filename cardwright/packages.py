"""Answer which game packages there are and which of them a word on the command line means."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cardwright.data import data_folder
from dsl.diagnostics.spelling import nearest

PATH_VARIABLE = "CARDWRIGHT_PATH"
MANIFEST = "game.yaml"
PRELUDE = "prelude"


@dataclass(frozen=True, slots=True)
class Package:
    """A folder with a game in it.

    Attributes:
        id: The folder's name.
        shown: The path shown to people, as they named it where they did.
    """

    id: str
    folder: Path
    shown: str


class UnknownPackageError(LookupError):
    """No package has this name. `guess` is the nearest one, or None."""

    def __init__(self, word: str, guess: str | None) -> None:
        super().__init__(word)
        self.word = word
        self.guess = guess


def search_folders(extra: Sequence[Path]) -> tuple[Path, ...]:
    """Return where packages are looked for: those named, those of the environment, our own."""
    named = os.environ.get(PATH_VARIABLE, "")
    variable = [Path(part) for part in named.split(os.pathsep) if part]
    return (*extra, *variable, data_folder("cards"))


def prelude_folder() -> Path:
    """Return the folder of the events and values most games share."""
    return data_folder("cards") / PRELUDE


def all_packages(extra: Sequence[Path] = ()) -> tuple[Package, ...]:
    """Return every package, by id; the first folder that has an id wins."""
    found: dict[str, Package] = {}
    for folder in search_folders(extra):
        for package in packages_below(folder):
            found.setdefault(package.id, package)
    return tuple(found[key] for key in sorted(found))


def packages_below(folder: Path) -> Iterator[Package]:
    """Yield the package that a folder is, or else the packages right below it."""
    if (folder / MANIFEST).is_file():
        yield as_package(folder)
    elif folder.is_dir():
        for child in sorted(folder.iterdir()):
            if (child / MANIFEST).is_file():
                yield as_package(child)


def as_package(folder: Path) -> Package:
    """Return the package of a folder, shown relative to where the person stands if it is below."""
    full = folder.resolve()
    try:
        shown = full.relative_to(Path.cwd()).as_posix()
    except ValueError:
        shown = folder.as_posix()
    return Package(full.name, full, shown)


def enclosing_package(path: Path) -> Package | None:
    """Return the package that a file or folder belongs to, or None."""
    full = path.resolve()
    for folder in (full, *full.parents):
        if (folder / MANIFEST).is_file():
            return as_package(folder)
    return None


def find_package(word: str, extra: Sequence[Path] = ()) -> Package:
    """Return the package that an id or a path means.

    Raises:
        UnknownPackageError: There is none.
    """
    for package in all_packages(extra):
        if package.id == word:
            return package
    path = Path(word)
    enclosing = enclosing_package(path) if path.exists() else None
    if enclosing is None:
        raise UnknownPackageError(word, nearest(word, [each.id for each in all_packages(extra)]))
    return enclosing


def chosen_packages(words: Sequence[str], extra: Sequence[Path] = ()) -> tuple[Package, ...]:
    """Return the packages that words mean, each once; all packages where there are no words.

    A folder of packages means all of them; an empty folder means none.

    Raises:
        UnknownPackageError: A word is neither an id nor a path.
    """
    if not words:
        return all_packages(extra)
    chosen: dict[Path, Package] = {}
    for word in words:
        for package in _meant(word, extra):
            chosen.setdefault(package.folder, package)
    return tuple(chosen.values())


def _meant(word: str, extra: Sequence[Path]) -> tuple[Package, ...]:
    """Return the packages of one word."""
    path = Path(word)
    known = {package.id for package in all_packages(extra)}
    if word not in known and path.is_dir() and enclosing_package(path) is None:
        return tuple(packages_below(path))
    return (find_package(word, extra),)
