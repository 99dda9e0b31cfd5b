"""Pack a checked model into bytes, its scripts and examples apart: who plays never reads those."""

from __future__ import annotations

import io
import pickle
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, overload

from dsl.model.game import Game
from dsl.model.scripts import Script
from dsl.source import Source

_PROTOCOL = 5


def packed(model: Game) -> bytes:
    """Return a model as bytes."""
    later = io.BytesIO()
    writer = _LaterWriter(later)
    writer.dump((tuple(model.scripts), tuple(model.examples)))
    rest = replace(model, scripts=(), examples=())
    whole = (rest, tuple(writer.sources), zlib.compress(later.getvalue()))
    return pickle.dumps(whole, protocol=_PROTOCOL)


def unpacked(content: bytes) -> Game:
    """Return the model of bytes.

    Raises:
        Exception: They are no packed model; whatever a damaged pickle leads to.
    """
    model, sources, later = _Reader(io.BytesIO(content)).load()
    if not isinstance(model, Game):
        raise pickle.UnpicklingError("no model")
    rest = _Later(later, sources)
    return replace(model, scripts=_Scripts(rest, 0), examples=_Scripts(rest, 1))


class _LaterWriter(pickle.Pickler):
    """Writes texts as their numbers, so that there is one of each when all is read.

    Attributes:
        sources: Those met so far, in the order of their numbers.
    """

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file, protocol=_PROTOCOL)
        self.sources: list[Source] = []
        self._numbers: dict[int, int] = {}

    def persistent_id(self, obj: Any) -> int | None:
        """Return the number of a text; None for everything else."""
        if type(obj) is not Source:
            return None
        number = self._numbers.setdefault(id(obj), len(self.sources))
        if number == len(self.sources):
            self.sources.append(obj)
        return number


class _Reader(pickle.Unpickler):
    """Builds models and nothing else."""

    def __init__(self, file: io.BytesIO, sources: Sequence[Source] = ()) -> None:
        super().__init__(file)
        self._sources = sources

    def find_class(self, module: str, name: str) -> Any:
        """Return a class of the language; refuse everything else."""
        if module.startswith("dsl."):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} has no place in a model")

    def persistent_load(self, pid: Any) -> Source:
        """Return the text of a number."""
        return self._sources[pid]


class _Later:
    """Scripts and examples, as bytes until somebody wants them."""

    def __init__(self, content: bytes, sources: Sequence[Source]) -> None:
        self._content, self._sources = content, sources

    @cached_property
    def parts(self) -> tuple[tuple[Script, ...], tuple[Script, ...]]:
        """The scripts and the examples."""
        content = io.BytesIO(zlib.decompress(self._content))
        scripts, examples = _Reader(content, self._sources).load()
        return scripts, examples


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
