"""Say which values are worth keeping: those that go through a list, themselves or in a value they
call. What only looks something up is found as fast anew."""

from __future__ import annotations

from collections.abc import Mapping

from dsl.model import expressions as e
from dsl.model.rules import Value
from dsl.model.traits import Through
from dsl.model.walk import walk


class Worth:
    """Knows which values of a program are worth keeping.

    Args:
        is_ever: Whether there is anything for which values are asked again and again.
    """

    def __init__(self, values: Mapping[str, Value], *, is_ever: bool) -> None:
        self.values, self.is_ever = values, is_ever
        self.known: dict[str, bool] = {}

    def of(self, id_: str) -> bool:
        """Return whether a value is worth keeping."""
        if not self.is_ever:
            return False
        if id_ not in self.known:
            self.known[id_] = False  # one that calls itself is judged by the rest of it
            self.known[id_] = self._is_worth_it(id_)
        return self.known[id_]

    def _is_worth_it(self, id_: str) -> bool:
        value = self.values[id_]
        return any(
            isinstance(node, Through) or (isinstance(node, e.ValueCall) and self.of(node.value))
            for node in walk((value.body, value.at_least, value.at_most))
        )
