"""Find game packages by id or path, load them, and tell what holds for all of them.

Imports stand in the functions so that a command loads only what it uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardwright.api.errors import Mistake
from cardwright.api.folders import prelude_folder, search_folders
from cardwright.api.package import Package, game_with, whole_paths
from dsl.records import Span
from dsl.syntax.limits import Limit

if TYPE_CHECKING:
    from cardwright.api.game import Game
    from cardwright.api.match import Match


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
        from dsl.diagnostics.wording import nearest

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
    known = {package.id for package in all_packages(extra)}
    for word in words:
        path = Path(word)
        if word not in known and path.is_dir() and Package.around(path, extra) is None:
            expansions = sorted(each.parent for each in path.glob(f"*/{Package.EXPANSION}"))
            games = (game_with(Package.at(each), extra) for each in expansions)
            meant = [*Package.below(path), *(game for game in games if game is not None)]
        else:
            meant = [find_package(word, extra)]
        for package in meant:
            chosen.setdefault((package.folder, package.parts), package)
    return tuple(chosen.values())


def load(
    target: str | Path | Package,
    options: Mapping[str, object] | None = None,
    path: Sequence[str | Path] = (),
    cache: bool = True,
    whole: bool = False,
    named: Sequence[str] = (),
) -> Game:
    """Return a game, ready to be played: the same one within a process, until a file of it changes.

    Where players choose cards from a pool, as for decks, it holds those that can come into a match
    with these options: what rules, scripts or decks name, and what these cards name in turn.

    Args:
        target: The id of a game, the path of a package, or a package.
        options: By id, as people write them; what is not named has its default.
        path: Extra folders in which packages are looked for.
        cache: Whether the compiled game is kept in, and taken from, the user's cache folder.
        whole: Whether it holds every card of a pool.
        named: Texts whose words name further cards of a pool.

    Raises:
        PackageError: The package has errors; `diagnostics` lists them.
        LookupError: There is no such package.
        OptionError: An option does not fit.
    """
    if not isinstance(target, Package):
        target = find_package(str(target), [Path(each) for each in path])
    settled, others = target.settled(options or {})
    key = tuple(sorted((name, _frozen(value)) for name, value in others.items()))
    is_whole = whole or any(map(_is_numbered, others.values()))
    words = None if is_whole else (*(str(value) for _, value in key), *named)
    return _load(settled, key, cache, words, settled.stamp())


def _is_numbered(value: object) -> bool:
    """Return whether a value is not as people write it, so that it may name cards by number."""
    return isinstance(value, tuple | list) and not all(isinstance(each, str) for each in value)


def _frozen(value: object) -> object:
    """Return a value with tuples for its lists, so that it can be looked up."""
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


@lru_cache(maxsize=64)
def _load(
    package: Package, options: tuple[tuple[str, object], ...], cache: bool,
    named: tuple[str, ...] | None, stamp: object,
) -> Game:  # fmt: skip
    """Return the game of a package and options.

    Args:
        named: Texts that name cards of a pool; None for all of them.
        stamp: What its files are like; with others it is another game.
    """
    import cardwright.api.pickling  # noqa: F401 (it says how games and matches travel)
    from cardwright.api.checks import check, check_for_match
    from cardwright.api.game import Game
    from cardwright.api.options import OptionError, Options

    checked = check(package, cache) if named is None else check_for_match(package, named, cache)
    try:
        game = Game.of(checked.sound(), package, dict(options), cache, checked.made_of)
    except OptionError:
        others = () if checked.is_whole else package.cards_left_out(named or ())
        Options(checked.sound(), others).settled(dict(options))  # it guesses among all cards
        raise
    game.named = None if checked.is_whole else named
    return game


def prelude() -> Mapping[str, tuple[Span, ...]]:
    """Return the events and values that most games share, with where each is said."""
    return _prelude_in(prelude_folder())


@lru_cache(maxsize=2)
def _prelude_in(folder: Path) -> Mapping[str, tuple[Span, ...]]:
    """Return what a folder of shared events and values says."""
    from dsl.load import prelude_in

    found: dict[str, tuple[Span, ...]] = {}
    for section in prelude_in(folder).sections.values():
        for name, entry in section.items():
            found[name] = (*found.get(name, ()), entry.key.span.to(entry.value.span))
    return found


def rank_value(match: Match, seat: int) -> tuple[int, ...]:
    """Return the game's rank of a seat as numbers, best first; empty for a game without."""
    return match.rank(seat)


def limits() -> tuple[Limit, ...]:
    """Return all limits, those of texts first."""
    from dsl.syntax.limits import LIMITS
    from interpreter.program import limits as of_matches

    return (*LIMITS, *of_matches.LIMITS)
