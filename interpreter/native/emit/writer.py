"""Write the text of one function, line by line.

Types, in short: every value is a cell of 64 bits. A *block* is a list, set or bag: a cell with its
length, then its elements; the value is the place where it begins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from dsl.model import types as t
from dsl.records import Span
from interpreter.lower.ops import Code

T = TypeVar("T")


class Unsupported(Exception):
    """A program uses what the native engine does not carry yet; the text says what.

    Attributes:
        span: Where its author wrote it, if that is known.
    """

    def __init__(self, what: str, span: Span | None = None) -> None:
        super().__init__(what)
        self.span = span


def name_of(text: str) -> str:
    """Return an id as a part of the name of a function."""
    return re.sub(r"\W", lambda found: f"_{ord(found[0]):x}_", text)


def is_entity(type_: t.Type) -> bool:
    """Return whether a value of a type is a card, or may be one."""
    return isinstance(t.plain_type(type_), t.EntityType | t.TargetType)


def is_block(type_: t.Type) -> bool:
    """Return whether a value of a type is a list, set, bag or amount."""
    return isinstance(t.plain_type(type_), t.ListOf | t.SetOf | t.BagOf | t.AmountOf)


class Writer:
    """Collects the lines of one function.

    Attributes:
        me, self_, actor: The variables that hold these roles here.
        slots: The variable of each slot of the body.
        known: The variables of lists computed before, by the identity of their expressions.
        turns: What the walker counts for an element of lists, by the identity of their expressions.
        allocates: Whether a line put anything into the arena since this was last set to False.
        code: The body that is lowered, where the function is one.
        result: The variable of what the last call returned.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth, self.number, self.allocates = 1, 0, False
        self.me, self.self_, self.actor = "NONE", "NONE", "NONE"
        self.slots: dict[int, str] = {}
        self.known: dict[int, str] = {}
        self.turns: dict[int, int] = {}
        self.code: Code | None = None
        self.result: str | None = None

    @property
    def body(self) -> Code:
        """The body that is lowered; only where there is one."""
        assert self.code is not None
        return self.code

    def line(self, text: str) -> None:
        """Write a line at today's depth."""
        self.lines.append("    " * self.depth + text)

    def block(self, text: str) -> None:
        """Write several lines, indented as they stand, below today's depth."""
        for each in text.strip("\n").split("\n"):
            self.line(each)

    def fresh(self, prefix: str = "t") -> str:
        """Return the name of a new variable."""
        self.number += 1
        return f"{prefix}{self.number}_"

    def bind(self, text: str, prefix: str = "t") -> str:
        """Write an assignment to a new variable; return the variable."""
        name = self.fresh(prefix)
        self.line(f"{name} = {text}")
        return name

    @contextmanager
    def inner(self, head: str) -> Iterator[None]:
        """Write a head such as `if …:`, and what follows one level deeper."""
        self.line(head)
        before = len(self.lines)
        self.depth += 1
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1

    def captured(self, write: Callable[[], T], deeper: int = 1) -> tuple[list[str], T]:
        """Return the lines that a function writes, some levels deeper, and what it returns."""
        kept, self.lines = self.lines, []
        self.depth += deeper
        found = write()
        lines, self.lines = self.lines, kept
        self.depth -= deeper
        return lines, found

    @contextmanager
    def naming(self, slots: Mapping[int, str]) -> Iterator[None]:
        """Let some slots have other variables for a while."""
        kept = dict(self.slots)
        self.slots.update(slots)
        yield
        self.slots = kept

    @contextmanager
    def as_role(
        self,
        me: str = "NONE",
        self_: str = "NONE",
        actor: str = "NONE",
        given: list[str] | None = None,
    ) -> Iterator[None]:
        """Let roles and slots be those of a formula with its given locals."""
        kept = self.me, self.self_, self.actor, self.slots
        self.me, self.self_, self.actor = me, self_, actor
        self.slots = dict(enumerate(given or ()))
        yield
        self.me, self.self_, self.actor, self.slots = kept
