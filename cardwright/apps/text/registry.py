"""Hold one function a node type, so that a new node of the language is one new function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Result = TypeVar("Result")
Says = Callable[..., Result]


class Registry(Generic[Result]):
    """Functions by node type."""

    def __init__(self) -> None:
        self.by_type: dict[type, Says[Result]] = {}

    def add(self, *types: type) -> Callable[[Says[Result]], Says[Result]]:
        """Return a decorator that enters a function for some node types."""

        def enter(function: Says[Result]) -> Says[Result]:
            self.by_type.update(dict.fromkeys(types, function))
            return function

        return enter

    def of(self, node: object) -> Says[Result]:
        """Return the function for a node.

        Raises:
            KeyError: There is none; a test holds that every node of the language has one.
        """
        return self.by_type[type(node)]

    def find(self, node: object) -> Says[Result] | None:
        """Return the function for a node, or None."""
        return self.by_type.get(type(node))
