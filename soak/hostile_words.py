"""Ask every function over lists, and every comparison of lists, for much."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dsl.model import types as t
from dsl.words.vocabulary import FOLDS, FUNCTIONS
from dsl.words.word import Fold

MANY: Final = "1..20000"
LONG: Final = f"each(b in {MANY}, b + a)"
"""A list that is another one for each `a`."""

BODIES: Final = {"condition": "b + a > 9", "number": "b - a", "number or bag": "b - a"}
COMPARED: Final = {
    "lists-equal": f"{LONG} == {LONG}",
    "lists-unlike": f"{LONG} != reverse({LONG})",
    "lists-joined": f"count({LONG} + [a]) > 0",
    "lists-parted": f"count({LONG} - {LONG}) == 0",
    "list-holds": f"(0 - a) in {LONG}",
    "list-filtered": f"count({LONG} where it > a) == 0",
    "list-counted": f"({LONG})[a % 9 + 1] > 0",
}


def asked() -> Iterator[tuple[str, str]]:
    """Yield by name conditions of a number `a`, each of which is much work."""
    for name, row in FOLDS.items():
        yield f"fold-{name}", _holds(row)
    for name, function in FUNCTIONS.items():
        if function.takes == ("list",) and not function.is_internal:
            call = f"{name}({LONG})"
            is_one = isinstance(function.result and function.result(t.ListOf(t.INT)), t.Maybe)
            yield f"list-{name}", f"{call} is not none" if is_one else f"count({call}) > 0"
    yield from COMPARED.items()


def _holds(row: Fold) -> str:
    """Return a condition of what a function over elements comes to."""
    call = f"{row.name}(b in {MANY}, {BODIES.get(row.body, 'b + a')})"
    result = row.result(t.ListOf(t.INT), t.BOOL if row.body == "condition" else t.INT)
    if isinstance(result, t.Maybe):
        return f"{call} is not none"
    if isinstance(result, t.ListOf):
        return f"count({call}) >= 0"
    return call if result == t.BOOL else f"{call} > 0"
