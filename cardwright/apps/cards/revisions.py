"""Find packages as they were: a folder, or a git revision of the folder that one lies in.

Git is asked for the bytes of a tree; nothing is checked out, and no hook runs. The files are read
as those of any stranger's package are: see `dsl.syntax.package_files`.
"""

from __future__ import annotations

import io
import posixpath
import re
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Final

from msgspec.structs import replace

from cardwright import Package
from cardwright.apps.face.words import AppMistake

_SECONDS: Final = 60
_COMMIT: Final = re.compile(r"[0-9a-f]{40,64}")


class NoVersion(AppMistake, LookupError):
    """A word means no version of a package."""

    def __init__(self, word: str, key: str = "no-revision", path: str = "") -> None:
        super().__init__(key, word=word, path=path)


@contextmanager
def older_package(package: Package, word: str) -> Iterator[Package]:
    """Provide the version of a package that a word means: its folder, or a revision.

    Raises:
        NoVersion: There is none.
    """
    folder = Path(word).expanduser()
    if (folder / Package.MANIFEST).is_file():
        yield replace(package, folder=folder, shown=str(folder))
        return
    commit = _commit(package.folder, word)
    inside = _git(package.folder, "rev-parse", "--show-prefix").decode().strip().rstrip("/")
    shown = f"{package.shown}@{commit[:12]}"
    with _extracted(package.folder, commit, PurePosixPath(inside), package.id, shown) as found:
        yield replace(package, folder=found.folder, shown=shown, parts=())


@contextmanager
def package_at(revision: str, path: str, here: Path) -> Iterator[Package]:
    """Provide the package at a path in a revision, as git writes both: `HEAD~3:cards/my-game`.

    Args:
        path: From the top of the repository, or from `here` where it begins with `./` or `../`.

    Raises:
        NoVersion: There is no such revision, or no package at the path.
    """
    commit = _commit(here, revision)
    is_near = path.startswith(("./", "../")) or path in (".", "..")
    base = _git(here, "rev-parse", "--show-prefix").decode().strip() if is_near else ""
    wanted = PurePosixPath(posixpath.normpath(posixpath.join(base, path)))
    folders = [each for each in (wanted, *wanted.parents) if ".." not in each.parts]
    game = next((each for each in folders if _has(here, commit, each / Package.MANIFEST)), None)
    if game is None or wanted.is_absolute():
        raise NoVersion(revision, "no-package-there", path)
    top = _git(here, "rev-parse", "--show-toplevel").decode().strip()
    id_ = game.name or Path(top).name
    with _extracted(here, commit, game, id_, f"{revision}:{path}") as package:
        inner = package.folder / wanted.relative_to(game)
        is_expansion = (inner / Package.EXPANSION).is_file() and inner != package.folder
        yield package.with_expansions([inner.name]) if is_expansion else package


@contextmanager
def _extracted(
    here: Path, commit: str, inside: PurePosixPath, id_: str, shown: str
) -> Iterator[Package]:
    """Provide a folder with the package at a path of a commit, and its libraries of that time."""
    top = Path(_git(here, "rev-parse", "--show-toplevel").decode().strip())
    with TemporaryDirectory(prefix="cardwright-") as place:
        folder = Path(place) / "game" / id_
        _put(top, commit, inside, folder)
        if not (folder / Package.MANIFEST).is_file():
            raise NoVersion(commit, "no-package-there", str(inside))
        package = replace(Package.at(folder), shown=shown)
        for library in package.libraries():
            if library.folder.is_relative_to(top):
                below = PurePosixPath(library.folder.relative_to(top).as_posix())
                if _has(top, commit, below):
                    _put(top, commit, below, folder.parent / library.id)
        yield package


def _put(top: Path, commit: str, inside: PurePosixPath, folder: Path) -> None:
    """Write the files at a path of a commit into a folder."""
    tree = f"{commit}:{'' if inside == PurePosixPath('.') else inside}"
    data = _git(top, "archive", "--format=tar", tree)
    folder.mkdir(parents=True)
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        try:
            archive.extractall(folder, filter="data")
        except tarfile.FilterError:
            raise NoVersion(commit, "no-package-there", str(inside)) from None


def _commit(here: Path, word: str) -> str:
    """Return the commit that a word means.

    Raises:
        NoVersion: It means none.
    """
    found = _git(here, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{word}^{{commit}}")
    commit = found.decode("ascii", "replace").strip()
    if not _COMMIT.fullmatch(commit):
        raise NoVersion(word)
    return commit


def _has(here: Path, commit: str, path: PurePosixPath) -> bool:
    """Return whether a commit has a file or folder."""
    try:
        _git(here, "cat-file", "-e", f"{commit}:{path}")
    except NoVersion:
        return False
    return True


def _git(folder: Path, *words: str) -> bytes:
    """Return what git says.

    Raises:
        NoVersion: It is not there, or says no.
    """
    try:
        done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, check=True,
                              timeout=_SECONDS)  # fmt: skip
    except FileNotFoundError:
        raise NoVersion(words[-1], "no-git") from None
    except (OSError, ValueError, subprocess.SubprocessError):
        raise NoVersion(words[-1].removesuffix("^{commit}")) from None
    return done.stdout
