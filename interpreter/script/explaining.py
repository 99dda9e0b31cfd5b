"""Show why a condition does not hold: the part that fails, and what stands on its sides."""

from __future__ import annotations

from typing import Any

from dsl.model import expressions as e
from dsl.model.scripts import Expect
from dsl.model.types import Type
from dsl.words.arithmetic import Fault
from interpreter.lower.ops import FIRST_SLOT
from interpreter.script.session import Sitting
from interpreter.state.values import Locals, Value
from interpreter.walk.labels import Labels


def holds(sitting: Sitting, step: Expect) -> bool:
    """Return whether a condition holds; none reads as false."""
    return bool(sitting.evaluate(step.condition))


def explain(sitting: Sitting, step: Expect) -> tuple[str, str]:
    """Return what was expected and what was found, of the first part that fails."""
    formula = step.condition
    room: list[Value] = [None] * len(formula.slots)
    parts = _conjuncts(formula.expression)
    texts = _split(step.text, len(parts))
    for part, text in zip(parts, texts, strict=True):
        L = [*sitting.locals, *room]
        if not sitting.machine.evaluator.closure(part)(sitting.st, L):
            return text, _found(sitting, part, L)
    return step.text, "false"


def _conjuncts(node: Any) -> list[Value]:
    if isinstance(node, e.Logic) and node.operator == "and":
        return [*_conjuncts(node.left), *_conjuncts(node.right)]
    return [node]


def _split(text: str, count: int) -> list[str]:
    """Return the texts of the parts of a condition, or the whole for each."""
    parts = [part.strip() for part in text.split(" and ")]
    return parts if len(parts) == count else [text] * count


def _found(sitting: Sitting, node: Any, L: Locals) -> str:
    """Return what a part that fails has on its sides."""
    close = sitting.machine.evaluator.closure
    try:
        while lifted := e.bindings(node):
            for slot, value in lifted:
                L[slot + FIRST_SLOT] = close(value)(sitting.st, L)
                if L[slot + FIRST_SLOT] is None:
                    return "none"
            (node,) = e.results(node)
        if isinstance(node, e.Compare):
            return _sides(sitting, node, L)
    except Fault as fault:
        return f"{fault.name}: {fault.detail}"
    return "false"


def _sides(sitting: Sitting, node: e.Compare, L: Locals) -> str:
    left, right = (_shown(sitting, side, L) for side in (node.left, node.right))
    if isinstance(node.right, e.Constant) and node.operator == "==":
        return left
    return f"{left} {node.operator} {right}"


def _shown(sitting: Sitting, node: Any, L: Locals) -> str:
    value = sitting.machine.evaluator.closure(node)(sitting.st, L)
    return shown(sitting, value, node.type)


def shown(sitting: Sitting, value: Value, type_: Type) -> str:
    """Return a value as scripts write it."""
    return Labels(sitting.machine.program).label(sitting.st, value, type_)
