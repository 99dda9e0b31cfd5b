"""List the game packages, and find those that words on the command line mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from cardwright.api.errors import Mistake
from cardwright.api.folders import search_folders
from cardwright.api.package import Package, game_with, whole_paths


class UnknownPackageError(Mistake, LookupError):
    """No package has this name. `guess` is the nearest one, or None."""

    def __init__(self, word: str, guess: str | None) -> None:
        key = "unknown-game-near" if guess else "unknown-game"
        super().__init__(key, word=word, guess=guess)
        self.guess = guess


def all_packages(extra: Sequence[Path] = ()) -> tuple[Package, ...]:
    """Return every package, by id; the first folder that has an id wins."""
    found: dict[str, Package] = {}
    for package in _in_order(extra):
        found.setdefault(package.id, package)
    return tuple(found[key] for key in sorted(found))


def _in_order(extra: Sequence[Path]) -> Iterator[Package]:
    """Yield the packages of each folder that is searched, as they are come upon."""
    for folder in search_folders(extra):
        for package in Package.below(folder):
            yield replace(package, shelves=whole_paths(extra))


def find_package(word: str, extra: Sequence[Path] = ()) -> Package:
    """Return the package that an id or a path means; a game in a folder of that name right here
    comes before one of that id that is installed.

    Raises:
        UnknownPackageError: There is none.
    """
    path = Path(word)
    is_here = (path / Package.MANIFEST).is_file()
    for package in _in_order(extra) if not is_here else ():
        if package.id == word:
            return package
    enclosing = Package.around(path, extra) if path.exists() else None
    if enclosing is None:
        from dsl.diagnostics.spelling import nearest

        raise UnknownPackageError(word, nearest(word, [each.id for each in all_packages(extra)]))
    return enclosing


def find_packages(words: Sequence[str], extra: Sequence[Path] = ()) -> tuple[Package, ...]:
    """Return the packages that words mean, each once; all packages where there are no words.

    A folder of packages means all of them; an empty folder means none.

    Raises:
        UnknownPackageError: A word is neither an id nor a path.
    """
    if not words:
        return all_packages(extra)
    chosen: dict[tuple[Path, tuple[Package, ...]], Package] = {}
    for word in words:
        for package in _meant(word, extra):
            chosen.setdefault((package.folder, package.parts), package)
    return tuple(chosen.values())


def _meant(word: str, extra: Sequence[Path]) -> tuple[Package, ...]:
    """Return the packages of one word."""
    path = Path(word)
    known = {package.id for package in all_packages(extra)}
    if word not in known and path.is_dir() and Package.around(path, extra) is None:
        expansions = sorted(each.parent for each in path.glob(f"*/{Package.EXPANSION}"))
        games = (game_with(Package.at(each), extra) for each in expansions)
        return (*Package.below(path), *(game for game in games if game is not None))
    return (find_package(word, extra),)
