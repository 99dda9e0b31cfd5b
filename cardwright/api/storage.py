"""Write files so that a crash leaves the old one or the new one and nothing between."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

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


def append_line(path: Path, line: str) -> None:
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
