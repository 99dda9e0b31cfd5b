"""Read plain files and nothing else, and hash their contents.

What lies on a disk may have been put there by strangers: a pipe that never ends to wait, a device
that never ends to give, a link to somebody's secrets. Such files are read here alone. `hashlib`
loads OpenSSL, four megabytes of it; `random` in the standard library goes around it the same way.
Where this Python has no such module, `hashlib` has the same function.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_BINARY", "O_CLOEXEC")
)
_HAS_USERS = hasattr(os, "getuid")
_NO_LINK: int = getattr(os, "O_NOFOLLOW", 0)


class NoPlainFile(OSError):
    """What has this name is a folder, a pipe, a device or the like."""


class FileTooLarge(OSError):
    """The file holds more than whoever reads it takes."""


def read_plain(path: Path | str, most: int, *, follows: bool = True) -> bytes:
    """Return the bytes of a plain file.

    Args:
        most: How many there may be.
        follows: Whether the name may be a link.

    Raises:
        NoPlainFile: It is something else.
        FileTooLarge: There are more bytes.
        OSError: It is not there, or cannot be read.
    """
    _check_plain(os.stat(path, follow_symlinks=follows), path)
    handle = os.open(path, _FLAGS | (0 if follows else _NO_LINK))
    with os.fdopen(handle, "rb") as file:
        _check_plain(os.fstat(handle), path)  # it may have been exchanged in between
        data = file.read(most + 1)
    if len(data) > most:
        raise FileTooLarge(errno.EFBIG, f"it has more than {most} bytes", str(path))
    return data


def read_private(path: Path | str, most: int) -> bytes:
    """Return the bytes of a plain file that is this user's alone, no link.

    Raises:
        OSError: It is not there, is no such file, or cannot be read.
    """
    handle = os.open(path, _FLAGS | _NO_LINK)
    with os.fdopen(handle, "rb") as file:
        found = os.fstat(handle)
        _check_plain(found, path)
        if not is_own(found) or (_HAS_USERS and found.st_mode & 0o077):
            raise PermissionError(errno.EPERM, "it is not this user's alone", str(path))
        data = file.read(most + 1)
    if len(data) > most:
        raise FileTooLarge(errno.EFBIG, f"it has more than {most} bytes", str(path))
    return data


def is_own_folder(path: Path | str) -> bool:
    """Return whether a folder, no link, is this user's, and nobody else may write in it."""
    try:
        found = os.lstat(path)
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and is_own(found)


def is_own(found: os.stat_result) -> bool:
    """Return whether what a status is of is this user's, and nobody else may write it."""
    return not _HAS_USERS or (found.st_uid == os.getuid() and not found.st_mode & 0o022)


def _check_plain(found: os.stat_result, path: Path | str) -> None:
    """Refuse what is no plain file."""
    if not stat.S_ISREG(found.st_mode):
        raise NoPlainFile(errno.EINVAL, "it is no plain file", str(path))


try:
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

try:
    from _sha512 import sha512  # type: ignore[import-not-found]  # its name before 3.12
except ImportError:
    from hashlib import sha512

__all__ = ["blake2b", "sha512"]
