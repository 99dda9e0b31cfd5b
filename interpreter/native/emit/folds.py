"""Lower the functions over the elements of a list: one loop each, left as soon as the rest does not
matter.

The walker makes every list as a whole. A fused loop may be left early, so it never asks about the
elements behind. Where that could fault, or is work that is not known beforehand, the list is made
here too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from dsl.model import expressions as e
from dsl.model import types as t
from dsl.model.steps import ForEach, Repeat
from dsl.model.traits import OfAttribute
from dsl.model.walk import operands, walk
from dsl.model.words import Reads
from dsl.words.vocabulary import FOLDS, FUNCTIONS
from interpreter.native.emit.dispatch import condition, each, each_of, value, value_of
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.limits import see_to_length, turn_of
from interpreter.native.emit.lists import bound, gathered
from interpreter.native.emit.scalars import has_slots, magnitudes, never_faults, or_else
from interpreter.native.emit.writer import Writer, is_block
from interpreter.program.limits import NUMBER
from interpreter.program.work import is_flat


def make_first(em: Emitter, w: Writer, source: e.Expression) -> None:
    """Write that a list is made, unless a loop over it may be left early."""
    if isinstance(source, e.Filter | e.Fold) and not _may_stop(em, source):
        made = w.bind(value(em, w, source))
        w.known[id(source)] = made


def _may_stop(em: Emitter, source: e.Expression) -> bool:
    """Return whether what is asked of the elements of a list cannot fault, and is little work."""
    if isinstance(source, e.Filter):
        is_little = not turn_of(em, source) and is_harmless(em, source.condition)
        return is_little and _may_stop(em, source.source)
    if isinstance(source, e.Fold):
        is_little = not turn_of(em, source) and is_harmless(em, source.body)
        return is_little and _may_stop(em, source.source)
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


WriteResult: TypeAlias = Callable[[str, str], None]
"""Writes what is done with the variables of an element and its result."""
LowerFold: TypeAlias = Callable[[Emitter, Writer, e.Fold], str]


@value_of(e.Fold)
def _fold(em: Emitter, w: Writer, node: e.Fold) -> str:
    w.turns[id(node.source)] = turn_of(em, node)
    with w.naming({}):
        found = FUSED[node.function](em, w, node)
    if node.default is not None:
        or_else(em, w, found, node.default)
    return found


def _result(em: Emitter, w: Writer, node: e.Fold, element: str) -> str:
    """Return the text of what the body of a function comes to for an element."""
    if node.body is None:
        return element
    w.slots[node.slot] = element
    return value(em, w, node.body)


def _each_result(em: Emitter, w: Writer, node: e.Fold, body: WriteResult) -> None:
    """Write a loop over elements and their results; those of none are left out."""
    result = t.element_of(node.source.type) if node.body is None else node.body.type

    def one(element: str) -> None:
        found = _result(em, w, node, element)
        if node.body is not None:
            found = w.bind(found)
        if not isinstance(result, t.Maybe):
            body(element, found)
            return
        with w.inner(f"if {found} != NONE:"):
            body(element, found)

    each(em, w, node.source, one)


# --- numbers ------------------------------------------------------------------------------------


def _count(em: Emitter, w: Writer, node: e.Fold) -> str:
    source, holds = node.source, node.body
    if t.is_bag(source.type):
        return w.bind(f"bag_size({value(em, w, source)})")
    if holds is None and _has_length(em, source):
        text = value(em, w, source)
        return w.bind(f"M[or_empty({text})]" if isinstance(source.type, t.Maybe) else f"M[{text}]")
    number = w.bind("0", "n")

    def body(element: str) -> None:
        if holds is None:
            w.line(f"{number} += 1")
            return
        w.slots[node.slot] = element
        with w.inner(f"if {condition(em, w, holds)}:"):
            w.line(f"{number} += 1")

    each(em, w, source, body)
    return number


def _has_length(em: Emitter, source: e.Expression) -> bool:
    """Return whether a list is there with its length; else it is gone through and not made."""
    if isinstance(source, e.ZoneCards):
        return not has_slots(em, source.zone)
    return not isinstance(source, e.Filter | e.ZoneFamily | e.Players | e.Entities | e.RangeList)


def _sum(em: Emitter, w: Writer, node: e.Fold) -> str:
    if t.is_bag(node.type):
        total = w.bind("EMPTY")
        w.allocates = True

        def join(element: str, result: str) -> None:
            w.line(f"{total} = join_bags({total}, {result}, 1)")

        _each_result(em, w, node, join)
        return total
    total = w.bind("0")
    _each_result(em, w, node, lambda element, result: w.line(f"{total} += {result}"))
    w.line(f"bounded({total})")
    return total


def _product(em: Emitter, w: Writer, node: e.Fold) -> str:
    total = w.bind("1")

    def multiply(element: str, result: str) -> None:
        w.line(f"{total} = bounded({total} * {result})")

    _each_result(em, w, node, multiply)
    return total


# --- the largest and the smallest ---------------------------------------------------------------


def _extreme(sign: str, *, is_element: bool) -> LowerFold:
    """Return what finds the largest (`>`) or smallest result, or the first element that has it."""

    def lower(em: Emitter, w: Writer, node: e.Fold) -> str:
        top, found = w.bind("NONE"), w.bind("NONE")

        def body(element: str, result: str) -> None:
            with w.inner(f"if {top} == NONE or {result} {sign} {top}:"):
                w.line(f"{top} = {result}")
                w.line(f"{found} = {element}")

        _each_result(em, w, node, body)
        return found if is_element else top

    return lower


def _leader(em: Emitter, w: Writer, node: e.Fold) -> str:
    top, found = w.bind("NONE"), w.bind("NONE")

    def body(element: str, result: str) -> None:
        with w.inner(f"if {top} == NONE or {result} > {top}:"):
            w.line(f"{top} = {result}")
            w.line(f"{found} = {element}")
        with w.inner("else:"), w.inner(f"if {result} == {top}:"):
            w.line(f"{found} = NONE")

    _each_result(em, w, node, body)
    return found


def _bests(em: Emitter, w: Writer, node: e.Fold) -> str:
    known = dict(w.known)
    limit = bound(em, w, node.source)
    w.allocates = True
    block, number, top = w.bind("g_top", "q"), w.bind("0", "n"), w.bind("NONE")
    w.line(f"g_top = {block} + 1 + {limit}")

    def body(element: str, result: str) -> None:
        with w.inner(f"if {top} == NONE or {result} > {top}:"):
            w.line(f"{top} = {result}")
            w.line(f"{number} = 0")
        with w.inner(f"if {result} == {top}:"):
            w.line(f"{number} += 1")
            w.line(f"M[{block} + {number}] = {element}")

    _each_result(em, w, node, body)
    w.known = known
    w.line(f"M[{block}] = {number}")
    return block


# --- conditions ---------------------------------------------------------------------------------


def _search(*, until: bool) -> LowerFold:
    """Return what leaves its loop as soon as a condition holds, or fails."""

    def lower(em: Emitter, w: Writer, node: e.Fold) -> str:
        holds = node.body
        assert holds is not None
        found, out = w.bind(str(int(not until))), w.fresh("L")

        def body(element: str) -> None:
            w.slots[node.slot] = element
            text = condition(em, w, holds)
            with w.inner(f"if {text}:" if until else f"if not {text}:"):
                w.line(f"{found} = {int(until)}")
                w.line(f"leave({out})")

        make_first(em, w, node.source)
        with w.inner(f"with block({out}):"):
            each(em, w, node.source, body)
        return found

    return lower


# --- lists --------------------------------------------------------------------------------------


def _each(em: Emitter, w: Writer, node: e.Fold) -> str:
    assert node.body is not None
    is_maybe = isinstance(node.body.type, t.Maybe)

    def element(each_: str) -> str:
        return _result(em, w, node, each_)

    results = gathered(em, w, node.source, element, is_maybe=is_maybe)
    if not is_flat(node):
        return results
    joined, most = w.bind("EMPTY", "q"), em.evaluator.work.most(node.type)

    def join(part: str) -> None:
        w.line(f"{joined} = concat({joined}, {part})")
        see_to_length(w, joined, most)

    each_of(w, results, join)
    return w.bind(f"made({joined})")


def _until(em: Emitter, w: Writer, node: e.Fold) -> str:
    holds = node.body
    assert holds is not None
    make_first(em, w, node.source)
    limit = bound(em, w, node.source)
    w.allocates = True
    block, number, out = w.bind("g_top", "q"), w.bind("0", "n"), w.fresh("L")
    w.line(f"g_top = {block} + 1 + {limit}")

    def body(element: str) -> None:
        w.slots[node.slot] = element
        with w.inner(f"if {condition(em, w, holds)}:"):
            w.line(f"leave({out})")
        w.line(f"{number} += 1")
        w.line(f"M[{block} + {number}] = {element}")

    with w.inner(f"with block({out}):"):
        each(em, w, node.source, body)
    w.line(f"M[{block}] = {number}")
    return block


def _sort(em: Emitter, w: Writer, node: e.Fold) -> str:
    block = gathered(em, w, node.source)
    if node.body is None:
        return w.bind(f"sort({block})")
    keys = w.bind("g_top", "q")
    w.line(f"g_top = {keys} + 1 + M[{block}]")
    number = w.bind("0", "n")

    def body(element: str) -> None:
        result = _result(em, w, node, element)
        w.line(f"{number} += 1")
        w.line(f"M[{keys} + {number}] = {result}")

    each_of(w, block, body)
    w.line(f"M[{keys}] = {number}")
    return w.bind(f"sort_by({block}, {keys})")


FUSED: Final[dict[str, LowerFold]] = {
    "count": _count,
    "sum": _sum,
    "product": _product,
    "max": _extreme(">", is_element=False),
    "min": _extreme("<", is_element=False),
    "best": _extreme(">", is_element=True),
    "worst": _extreme("<", is_element=True),
    "leader": _leader,
    "bests": _bests,
    "any": _search(until=True),
    "all": _search(until=False),
    "each": _each,
    "until": _until,
    "sort": _sort,
}
