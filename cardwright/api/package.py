"""A package: a folder with a game in it, its expansions and libraries, and the files of all.

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
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from cardwright.api.folders import (
    CARDS,
    CLASSICS,
    LIBRARIES,
    data_folder,
    named_folders,
    search_folders,
)
from dsl.files import read_plain
from dsl.records import Record
from dsl.syntax.limits import FILE_BYTES

if TYPE_CHECKING:
    from dsl.model.game import Game
    from dsl.model.texts import WrittenText
    from dsl.syntax.package_files import Files

_LICENCES: Final = ("LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "LICENCE.txt", "COPYING")
_MOST_OF_LICENCE: Final = 100_000
NO_TEXTS: Final[Mapping[Path, str]] = MappingProxyType({})
_READ: Final = (".yaml", ".csv", ".tsv", ".xlsx", ".ods")
"""How the files end that a package may read."""
Stamps = dict[str, tuple[int, int]]
"""Time of change in nanoseconds and size of each file, by its path."""


class Package(Record):
    """A folder with a game in it.

    Attributes:
        id: The folder's name.
        shown: The path shown to people, as they named it where they did.
        shelves: Extra folders in which its expansions are looked for.
        parts: The expansions that are in, with all that they require, by id.
    """

    MANIFEST = "game.yaml"
    EXPANSION = "expansion.yaml"
    LIBRARY = "library.yaml"
    EXPANSIONS = "expansions"
    """The folder of a game in which its expansions lie."""
    DEEPEST = 50
    """Folders in folders, below which no file of a package is read."""

    id: str
    folder: Path
    shown: str
    shelves: tuple[Path, ...] = ()
    parts: tuple[Package, ...] = ()

    # --- from folders ---------------------------------------------------------------------------

    @classmethod
    def at(cls, folder: Path) -> Package:
        """Return the package of a folder, shown relative to where the person stands if it is
        below."""
        full = folder.resolve()
        try:
            shown = full.relative_to(Path.cwd()).as_posix()
        except ValueError:
            shown = folder.as_posix()
        return cls(full.name, full, shown)

    @classmethod
    def below(cls, folder: Path) -> Iterator[Package]:
        """Yield the package that a folder is, or else the packages right below it."""
        if (folder / cls.MANIFEST).is_file():
            yield cls.at(folder)
        elif folder.is_dir():
            for child in sorted(folder.iterdir()):
                if (child / cls.MANIFEST).is_file():
                    yield cls.at(child)

    @classmethod
    def around(cls, path: Path, extra: Sequence[Path] = ()) -> Package | None:
        """Return the package that a file or folder belongs to, or None.

        What belongs to an expansion belongs to its game with that expansion in it.
        """
        full = path.resolve()
        for folder in (full, *full.parents):
            if (folder / cls.MANIFEST).is_file():
                return replace(cls.at(folder), shelves=whole_paths(extra))
            if (folder / cls.EXPANSION).is_file():
                return game_with(cls.at(folder), extra)
        return None

    @property
    def comes_with_program(self) -> bool:
        """Whether it is one of those that come with the program."""
        ours = (data_folder(CARDS), data_folder(CLASSICS))
        return any(self.folder.is_relative_to(folder.resolve()) for folder in ours)

    # --- expansions -----------------------------------------------------------------------------

    def installed(self) -> dict[str, Package]:
        """Return its expansions by id; the first folder that has an id wins."""
        found = candidates(self)
        return {id_: found[id_] for id_ in sorted(found) if _belongs(id_, self.id, found)}

    def with_expansions(self, ids: Iterable[str]) -> Package:
        """Return it with some of its expansions, and all that these require, in place of its own
        parts."""
        found = candidates(self)
        waiting, chosen = list(ids), dict[str, Package]()
        while waiting:
            id_ = waiting.pop()
            if id_ in found and id_ not in chosen and _belongs(id_, self.id, found):
                chosen[id_] = found[id_]
                waiting.extend(_requirements(found[id_].folder))
        return replace(self, parts=tuple(chosen[id_] for id_ in sorted(chosen)))

    def topmost(self) -> str | None:
        """Return the expansion that requires all others that are in, or None."""
        whole = {part.id for part in self.parts}
        ids = (part.id for part in self.parts)
        return next(
            (i for i in ids if {p.id for p in self.with_expansions([i]).parts} == whole), None
        )

    def settled(self, options: Mapping[str, object]) -> tuple[Package, dict[str, object]]:
        """Return it with the expansions that options switch on, and the other options.

        An option called like an expansion that is off is gone: the game knows nothing of it.
        """
        if not options:
            return self, {}
        known = candidates(self)
        words = {name: _is_on(value) for name, value in options.items() if name in known}
        chosen = {name for name, is_on in words.items() if is_on and _belongs(name, self.id, known)}
        off = {name for name, is_on in words.items() if is_on is False}
        whole = self.with_expansions({*(part.id for part in self.parts), *chosen})
        inside = {part.id for part in whole.parts}
        return whole, {name: v for name, v in options.items() if name not in off or name in inside}

    def settled_words(self, words: Iterable[str]) -> tuple[Package, tuple[str, ...]]:
        """Return the same for words like `books=true`."""
        pairs = {name: text for name, sign, text in (word.partition("=") for word in words) if sign}
        whole, kept = self.settled(pairs)
        return whole, tuple(
            word for word in words if word.partition("=")[0] in kept or "=" not in word
        )

    # --- files ----------------------------------------------------------------------------------

    def libraries(self) -> tuple[Package, ...]:
        """Return the libraries that it requires, by itself or through others, by id.

        What cannot be found is left out: the check of the game reports it.
        """
        found: dict[str, Package] = {}
        waiting = [*_required_libraries(self.folder, self.MANIFEST)]
        while waiting:
            id_ = waiting.pop()
            library = None if id_ in found else next(_places(self, id_), None)
            if library is not None:
                found[id_] = library
                waiting += _required_libraries(library.folder, self.LIBRARY)
        return tuple(found[id_] for id_ in sorted(found))

    def files(self, texts: Mapping[Path, str] = NO_TEXTS) -> tuple[Files, ...]:
        """Return its files, those of its libraries, then those of its expansions.

        Args:
            texts: What some of them are taken to hold, whatever lies on the disk.
        """
        from dsl.syntax.package_files import Place, files_in

        parts = [Place(part.folder, part.shown, part.id) for part in self.parts]
        libraries = [Place(each.folder, each.shown) for each in self.libraries()]
        places = (Place(self.folder, self.shown), *libraries, *parts)
        found = tuple(map(files_in, places))
        return tuple(_holding(each, texts) for each in found) if texts else found

    def cards_left_out(self, named: Iterable[str]) -> frozenset[str]:
        """Return the cards of its pool that do not come into a match.

        Args:
            named: Texts whose words name cards that do: the values of options.
        """
        from dsl.syntax.cuts import cut

        return cut(self.files(), named).left_out

    def written_texts(self) -> tuple[Game, tuple[WrittenText, ...]]:
        """Return the checked game, and every text for people that stands in its files.

        Raises:
            PackageError: It has errors.
        """
        from cardwright.api.errors import PackageError
        from dsl.load import texts_of

        loaded, texts = texts_of(self.files(), self.shown, data_folder(CARDS) / "prelude")
        if loaded.game is None:
            raise PackageError(loaded.diagnostics)
        return loaded.game, texts

    def licence(self) -> str | None:
        """Return the first line of the licence that lies in its folder, if one does."""
        for name in _LICENCES:
            try:
                text = read_plain(self.folder / name, _MOST_OF_LICENCE).decode("utf-8", "replace")
            except OSError:
                continue
            lines = (line.strip() for line in text.splitlines())
            return next((line for line in lines if line), None)
        return None

    def stamp(self) -> tuple[tuple[str, int, int], ...]:
        """Return what changes when a text of it, its libraries or expansions does: the files with
        their times and sizes."""
        found = self.stamps(each.folder for each in (self, *self.libraries(), *self.parts))
        return tuple((path, *found[path]) for path in sorted(found))

    @staticmethod
    def stamps(folders: Iterable[Path]) -> Stamps:
        """Return what changes when a text below some folders does."""
        found: Stamps = {}
        for folder in folders:
            for place, inner, names in os.walk(folder):
                if place.count(os.sep) - str(folder).count(os.sep) > Package.DEEPEST:
                    inner.clear()
                for path in (os.path.join(place, name) for name in names if name.endswith(_READ)):
                    with suppress(OSError):
                        stat = os.stat(path)
                        found[path] = stat.st_mtime_ns, stat.st_size
        return found


def whole_paths(extra: Sequence[Path]) -> tuple[Path, ...]:
    """Return folders by their full paths, wherever the person goes later."""
    return tuple(each.resolve() for each in extra)


def candidates(game: Package) -> dict[str, Package]:
    """Return all expansions that can be found, of this game or of another."""
    found: dict[str, Package] = {}
    for folder in _folders(game):
        if (folder / Package.EXPANSION).is_file():
            package = Package.at(folder)
            found.setdefault(package.id, package)
    return found


def _folders(game: Package) -> Iterator[Path]:
    """Yield every folder that may be an expansion."""
    for shelf in (*named_folders(game.shelves), game.folder.parent):
        yield shelf
        yield from _below(shelf)
        for inner in (shelf / Package.EXPANSIONS, shelf / game.id / Package.EXPANSIONS):
            yield from _below(inner)
    yield from _below(game.folder / Package.EXPANSIONS)
    yield from _below(data_folder(CARDS) / game.id / Package.EXPANSIONS)


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
            return replace(games[current], shelves=shelves).with_expansions([expansion.id])
        if current in found and current not in seen:
            seen.add(current)
            waiting.extend(_requirements(found[current].folder))
    return None


def _games(expansion: Package, extra: Sequence[Path]) -> Iterator[Package]:
    """Yield the games that an expansion may be for, the one it lies in last, which so wins."""
    for shelf in reversed(search_folders((expansion.folder.parent, *extra))):
        yield from Package.below(shelf)
    for folder in expansion.folder.parents:
        if (folder / Package.MANIFEST).is_file():
            yield Package.at(folder)


TRUE_WORDS = frozenset({"true", "yes", "on"})
FALSE_WORDS = frozenset({"false", "no", "off"})


def _is_on(value: object) -> bool | None:
    """Return whether an option is on; None for what is neither on nor off."""
    if isinstance(value, bool):
        return value
    word = value if isinstance(value, str) else ""
    return True if word in TRUE_WORDS else False if word in FALSE_WORDS else None


def _requirements(folder: Path) -> tuple[str, ...]:
    """Return the packages that the expansion in a folder requires."""
    from dsl.check.texts.package import requirements

    return requirements(folder)


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
            if (folder / Package.LIBRARY).is_file():
                yield Package.at(folder)
