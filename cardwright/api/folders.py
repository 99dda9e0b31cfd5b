"""Find folders, and write files so that a crash leaves the old one or the new one.

The folders are the data that comes with the program, those of packages, and the user's cache.
Packages are looked for in the folders named for one command, in those of the environment, and in
our own.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path


def data_folder(name: str) -> Path:
    """Return a folder of data such as `cards` or `schemas`: the packaged one, else ours.

    Raises:
        FileNotFoundError: There is neither, so the installation is damaged.
    """
    here = Path(__file__).resolve().parents[1]
    for folder in (here / "_data" / name, here.parent / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the folder `{name}` of Cardwright is missing; install it again")


_PAGE = re.compile(r"^- \[.+\]\((\w+\.md)\): ", re.MULTILINE)
"""A page of the language guide in the list on its first page."""


def guide_pages() -> tuple[Path, ...]:
    """Return the pages of the language guide, in the order of the list on the first one."""
    first = data_folder("docs") / "language" / "index.md"
    return (first, *map(first.with_name, _PAGE.findall(first.read_text("utf-8"))))


def language_guide() -> str:
    """Return the whole language guide, page after page, as Markdown."""
    return "\n".join(page.read_text("utf-8") for page in guide_pages())


PATH_VARIABLE = "CARDWRIGHT_PATH"
LIBRARIES = "decks"
CARDS, CLASSICS = "cards", "examples/classics"
"""The folders of packages that come with the program."""
PRELUDE = "prelude"


def search_folders(extra: Sequence[Path]) -> tuple[Path, ...]:
    """Return where packages are looked for: those named, those of the environment, our own."""
    return (*named_folders(extra), data_folder(CARDS), data_folder(CLASSICS))


def named_folders(extra: Sequence[Path]) -> tuple[Path, ...]:
    """Return where packages are looked for that do not come with the program."""
    named = os.environ.get(PATH_VARIABLE, "")
    return (*extra, *(Path(part) for part in named.split(os.pathsep) if part))


def prelude_folder() -> Path:
    """Return the folder of the events and values most games share."""
    return data_folder(CARDS) / PRELUDE


CACHE_VARIABLE = "CARDWRIGHT_CACHE"
NO_CACHE = "off"


def is_wanted() -> bool:
    """Return whether anything may be kept: the variable says `off` where not."""
    return os.environ.get(CACHE_VARIABLE) != NO_CACHE


@contextmanager
def without_cache() -> Iterator[None]:
    """Keep nothing and take nothing from the cache for a while; the language's tables too."""
    before = os.environ.get(CACHE_VARIABLE)
    os.environ[CACHE_VARIABLE] = NO_CACHE
    try:
        yield
    finally:
        os.environ.pop(CACHE_VARIABLE, None)
        if before is not None:
            os.environ[CACHE_VARIABLE] = before


def cache_folder() -> Path:
    """Return the user's cache folder for us: the variable's, else the system's usual one."""
    if named := os.environ.get(CACHE_VARIABLE):
        return Path(named)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "cardwright"
    base = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "cardwright"


PRIVATE = 0o600


def write_atomically(path: Path, data: bytes | str) -> None:
    """Replace a file by new content, texts as UTF-8; a device or a pipe is given it.

    The file keeps its permissions if it was there; else it gets the usual ones.

    Raises:
        OSError: The content could not be written; the file is as it was. It names this file.
    """
    content = data.encode() if isinstance(data, str) else data
    with named(path):
        if path.exists() and not path.is_file():
            path.write_bytes(content)
            return
        target = path.resolve()
        if target.exists():
            mode = target.stat().st_mode & 0o777
        else:
            mask = os.umask(0)
            os.umask(mask)
            mode = 0o666 & ~mask
        _replace(target, content, mode)


def write_privately(path: Path, data: bytes) -> None:
    """Put a file that is the user's alone in a place, instead of a link that may be there.

    Raises:
        OSError: The content could not be written; what was there is as it was.
    """
    with named(path):
        _replace(path, data, PRIVATE)


class Draft:
    """A file that a library writes beside another one, to take its place when it is whole.

    Attributes:
        path: Where the library writes.
    """

    def __init__(self, target: Path) -> None:
        self._target, self.path = target, target.with_name(f".{target.name}.new")

    def naming(self) -> AbstractContextManager[None]:
        """Name the file in its place in errors of the system, not the one beside it."""
        return named(self._target)

    def put_in_place(self) -> None:
        """Replace the file.

        Raises:
            OSError: It could not be moved. It names the file in its place.
        """
        with self.naming():
            os.replace(self.path, self._target)

    def drop(self) -> None:
        """Remove what was written, unless it is in its place."""
        self.path.unlink(missing_ok=True)

    @staticmethod
    def append(path: Path, line: str) -> None:
        """Put a line at the end of a file; where it has no room, the file is as it was.

        Raises:
            OSError: It could not be written. It names this file.
        """
        with named(path), path.open("ab", buffering=0) as file:
            before, content = file.tell(), f"{line}\n".encode()
            try:
                while content:
                    content = content[file.write(content) :]
            except OSError:
                file.truncate(before)
                raise


@contextmanager
def named(path: Path) -> Iterator[None]:
    """Name in errors of the system the file that a person knows of, none that we made beside it.

    Raises:
        OSError: What is done raises it.
    """
    try:
        yield
    except OSError as error:
        reason = str(error) if error.errno is None else os.strerror(error.errno)
        raise OSError(error.errno or errno.EIO, reason, str(path)) from None


def _replace(target: Path, data: bytes, mode: int) -> None:
    """Put new content in a place."""
    import tempfile  # only who writes needs it, and it takes long to load

    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(mode)
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Make the new name last, where the system can do that."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)
