"""Find folders: the data that comes with the program, packages, the user's cache.

A package is a folder with a manifest. It is looked for in the folders named for one command, in
those of the environment, and in our own.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from dsl.files import is_own_folder
from dsl.records import record

LANGUAGE: Final = "language"
"""The folder of the pages of the language guide."""
PAGES: Final = (
    "index", "files", "kinds", "zones", "cards", "boards", "types", "expressions", "events",
    "steps", "actions", "rules", "course", "scripts", "expansions", "versions",
)  # fmt: skip
"""The pages of the guide in the order in which they are read."""


def data_folder(name: str) -> Path:
    """Return a folder of data such as `cards` or `schemas`: the packaged one, else ours.

    Raises:
        FileNotFoundError: There is neither, so the installation is damaged.
    """
    here = Path(__file__).resolve().parents[1]
    for folder in (here / "_data" / name, here.parent / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the folder `{name}` of Cardwright is missing; install it again")


def language_guide() -> str:
    """Return the whole language guide, page after page, as Markdown."""
    folder = data_folder("docs") / LANGUAGE
    return "\n".join((folder / f"{page}.md").read_text("utf-8") for page in PAGES)


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


CACHE_VARIABLE = "CARDWRIGHT_CACHE"
NO_CACHE = "off"


def is_wanted() -> bool:
    """Return whether anything may be kept: the variable says `off` where not."""
    return os.environ.get(CACHE_VARIABLE) != NO_CACHE


def cache_folder() -> Path:
    """Return the user's cache folder for us: the variable's, else the system's usual one."""
    if named := os.environ.get(CACHE_VARIABLE):
        return Path(named)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "cardwright"
    base = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "cardwright"


def is_refused(folder: Path) -> bool:
    """Return whether a cache folder is there and not to be believed."""
    return os.path.lexists(folder) and not is_own_folder(folder)
