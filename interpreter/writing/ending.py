"""Write who ranks how at the end as Python source."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model import expressions as e
from dsl.model.traits import MaybeNobody
from dsl.model.walk import walk
from interpreter.writing.writer import INDENT, WORD, Writer, joined, local


def ranks_function(w: Writer) -> Iterator[str]:
    """Yield a function (st) to each seat's rank."""
    entries = [formula.expression for formula in w.program.game.end.rank]
    seats = [_rank(w, entries, seat) for seat in range(w.program.seats)]
    yield "def ranks(st):"
    lines = [f"{INDENT}me = card = actor = None", f"{INDENT}return ({joined(seats)},)"]
    yield from lines
    yield ""


def winners_function(w: Writer) -> Iterator[str]:
    """Yield a function (st, ranks) to who has won, where two players rank and that is all."""
    end = w.program.game.end
    is_plain = all(_is_never_none(formula.expression) for formula in end.rank)
    if w.program.seats != 2 or not end.rank or end.winners is not None or not is_plain:
        return
    yield "def winners(st, ranks):"
    yield f"{INDENT}first, second = ranks"
    yield f"{INDENT}return (0,) if first > second else (1,) if second > first else (0, 1)"
    yield ""


def _is_never_none(expression: e.Expression) -> bool:
    """Return whether an int is one outside of turns too, where nobody is `active`."""
    return not any(isinstance(node, MaybeNobody) for node in walk(expression))


def _rank(w: Writer, entries: list[e.Expression], seat: int) -> str:
    """Return the source of one seat's rank; the seat is given as the first local."""
    source = "".join(f"{w.write(entry)}, " for entry in entries)
    return f"({WORD.sub(lambda word: str(seat) if word[0] == local(0) else word[0], source)})"
