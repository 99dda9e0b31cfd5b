"""Keep checked models and compiled code between runs, in the user's cache folder.

Nothing here is needed: what is missing, damaged or of another version is made anew, and a cache
that cannot be written is none. Packages have no say in it: names are hashes, and content is never
read from a package's folder.
"""

from __future__ import annotations

import marshal
import os
import sys
from functools import lru_cache
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType

from cardwright.packages import Package, prelude_folder
from cardwright.packed import packed, unpacked
from cardwright.storage import write_atomically
from cardwright.version import __version__
from dsl.hashes import blake2b
from dsl.model.game import Game

CACHE_VARIABLE = "CARDWRIGHT_CACHE"
NO_CACHE = "off"
_HASH_BYTES = 16
_MOST_FILES = 500
_CODE_FOLDERS = ("dsl", "interpreter")
_EXPANSIONS = "expansions" + os.sep


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


def digest(*parts: bytes) -> str:
    """Return a hash of parts, each counted with its length."""
    total = blake2b(digest_size=_HASH_BYTES)
    for part in parts:
        total.update(len(part).to_bytes(8, "big"))
        total.update(part)
    return total.hexdigest()


class Cache:
    """Bytes by name, each with a checksum in front."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, name: str) -> bytes | None:
        """Return what was kept under a name, or None."""
        try:
            data = (self._folder / name).read_bytes()
        except OSError:
            return None
        checksum, content = data[: 2 * _HASH_BYTES], data[2 * _HASH_BYTES :]
        return content if checksum == digest(content).encode() else None

    def put(self, name: str, content: bytes) -> None:
        """Keep content under a name; quietly nothing where that cannot be."""
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_atomically(self._folder / name, digest(content).encode() + content)
            self._drop_oldest()
        except OSError:
            return

    def _drop_oldest(self) -> None:
        """Keep the cache from growing without end."""
        files = [path for path in self._folder.iterdir() if path.is_file()]
        if len(files) > _MOST_FILES:
            files.sort(key=lambda path: path.stat().st_mtime)
            for path in files[: _MOST_FILES // 2]:
                path.unlink(missing_ok=True)


class CodeStore:
    """Compiled code by the hash of its source, for this version of Python alone."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache

    def get(self, key: str) -> CodeType | None:
        """Return the code of a source, or None."""
        content = self._cache.get(self._name(key))
        try:
            code = marshal.loads(content) if content is not None else None
        except (ValueError, EOFError, TypeError):
            return None
        return code if isinstance(code, CodeType) else None

    def put(self, key: str, code: CodeType) -> None:
        """Keep the code of a source."""
        self._cache.put(self._name(key), marshal.dumps(code))

    def _name(self, key: str) -> str:
        """Return the file name for a key."""
        return "code-" + digest(key.encode(), MAGIC_NUMBER, __version__.encode())


class ModelStore:
    """Checked models without findings, by the hash of all texts and of the program itself."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache

    def get(self, package: Package) -> Game | None:
        """Return the checked model of a package as its texts are now, or None."""
        content = self._cache.get(self._name(package))
        try:
            return unpacked(content) if content is not None else None
        except Exception:  # whatever a damaged pickle leads to, the texts are still there
            return None

    def put(self, package: Package, model: Game) -> None:
        """Keep the checked model of a package."""
        self._cache.put(self._name(package), packed(model))

    def _name(self, package: Package) -> str:
        """Return the file name for a package as its texts are now."""
        texts = [*_texts(package.folder), *_texts(prelude_folder())]
        for part in package.parts:
            texts += [part.id.encode(), part.shown.encode(), *_texts(part.folder)]
        return "model-" + digest(package.shown.encode(), _program(), *texts)


def _texts(folder: Path) -> list[bytes]:
    """Return the names and contents of the YAML files below a folder, in order."""
    paths = [path for path in _files(folder, ".yaml") if not path.startswith(_EXPANSIONS)]
    pairs = ((path.encode(), Path(folder, path).read_bytes()) for path in paths)
    return [part for pair in pairs for part in pair]


def _files(folder: Path, *endings: str) -> list[str]:
    """Return the files below a folder whose names end so, in order, as they are reached from it."""
    start = len(os.path.join(folder, ""))
    found = [
        os.path.join(place, name)[start:]
        for place, _, names in os.walk(folder)
        for name in names
        if name.endswith(endings)
    ]
    return sorted(found)


@lru_cache(maxsize=1)
def _program() -> bytes:
    """Return what tells this version of the program from others, changed files included."""
    root = Path(__file__).resolve().parent.parent
    stats = [
        f"{path} {found.st_size} {found.st_mtime_ns}"
        for folder in _CODE_FOLDERS
        for path in _files(root / folder, ".py", ".lark")
        for found in (os.stat(root / folder / path),)
    ]
    return "\n".join([__version__, sys.version, *stats]).encode()
