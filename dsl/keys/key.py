"""Define a key of the language, and the mappings that have keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dsl.keys.kinds import ByName, Either, Kind, ListOf, Schema, Shared, Test, titled
from dsl.records import Record


class Key(Record, eq=False):
    """A key of a mapping.

    Attributes:
        name: As authors write it.
        kind: What may stand behind it.
        is_needed: Whether the mapping must have it.
        others: What other tools call it, where a near spelling does not tell.
        later: What it will be for, as a title; empty for a key that is supported.
    """

    name: str
    kind: Kind
    is_needed: bool = False
    others: tuple[str, ...] = ()
    later: str = ""


class Keyed(Kind):
    """A mapping with keys of the language.

    Attributes:
        keys: In the order in which they are best written.
        extra: What further keys may hold, such as the attributes of a card; None for no others.
        fewest: How many entries it has at least.
        is_part: Whether several mappings make the whole, so that each may lack what is needed.
    """

    title: str
    keys: tuple[Key, ...]
    extra: Kind | None = None
    fewest: int = 0
    is_part: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its keys."""
        return tuple(key.name for key in self.keys)

    @property
    def needed(self) -> tuple[str, ...]:
        """The names of the keys that the whole must have."""
        return tuple(key.name for key in self.keys if key.is_needed)

    def schema(self, file: str) -> Schema:
        found: Schema = titled(self.title) | {"type": "object"}
        if self.fewest:
            found["minProperties"] = self.fewest
        found["properties"] = {key.name: key.kind.schema(file) for key in self.keys}
        found["additionalProperties"] = False if self.extra is None else self.extra.schema(file)
        if self.needed and not self.is_part:
            found["required"] = [*self.needed]
        return found

    def test(self) -> Test:
        known = {key.name: key.kind.test() for key in self.keys}
        extra = _never if self.extra is None else self.extra.test()
        needed = frozenset(() if self.is_part else self.needed)
        fewest = self.fewest

        def test(value: Any) -> bool:
            if type(value) is not dict or len(value) < fewest or not needed <= value.keys():
                return False
            return all(known.get(key, extra)(each) for key, each in value.items())

        return test


def _never(value: Any) -> bool:
    return False


def walk(kind: Kind, seen: set[Kind]) -> Iterator[Kind]:
    """Yield a kind and all kinds inside it, parts first; none that was seen before."""
    if kind in seen:
        return
    seen.add(kind)
    for part in _parts(kind):
        yield from walk(part, seen)
    yield kind


def _parts(kind: Kind) -> tuple[Kind, ...]:
    match kind:
        case Shared(kind=inner):
            return (inner(),)
        case ListOf(item=inner) | ByName(value=inner):
            return (inner,)
        case Either(form=form, then=then, other=other):
            return form, then, other
        case Keyed(keys=keys, extra=extra):
            return (*(key.kind for key in keys), *(() if extra is None else (extra,)))
    return ()
