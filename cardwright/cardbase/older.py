"""Find an older version of a package: a folder, or a git revision of the folder it lies in."""

from __future__ import annotations

import io
import re
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from cardwright.shelves import MANIFEST, Package

_SECONDS: Final = 60
_COMMIT: Final = re.compile(r"[0-9a-f]{40,64}")


class NoVersion(LookupError):
    """A word means no older version of a package."""


@contextmanager
def older_package(package: Package, word: str) -> Iterator[Package]:
    """Give the version of a package that a word means: its folder, or a revision.

    Raises:
        NoVersion: There is none.
    """
    folder = Path(word).expanduser()
    if (folder / MANIFEST).is_file():
        yield replace(package, folder=folder, shown=str(folder))
        return
    commit = _git(package.folder, "rev-parse", "--verify", "--quiet", "--end-of-options",
                  f"{word}^{{commit}}").decode("ascii", "replace").strip()  # fmt: skip
    if not _COMMIT.fullmatch(commit):
        raise NoVersion(word)
    inside = _git(package.folder, "rev-parse", "--show-prefix").decode().strip().rstrip("/")
    data = _git(package.folder, "archive", "--format=tar", f"{commit}:{inside}")
    with TemporaryDirectory(prefix="cardwright-") as place:
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            archive.extractall(place, filter="data")
        if not (Path(place) / MANIFEST).is_file():
            raise NoVersion(word)
        shown = f"{package.shown}@{commit[:12]}"
        yield replace(package, folder=Path(place), shown=shown, parts=())


def _git(folder: Path, *words: str) -> bytes:
    """Return what git says.

    Raises:
        NoVersion: It is not there, or says no.
    """
    try:
        done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, check=True,
                              timeout=_SECONDS)  # fmt: skip
    except (OSError, ValueError, subprocess.SubprocessError):
        raise NoVersion(words[-1]) from None
    return done.stdout
