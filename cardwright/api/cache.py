"""Keep checked models and compiled code between runs, in the user's cache folder.

Nothing here is needed: what is missing, damaged or of another version is made anew, and a cache
that cannot be written is none. Packages have no say in it: names are hashes, and content is never
read from a package's folder. What is kept is believed, so it must be what this user wrote: a folder
or a file that somebody else owns or may write is none.

Types and names of slots are the same all over a model: each is written once.
"""

from __future__ import annotations

import importlib
import io
import os
import pickle
import re
import sys
import zlib
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final, get_args, overload

from msgspec import msgpack
from msgspec.structs import replace

from cardwright.api.folders import (
    PRELUDE,
    cache_folder,
    is_wanted,
    prelude_folder,
    without_cache,
    write_privately,
)
from cardwright.api.package import Package
from cardwright.version import __version__
from dsl.files import blake2b, is_own_folder, read_private
from dsl.model.game import Game
from dsl.model.scripts import Script
from dsl.model.steps import SlotInfo
from dsl.model.types import Type
from dsl.records import Record, Source
from dsl.syntax.package_files import Files, Place, files_in

_HASH_BYTES = 16
_MOST_FILES = 2_000
_MOST_BYTES = 256 * 1024 * 1024
_KEPT = re.compile(r"(cards|code|cut|data|lint|model|native|rules)-[0-9a-f]+")
_CODE_FOLDERS = ("dsl", "interpreter")
_CARD_FOLDERS = (*_CODE_FOLDERS, "cardwright")
_ANY = ("utf-8", "surrogatepass")


def digest(*parts: bytes) -> str:
    """Return a hash of parts, each counted with its length."""
    total = blake2b(digest_size=_HASH_BYTES)
    for part in parts:
        total.update(len(part).to_bytes(8, "big"))
        total.update(part)
    return total.hexdigest()


class Cache:
    """Bytes by name, each with a checksum in front."""

    unused = staticmethod(without_cache)

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def of_user(cls) -> Cache | None:
        """Return the user's cache; None where nothing may be kept."""
        return cls(cache_folder()) if is_wanted() else None

    @property
    def is_refused(self) -> bool:
        """Whether its folder is there and not to be believed."""
        return os.path.lexists(self.folder) and not is_own_folder(self.folder)

    def names(self, sorts: Sequence[str], packages: Sequence[Package]) -> list[str]:
        """Return the names for what was made of packages, as their files and the program are."""
        models = [model_name(package, package.files()).encode() for package in packages]
        made_of = digest(_program(_CARD_FOLDERS), *models)
        return [f"{sort}-{made_of}" for sort in sorts]

    def last(self, sort: str, package: Package) -> LastStore:
        """Return where that is which was made of a package the last time."""
        return LastStore(self, sort, package)

    def get(self, name: str) -> bytes | None:
        """Return what was kept under a name, or None."""
        if not is_own_folder(self.folder):
            return None
        try:
            data = read_private(self.folder / name, _MOST_BYTES)
        except OSError:
            return None
        checksum, content = data[: 2 * _HASH_BYTES], data[2 * _HASH_BYTES :]
        return content if checksum == digest(content).encode() else None

    def put(self, name: str, content: bytes) -> None:
        """Keep content under a name; quietly nothing where that cannot be."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if is_own_folder(self.folder) and len(content) < _MOST_BYTES:
                write_privately(self.folder / name, digest(content).encode() + content)
                self._drop_oldest()
        except OSError:
            return

    def _drop_oldest(self) -> None:
        """Keep the cache from growing without end."""
        names = os.listdir(self.folder)
        if len(names) <= _MOST_FILES:
            return
        files = [self.folder / name for name in names if _KEPT.fullmatch(name)]
        if len(files) > _MOST_FILES:
            files.sort(key=lambda path: path.lstat().st_mtime)
            for path in files[: _MOST_FILES // 2]:
                path.unlink(missing_ok=True)


class ModuleStore:
    """Modules of the native engine by hashes of what they are made of and of the program; `made_of`
    tells the game apart from every other, its texts included, or is "" where nobody can."""

    def __init__(self, cache: Cache, made_of: str = "") -> None:
        self._cache, self.made_of = cache, made_of

    @classmethod
    def of_user(cls, made_of: str) -> ModuleStore | None:
        """Return that of a game in the user's cache; None where nothing may be kept."""
        kept = Cache.of_user()
        return None if kept is None else cls(kept, made_of)

    def get(self, key: str) -> bytes | None:
        """Return a module, or None."""
        return self._cache.get(self._name(key))

    def put(self, key: str, content: bytes) -> None:
        """Keep a module."""
        self._cache.put(self._name(key), content)

    def _name(self, key: str) -> str:
        """Return the file name for a key."""
        return "native-" + digest(key.encode(), _program())


