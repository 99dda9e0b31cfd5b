"""Write expressions over lists, sets and bags as Python source."""

from __future__ import annotations

from dsl.model import expressions as e
from dsl.model.types import SetOf, is_bag
from dsl.model.walk import known_number
from dsl.words import arithmetic
from dsl.words.folding import between, length
from dsl.words.vocabulary import FUNCTIONS
from interpreter.program import list_closures
from interpreter.writing.total import is_short
from interpreter.writing.vectors import narrowed
from interpreter.writing.writer import SOURCES, Writer, joined

MOST_WRITTEN_OUT = 64
"""So many numbers between two are written out."""


def _filter(w: Writer, node: e.Filter) -> str:
    turn, name = w.evaluator.work.turn(node), w.local(node.slot)
    found = narrowed(w, node.slot, node.source, node.condition)
    if found.rest is None and found.column is not None:
        return f"(*{found.iterable(w, found.items(w, node.source, turn))},)"
    source = w.in_iterable(lambda: found.iterable(w, found.items(w, node.source, turn)))
    test = "" if found.rest is None else f" if {w.truth(found.rest)}"
    return f"[{name} for {name} in {source}{test}]"


def _range(w: Writer, node: e.RangeList) -> str:
    low, many = known_number(node.low), length(node, {})
    if low is not None and many is not None and many <= MOST_WRITTEN_OUT:
        return repr(tuple(range(low, low + many)))
    function = w.name(w.evaluator.meter.span, "span_of_ints")
    return f"{function}({w.write(node.low)}, {w.write(node.high)})"


def _items(w: Writer, node: e.ListOfItems) -> str:
    items = joined(w.frozen(item) for item in node.items)
    return f"({items},)" if node.items else "()"


def _units(w: Writer, node: e.BagOfUnits) -> str:
    return w.bound(
        node.count, lambda first, n: f"((({w.write(node.key)}, {n}),) if {first} > 0 else ())"
    )


def _lookup(w: Writer, node: e.Lookup) -> str:
    return f"dict({w.compared(node.bag)}).get({w.write(node.key)}, 0)"


def _element(w: Writer, node: e.Element) -> str:
    function = w.name(list_closures.element_at, "element_at")
    known = w.known.of(node.index, in_value=w.is_in_value)
    place = known[0] if known is not None else None

    def found(items: str, name: str, size: str | int) -> str:
        def element(first: str, index: str) -> str:
            there = f"{name}[{index} - 1] if {size} >= {first} >= 1"
            return f"({there} else {function}({name}, {index}))"

        if isinstance(place, int) and place >= 1:
            test = items if place == 1 else f"len({items}) >= {place}"
            return f"({name}[{place - 1}] if {test} else {function}({name}, {place}))"
        return w.bound(node.index, element)

    size = _size(w, node.source)
    if size is not None:
        source = w.write(node.source)
        return found(source, source, size)

    return w.bound(node.source, lambda first, name: found(first, name, f"len({first})"))


def _size(w: Writer, node: e.Expression) -> int | None:
    """Return how many elements a list always has that costs nothing to look up again."""
    if isinstance(node, e.Constant) and isinstance(node.value, tuple):
        return len(node.value)
    if isinstance(node, e.ListOfItems) and w.evaluator.fixed.holds(node):
        return len(node.items)
    if isinstance(node, e.Players) and node.opponents_of is None and w.never_eliminates:
        return w.program.seats
    return None


def _combine(w: Writer, node: e.Combine) -> str:
    if is_bag(node.type):
        left, right = w.compared(node.left), w.compared(node.right)
        add = node.operator == "+"
        function = arithmetic.add_bags if add else arithmetic.subtract_bags
        return f"{w.name(function, 'bags')}({left}, {right})"
    if node.operator == "-":
        left = w.compared(node.left, is_parted=True)
        right = w.compared(node.right, is_parted=True)
    else:
        left, right = w.write(node.left), w.write(node.right)
    return w.made(_combined_lists(w, node, left, right), node)


def _combined_lists(w: Writer, node: e.Combine, left: str, right: str) -> str:
    if isinstance(node.type, SetOf):
        if node.operator == "+":
            return f"tuple(sorted({{*{left}, *{right}}}))"
        left = w.iterable(node.left)
        return f"(lambda gone: tuple([x for x in {left} if x not in gone]))({right})"
    if node.operator == "+":
        return f"(*{left}, *{right})"
    return f"{w.name(arithmetic.remove_each_once, 'remove')}({left}, {right})"


def _contains(w: Writer, node: e.Contains) -> str:
    if (compared := _between(w, node)) is not None:
        return compared
    item, collection = w.write(node.item), w.bulk(w.list_of(node.collection), node.collection)
    if is_bag(node.collection.type):
        collection = f"dict({collection})"
    return f"({item} {'not in' if node.negated else 'in'} {collection})"


def _between(w: Writer, node: e.Contains) -> str | None:
    """Return whether a number lies between two as a comparison; None where it is no such thing, or
    the list of what lies between could be too long."""
    asked = between(node)
    if asked is None or not is_short(w, asked[0], asked[2]):
        return None
    return f"({' <= '.join(map(w.write, asked))})"


NEIGHBOURS = {"next": 1, "previous": -1}


def _primitive(w: Writer, node: e.Primitive) -> str:
    if node.name == "default":
        maybe, default = node.arguments
        return w.bound(maybe, lambda first, x: f"({w.write(default)} if {first} is None else {x})")
    arguments = [w.write(argument) for argument in node.arguments]
    written = FUNCTIONS[node.name].source
    if written is not None:
        source = w.bulk(arguments[0], node.arguments[0])
        if "{again}" not in written:
            return written.format(first=source)
        return w.bound_source(source, lambda first, x: written.format(first=first, again=x))
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
        e.Combine: _combine,
        e.Contains: _contains,
        e.RangeList: _range,
        e.ListOfItems: _items,
        e.BagOfUnits: _units,
        e.Lookup: _lookup,
        e.Element: _element,
        e.Primitive: _primitive,
    }
)
