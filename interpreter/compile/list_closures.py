"""Turn expressions over lists, sets and bags into closures."""

from __future__ import annotations

from collections.abc import Callable

from dsl.model import amounts as model_amounts
from dsl.model import expressions as e
from dsl.model.types import SetOf, is_bag, is_list
from interpreter.compile import amounts, arithmetic
from interpreter.compile.closures import CLOSURES, Closure, Evaluator, constant
from interpreter.compile.limits import ELEMENTS
from interpreter.graph.ops import FIRST_SLOT
from interpreter.state.record import State
from interpreter.state.values import Locals, Value, Values


def _combine(ev: Evaluator, node: e.Combine) -> Closure:
    left, right, made = ev.closure(node.left), ev.closure(node.right), ev.meter.made
    operate = _combination(node)
    most = None if is_bag(node.type) else ev.work.limit(node)
    if most is not None:
        return lambda st, L: made(operate(left(st, L), right(st, L)), most)
    return lambda st, L: operate(left(st, L), right(st, L))


def _combination(node: e.Combine) -> Callable[[Value, Value], Value]:
    if is_bag(node.type):
        return arithmetic.add_bags if node.operator == "+" else arithmetic.subtract_bags
    if isinstance(node.type, SetOf):
        if node.operator == "+":
            return lambda a, b: tuple(sorted({*a, *b}))
        return lambda a, b: tuple(x for x in a if x not in b)
    if node.operator == "+":
        return lambda a, b: (*a, *b)
    return arithmetic.remove_each_once


def _contains(ev: Evaluator, node: e.Contains) -> Closure:
    item, collection, negated = ev.closure(node.item), ev.bulk(node.collection), node.negated
    if is_bag(node.collection.type):
        return lambda st, L: (item(st, L) in dict(collection(st, L) or ())) != negated
    return lambda st, L: (item(st, L) in (collection(st, L) or ())) != negated


def _filter(ev: Evaluator, node: e.Filter) -> Closure:
    source, condition = ev.counted(node.source, ev.work.turn(node)), ev.closure(node.condition)
    place = node.slot + FIRST_SLOT

    def kept(st: State, L: Locals) -> list[Value]:
        found = []
        for element in source(st, L):
            L[place] = element
            if condition(st, L):
                found.append(element)
        return found

    return kept


def _fold(ev: Evaluator, node: e.Fold) -> Closure:
    source = ev.counted(node.source, ev.work.turn(node))
    body = ev.optional(node.body)
    place = node.slot + FIRST_SLOT
    fold = FOLDS[node.function](ev, node)

    def results(st: State, L: Locals, items: Value) -> list[Value]:
        if body is None:
            return list(items)
        found = []
        for element in items:
            L[place] = element
            found.append(body(st, L))
        return found

    return lambda st, L: fold(st, L, source(st, L), results)


Results = Callable[[State, Locals, Value], list[Value]]
Folding = Callable[[State, Locals, Value, Results], Value]


def _count(ev: Evaluator, node: e.Fold) -> Folding:
    if node.body is not None:
        return lambda st, L, items, results: sum(1 for r in results(st, L, items) if r)
    if is_bag(node.source.type):
        return lambda st, L, items, results: sum(number for _, number in items)
    return lambda st, L, items, results: len(items)


def _sum(ev: Evaluator, node: e.Fold) -> Folding:
    if is_bag(node.type):

        def bags(st: State, L: Locals, items: Value, results: Results) -> Value:
            total: arithmetic.Bag = ()
            for part in results(st, L, items):
                total = arithmetic.add_bags(total, part or ())
            return total

        return bags
    return lambda st, L, items, results: arithmetic.bounded(
        sum(r for r in results(st, L, items) if r is not None)
    )


def _any(ev: Evaluator, node: e.Fold) -> Folding:
    return _until(ev, node, True)


def _all(ev: Evaluator, node: e.Fold) -> Folding:
    return _until(ev, node, False)


def _until(ev: Evaluator, node: e.Fold, answer: bool) -> Folding:
    """Return the folding that stops at the first element for which the body is `answer`."""
    assert node.body is not None
    body, place = ev.closure(node.body), node.slot + FIRST_SLOT

    def search(st: State, L: Locals, items: Value, results: Results) -> bool:
        for element in items:
            L[place] = element
            if bool(body(st, L)) is answer:
                return answer
        return not answer

    return search


def _extreme(pick: Callable[[list[Value]], Value]) -> Callable[[Evaluator, e.Fold], Folding]:
    def folding(ev: Evaluator, node: e.Fold) -> Folding:
        default = ev.optional(node.default)

        def extreme(st: State, L: Locals, items: Value, results: Results) -> Value:
            found = [r for r in results(st, L, items) if r is not None]
            if found:
                return pick(found)
            return default(st, L) if default else None

        return extreme

    return folding


def _chosen(choose: Callable[[list[Value], list[Value]], Value]) -> Callable[..., Folding]:
    def folding(ev: Evaluator, node: e.Fold) -> Folding:
        def chosen(st: State, L: Locals, items: Value, results: Results) -> Value:
            kept = list(items)
            return choose(kept, results(st, L, kept))

        return chosen

    return folding


