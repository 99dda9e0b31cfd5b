"""Bound the work of a match: its count, bodies within bodies, values that need themselves.

- Count: where the walker counts work, the flat text does, the same number. What the walker does not
  count is little work for each thing that it does count, here too. Where a cost is tried the two
  numbers may differ by less than half: so a match is left to the walker at half of its budget.
- Depth: the walker counts its frames. At most `FRAMES` of them stand between a body and the one
  within it. Where events can cause each other without end, each body counts.
- Nesting: a value that calls itself counts how deep it stands. In a circle, which modifiers can
  close, the work in hand is noted: asking for it again ends the match in a fault.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final, TypeAlias, TypeVar

from dsl.model import expressions as e
from dsl.model import types as t
from dsl.model.rules import Value
from dsl.model.walk import walk
from interpreter.lower import ops
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.writer import Unsupported, Writer, is_block
from interpreter.native.runtime import NONE
from interpreter.program.limits import (
    ALIKE,
    ANSWER,
    BULK,
    CELLS,
    ELEMENTS,
    LOOP_WATCH,
    NESTING,
    SET,
    TICK,
    TRY,
    UNITS,
    VALUE_NESTING,
    WATCHED,
    WAYS_TO_CHOOSE,
    WORK,
)
from interpreter.program.work import Reading
from interpreter.state.values import OWN
from interpreter.walk.loops import GROWTH

FORGOTTEN = 64
"""Sets that the walker has tried twice when it begins to compare elements by what matters."""
TOO_LONG = 15
"""The number of that fault."""


def counting_names(em: Emitter) -> Mapping[str, int]:
    """Return the names of bounds and of what is counted in flat text."""
    return {
        "MOST_WORK": WORK // 2,
        "BULK": BULK,
        "ELEMENTS": ELEMENTS,
        "OWN_CELLS": OWN,
        "MOST_CELLS": CELLS,
        "MOST_TRIED": WAYS_TO_CHOOSE - FORGOTTEN,
        "STEP_WORK": UNITS,
        "ANSWER_WORK": ANSWER,
        "WATCHED_STEPS": LOOP_WATCH,
        "WATCH_GROWTH": GROWTH,
        "SURELY_FEW": LOOP_WATCH * UNITS,
        "WATCH_WORK": WATCHED + em.evaluator.work.light,
        "SET_WORK": SET,
        "TRY_WORK": TRY,
        "ALIKE_WORK": ALIKE,
        "VALUES": em.base("values"),
    }


def count(w: Writer, units: int) -> None:
    """Write that something is so much work."""
    if units:
        w.line(f"work({units})")


def ticks(units: int) -> int:
    """Return what so much work counts where the walker takes it from its tank."""
    return -(-units // TICK) * TICK


def counted_read(text: str, type_: t.Type, reading: Reading | None) -> str:
    """Return the text of a list, set or bag that counts as it is read."""
    if reading is None:
        return text
    return f"searched({text}, {_levels(type_)})" if reading == "searched" else f"{reading}({text})"


def _levels(type_: t.Type) -> int:
    """Return how deep lists lie in a list; the pairs of a bag count as lists."""
    plain = t.plain_type(type_)
    if t.is_bag(plain):
        return 0
    return 1 + _levels(t.element_of(plain)) if is_block(plain) else -1


def see_to_length(w: Writer, made: str, most: int | None) -> None:
    """Write that a list that was made may have no more elements than are allowed."""
    if most is not None:
        w.line(f"if M[{made}] > {most}:")
        w.line(f"    fault({TOO_LONG})")


def turn_of(em: Emitter, node: e.Filter | e.Fold) -> int:
    """Return what the walker counts for each element that is gone through."""
    work, turn = em.evaluator.work, em.evaluator.work.turn(node)
    return ticks(turn) if work.is_counted(node.source, turn) else 0


T = TypeVar("T", bound=Hashable)

FRAMES = 4
"""How many frames of the walker belong to a body at the most: its own, and what has begun it."""
MOST_DEPTH = NESTING // FRAMES
TOO_DEEP = 11
"""The number of that fault."""


def see_to_values(em: Emitter) -> None:
    """Raise where values call each other so deep that the walker never comes to their end."""
    calls = {
        id_: {node.value for node in walk(each.body) if isinstance(node, e.ValueCall)}
        for id_, each in em.program.values.items()
    }
    longest = _longest(calls)
    if longest is not None and longest > VALUE_NESTING:
        raise Unsupported(f"values that call each other over {VALUE_NESTING} deep")


def counted_depth(em: Emitter, name: str, params: list[str]) -> str:
    """Return the function that runs a body and counts how deep it stands; the body itself where
    none can stand too deep."""
    if not _can_be_deep(em):
        return name

    def write(w: Writer) -> None:
        w.block(f"""
g_depth += 1
if g_depth > {MOST_DEPTH}:
    fault({TOO_DEEP})
