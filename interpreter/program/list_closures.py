"""Turn expressions over lists, sets and bags into closures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import compress
from typing import Final

from dsl.model import expressions as e
from dsl.model.types import is_bag
from dsl.model.words import Meaning
from dsl.words import arithmetic
from dsl.words.vocabulary import FOLDS, FUNCTIONS
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program import amounts, boards
from interpreter.program.closures import (
    CLOSURES,
    Closure,
    Evaluator,
    applied,
    constant,
    operated,
    read_of,
    together,
)
from interpreter.program.work import is_flat
from interpreter.state.record import State
from interpreter.state.values import Locals, Value


def _combine(ev: Evaluator, node: e.Combine) -> Closure:
    operate, made = arithmetic.combination(node), ev.meter.made
    if is_bag(node.type):
        return operated(operate, ev.compared(node.left), ev.compared(node.right))
    if node.operator == "-":
        left, right = (ev.read(each, ev.work.parted(each)) for each in (node.left, node.right))
    else:
        left, right = ev.operand(node.left), ev.operand(node.right)
    most, together = ev.work.limit(node), operated(operate, left, right)
    return together if most is None else lambda st, L: made(together(st, L), most)


def _contains(ev: Evaluator, node: e.Contains) -> Closure:
    item, collection, negated = (
        ev.closure(node.item),
        ev.bulk(node.collection).closure,
        node.negated,
    )
    if is_bag(node.collection.type):
        return lambda st, L: (item(st, L) in dict(collection(st, L) or ())) != negated
    if negated:
        return lambda st, L: item(st, L) not in (collection(st, L) or ())
    return lambda st, L: item(st, L) in (collection(st, L) or ())


def _filter(ev: Evaluator, node: e.Filter) -> Closure:
    source, condition = ev.closure(node.source), ev.closure(node.condition)
    fuel, place = ev.counting(node.source, ev.work.turn(node)), node.slot + FIRST_SLOT

    def kept(st: State, L: Locals) -> list[Value]:
        items, found = source(st, L) or (), []
        for element in items if fuel is None else compress(items, fuel):
            L[place] = element
            if condition(st, L):
                found.append(element)
        return found

    return kept


def _fold(ev: Evaluator, node: e.Fold) -> Closure:
    close, fuel = ev.closure(node.source), ev.counting(node.source, ev.work.turn(node))
    body, place, row = ev.optional(node.body), node.slot + FIRST_SLOT, FOLDS[node.function]
    means, bare, until = _meaning(ev, node), row.bare, row.until
    if body is None and bare is not None:
        return lambda st, L: bare(close(st, L) or ())

    def folded(st: State, L: Locals) -> Value:
        items = close(st, L) or ()
        results = items if fuel is None else compress(items, fuel)
        return means(items, results if body is None else _one_by_one(body, place, st, L, results))

    found = folded if until is None or body is None else _sought(close, body, place, fuel, until)
    if node.default is None:
        return found
    default = ev.closure(node.default)
    return lambda st, L: default(st, L) if (value := found(st, L)) is None else value


def _sought(
    close: Closure, body: Closure, place: int, fuel: Iterator[object] | None, until: bool
) -> Closure:
    """Return the closure of a fold that is over at the first result of a sort."""

    def sought(st: State, L: Locals) -> bool:
        items = close(st, L) or ()
        for L[place] in items if fuel is None else compress(items, fuel):
            if (not body(st, L)) is not until:
                return until
        return not until

    return sought


def _one_by_one(body: Closure, place: int, st: State, L: Locals, items: Value) -> Iterator[Value]:
    """Yield what a body comes to for each element, when it is asked for."""
    for element in items:
        L[place] = element
        yield body(st, L)


def _meaning(ev: Evaluator, node: e.Fold) -> Meaning:
    """Return what a function over elements comes to, held to the bounds of the machine."""
    row = FOLDS[node.function]
    means, of_bags = row.means, row.of_bags
    if is_bag(node.type) and of_bags is not None:
        return lambda items, results: of_bags(part or () for part in results)
    if row.is_bounded:
        return lambda items, results: arithmetic.bounded(means(items, results))
    if is_flat(node):
        made, most = ev.meter.made, ev.work.most(node.type)
        return lambda items, results: made(
            tuple(x for part in means(items, results) for x in part), most
        )
    return means


def _range(ev: Evaluator, node: e.RangeList) -> Closure:
    return operated(ev.meter.span, ev.operand(node.low), ev.operand(node.high))


def _items(ev: Evaluator, node: e.ListOfItems) -> Closure:
    return ev.given(node.items)  # a list in a list lives on


def _units(ev: Evaluator, node: e.BagOfUnits) -> Closure:
    count, key = ev.closure(node.count), ev.closure(node.key)

    def bag(st: State, L: Locals) -> arithmetic.Bag:
        number = count(st, L)
        return ((key(st, L), number),) if number > 0 else ()

    return bag


def _lookup(ev: Evaluator, node: e.Lookup) -> Closure:
    bag, key = ev.compared(node.bag).closure, ev.closure(node.key)
    return lambda st, L: dict(bag(st, L)).get(key(st, L), 0)


def _element(ev: Evaluator, node: e.Element) -> Closure:
    return operated(element_at, ev.operand(node.source), ev.operand(node.index))


def element_at(items: Value, index: int) -> Value:
    """Return an element by its place from 1, or fault."""
    if 1 <= index <= len(items):
        return items[index - 1]
    raise arithmetic.Fault("no-such-element", f"element {index} of a list of {len(items)}")


def _primitive(ev: Evaluator, node: e.Primitive) -> Closure:
    if node.name == "default":
        first, second = (ev.closure(a) for a in node.arguments)
        return lambda st, L: second(st, L) if (x := first(st, L)) is None else x
    thing = ev.fixed.entity(node)
    if thing is not None:
        return constant(thing)
    if node.name in PURE:
        function, given = PURE[node.name], tuple(ev.bulk(a) for a in node.arguments)
        if len(given) == 1:
            return applied(function, given[0])
        if len(given) == 2:
            return operated(function, *given)
        values = together([each.closure for each in given])
        return lambda st, L: function(*values(st, L))
    read = READING[node.name](ev)
    known = tuple(a.value for a in node.arguments if isinstance(a, e.Constant))
    if len(known) == len(node.arguments):
        return lambda st, L: read(st, *known)
    if len(node.arguments) == 1:
        return read_of(read, ev.operand(node.arguments[0]))
    arguments = together([ev.closure(a) for a in node.arguments])
    return lambda st, L: read(st, *arguments(st, L))


OF_THE_MACHINE: Final[dict[str, Callable[..., Value]]] = {
    "due": amounts.due,
    "payable": amounts.payable,
    **amounts.TOGETHER,
}
"""What functions come to that need the limits of a match."""

PURE: Final[dict[str, Callable[..., Value]]] = {
    **{row.name: row.means for row in FUNCTIONS.values() if row.means is not None},
    **OF_THE_MACHINE,
}
"""The functions that read nothing but their arguments."""


def _cards(st: State, zone: int) -> list[Value]:
    return [card for card in st.zones[zone] if card is not None]


def _top(ev: Evaluator) -> Callable[..., Value]:
    slotted = [family.slots is not None for family in ev.program.families]

    def top(st: State, zone: int, number: int | None = None) -> Value:
        cards = _cards(st, zone) if slotted[st.zone_families[zone]] else st.zones[zone]
        if number is None:
            return cards[0] if cards else None
        return tuple(cards[: max(number, 0)])

    return top


def _bottom(ev: Evaluator) -> Callable[..., Value]:
    return lambda st, zone: cards[-1] if (cards := _cards(st, zone)) else None


def _vacant(ev: Evaluator) -> Callable[..., Value]:
    families = ev.program.families

    def vacant(st: State, zone: int) -> int:
        limit = families[st.zone_families[zone]].limit
        if limit is None:
            raise arithmetic.Fault("no-such-element", "a zone without limit is never full")
        return limit - len(_cards(st, zone))

    return vacant


def _neighbour(step: int) -> Callable[[Evaluator], Callable[..., Value]]:
    def make(ev: Evaluator) -> Callable[..., Value]:
        seats, layout = ev.program.seats, ev.layout

        def neighbour(st: State, seat: int) -> int:
            for distance in range(1, seats + 1):
                other = (seat + step * distance) % seats
                if not st.values[layout.seat_base + other * layout.seat_size]:
                    return other
            return seat

        return neighbour

    return make


def _seats(ev: Evaluator) -> Callable[..., Value]:
    seats = tuple(range(ev.program.seats))
    return lambda st: seats


def _unique_entity(ev: Evaluator) -> Callable[..., Value]:
    return lambda st, definition: st.entity_definitions.index(definition)


READING: dict[str, Callable[[Evaluator], Callable[..., Value]]] = {
    "top": _top,
    "bottom": _bottom,
    "vacant": _vacant,
    "next": _neighbour(1),
    "previous": _neighbour(-1),
    "seats": _seats,
    "unique-entity": _unique_entity,
    **boards.READING,
}

CLOSURES.update(
    {
        e.Combine: _combine,
        e.Contains: _contains,
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
