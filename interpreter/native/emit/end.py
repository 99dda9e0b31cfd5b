"""Write the end of a match: who is ranked how, who has won.

`OUTCOME` takes the mask of the winners, then the ranks seat by seat.
"""

from __future__ import annotations

from dsl.model import types as t
from interpreter.native.emit.dispatch import formula
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.writer import Writer, is_block

BY_RULE = 1
"""The kind of an end by the rules of the game: only that has winners."""


def ending(em: Emitter) -> None:
    """Define `finish` (kind), which ends a match."""
    em.define("finish", ["kind"], lambda w: _finish(em, w))


def _finish(em: Emitter, w: Writer) -> None:
    end = em.game.end
    width = len(end.rank)
    w.line("g_over = kind")
    for seat in range(em.program.seats):
        for n, rank in enumerate(end.rank):
            found = formula(em, w, rank, given=[str(seat)])
            w.line(f"M[OUTCOME + {1 + seat * width + n}] = {found}")
    w.line("mask = 0")
    with w.inner(f"if kind == {BY_RULE}:"):
        if end.winners is not None:
            text = formula(em, w, end.winners)
            if is_block(t.plain_type(end.winners.expression.type)):
                said = w.bind(f"or_empty({text})")
                with w.inner(f"for i in range(M[{said}]):"):
                    w.line(f"mask = mask | (1 << M[{said} + 1 + i])")
            else:
                winner = w.bind(text)
                w.line(f"if {winner} != NONE:")
                w.line(f"    mask = 1 << {winner}")
        elif width:
            _best(em, w, width)
    w.line("M[OUTCOME] = mask")


def _best(em: Emitter, w: Writer, width: int) -> None:
    """Write that those win whose ranks are the best: the first number counts first.

    None is less than all numbers: so it is as a cell.
    """
    seats = em.program.seats

    def cell(seat: str, n: str) -> str:
        return f"M[OUTCOME + 1 + {seat} * {width} + {n}]"

    w.block(f"""
best = 0
for s in range(1, {seats}):
    n = 0
    while n < {width - 1} and {cell("s", "n")} == {cell("best", "n")}:
        n += 1
    if {cell("s", "n")} > {cell("best", "n")}:
        best = s
for s in range({seats}):
    same = 1
    for n in range({width}):
        if {cell("s", "n")} != {cell("best", "n")}:
            same = 0
    if same:
        mask = mask | (1 << s)
""")
