"""Keep findings as bytes, and move them to where their words stand now."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from dsl.diagnostics import diagnostic, wording
from dsl.diagnostics.diagnostic import Diagnostic, Instead
from dsl.records import Source, Span

Move = Callable[[Span], Span]
_ALLOWED: Final[dict[tuple[str, str], Any]] = {
    (each.__module__, each.__qualname__): each
    for each in (*(Diagnostic, diagnostic.Label, Instead, wording.Said, wording._stored, Span),)
}


def packed(found: Sequence[Diagnostic]) -> bytes:
    """Return findings as bytes; of texts their paths."""
    file = io.BytesIO()
    _Writer(file, protocol=5).dump(tuple(found))
    return file.getvalue()


def unpacked(content: bytes, sources: dict[str, Source]) -> tuple[Diagnostic, ...]:
    """Return the findings of bytes; a text that is not there is an empty one.

    Raises:
        Exception: They are no findings; whatever a damaged pickle leads to.
    """
    found: tuple[Diagnostic, ...] = _Reader(io.BytesIO(content), sources).load()
    return found


def paths_of(found: Diagnostic) -> Iterator[str]:
    """Yield the paths of the texts in which a finding has places."""
    yield found.span.source.path
    yield from (each.span.source.path for each in found.labels)
    for each in found.helps:
        if isinstance(each, Instead) and each.span is not None:
            yield each.span.source.path


def moved(found: Diagnostic, move: Move) -> Diagnostic:
    """Return a finding with all its places moved."""
    return replace(
        found,
        span=move(found.span),
        helps=tuple(_moved(each, move) for each in found.helps),
        labels=tuple(replace(each, span=move(each.span)) for each in found.labels),
    )


def _moved(said: str, move: Move) -> str:
    """Return a help; one that can be carried out somewhere else, there."""
    if not isinstance(said, Instead) or said.span is None:
        return said
    made = Instead(str(said), said.text, said.is_sure, move(said.span))
    made.key, made.slots = said.key, said.slots
    return made


class _Writer(pickle.Pickler):
    """Writes findings with the paths of texts."""

    def persistent_id(self, obj: Any) -> tuple[str, str] | None:
        """Return path and package of a text; None for everything else."""
        return (obj.path, obj.package) if isinstance(obj, Source) else None


class _Reader(pickle.Unpickler):
    """Builds findings and nothing else."""

    def __init__(self, file: io.BytesIO, sources: dict[str, Source]) -> None:
        super().__init__(file)
        self._sources = sources

    def find_class(self, module: str, name: str) -> Any:
        """Return what findings are built of; refuse everything else."""
        if (module, name) not in _ALLOWED:
            raise pickle.UnpicklingError(f"{module}.{name} has no place in findings")
        return _ALLOWED[module, name]

    def persistent_load(self, pid: Any) -> Source:
        """Return the text of a path."""
        path, package = pid
        return self._sources.setdefault(path, Source(path, "", package))
