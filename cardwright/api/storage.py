"""Read saved files, and write files so that a crash leaves the old one or the new one and nothing
between."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cardwright.api.errors import DamagedFileError
from dsl.files import FileTooLarge, NoPlainFile, read_plain

PRIVATE = 0o600


def read_saved(file: Path) -> bytes:
    """Return what a save or a trajectory holds.

    Raises:
        DamagedFileError: It is no plain file, or has more bytes than anything saved.
        OSError: It cannot be read.
    """
    from interpreter.state.saving import SIZE_LIMIT

    try:
        return read_plain(file, SIZE_LIMIT)
    except (FileTooLarge, NoPlainFile) as error:
        raise DamagedFileError(file, str(error.strerror)) from None


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
        _replace(target, content, _mode(target))


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


def beside(path: Path) -> Path:
    """Return the name under which a library may write a file that is to take the place of one."""
    return path.with_name(f".{path.name}.new")


def put_in_place(path: Path) -> None:
    """Replace a file by the one that was written beside it.

    Raises:
        OSError: It could not be moved. It names this file.
    """
    with named(path):
        os.replace(beside(path), path)


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


def _mode(target: Path) -> int:
    """Return the permissions the new file should have."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


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
