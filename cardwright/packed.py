"""Pack a checked model into bytes, its scripts and examples apart: who plays never reads those.

Types and names of slots are the same all over a model: each is written once.
"""

from __future__ import annotations

import importlib
import io
import pickle
import pkgutil
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import is_dataclass, replace
from functools import cached_property
from types import ModuleType
from typing import Any, Final, get_args, overload

import dsl.model
import dsl.source
from dsl.model.game import Game
from dsl.model.scripts import Script
from dsl.model.steps import SlotInfo
from dsl.model.types import Type
from dsl.source import Source

_PROTOCOL = 5
_SHARED = (*get_args(Type), SlotInfo)


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
        return self.number(obj, obj) if isinstance(obj, _SHARED) else None


def _written(writer_type: type[_Writer], parts: object) -> tuple[bytes, tuple[Any, ...]]:
    """Return parts as bytes, and what stands in them as a number."""
    file = io.BytesIO()
    writer = writer_type(file)
    writer.dump(parts)
    return file.getvalue(), tuple(writer.shared.values())


def _records_of(module: ModuleType) -> Iterator[type[Any]]:
    """Yield the records that a module defines."""
    for found in vars(module).values():
        if isinstance(found, type) and found.__module__ == module.__name__ and is_dataclass(found):
            yield found


def _modules() -> Iterator[ModuleType]:
    """Yield the modules that hold what models are built of."""
    yield dsl.source
    for found in pkgutil.iter_modules(dsl.model.__path__, "dsl.model."):
        yield importlib.import_module(found.name)


RECORDS: Final = {
    (found.__module__, found.__qualname__): found
    for module in _modules()
    for found in _records_of(module)
}
"""All that models are built of beside plain data, by module and name."""


class _Reader(pickle.Unpickler):
    """Builds models and nothing else."""

    def __init__(self, file: io.BytesIO, shared: Sequence[Any] = ()) -> None:
        super().__init__(file)
        self._shared = shared

    def find_class(self, module: str, name: str) -> Any:
        """Return a record of models; refuse everything else."""
        found = RECORDS.get((module, name))
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
