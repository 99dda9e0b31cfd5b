"""Answer where the libraries lie that a game requires: decks of cards that many games share.

A library is a folder with a `library.yaml`, anywhere that packages are looked for, beside the game,
or in the folder `decks` of either.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from cardwright.api.search_path import (
    LIBRARIES,
    LIBRARY,
    MANIFEST,
    Package,
    as_package,
    search_folders,
)
from dsl.files import read_plain
from dsl.syntax.limits import FILE_BYTES

if TYPE_CHECKING:
    from dsl.syntax.package_files import Files

NO_TEXTS: Final[Mapping[Path, str]] = MappingProxyType({})


def files_of(package: Package, texts: Mapping[Path, str] = NO_TEXTS) -> tuple[Files, ...]:
    """Return the files of a package, those of its libraries, then those of its expansions.

    Args:
        texts: What some of them are taken to hold, whatever lies on the disk.
    """
    from dsl.syntax.package_files import Place, files_in

    parts = [Place(part.folder, part.shown, part.id) for part in package.parts]
    libraries = [Place(each.folder, each.shown) for each in libraries_of(package)]
    places = (Place(package.folder, package.shown), *libraries, *parts)
    found = tuple(map(files_in, places))
    return tuple(_holding(each, texts) for each in found) if texts else found


def _holding(files: Files, texts: Mapping[Path, str]) -> Files:
    """Return files of which some hold another text, or are there only as a text."""
    from dsl.syntax.package_files import is_own_name

    below = {
        path.relative_to(files.place.folder).as_posix(): text.encode("utf-8", "surrogatepass")
        for path, text in texts.items()
        if path.is_relative_to(files.place.folder)
    }
    contents = {**dict(files.contents), **{n: t for n, t in below.items() if is_own_name(n)}}
    return replace(files, contents=tuple(sorted(contents.items())))


DEEPEST = 50
"""Folders in folders, below which no file of a package is read."""

Stamps = dict[str, tuple[int, int]]
"""Time of change in nanoseconds and size of each file, by its path."""


def stamps_of(folders: Iterable[Path]) -> Stamps:
    """Return what changes when a text below some folders does."""
    found: Stamps = {}
    for folder in folders:
        for place, inner, names in os.walk(folder):
            if place.count(os.sep) - str(folder).count(os.sep) > DEEPEST:
                inner.clear()
            for path in (os.path.join(place, name) for name in names if name.endswith(".yaml")):
                with suppress(OSError):
                    stat = os.stat(path)
                    found[path] = stat.st_mtime_ns, stat.st_size
    return found


def stamp_of(package: Package) -> tuple[tuple[str, int, int], ...]:
    """Return what changes when a text of a package, its libraries or expansions does: the files
    with their times and sizes."""
    found = stamps_of(each.folder for each in (package, *libraries_of(package), *package.parts))
    return tuple((path, *found[path]) for path in sorted(found))


def libraries_of(game: Package) -> tuple[Package, ...]:
    """Return the libraries that a game requires, by itself or through others, by id.

    What cannot be found is left out: the check of the game reports it.
    """
    found: dict[str, Package] = {}
    waiting = [*_requirements(game.folder, MANIFEST)]
    while waiting:
        id_ = waiting.pop()
        library = None if id_ in found else next(_places(game, id_), None)
        if library is not None:
            found[id_] = library
            waiting += _requirements(library.folder, LIBRARY)
    return tuple(found[id_] for id_ in sorted(found))


def _requirements(folder: Path, file: str) -> tuple[str, ...]:
    """Return what a manifest requires; nothing is parsed for those that do not know the word."""
    try:
        text = read_plain(folder / file, FILE_BYTES)
    except OSError:
        return ()
    if b"requires" not in text:
        return ()
    from dsl.check.texts.required import requirements

    return requirements(folder, file)


def _places(game: Package, id_: str) -> Iterator[Package]:
    """Yield the library of an id from each folder that has it."""
    for shelf in (game.folder.parent, *search_folders(game.shelves)):
        for folder in (shelf / id_, shelf / LIBRARIES / id_):
            if (folder / LIBRARY).is_file():
                yield as_package(folder)
