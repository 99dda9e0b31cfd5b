"""Write who ranks how at the end as Python source."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model.expressions import Expression
from dsl.model.types import Maybe
from interpreter.compile.shortened import shortened
from interpreter.compile.source import INDENT, WORD, Writer, joined, local


def ranks_function(w: Writer) -> Iterator[str]:
    """Yield a function (st) to each seat's rank, where the game ranks its players."""
    entries = [formula.expression for formula in w.program.game.end.rank]
    if not entries:
        return
    seats = [_rank(w, entries, seat) for seat in range(w.program.seats)]
    yield "def ranks(st):"
    lines = [f"{INDENT}me = card = actor = None", f"{INDENT}return ({joined(seats)},)"]
    yield from shortened(lines, INDENT)
    yield ""


def winners_function(w: Writer) -> Iterator[str]:
    """Yield a function (st, ranks) to who has won, where two rank and nothing else counts."""
    end = w.program.game.end
    is_always = not any(isinstance(formula.expression.type, Maybe) for formula in end.rank)
    if w.program.seats != 2 or not end.rank or end.winners is not None or not is_always:
        return
    yield "def winners(st, ranks):"
    yield f"{INDENT}first, second = ranks"
    yield f"{INDENT}return (0,) if first > second else (1,) if second > first else (0, 1)"
    yield ""


def _rank(w: Writer, entries: list[Expression], seat: int) -> str:
    """Return the source of one seat's rank; the seat is given as the first local."""
    source = joined(w.write(entry) for entry in entries)
    return f"({WORD.sub(lambda word: str(seat) if word[0] == local(0) else word[0], source)},)"
