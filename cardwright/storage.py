"""Read saved files, and write files so that a crash leaves the old one or the new one and nothing
between."""

from __future__ import annotations

import os
from pathlib import Path

from cardwright.errors import DamagedFileError
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


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file by new content; a device or a pipe is given it.

    The file keeps its permissions if it was there; else it gets the usual ones.

    Raises:
        OSError: The content could not be written; the file is as it was.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    target = path.resolve()
    _replace(target, data, _mode(target))


def write_privately(path: Path, data: bytes) -> None:
    """Put a file that is the user's alone in a place, instead of a link that may be there.

    Raises:
        OSError: The content could not be written; what was there is as it was.
    """
    _replace(path, data, PRIVATE)


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
