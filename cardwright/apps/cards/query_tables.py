"""Compute the tables of queries from their grammar, and read a text by them without lark.

`python -m cardwright.apps.cards.query_tables` prints them. The grammar is `queries.lark`;
`queries.json` is what lark makes of it, LALR(1), each state with the terminals it can take. So the
program starts faster, and a web page reads the same line alike.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from dsl import Record

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Rule


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


GRAMMAR: Final = Path(__file__).with_name("queries.lark")
KEPT: Final = Path(__file__).with_name("queries.json")
_START: Final = "start"


@cache
def query_tables() -> Tables:
    """Return the tables of queries."""
    return Tables(kept_tables())


def kept_tables() -> dict[str, Any]:
    """Return the tables of queries as plain data."""
    found: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8"))
    return found


def made_tables() -> dict[str, Any]:
    """Return the tables that lark makes of the grammar."""
    from lark import Lark

    grammar = GRAMMAR.read_text(encoding="utf-8")
    engine = Lark(grammar, start=_START, parser="lalr", lexer="contextual")
    return {"grammar": grammar.splitlines(), **_tables(engine)}


def _tables(engine: Lark) -> dict[str, Any]:
    frontend: Any = engine.parser
    table = frontend.parser._parse_table
    start, end = table.start_states[_START], table.end_states[_START]
    found = [start]
    for state in found:
        found += dict.fromkeys(
            to
            for _, (_, to) in sorted(table.states[state].items())
            if isinstance(to, int) and to not in found
        )
    numbers = {state: number for number, state in enumerate(found)}
    rules = list(engine.rules)
    return {
        "start": numbers[start],
        "end": numbers[end],
        "terminals": [
            [each.name, each.pattern.value if each.pattern.flags else each.pattern.to_regexp(),
             "i" in each.pattern.flags]
            for each in frontend.lexer.root_lexer.terminals
        ],
        "ignored": sorted(frontend.lexer_conf.ignore),
        "rules": [_rule(each) for each in rules],
        "states": [
            {name: numbers[to] if isinstance(to, int) else -1 - rules.index(to)
             for name, (_, to) in sorted(table.states[state].items())}
            for state in numbers
        ],
    }  # fmt: skip


def _rule(rule: Rule) -> list[Any]:
    """Return a rule as the tables have it."""
    parts = rule.expansion
    kept = [at for at, each in enumerate(parts) if not getattr(each, "filter_out", False)]
    spread = [at for at in kept if not parts[at].is_term and parts[at].name.startswith("_")]
    name = rule.alias or rule.origin.name
    if name.startswith("_"):
        name = "_"
    elif rule.options.expand1 and not rule.alias and len(kept) == 1 and not spread:
        name = ""
    return [rule.origin.name, name, len(parts), kept, spread]


def _as_text(tables: dict[str, Any]) -> str:
    """Return tables as JSON, a line a row."""
    rows = (
        f"{json.dumps(key)}: {_rows(value) if isinstance(value, list) else json.dumps(value)}"
        for key, value in tables.items()
    )
    text = "{\n" + ",\n".join(rows) + "\n}\n"
    return re.sub(r"[^\x00-\x7f]", lambda found: f"\\u{ord(found[0]):04x}", text)


def _rows(values: list[Any]) -> str:
    return "[\n" + ",\n".join(f"  {json.dumps(each)}" for each in values) + "\n]"


if __name__ == "__main__":
    sys.stdout.write(_as_text(made_tables()))
