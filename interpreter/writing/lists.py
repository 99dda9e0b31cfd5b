"""Write expressions over lists, sets and bags as Python source."""

from __future__ import annotations

from dsl.model import expressions as e
from interpreter.compile import list_closures
from interpreter.writing.writer import SOURCES, Writer, joined


def _filter(w: Writer, node: e.Filter) -> str:
    turn = w.evaluator.work.turn(node)
    name, source = w.local(node.slot), w.iterable(node.source, turn)
    return f"[{name} for {name} in {source} if {w.truth(node.condition)}]"


def _range(w: Writer, node: e.RangeList) -> str:
    function = w.name(list_closures.span_of_ints, "span_of_ints")
    return f"{function}({w.write(node.low)}, {w.write(node.high)})"


def _items(w: Writer, node: e.ListOfItems) -> str:
    items = joined(w.frozen(item) for item in node.items)
    return f"({items},)" if node.items else "()"


def _units(w: Writer, node: e.BagOfUnits) -> str:
    return w.bound(
        node.count, lambda first, n: f"((({w.write(node.key)}, {n}),) if {first} > 0 else ())"
    )


def _lookup(w: Writer, node: e.Lookup) -> str:
    return f"dict({w.write(node.bag)}).get({w.write(node.key)}, 0)"


def _element(w: Writer, node: e.Element) -> str:
    function = w.name(list_closures.element_at, "element_at")

    def found(items: str, name: str) -> str:
        def element(first: str, index: str) -> str:
            there = f"{name}[{index} - 1] if len({items}) >= {first} >= 1"
            return f"({there} else {function}({name}, {index}))"

        return w.bound(node.index, element)

    return w.bound(node.source, found)


NEIGHBOURS = {"next": 1, "previous": -1}


def _primitive(w: Writer, node: e.Primitive) -> str:
    if node.name == "default":
        maybe, default = node.arguments
        return w.bound(maybe, lambda first, x: f"({w.write(default)} if {first} is None else {x})")
    arguments = [w.write(argument) for argument in node.arguments]
    if node.name in list_closures.PURE:
        arguments = [w.bulk(x, a) for x, a in zip(arguments, node.arguments, strict=True)]
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
        e.RangeList: _range,
        e.ListOfItems: _items,
        e.BagOfUnits: _units,
        e.Lookup: _lookup,
        e.Element: _element,
        e.Primitive: _primitive,
    }
)
