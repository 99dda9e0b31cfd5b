"""Answer where the user's cache lies, whether it is wanted, and whether it may be believed."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from dsl.files import is_own_folder

CACHE_VARIABLE = "CARDWRIGHT_CACHE"
NO_CACHE = "off"


def is_wanted() -> bool:
    """Return whether anything may be kept: the variable says `off` where not."""
    return os.environ.get(CACHE_VARIABLE) != NO_CACHE


def cache_folder() -> Path:
    """Return the user's cache folder for us: the variable's, else the system's usual one."""
    if named := os.environ.get(CACHE_VARIABLE):
        return Path(named)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "cardwright"
    base = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "cardwright"


def is_refused(folder: Path) -> bool:
    """Return whether a cache folder is there and not to be believed."""
    return os.path.lexists(folder) and not is_own_folder(folder)
