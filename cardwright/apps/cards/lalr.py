"""Read a text by the tables of a grammar: LALR(1), each state with the terminals it can take.

The tables are plain data that lark has made (`query_tables.py`): a program that only reads a line
need not load lark, and a program in another language can read the same line alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from dsl import Record

END: Final = "$END"
Build: TypeAlias = Callable[[str, list[Any]], Any]
"""Given the name of what was read and its parts, returns what stands for it."""


class Unexpected(ValueError):
    """A text that does not fit the grammar. `at` is where; None at its end."""

    def __init__(self, at: int | None) -> None:
        super().__init__(at)
        self.at = at


class Token(Record):
    """A stretch of a text. `type` is the name of its terminal."""

    type: str
    text: str
    start: int

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + len(self.text)


class Tables:
    """The tables of a grammar.

    A token is the first terminal, in their order, that fits and that the state can take.

    Attributes:
        states: By number and terminal or rule: where to go, or `-1 - n`: rule `n` is complete.
        rules: Each as its name, what it is read as (nothing: as its only part; `_`: its parts stand
            for it), the number of its parts, which of them are kept, for which their parts stand.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.states: list[dict[str, int]] = data["states"]
        self.rules: list[tuple[str, str, int, list[int], list[int]]] = data["rules"]
        self.start: int = data["start"]
        self.end: int = data["end"]
        self._terminals = [
            (name, re.compile(text, re.IGNORECASE if any_case else 0))
            for name, text, any_case in data["terminals"]
        ]
        self._ignored = frozenset(data["ignored"])

    def token(self, text: str, at: int, state: int) -> Token:
        """Return the token that stands at a place.

        Raises:
            Unexpected: None does that can stand there.
        """
        while at < len(text):
            found = self._found(text, at, state)
            if found.type not in self._ignored:
                return found
            at = found.end
        return Token(END, "", at)

    def _found(self, text: str, at: int, state: int) -> Token:
        allowed = self.states[state]
        for name, pattern in self._terminals:
            is_allowed = name in allowed or name in self._ignored
            if is_allowed and (found := pattern.match(text, at)):
                return Token(name, found[0], at)
        raise Unexpected(at)


def parse(tables: Tables, text: str, build: Build) -> Any:
    """Return what was built of a text.

    Raises:
        Unexpected: It does not fit the grammar.
    """
    states, values = [tables.start], list[Any]()
    token = tables.token(text, 0, tables.start)
    while True:
        step = tables.states[states[-1]].get(token.type)
        if step is None:
            raise Unexpected(None if token.type == END else token.start)
        if step >= 0:
            states.append(step)
            values.append(token)
            token = tables.token(text, token.end, step)
            continue
        rule, name, size, kept, spread = tables.rules[-1 - step]
        parts = values[len(values) - size :]
        del states[len(states) - size :], values[len(values) - size :]
        made: list[Any] = []
        for at in kept:
            made += parts[at] if at in spread else [parts[at]]
        values.append(build(name, made) if name not in ("", "_") else made if name else made[0])
        states.append(tables.states[states[-1]][rule])
        if states[-1] == tables.end:
            return values[-1]
