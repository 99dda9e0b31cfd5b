"""Lower what may need itself: values that call themselves, and circles of attributes and values.

A value that calls itself counts how deep it stands. In a circle, which modifiers can close, what is
being worked out is noted: what is asked for again meanwhile ends the match in a fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final, TypeAlias

from dsl.model.rules import Value
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.writer import Unsupported, Writer, is_block
from interpreter.native.runtime import NONE
from interpreter.program.limits import VALUE_NESTING

Key: TypeAlias = str | tuple[str, str]
"""A value by its id, an attribute by the kind that declares it and its name."""
TOO_DEEP: Final = 11
"""The number of that fault."""
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
