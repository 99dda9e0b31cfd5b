"""Compute the tables of queries from their grammar.

`python -m cardwright.apps.cards.query_tables` prints them. The grammar is `queries.lark`;
`queries.json` is what lark makes of it, for readers that do without lark: that of the program,
which starts faster so, and that of a web page.
"""

from __future__ import annotations

import json
import re
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cardwright.apps.cards.lalr import Tables

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Rule

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
