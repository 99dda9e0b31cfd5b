"""Say how the numbers are reckoned by which players are compared at the end."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.text.course import meaning_of_value
from cardwright.text.names import Names
from dsl.model.expressions import ValueCall
from dsl.model.rules import Value
from dsl.model.walk import walk


def scoring(names: Names) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return what the ranks of a game's end are made of: what each value with a name is called,
    and how it is found, a sentence each."""
    return tuple(meaning_of_value(value, names) for value in _read(names.game.end.rank, names))


def _read(ranks: object, names: Names) -> Iterator[Value]:
    """Yield each value with a name that is read, by way of others too, once."""
    waiting, seen = [ranks], set[str]()
    while waiting:
        for node in walk(waiting.pop(0)):
            if isinstance(node, ValueCall) and node.value not in seen:
                seen.add(node.value)
                found = names.game.values.get(node.value, ())
                yield from (value for value in found if value.text)
                waiting += [value.body for value in found]
