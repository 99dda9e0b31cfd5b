"""Say which lists are made before they are gone through.

The walker makes every list as a whole. A fused loop may be left early, so what is asked of the
elements behind is never asked. Where that could fault, or is work that is not known beforehand, the
list is made here too.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model import expressions as e
from dsl.model.steps import ForEach, Repeat
from dsl.model.traits import OfAttribute
from dsl.model.walk import operands, walk
from dsl.model.words import Reads
from dsl.words.vocabulary import FOLDS, FUNCTIONS
from interpreter.native.emit.counting import turn_of
from interpreter.native.emit.dispatch import value
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.scalars import magnitudes, never_faults
from interpreter.native.emit.writer import Writer, is_block
from interpreter.program.limits import NUMBER


def make_first(em: Emitter, w: Writer, source: e.Expression) -> None:
    """Write that a list is made, unless a loop over it may be left early."""
    if isinstance(source, e.Filter | e.Fold) and not _may_stop(em, source):
        made = w.bind(value(em, w, source))
        w.known[id(source)] = made


def _may_stop(em: Emitter, source: e.Expression) -> bool:
    """Return whether what is asked of the elements of a list cannot fault, and is little work."""
    if isinstance(source, e.Filter):
        return is_harmless(em, source.condition) and _may_stop(em, source.source)
    if isinstance(source, e.Fold):
        return is_harmless(em, source.body) and _may_stop(em, source.source)
    return True


def is_harmless(em: Emitter, texts: object) -> bool:
    """Return whether texts cannot fault, and go through no list that is counted one by one."""
    return goes_through_little(em, texts) and not any(
        _may_fault(em, node) for node in said_in(em, texts)
    )


def _may_fault(em: Emitter, node: object) -> bool:
    """Return whether a node can fault by itself."""
    if isinstance(node, e.Arithmetic):
        return not never_faults(em, node)
    if isinstance(node, e.Fold):
        is_bounded = FOLDS[node.function].is_bounded
        return is_bounded and magnitudes(em).of(node, in_value=True) > NUMBER
    return isinstance(node, e.Element)


def goes_through_little(em: Emitter, texts: object) -> bool:
    """Return whether all work with texts is known beforehand: they go through no list that is
    counted one by one, in values neither."""
    return not any(_is_much(em, node) for node in said_in(em, texts))


def _is_much(em: Emitter, node: object) -> bool:
    """Return whether the walker counts something by itself where it works a node out."""
    work, modifiers = em.evaluator.work, em.program.modifiers
    if isinstance(node, e.Filter | e.Fold):
        return bool(turn_of(em, node))
    if isinstance(node, e.ValueCall):
        return bool(work.head(node.value) or modifiers.get(node.value))
    if isinstance(node, e.AttributeRead):
        return bool(modifiers.get((node.kind, node.name)))
    if isinstance(node, e.Primitive):
        return FUNCTIONS[node.name].reads == Reads.BOARD
    if isinstance(node, e.Combine | e.Compare | e.Contains):
        lists = (each for each in operands(node) if is_block(each.type))
        return any(work.bulk(each) or work.compared(each) for each in lists)
    return isinstance(node, e.CanHappen | ForEach | Repeat)


def said_in(em: Emitter, texts: object) -> Iterator[object]:
    """Yield the nodes of texts, and of the values and attributes that they ask for."""
    waiting, asked = [texts], set[str]()
    while waiting:
        for node in walk(waiting.pop()):
            yield node
            if isinstance(node, e.ValueCall) and node.value not in asked:
                asked.add(node.value)
                waiting.append(em.program.values[node.value].body)
            if isinstance(node, OfAttribute) and node.name not in asked:
                asked.add(node.name)
                waiting += em.evaluator.work.written(node.name)
