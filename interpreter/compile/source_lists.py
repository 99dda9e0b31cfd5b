"""Write expressions over lists, sets and bags as Python source."""

from __future__ import annotations

from collections.abc import Callable

from dsl.model import expressions as e
from dsl.model.types import Maybe
from interpreter.compile import arithmetic, list_closures
from interpreter.compile.closures import is_bag, is_list
from interpreter.compile.limits import NUMBER
from interpreter.compile.slots import free_slots
from interpreter.compile.source import (
    INDENT,
    ROLE_NAMES,
    SOURCES,
    WORD,
    Writer,
    indented,
    joined,
    local,
)


def _filter(w: Writer, node: e.Filter) -> str:
    name, source = local(node.slot), w.list_of(node.source)
    return f"[{name} for {name} in {source} if {w.truth(node.condition)}]"


def _fold(w: Writer, node: e.Fold) -> str:
    return FOLDS[node.function](w, node)


def _results(w: Writer, node: e.Fold, source: str, *, drop_none: bool = False) -> str:
    """Return the source of the list of results, without the none among them if asked."""
    name = local(node.slot)
    if node.body is None:
        return f"[{name} for {name} in {source}]"
    body = w.write(node.body)
    if drop_none and isinstance(node.body.type, Maybe):
        return f"[r for {name} in {source} if (r := {body}) is not None]"
    return f"[{body} for {name} in {source}]"


def _count(w: Writer, node: e.Fold) -> str:
    source = w.list_of(node.source)
    if node.body is None:
        if is_bag(node.source.type):
            return f"sum([n for _, n in {source}])"
        return f"len({source})"
    name = local(node.slot)
    return f"len([1 for {name} in {source} if {w.truth(node.body)}])"


def _sum(w: Writer, node: e.Fold) -> str:
    results = _results(w, node, w.list_of(node.source), drop_none=True)
    if is_bag(node.type):
        return f"{w.name(sum_of_bags, 'sum_of_bags')}({results})"
    total = f"sum({results})"
    return total if w.magnitudes.of(node) <= NUMBER else f"bounded({total})"


def sum_of_bags(bags: list[arithmetic.Bag]) -> arithmetic.Bag:
    """Return the sum of bags by key."""
    total: arithmetic.Bag = ()
    for bag in bags:
        total = arithmetic.add_bags(total, bag)
    return total


def _quantified(w: Writer, node: e.Fold) -> str:
    """Return a call of a function of its own: a loop costs less than a generator."""
    is_any = node.function == "any"
    lines = [*_loop(w, node, f"return {is_any}"), f"return {not is_any}"]
    words = set(WORD.findall("\n".join(lines)))
    roles = [role for role in ROLE_NAMES if role in words]
    given = joined(["st", *roles, *(local(slot) for slot in sorted(free_slots(node)))])
    return f"{w.function_name(given, tuple(lines))}({given})"


def _loop(w: Writer, node: e.Fold, found: str) -> list[str]:
    """Return a loop in which a statement is reached as soon as the outcome is known."""
    body, is_any = node.body, node.function == "any"
    assert body is not None
    head = f"for {local(node.slot)} in {w.list_of(node.source)}:"
    if not isinstance(body, e.Fold) or body.function not in ("any", "all"):
        test = w.truth(body) if is_any else f"not {w.truth(body)}"
        return [head, f"{INDENT}if {test}: {found}"]
    if body.function == node.function:
        return [head, *indented(_loop(w, body, found))]
    return [head, *indented([*_loop(w, body, "break"), f"else: {found}"])]


def _extreme(function: str) -> Callable[[Writer, e.Fold], str]:
    def write(w: Writer, node: e.Fold) -> str:
        results = _results(w, node, w.list_of(node.source), drop_none=True)
        default = w.write(node.default) if node.default is not None else "None"
        return f"{function}({results}, default={default})"

    return write


def _chosen(function: Callable[..., object], hint: str) -> Callable[[Writer, e.Fold], str]:
    def write(w: Writer, node: e.Fold) -> str:
        call, source = w.name(function, hint), w.list_of(node.source)
        results = _results(w, node, "items")
        return f"(lambda items: {call}(items, {results}))(list({source}))"

    return write


def _each(w: Writer, node: e.Fold) -> str:
    results = _results(w, node, w.list_of(node.source), drop_none=True)
    if node.body is not None and is_list(node.body.type):
        return f"tuple([x for part in {results} for x in part])"
    return f"tuple({results})"


FOLDS: dict[str, Callable[[Writer, e.Fold], str]] = {
    "count": _count,
    "sum": _sum,
    "any": _quantified,
    "all": _quantified,
    "min": _extreme("min"),
    "max": _extreme("max"),
    "best": _chosen(list_closures.best, "best"),
    "worst": _chosen(list_closures.worst, "worst"),
    "bests": _chosen(list_closures.bests, "bests"),
    "leader": _chosen(list_closures.leader, "leader"),
    "sort": _chosen(list_closures.in_order, "in_order"),
    "each": _each,
}


def _range(w: Writer, node: e.RangeList) -> str:
    function = w.name(list_closures.span_of_ints, "span_of_ints")
    return f"{function}({w.write(node.low)}, {w.write(node.high)})"


def _items(w: Writer, node: e.ListOfItems) -> str:
    items = joined(w.write(item) for item in node.items)
    return f"({items},)" if node.items else "()"


def _units(w: Writer, node: e.BagOfUnits) -> str:
    key = w.write(node.key)
    return f"(lambda n: (({key}, n),) if n > 0 else ())({w.write(node.count)})"


def _lookup(w: Writer, node: e.Lookup) -> str:
    return f"dict({w.write(node.bag)}).get({w.write(node.key)}, 0)"


def _element(w: Writer, node: e.Element) -> str:
    function = w.name(list_closures.element_at, "element_at")
    return f"{function}({w.write(node.source)}, {w.write(node.index)})"


NEIGHBOURS = {"next": 1, "previous": -1}


def _primitive(w: Writer, node: e.Primitive) -> str:
    arguments = [w.write(argument) for argument in node.arguments]
    if node.name == "default":
        return f"(lambda x: {arguments[1]} if x is None else x)({arguments[0]})"
    if node.name in list_closures.PURE:
        pure = w.name(list_closures.PURE[node.name], "pure")
        return f"{pure}({joined(arguments)})"
    if node.name == "top" and len(arguments) == 1 and arguments[0].isdigit() and not _has_slots(w):
        cards = f"st.zones[{arguments[0]}]"
        return f"({cards}[0] if {cards} else None)"
    if node.name in NEIGHBOURS and w.never_eliminates:
        seats = w.program.seats
        table = tuple((seat + NEIGHBOURS[node.name]) % seats for seat in range(seats))
        return f"{table}[{arguments[0]}]"
    key = ("reading", node.name)
    made = w.readers.get(key)
    if made is None:
        made = w.readers[key] = list_closures.READING[node.name](w.evaluator)
    return f"{w.name(made, 'read')}({joined(['st', *arguments])})"


def _has_slots(w: Writer) -> bool:
    """Return whether a zone of the game may have a vacant place on top."""
    return any(family.slots is not None for family in w.program.families)


SOURCES.update(
    {
        e.Filter: _filter,
        e.Fold: _fold,
        e.RangeList: _range,
        e.ListOfItems: _items,
        e.BagOfUnits: _units,
        e.Lookup: _lookup,
        e.Element: _element,
        e.Primitive: _primitive,
    }
)
