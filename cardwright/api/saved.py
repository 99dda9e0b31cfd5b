"""Saved matches and recorded ones: the game that they belong to, and playing them again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from cardwright.api.errors import DamagedFileError
from cardwright.api.game import Game
from cardwright.api.loading import find_package, load
from cardwright.api.match import Match
from cardwright.api.package import Package
from dsl.files import FileTooLarge, NoPlainFile, read_plain
from interpreter.state.saving import SIZE_LIMIT, SaveError
from interpreter.trajectory.saving import SaveRefused, game_of, options_of, settings
from interpreter.trajectory.trajectory import Replay, course_of_bytes
from interpreter.trajectory.trajectory import replay as play_again


class SavedFile:
    """A file with a saved match, or with the course of a match.

    What is said here of an error is true of each method: a file that is damaged, or belongs to
    another game, raises `DamagedFileError`.

    Attributes:
        data: What it holds.
    """

    def __init__(self, file: Path, cache: bool = True) -> None:
        """Read a file.

        Raises:
            DamagedFileError: It is no plain file, or has more bytes than anything saved.
            OSError: It cannot be read.
        """
        self.file, self._cache = file, cache
        try:
            self.data = read_plain(file, SIZE_LIMIT)
        except (FileTooLarge, NoPlainFile) as error:
            raise DamagedFileError(file, str(error.strerror)) from None

    def game(self, path: Sequence[Path] = ()) -> Game:
        """Return the game that it belongs to, with the options it was made with.

        Args:
            path: Extra folders in which packages are looked for.
        """
        with self._told():
            return _game_saved(find_package(game_of(self.data), path), self.data, self._cache)

    def match(self, package: Package) -> tuple[Game, Match]:
        """Return the game of a package as it was saved, and the match."""
        with self._told():
            game = _game_saved(package, self.data, self._cache)
            for name, value in options_of(self.data).items():
                if value is True and name not in game.model.options:  # an expansion, not found
                    words = f"it was made with `{name}`, which this game does not have here"
                    raise SaveRefused(words)
            return game, game.restore(self.data)

    def course(self) -> tuple[tuple[str, ...], int, list[tuple[int, str]]]:
        """Return names, seed, and who answered what, by label."""
        with self._told():
            return course_of_bytes(self.data)

    def difference(self, path: Sequence[Path] = ()) -> str | None:
        """Play the course again; return the first difference in words, or None."""
        with self._told():
            found = replay(self.data, self.game(path)).difference
        return None if found is None else str(found)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except SaveError as error:
            raise DamagedFileError(self.file, str(error)) from None


def replay(data: bytes, game: Game) -> Replay:
    """Play a trajectory again on a game; `difference` of the result is None if nothing differs.

    The options are those of the trajectory, whatever the game's are.

    Raises:
        SaveError: The bytes are damaged, or belong to another game.
    """
    again = with_saved_options(game, data)
    if game.package is not None and _with_saved(game.package, data).parts != game.package.parts:
        again = _game_saved(game.package, data, game.store is not None)
    return play_again(lambda options, seats: again.machine(seats), data)


def _game_saved(package: Package, data: bytes, cache: bool) -> Game:
    """Return a game with the expansions and options that saved bytes were made with.

    Raises:
        SaveError: The bytes are damaged.
    """
    return with_saved_options(load(_with_saved(package, data), cache=cache), data)


def with_saved_options(game: Game, data: bytes) -> Game:
    """Return a game with the options that saved bytes were made with.

    Raises:
        SaveError: The bytes are damaged, or have options that the game does not have.
    """
    saved = options_of(data)
    base = game.naming(" ".join(map(str, saved.values())))
    found = Game(base.model, settings(base.model, saved), base.store)
    found.package, found.named = game.package, base.named
    return found


def _with_saved(package: Package, data: bytes) -> Package:
    """Return a game with the expansions that saved bytes were made with."""
    return replace(package, parts=()).settled(options_of(data))[0]
