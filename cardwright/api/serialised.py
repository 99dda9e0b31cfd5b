"""Pack a checked model into bytes, its scripts and examples apart: who plays never reads those.

Types and names of slots are the same all over a model: each is written once.
"""

from __future__ import annotations

import importlib
import io
import pickle
import zlib
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, get_args, overload

from msgspec.structs import replace

from dsl.model.game import Game
from dsl.model.steps import SlotInfo
from dsl.model.types import Type
from dsl.records import Record
from dsl.source import Source

if TYPE_CHECKING:
    from dsl.model.scripts import Script

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
    if module != "dsl.source" and not module.startswith("dsl.model."):
        return None
    found = vars(importlib.import_module(module)).get(name)
    is_ours = isinstance(found, type) and issubclass(found, Record) and found.__module__ == module
    return found if is_ours else None


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


class _Scripts(Sequence["Script"]):
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
