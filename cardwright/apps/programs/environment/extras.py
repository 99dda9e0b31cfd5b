"""Report in one line which extra a part of the program needs and lacks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cardwright.apps.face.words import install_line


class MissingExtra(ImportError):
    """A library is not installed that comes with an extra."""


@contextmanager
def needed(extra: str) -> Iterator[None]:
    """Import libraries of an extra.

    Raises:
        MissingExtra: One of them is not there; the message says how to install it.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtra(f"{error.name} is not installed: {install_line(extra)}") from None