class ModelStore:
    """Checked models without findings, by the names that `model_name` gives."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache

    def get(self, name: str) -> Game | None:
        """Return a checked model, or None."""
        content = self._cache.get(name)
        try:
            return unpacked(content) if content is not None else None
        except Exception:  # whatever a damaged pickle leads to, the texts are still there
            return None

    def put(self, name: str, model: Game) -> None:
        """Keep a checked model."""
        self._cache.put(name, packed(model))


class LastStore:
    """What was made of a package the last time, by where it lies and the program.

    What it was made of may have changed since; see `relint` and `card_changes`.

    Args:
        sort: What it is: `lint` or `data`.
    """

    def __init__(self, cache: Cache, sort: str, package: Package) -> None:
        self._cache = cache
        places = [str(each.folder).encode(*_ANY) for each in (package, *package.parts)]
        shared = texts_in(files_in(Place(prelude_folder(), PRELUDE)))
        made_by = digest(_program(_CARD_FOLDERS), *shared).encode()
        self._name = f"{sort}-" + digest(made_by, package.shown.encode(*_ANY), *places)

    @property
    def is_there(self) -> bool:
        """Whether something was kept."""
        return (self._cache.folder / self._name).exists()

    def get(self) -> bytes | None:
        """Return what was kept, or None."""
        return self._cache.get(self._name)

    def put(self, content: bytes) -> None:
        """Keep what was made."""
        self._cache.put(self._name, content)


class CutStore:
    """The files of games without the cards that cannot come into a match, by all their files."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache

    def get(self, files: Sequence[Files], named: Sequence[str]) -> tuple[Files, ...] | None:
        """Return what was kept for the texts that name cards, or None."""
        content = self._cache.get(self._name(files, named))
        if content is None:
            return None
        kept = msgpack.decode(content, type=tuple[tuple[tuple[str, bytes], ...], ...])
        return tuple(
            replace(each, contents=contents) for each, contents in zip(files, kept, strict=True)
        )

    def put(self, files: Sequence[Files], named: Sequence[str], cut: Sequence[Files]) -> None:
        """Keep files that were cut."""
        content = msgpack.encode([each.contents for each in cut])
        self._cache.put(self._name(files, named), content)

    def _name(self, files: Sequence[Files], named: Sequence[str]) -> str:
        """Return the file name for files and texts."""
        texts = [part for each in files for part in (b"", *texts_in(each))]
        words = [text.encode(*_ANY) for text in named]
        return "cut-" + digest(_program(), *words, b"", *texts)


def model_name(package: Package, files: Sequence[Files]) -> str:
    """Return the file name for a package with its files: a hash of them and of the program."""
    texts = texts_in(files_in(Place(prelude_folder(), PRELUDE)))
    for each in files:
        texts += [each.place.expansion.encode(), each.place.shown.encode(*_ANY), *texts_in(each)]
    return "model-" + digest(package.shown.encode(*_ANY), _program(), *texts)


def texts_in(files: Files) -> list[bytes]:
    """Return the names and contents of files."""
    return [part for name, data in files.contents for part in (name.encode(*_ANY), data)]


@lru_cache(maxsize=2)
def _program(folders: tuple[str, ...] = _CODE_FOLDERS) -> bytes:
    """Return what tells this version of the program from others, changed files included."""
    root = str(Path(__file__).resolve().parents[2])
    found, waiting = [], [os.path.join(root, folder) for folder in folders]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for each in entries:
                if each.name.endswith((".py", ".lark", ".flat")):
                    stat = each.stat()
                    found.append(f"{each.path[len(root) :]} {stat.st_size} {stat.st_mtime_ns}")
                elif each.is_dir():
                    waiting.append(each.path)
    stamps = sorted(found)
    return "\n".join([__version__, sys.version, *stamps]).encode()


_PROTOCOL = 5


class _ByName(Record, kw_only=True):
    """A record whose fields are given by name."""

    field: None = None


_BUILDER: Final[Any] = _ByName().__reduce__()[0]
"""The function of msgspec that pickles of such records call with a type and its fields."""
_BUILDER_NAME = (_BUILDER.__module__, _BUILDER.__qualname__)
_SHARED = frozenset({*get_args(Type), SlotInfo})


