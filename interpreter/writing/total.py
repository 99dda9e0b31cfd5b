"""Say which expressions cannot fault, as far as their form tells: these may be worked out earlier
or more seldom than they stand."""

from __future__ import annotations

from dsl.model import expressions as e
from dsl.model import steps
from dsl.model.slots import conjunction
from dsl.model.traits import OfAttribute, Total
from dsl.model.types import BOOL, INT
from dsl.model.walk import walk
from dsl.words.vocabulary import FOLDS, FUNCTIONS
from interpreter.compile.limits import ELEMENTS, NUMBER
from interpreter.writing.writer import Writer


def is_total(w: Writer, node: object) -> bool:
    """Return whether an expression comes to something in every position."""
    return all(is_safe(w, part) for part in walk(node) if hasattr(part, "type"))


def is_short(w: Writer, span: e.RangeList) -> bool:
    """Return whether the list of the numbers between two is never too long."""
    return w.largest(span.low) + w.largest(span.high) < ELEMENTS


def as_comparisons(w: Writer, node: e.Expression) -> e.Expression | None:
    """Return whether a number lies between two, said without a list; None for anything else."""
    span = node.collection if isinstance(node, e.Contains) and not node.negated else None
    if not isinstance(node, e.Contains) or not isinstance(span, e.RangeList):
        return None
    if node.item.type != INT or not is_short(w, span):
        return None
    least = e.Compare("<=", span.low, node.item, False, BOOL)
    return conjunction((least, e.Compare("<=", node.item, span.high, False, BOOL)))


def is_safe(w: Writer, node: object) -> bool:
    """Return whether an expression cannot fault if its parts do not."""
    if isinstance(node, e.Arithmetic):
        return _is_safe_sum(w, node)
    if isinstance(node, e.RangeList):
        return is_short(w, node)
    if isinstance(node, OfAttribute):
        return w.printed.reads_print(node)
    if isinstance(node, e.ValueCall):
        return _is_safe_call(w, node)
    if isinstance(node, e.Primitive):
        return FUNCTIONS[node.name].source is not None or node.name in ("default", "top")
    if isinstance(node, e.Fold):
        row = FOLDS[node.function]
        return not (row.is_bounded or row.can_fault or row.source is None)
    return isinstance(node, Total)


def _is_safe_sum(w: Writer, node: e.Arithmetic) -> bool:
    if node.operator in ("//", "%"):
        known = None if node.right is None else w.known.of(node.right, in_value=w.is_in_value)
        return known is not None and bool(known[0])
    return node.operator in ("neg", "abs", "min", "max") or w.largest(node) <= NUMBER


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
