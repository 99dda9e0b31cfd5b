"""Return the package that a word means: a folder, a game, a revision of either."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from cardwright import Package, UnknownPackageError, find_package
from cardwright.apps.cards.revisions import older_package, package_at


@contextmanager
def version_of(word: str, extra: Sequence[Path], other: str = "") -> Iterator[Package]:
    """Yield the package that a word means.

    These are tried in turn: a folder or the id of a game; `REVISION:PATH` as git writes it;
    `GAME@REVISION`; a revision alone, of the folder that `other` means.

    Raises:
        UnknownPackageError: It means nothing.
        NoVersion: It is of the form of a revision, and there is none such.
    """
    try:
        found = find_package(word, extra)
    except UnknownPackageError as error:
        with _revision(word, extra, other, error) as package:
            yield package
        return
    yield found


@contextmanager
def _revision(
    word: str, extra: Sequence[Path], other: str, error: UnknownPackageError
) -> Iterator[Package]:
    """Yield the package of a word that names a revision."""
    revision, colon, path = word.partition(":")
    game, at, of_game = word.rpartition("@")
    if colon:
        with package_at(revision, path, Path.cwd()) as package:
            yield package
    elif at and game and not of_game.startswith("{"):
        with older_package(find_package(game, extra), of_game) as package:
            yield package
    elif not other or ("/" in word and not Path(word).suffix and Path(word).parent.exists()):
        raise error
    else:
        try:
            found = find_package(other, extra)
        except UnknownPackageError:
            raise error from None
        with older_package(found, word) as package:
            yield package