def packed(model: Game) -> bytes:
    """Return a model as bytes."""
    later, sources = _written(_SourceWriter, (tuple(model.scripts), tuple(model.examples)))
    rest, shared = _written(_SharingWriter, (replace(model, scripts=(), examples=()), sources))
    return pickle.dumps((shared, rest, zlib.compress(later)), protocol=_PROTOCOL)


def unpacked(content: bytes) -> Game:
    """Return the model of bytes.

    Raises:
        Exception: They are no packed model; whatever a damaged pickle leads to.
    """
    shared, rest, later = _Reader(io.BytesIO(content)).load()
    model, sources = _Reader(io.BytesIO(rest), shared).load()
    if not isinstance(model, Game):
        raise pickle.UnpicklingError("no model")
    both = _Later(later, sources)
    return replace(model, scripts=_Scripts(both, 0), examples=_Scripts(both, 1))


class _Writer(pickle.Pickler):
    """Writes numbers for some objects, so that there is one of each when all is read.

    Attributes:
        shared: Those met so far by what they are told apart by, in the order of their numbers.
    """

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file, protocol=_PROTOCOL)
        self.shared: dict[Any, Any] = {}
        self._numbers: dict[Any, int] = {}

    def number(self, key: Any, obj: Any) -> int:
        """Return the number of an object."""
        self.shared.setdefault(key, obj)
        return self._numbers.setdefault(key, len(self._numbers))


class _SourceWriter(_Writer):
    """Writes texts as their numbers: whole texts are told apart by who they are."""

    def persistent_id(self, obj: Any) -> int | None:
        """Return the number of a text; None for everything else."""
        return self.number(id(obj), obj) if type(obj) is Source else None


class _SharingWriter(_Writer):
    """Writes types and slots as their numbers: equal ones are one."""

    def persistent_id(self, obj: Any) -> int | None:
        """Return the number of a type or slot; None for everything else."""
        return self.number(obj, obj) if type(obj) in _SHARED else None


def _written(writer_type: type[_Writer], parts: object) -> tuple[bytes, tuple[Any, ...]]:
    """Return parts as bytes, and what stands in them as a number."""
    file = io.BytesIO()
    writer = writer_type(file)
    writer.dump(parts)
    return file.getvalue(), tuple(writer.shared.values())


def record_of(module: str, name: str) -> Any:
    """Return a record that models are built of; None where it is something else."""
    if module != "dsl.records" and not module.startswith("dsl.model."):
        return None
    found = vars(importlib.import_module(module)).get(name)
    is_ours = isinstance(found, type) and issubclass(found, Record) and found.__module__ == module
    return found if is_ours and found is not Record else None


class _Reader(pickle.Unpickler):
    """Builds models and nothing else."""

    def __init__(self, file: io.BytesIO, shared: Sequence[Any] = ()) -> None:
        super().__init__(file)
        self._shared = shared

    def find_class(self, module: str, name: str) -> Any:
        """Return a record of models or the function that builds them; refuse everything else."""
        if (module, name) == _BUILDER_NAME:
            return _BUILDER
        found = record_of(module, name)
        if found is None:
            raise pickle.UnpicklingError(f"{module}.{name} has no place in a model")
        return found

    def persistent_load(self, pid: Any) -> Any:
        """Return what a number stands for."""
        return self._shared[pid]


class _Later:
    """Scripts and examples, as bytes until somebody wants them."""

    def __init__(self, content: bytes, sources: Sequence[Source]) -> None:
        self._content, self._sources = content, sources

    @cached_property
    def parts(self) -> tuple[tuple[Script, ...], tuple[Script, ...]]:
        """The scripts and the examples."""
        content = io.BytesIO(zlib.decompress(self._content))
        found, examples = _Reader(content, self._sources).load()
        return found, examples


class _Scripts(Sequence[Script]):
    """Scripts that are read when somebody looks at them."""

    def __init__(self, later: _Later, part: int) -> None:
        self._later, self._part = later, part

    def __len__(self) -> int:
        return len(self._later.parts[self._part])

    def __iter__(self) -> Iterator[Script]:
        return iter(self._later.parts[self._part])

    @overload
    def __getitem__(self, index: int) -> Script: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Script]: ...

    def __getitem__(self, index: int | slice) -> Script | Sequence[Script]:
        return self._later.parts[self._part][index]
