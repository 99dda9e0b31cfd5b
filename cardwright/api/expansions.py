"""Answer which expansions of a game are installed, and put those into it that were chosen.

An expansion lies below the game, in `expansions/ID/`, or anywhere that packages are looked for: a
folder with an `expansion.yaml` whose `requires` lead to the game. Nothing of it is read before
somebody chooses it, so that an unused one changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cardwright.api.data import data_folder
from cardwright.api.search_path import (
    CARDS,
    EXPANSION,
    MANIFEST,
    Package,
    as_package,
    named_folders,
    packages_below,
    search_folders,
)

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
    from dsl.check.texts.required import requirements

    return requirements(folder)
