"""Say which expressions cannot fault, as far as their form tells: these may be worked out earlier
or more seldom than they stand."""

from __future__ import annotations

from dsl.model import expressions as e
from dsl.model import steps
from dsl.model.traits import OfAttribute, Total
from dsl.model.walk import known_number, walk
from dsl.words.vocabulary import FOLDS, FUNCTIONS
from interpreter.program.limits import ELEMENTS
from interpreter.writing.writer import Writer


def is_total(w: Writer, node: object, there: e.Expression | None = None) -> bool:
    """Return whether an expression comes to something in every position.

    Args:
        there: A list in which something stands.
    """
    return all(
        is_safe(w, part) or _is_first_of(part, there)
        for part in walk(node)
        if hasattr(part, "type")
    )


def _is_first_of(node: object, there: e.Expression | None) -> bool:
    """Return whether an expression is the first element of a list."""
    return isinstance(node, e.Element) and node.source == there and known_number(node.index) == 1


def is_short(w: Writer, low: e.Expression, high: e.Expression) -> bool:
    """Return whether the list of the numbers between two is never too long."""
    return w.largest(low) + w.largest(high) < ELEMENTS


def is_safe(w: Writer, node: object) -> bool:
    """Return whether an expression cannot fault if its parts do not."""
    if isinstance(node, e.RangeList):
        return is_short(w, node.low, node.high)
    if isinstance(node, OfAttribute):
        return w.printed.reads_print(node)
    if isinstance(node, e.ValueCall):
        return _is_safe_call(w, node)
    if isinstance(node, e.Primitive):
        return FUNCTIONS[node.name].source is not None or node.name in ("default", "top")
    if isinstance(node, e.Fold):
        row = FOLDS[node.function]
        return not (row.is_bounded or row.can_fault or row.source is None)
    return isinstance(node, Total) or w.magnitudes.never_faults(node, in_value=w.is_in_value)


def _is_safe_call(w: Writer, node: e.ValueCall) -> bool:
    """Return whether a value is printed, or one expression that cannot fault."""
    if w.printed.of(node.value) is not None:
        return True
    if node.value not in w.total_values:
        w.total_values[node.value] = False  # of one that calls itself nothing is known
        value = w.program.values[node.value]
        is_plain = not w.program.modifiers.get(value.id) and value.at_least is value.at_most is None
        w.total_values[node.value] = (
            is_plain and isinstance(value.body, steps.Formula) and is_total(w, value.body)
        )
    return w.total_values[node.value]
