"""Answer where packages lie: the folders that are searched, and what a folder holds."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from cardwright.api.data import data_folder
from dsl.records import record

PATH_VARIABLE = "CARDWRIGHT_PATH"
MANIFEST = "game.yaml"
EXPANSION = "expansion.yaml"
LIBRARY = "library.yaml"
LIBRARIES = "decks"
CARDS, CLASSICS = "cards", "examples/classics"
"""The folders of packages that come with the program."""
PRELUDE = "prelude"


@record
class Package:
    """A folder with a game in it.

    Attributes:
        id: The folder's name.
        shown: The path shown to people, as they named it where they did.
        shelves: Extra folders in which its expansions are looked for.
        parts: The expansions that are in, with all that they require, by id.
    """

    id: str
    folder: Path
    shown: str
    shelves: tuple[Path, ...] = ()
    parts: tuple[Package, ...] = ()


def search_folders(extra: Sequence[Path]) -> tuple[Path, ...]:
    """Return where packages are looked for: those named, those of the environment, our own."""
    return (*named_folders(extra), data_folder(CARDS), data_folder(CLASSICS))


def named_folders(extra: Sequence[Path]) -> tuple[Path, ...]:
    """Return where packages are looked for that do not come with the program."""
    named = os.environ.get(PATH_VARIABLE, "")
    return (*extra, *(Path(part) for part in named.split(os.pathsep) if part))


def comes_with_program(package: Package) -> bool:
    """Return whether a package is one of those that come with the program."""
    ours = (data_folder(CARDS), data_folder(CLASSICS))
    return any(package.folder.is_relative_to(folder.resolve()) for folder in ours)


def prelude_folder() -> Path:
    """Return the folder of the events and values most games share."""
    return data_folder(CARDS) / PRELUDE


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
