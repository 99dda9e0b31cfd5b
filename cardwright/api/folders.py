"""Find folders: the data that comes with the program, where packages are, the user's cache.

Packages are looked for in the folders named for one command, in those of the environment, and in
our own.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

LANGUAGE: Final = "language"
"""The folder of the pages of the language guide."""
PAGES: Final = (
    "index", "files", "kinds", "zones", "cards", "boards", "types", "expressions", "events",
    "steps", "actions", "rules", "course", "scripts", "expansions", "versions",
)  # fmt: skip
"""The pages of the guide in the order in which they are read."""


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


def guide_pages() -> tuple[Path, ...]:
    """Return the pages of the language guide in the order in which they are read."""
    folder = data_folder("docs") / LANGUAGE
    return tuple(folder / f"{page}.md" for page in PAGES)


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
