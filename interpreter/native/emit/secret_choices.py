"""Write secret choices: what each player chooses is put away until all have chosen.

The answers are a block: how many players have chosen, what changed state held before, the bound
`g_floor` around; then a row for each player: the values of the slots, and what was changed.
"""

from __future__ import annotations

from dsl.model import types as t
from interpreter.lower import ops
from interpreter.native.emit.dispatch import operation, value
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.writer import Writer, is_block

HEADER = 3
NUMBER, BAG, LIST, OTHER = 1, 2, 3, 0
"""What a cell holds, as `secrets.flat` knows it."""


@operation(ops.SecretStart)
def secret_start(em: Emitter, w: Writer, op: ops.SecretStart, number: int) -> None:
    """Make room for what each player chooses; lists that state holds are not overwritten."""
    keeping = (own for _, own in em.operations_of(w.body) if isinstance(own, ops.SecretKeep))
    kept = next(own for own in keeping if own.answers == op.answers)
    answers, many = f"s{op.answers}", len(kept.slots) + 1
    loop = em.operation(number + 1)
    assert isinstance(loop, ops.LoopStart)
    players = w.bind(f"M[{value(em, w, loop.source)}]", "n")
    w.line(f"{answers} = g_top")
    w.line(f"g_top = {answers} + {HEADER} + {many} * {players}")
    w.line(f"M[{answers}] = 0")
    w.line("g_secret = 1")
    if op.pays:
        w.line(f"M[{answers} + 1] = cells_before({_changeable(em)})")
        w.line(f"M[{answers} + 2] = g_floor")
        w.line("g_floor = g_heap")


def _pays(em: Emitter, w: Writer, answers: int) -> bool:
    """Return whether state changes on the way."""
    own = (op for _, op in em.operations_of(w.body))
    starts = (op for op in own if isinstance(op, ops.SecretStart))
    return next(op.pays for op in starts if op.answers == answers)


def _changeable(em: Emitter) -> int:
    """Return where the table lies of the fields of the table and the players."""
    cells: list[int] = []
    for place, field in em.layout.fixed_places():
        cells += (em.base("values") + place, _sort(field.type))
    return em.static((len(cells) // 2, *cells))


def _sort(type_: t.Type) -> int:
    if type_ == t.INT:
        return NUMBER
    if isinstance(type_, t.BagOf):
        return BAG
    return LIST if is_block(type_) else OTHER


def _cell(answers: str, many: int, row: str, n: int) -> str:
    """Return a cell of the row of a player."""
    return f"M[{answers} + {HEADER + n} + {row} * {many}]"


@operation(ops.SecretKeep)
def secret_keep(em: Emitter, w: Writer, op: ops.SecretKeep, number: int) -> None:
    """Put away what a player has chosen and changed."""
    answers, many = f"s{op.answers}", len(op.slots) + 1
    for n, slot in enumerate(op.slots):
        w.line(f"{_cell(answers, many, f'M[{answers}]', n)} = s{slot}")
        w.line(f"s{slot} = NONE")
    if _pays(em, w, op.answers):
        changed = f"take_back(M[{answers} + 1], {_changeable(em)})"
        w.line(f"{_cell(answers, many, f'M[{answers}]', many - 1)} = {changed}")
    w.line(f"M[{answers}] += 1")


@operation(ops.SecretEnd)
def secret_end(em: Emitter, w: Writer, op: ops.SecretEnd, number: int) -> None:
    """All have chosen."""
    w.line("g_secret = 0")
    if _pays(em, w, op.answers):
        w.line(f"g_floor = M[s{op.answers} + 2]")


@operation(ops.SecretRecall)
def secret_recall(em: Emitter, w: Writer, op: ops.SecretRecall, number: int) -> None:
    """Bind the slots again to what a player chose, and do what was changed for it."""
    answers, many, row = f"s{op.answers}", len(op.slots) + 1, f"(s{op.index} - 1)"
    for n, slot in enumerate(op.slots):
        w.line(f"s{slot} = {_cell(answers, many, row, n)}")
    if _pays(em, w, op.answers):
        w.line(f"change_again({_cell(answers, many, row, many - 1)})")