r = {name}({", ".join(params)})
g_depth -= 1
return r
""")

    return em.define(f"deeper_{name}", params, write)


def _can_be_deep(em: Emitter) -> bool:
    """Return whether bodies can stand too deep within each other."""
    key = "can be deep"
    if key not in em.tables:
        codes = [code for code in em.program.codes if code.first not in em.workings]
        longest = _longest({code.first: set(_begun(em, code)) for code in codes})
        em.tables[key] = longest is None or longest > MOST_DEPTH
    return bool(em.tables[key])


def _begun(em: Emitter, code: ops.Code) -> Iterable[int]:
    """Yield the first operations of the bodies that can begin while one runs."""
    for _, op in em.operations_of(code):
        for inner in em.called(op):
            yield inner.first
        if isinstance(op, ops.Call | ops.Happen):
            for inner in em.bodies_within(op.event):
                yield inner.first
            if em.program.game.policy.watch == "event":
                for plan in em.program.always:
                    if plan.code is not None:
                        yield plan.code.first


def _longest(nodes: Mapping[T, Collection[T]]) -> int | None:
    """Return how many nodes the longest way has; None where one leads back to itself."""
    before = dict.fromkeys(nodes, 0)
    for targets in nodes.values():
        for target in {*targets} & nodes.keys():
            before[target] += 1
    ready = [node for node, number in before.items() if not number]
    length, done = dict.fromkeys(nodes, 1), 0
    while ready:
        node = ready.pop()
        done += 1
        for target in {*nodes[node]} & nodes.keys():
            length[target] = max(length[target], length[node] + 1)
            before[target] -= 1
            if not before[target]:
                ready.append(target)
    return max(length.values(), default=0) if done == len(nodes) else None


Key: TypeAlias = str | tuple[str, str]
"""A value by its id, an attribute by the kind that declares it and its name."""
ROW: Final = 6
ARGUMENTS: Final = 4


def nesting(em: Emitter) -> list[int]:
    """Return the cells of a position that say what is being worked out, when a match begins: how
    deep each value stands within itself, the bound of each circle, and what is open in one."""
    cells = [0] * len(_calling_themselves(em)) + [NONE] * _many_circles(em)
    return cells + [0] * (1 + ROW * VALUE_NESTING) if _many_circles(em) else cells


def nesting_names(em: Emitter) -> Mapping[str, int]:
    """Return the names of these cells in flat text."""
    behind = len(_calling_themselves(em)) + _many_circles(em)
    return {"OPEN": em.base("nesting") + behind, "MOST_OPEN": VALUE_NESTING}


def _calling_themselves(em: Emitter) -> list[str]:
    return [id_ for id_, each in em.program.values.items() if each.depth]


def _many_circles(em: Emitter) -> int:
    return 1 + max(em.analysis.circles.values(), default=-1)


def needs_itself(em: Emitter, key: Key) -> bool:
    """Return whether a value or attribute may need itself: such results are not kept."""
    is_counted = isinstance(key, str) and bool(em.program.values[key].depth)
    return is_counted or key in em.analysis.circles


def bound_of(em: Emitter, key: Key) -> str | None:
    """Return the cell with the layer from which on modifiers of a circle do not count now; None for
    what is in no circle."""
    circle = em.analysis.circles.get(key)
    if circle is None:
        return None
    return f"M[{em.base('nesting') + len(_calling_themselves(em)) + circle}]"


@contextmanager
def counted(em: Emitter, w: Writer, asked: Value) -> Iterator[None]:
    """Write that a value stands within itself once more, while it is worked out."""
    if not asked.depth:
        yield
        return
    cell = f"M[{em.base('nesting') + _calling_themselves(em).index(asked.id)}]"
    with w.inner(f"if {cell} >= {asked.depth}:"):
        w.line(f"fault({TOO_DEEP})")
    w.line(f"{cell} += 1")
    yield
    w.line(f"{cell} -= 1")


@contextmanager
def noted(em: Emitter, w: Writer, key: Key, given: list[str]) -> Iterator[None]:
    """Write that a value or attribute of a circle is being worked out."""
    bound = bound_of(em, key)
    if bound is None:
        yield
        return
    if len(given) > ARGUMENTS:
        raise Unsupported(f"a value with over {ARGUMENTS - 2} parameters that may need itself")
    number = list(em.analysis.circles).index(key)
    row = [str(number), bound, *given, *["NONE"] * (ARGUMENTS - len(given))]
    w.line(f"begin_circle({', '.join(row)})")
    yield
    w.line("M[OPEN] -= 1")


def see_to_arguments(asked: Value) -> None:
    """Raise where a value of a circle is given lists: they are not compared."""
    if any(is_block(parameter.type) for parameter in asked.parameters):
        raise Unsupported("a value of lists that may need itself by way of cards", asked.span)
