"""Find the expansions and libraries of a game, and read the files of all of them.

An expansion lies below the game, in `expansions/ID/`, or anywhere that packages are looked for: a
folder with an `expansion.yaml` whose `requires` lead to the game. Nothing of it is read before
somebody chooses it, so that an unused one changes nothing.

A library is a deck of cards that many games share: a folder with a `library.yaml`, anywhere that
packages are looked for, beside the game, or in the folder `decks` of either.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from cardwright.api.folders import (
    CARDS,
    EXPANSION,
    LIBRARIES,
    LIBRARY,
    MANIFEST,
    Package,
    as_package,
    data_folder,
    named_folders,
    packages_below,
    search_folders,
)
from dsl.files import read_plain
from dsl.syntax.limits import FILE_BYTES

if TYPE_CHECKING:
    from dsl.syntax.package_files import Files


FOLDER = "expansions"


def installed(game: Package) -> dict[str, Package]:
    """Return the expansions of a game by id; the first folder that has an id wins."""
    found = candidates(game)
    return {id_: found[id_] for id_ in sorted(found) if _belongs(id_, game.id, found)}


def candidates(game: Package) -> dict[str, Package]:
    """Return all expansions that can be found, of this game or of another."""
    found: dict[str, Package] = {}
    for folder in _folders(game):
        if (folder / EXPANSION).is_file():
            package = as_package(folder)
            found.setdefault(package.id, package)
    return found


def _folders(game: Package) -> Iterator[Path]:
    """Yield every folder that may be an expansion."""
    for shelf in (*named_folders(game.shelves), game.folder.parent):
        yield shelf
        yield from _below(shelf)
        for inner in (shelf / FOLDER, shelf / game.id / FOLDER):
            yield from _below(inner)
    yield from _below(game.folder / FOLDER)
    yield from _below(data_folder(CARDS) / game.id / FOLDER)


def _below(folder: Path) -> Iterator[Path]:
    """Yield the folders right below one; none where it cannot be looked into."""
    try:
        yield from sorted(path for path in folder.iterdir() if path.is_dir())
    except OSError:
        return


def _belongs(id_: str, game: str, found: Mapping[str, Package]) -> bool:
    """Return whether what an expansion requires leads to a game."""
    seen: set[str] = set()
    waiting = [id_]
    while waiting:
        current = waiting.pop()
        if current == game:
            return True
        if current in found and current not in seen:
            seen.add(current)
            waiting.extend(_requirements(found[current].folder))
    return False


def with_expansions(game: Package, ids: Iterable[str]) -> Package:
    """Return a game with some of its expansions, and all that these require."""
    found = candidates(game)
    waiting, chosen = list(ids), dict[str, Package]()
    while waiting:
        id_ = waiting.pop()
        if id_ in found and id_ not in chosen and _belongs(id_, game.id, found):
            chosen[id_] = found[id_]
            waiting.extend(_requirements(found[id_].folder))
    return replace(game, parts=tuple(chosen[id_] for id_ in sorted(chosen)))


def topmost(game: Package) -> str | None:
    """Return the expansion that requires all others that are in, or None."""
    whole = {part.id for part in game.parts}
    ids = (part.id for part in game.parts)
    return next((i for i in ids if {p.id for p in with_expansions(game, [i]).parts} == whole), None)


def game_with(expansion: Package, extra: Sequence[Path] = ()) -> Package | None:
    """Return the game of an expansion with it and all that it requires; None without a game.

    The neighbours of the expansion are searched too.
    """
    shelves = (*extra, expansion.folder, expansion.folder.parent)
    games = {package.id: package for package in _games(expansion, extra)}
    found = candidates(Package("", expansion.folder, "", shelves))
    waiting, seen = [expansion.id], set[str]()
    while waiting:
        current = waiting.pop()
        if current in games:
            return with_expansions(replace(games[current], shelves=shelves), [expansion.id])
        if current in found and current not in seen:
            seen.add(current)
            waiting.extend(_requirements(found[current].folder))
    return None


def _games(expansion: Package, extra: Sequence[Path]) -> Iterator[Package]:
    """Yield the games that an expansion may be for, the one it lies in last, which so wins."""
    for shelf in reversed(search_folders((expansion.folder.parent, *extra))):
        yield from packages_below(shelf)
    for folder in expansion.folder.parents:
        if (folder / MANIFEST).is_file():
            yield as_package(folder)


def settled(game: Package, options: Mapping[str, object]) -> tuple[Package, dict[str, object]]:
    """Return a game with the expansions that options switch on, and the other options.

    An option called like an expansion that is off is gone: the game knows nothing of it.
    """
    if not options:
        return game, {}
    known = candidates(game)
    words = {name: _is_on(value) for name, value in options.items() if name in known}
    chosen = {name for name, is_on in words.items() if is_on and _belongs(name, game.id, known)}
    off = {name for name, is_on in words.items() if is_on is False}
    whole = with_expansions(game, {*(part.id for part in game.parts), *chosen})
    inside = {part.id for part in whole.parts}
    return whole, {name: v for name, v in options.items() if name not in off or name in inside}


TRUE_WORDS = frozenset({"true", "yes", "on"})
FALSE_WORDS = frozenset({"false", "no", "off"})


def _is_on(value: object) -> bool | None:
    """Return whether an option is on; None for what is neither on nor off."""
    if isinstance(value, bool):
        return value
    word = value if isinstance(value, str) else ""
    return True if word in TRUE_WORDS else False if word in FALSE_WORDS else None


def settled_words(game: Package, words: Iterable[str]) -> tuple[Package, tuple[str, ...]]:
    """Return the same for words like `books=true`."""
    pairs = {name: text for name, sign, text in (word.partition("=") for word in words) if sign}
    whole, kept = settled(game, pairs)
    return whole, tuple(word for word in words if word.partition("=")[0] in kept or "=" not in word)


def _requirements(folder: Path) -> tuple[str, ...]:
    """Return the packages that the expansion in a folder requires."""
    from dsl.check.texts.package import requirements

    return requirements(folder)


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
    waiting = [*_required_libraries(game.folder, MANIFEST)]
    while waiting:
        id_ = waiting.pop()
        library = None if id_ in found else next(_places(game, id_), None)
        if library is not None:
            found[id_] = library
            waiting += _required_libraries(library.folder, LIBRARY)
    return tuple(found[id_] for id_ in sorted(found))


def _required_libraries(folder: Path, file: str) -> tuple[str, ...]:
    """Return what a manifest requires; nothing is parsed for those that do not know the word."""
    try:
        text = read_plain(folder / file, FILE_BYTES)
    except OSError:
        return ()
    if b"requires" not in text:
        return ()
    from dsl.check.texts.package import requirements

    return requirements(folder, file)


def _places(game: Package, id_: str) -> Iterator[Package]:
    """Yield the library of an id from each folder that has it."""
    for shelf in (game.folder.parent, *search_folders(game.shelves)):
        for folder in (shelf / id_, shelf / LIBRARIES / id_):
            if (folder / LIBRARY).is_file():
                yield as_package(folder)