def best(items: list[Value], scores: list[Value]) -> Value:
    """Return the first item with the largest score; scores of none do not count."""
    top = found = None
    for item, score in zip(items, scores, strict=True):
        if score is not None and (top is None or score > top):
            top, found = score, item
    return found


def worst(items: list[Value], scores: list[Value]) -> Value:
    """Return the first item with the smallest score."""
    return best(items, [None if s is None else -s for s in scores])


def bests(items: list[Value], scores: list[Value]) -> Values:
    """Return all items with the largest score."""
    known = [s for s in scores if s is not None]
    return tuple(x for x, s in zip(items, scores, strict=True) if known and s == max(known))


def leader(items: list[Value], scores: list[Value]) -> Value:
    """Return the only item with the largest score, or none."""
    found = bests(items, scores)
    return found[0] if len(found) == 1 else None


def in_order(items: list[Value], scores: list[Value]) -> Values:
    """Return the items by rising score; none comes first, equal ones keep their order."""
    places = sorted(
        range(len(items)), key=lambda i: (scores[i] is not None, scores[i] if scores[i] else 0)
    )
    return tuple(items[i] for i in places)


def _each(ev: Evaluator, node: e.Fold) -> Folding:
    flat, made = node.body is not None and is_list(node.body.type), ev.meter.made
    most = ev.work.most(node.type)

    def each(st: State, L: Locals, items: Value, results: Results) -> Value:
        found = [r for r in results(st, L, items) if r is not None]
        return made(tuple(x for part in found for x in part), most) if flat else tuple(found)

    return each


FOLDS: dict[str, Callable[[Evaluator, e.Fold], Folding]] = {
    "count": _count,
    "sum": _sum,
    "any": _any,
    "all": _all,
    "min": _extreme(min),
    "max": _extreme(max),
    "best": _chosen(best),
    "worst": _chosen(worst),
    "bests": _chosen(bests),
    "leader": _chosen(leader),
    "sort": _chosen(in_order),
    "each": _each,
}


def _range(ev: Evaluator, node: e.RangeList) -> Closure:
    low, high = ev.closure(node.low), ev.closure(node.high)
    return lambda st, L: span_of_ints(low(st, L), high(st, L))


def span_of_ints(low: int, high: int) -> tuple[int, ...]:
    """Return low..high, both included."""
    if high - low >= ELEMENTS:
        raise arithmetic.Fault("list-too-long", f"the list {low}..{high} is too long")
    return tuple(range(low, high + 1))


def _items(ev: Evaluator, node: e.ListOfItems) -> Closure:
    items = tuple(ev.closure(item) for item in node.items)
    return lambda st, L: tuple(item(st, L) for item in items)


def _units(ev: Evaluator, node: e.BagOfUnits) -> Closure:
    count, key = ev.closure(node.count), ev.closure(node.key)

    def bag(st: State, L: Locals) -> arithmetic.Bag:
        number = count(st, L)
        return ((key(st, L), number),) if number > 0 else ()

    return bag


def _lookup(ev: Evaluator, node: e.Lookup) -> Closure:
    bag, key = ev.closure(node.bag), ev.closure(node.key)
    return lambda st, L: dict(bag(st, L)).get(key(st, L), 0)


def _element(ev: Evaluator, node: e.Element) -> Closure:
    source, index = ev.closure(node.source), ev.closure(node.index)
    return lambda st, L: element_at(source(st, L), index(st, L))


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
        return _applied(PURE[node.name], tuple(ev.bulk(a) for a in node.arguments))
    read = READING[node.name](ev)
    known = tuple(a.value for a in node.arguments if isinstance(a, e.Constant))
    if len(known) == len(node.arguments):
        return lambda st, L: read(st, *known)
    arguments = tuple(ev.closure(a) for a in node.arguments)
    return lambda st, L: read(st, *[a(st, L) for a in arguments])


def _applied(function: Callable[..., Value], arguments: tuple[Closure, ...]) -> Closure:
    """Return the closure of a function that reads nothing but its arguments."""
    if len(arguments) == 1:
        only = arguments[0]
        return lambda st, L: function(only(st, L))
    return lambda st, L: function(*[a(st, L) for a in arguments])


PURE: dict[str, Callable[..., Value]] = {
    "first": lambda xs: xs[0] if xs else None,
    "last": lambda xs: xs[-1] if xs else None,
    "only": lambda xs: xs[0] if len(xs) == 1 else None,
    "reverse": lambda xs: tuple(reversed(xs)),
    "distinct": arithmetic.distinct,
    "abs": abs,
    "min": min,
    "max": max,
    "keys": lambda bag: tuple(key for key, _ in bag),
    "to-set": lambda xs: tuple(sorted(set(xs))),
    "to-list": tuple,
    "total": lambda bag: sum(number for _, number in bag),
    "to-amount": model_amounts.of_bag,
    "open-units": model_amounts.open_part,
    "add-amounts": model_amounts.add,
    "less-bag": model_amounts.less,
    "floored": model_amounts.floored,
    "reduce": model_amounts.reduce,
    "due": amounts.due,
    "payable": amounts.payable,
}


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
