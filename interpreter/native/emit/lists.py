"""Lower lists, sets and bags: loops that make no list where one is only gone through."""

from __future__ import annotations

from collections.abc import Callable

from dsl.model import expressions as e
from dsl.model import types as t
from interpreter.native.emit.dispatch import (
    NotALoop,
    WriteBody,
    atom,
    condition,
    each,
    each_of,
    frozen,
    loop_over,
    value,
    value_of,
)
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.limits import count, counted_read, see_to_length, turn_of
from interpreter.native.emit.scalars import block_of, has_slots, of_kind, zone
from interpreter.native.emit.writer import Writer
from interpreter.program.noun_closures import definitions_of, first_zone, unique_of, zone_offset
from interpreter.program.program import ELIMINATED, START_PLAYER
from interpreter.program.work import FEW_KEYS, is_flat

# --- loops --------------------------------------------------------------------------------------


@loop_over(e.Filter)
def _each_kept(em: Emitter, w: Writer, node: e.Filter, body: WriteBody) -> None:
    def kept(element: str) -> None:
        count(w, turn_of(em, node))
        with w.naming({node.slot: element}):
            holds = condition(em, w, node.condition)
        with w.inner(f"if {holds}:"):
            body(element)

    each(em, w, node.source, kept)


@loop_over(e.ZoneCards)
def _each_card(em: Emitter, w: Writer, node: e.ZoneCards, body: WriteBody) -> None:
    text = zone(em, w, node.zone, node.of)
    each_of(w, block_of(em, text), body, skips=has_slots(em, node.zone))


@loop_over(e.CardsOf)
def _each_card_of(em: Emitter, w: Writer, node: e.CardsOf, body: WriteBody) -> None:
    each_of(w, block_of(em, value(em, w, node.zone)), body, skips=em.is_slotted)


@loop_over(e.RangeList)
def _each_number(em: Emitter, w: Writer, node: e.RangeList, body: WriteBody) -> None:
    low, high, number = atom(em, w, node.low), atom(em, w, node.high), w.fresh("x")
    w.line(f"spans({low}, {high})")
    with w.inner(f"for {number} in range({low}, {high} + 1):"):
        body(number)


@loop_over(e.Fold)
def _each_result(em: Emitter, w: Writer, node: e.Fold, body: WriteBody) -> None:
    result = node.body
    if node.function != "each" or result is None or is_flat(node):
        raise NotALoop

    def mapped(element: str) -> None:
        count(w, turn_of(em, node))
        with w.naming({node.slot: element}):
            found = w.bind(value(em, w, result))
        if not isinstance(result.type, t.Maybe):
            body(found)
            return
        with w.inner(f"if {found} != NONE:"):
            body(found)

    each(em, w, node.source, mapped)


@loop_over(e.ZoneFamily)
def _each_of_family(em: Emitter, w: Writer, node: e.ZoneFamily, body: WriteBody) -> None:
    owner, skips = node.zone.owner, has_slots(em, node.zone)
    if owner is None:
        table = block_of(em, str(first_zone(em.evaluator, node.zone)))
        each_of(w, table, body, skips=skips)
    elif owner == "player":
        first = w.bind(f"otherwise(M[{em.base('values') + START_PLAYER}], 0)")

        def of_seat(seat: str) -> None:
            number = f"({seat} + {first_zone(em.evaluator, node.zone)})"
            each_of(w, block_of(em, number), body, skips=skips)

        _each_seat(em, w, first, em.program.seats, of_seat)
    else:
        ancestors, kinds = em.program.ancestors, em.game.definitions
        owns = em.by_definition(lambda n: owner in ancestors[kinds[n].kind])
        card = w.fresh("k")
        every, is_owner = f"for {card} in range(g_entities):", f"if M[{owns} + M[DF + {card}]]:"
        with w.inner(every), w.inner(is_owner):
            number = w.bind(f"M[EZ + {card}] + {zone_offset(em.evaluator, node.zone)}", "z")
            each_of(w, block_of(em, number), body, skips=skips)


def _each_seat(em: Emitter, w: Writer, first: str, many: int, body: WriteBody) -> None:
    """Write a loop over some seats from one on."""
    k, seat = w.fresh("k"), w.fresh("x")
    with w.inner(f"for {k} in range({many}):"):
        w.line(f"{seat} = {first} + {k}")
        w.line(f"if {seat} >= {em.program.seats}:")
        w.line(f"    {seat} -= {em.program.seats}")
        body(seat)


@loop_over(e.Players)
def _each_player(em: Emitter, w: Writer, node: e.Players, body: WriteBody) -> None:
    seats = em.program.seats
    if node.opponents_of is None:
        first, many = w.bind(f"otherwise(M[{em.base('values') + START_PLAYER}], 0)"), seats
    else:
        first, many = w.bind(f"{atom(em, w, node.opponents_of)} + 1"), seats - 1

    def playing(seat: str) -> None:
        if not em.analysis.can_eliminate:
            body(seat)
            return
        with w.inner(f"if {em.seat_field(seat, ELIMINATED)} == 0:"):
            body(seat)

    _each_seat(em, w, first, many, playing)


@loop_over(e.Entities)
def _each_entity(em: Emitter, w: Writer, node: e.Entities, body: WriteBody) -> None:
    wanted, card = of_kind(em, node.kind), w.fresh("x")
    every, is_wanted = f"for {card} in range(g_entities):", f"if M[{wanted} + M[DF + {card}]]:"
    with w.inner(every), w.inner(is_wanted):
        unique = unique_of(em.evaluator, node.kind)
        if unique == {*definitions_of(em.evaluator, node.kind)}:
            body(card)
            return
        count(w, int(em.evaluator.work.cards(node.kind) > FEW_KEYS))
        is_there = f"M[PL + {card}] >= 0"
        if unique:
            is_there += f" or M[{em.by_definition(unique.__contains__)} + M[DF + {card}]]"
        with w.inner(f"if {is_there}:"):
            body(card)


# --- lists that are made ------------------------------------------------------------------------


def bound(em: Emitter, w: Writer, node: e.Expression) -> str:
    """Return the text of how many elements a list has at the most. One that cannot be told in
    advance is computed: `w.known` has it from then on."""
    if isinstance(node, e.Filter):
        return bound(em, w, node.source)
    if isinstance(node, e.ZoneCards):
        return f"M[{block_of(em, zone(em, w, node.zone, node.of))}]"
    if isinstance(node, e.CardsOf):
        return f"M[{block_of(em, value(em, w, node.zone))}]"
    if isinstance(node, e.ZoneFamily | e.Entities):
        return "g_entities"
    if isinstance(node, e.Players):
        return str(em.program.seats)
    if isinstance(node, e.RangeList):
        return f"most(0, {value(em, w, node.high)} - {value(em, w, node.low)} + 1)"
    if isinstance(node, e.Fold) and node.function == "each" and not is_flat(node):
        return bound(em, w, node.source)
    made = atom(em, w, node)
    if isinstance(node.type, t.Maybe):
        made = w.bind(f"or_empty({made})")
    w.known[id(node)] = made
    return f"M[{made}]"


def gathered(
    em: Emitter,
    w: Writer,
    node: e.Expression,
    element: Callable[[str], str] = str,
    *,
    is_maybe: bool = False,
) -> str:
    """Return a new list of what a loop over a list gives.

    Args:
        element: What is kept of an element.
        is_maybe: Leave out what is none.
    """
    known = dict(w.known)
    limit = bound(em, w, node)
    w.allocates = True
    block, number = w.bind("g_top", "q"), w.bind("0", "n")
    w.line(f"g_top = {block} + 1 + {limit}")

    def body(each_: str) -> None:
        found = element(each_)
        if not is_maybe:
            w.line(f"{number} += 1")
            w.line(f"M[{block} + {number}] = {found}")
            return
        found = w.bind(found)
        with w.inner(f"if {found} != NONE:"):
            w.line(f"{number} += 1")
            w.line(f"M[{block} + {number}] = {found}")

    each(em, w, node, body)
    w.known = known
    w.line(f"M[{block}] = {number}")
    return block


@value_of(e.Filter, e.ZoneFamily, e.Players, e.Entities)
def _made(em: Emitter, w: Writer, node: e.Expression) -> str:
    return gathered(em, w, node)


@value_of(e.RangeList)
def _range(em: Emitter, w: Writer, node: e.RangeList) -> str:
    w.allocates = True
    return w.bind(f"span({value(em, w, node.low)}, {value(em, w, node.high)})")


@value_of(e.ListOfItems)
def _items(em: Emitter, w: Writer, node: e.ListOfItems) -> str:
    items = [frozen(em, w, item) for item in node.items]
    w.allocates = True
    block = w.bind("g_top", "q")
    w.line(f"g_top = {block} + {len(items) + 1}")
    w.line(f"M[{block}] = {len(items)}")
    for number, item in enumerate(items, 1):
        w.line(f"M[{block} + {number}] = {item}")
    return block


@value_of(e.Combine)
def _combine(em: Emitter, w: Writer, node: e.Combine) -> str:
    w.allocates, is_sum, work = True, node.operator == "+", em.evaluator.work
    reading = work.compared if t.is_bag(node.type) else work.parted
    left, right = (
        value(em, w, each_)
        if is_sum and not t.is_bag(node.type)
        else counted_read(value(em, w, each_), each_.type, reading(each_))
        for each_ in (node.left, node.right)
    )
    if t.is_bag(node.type):
        return w.bind(f"join_bags({left}, {right}, {1 if is_sum else -1})")
    functions = ("union", "difference") if isinstance(node.type, t.SetOf) else ("concat", "without")
    found = w.bind(f"{functions[not is_sum]}({left}, {right})")
    most = work.limit(node)
    see_to_length(w, found, most)
    return found if most is None else w.bind(f"made({found})")


# --- bags and elements --------------------------------------------------------------------------


@value_of(e.BagOfUnits)
def _units(em: Emitter, w: Writer, node: e.BagOfUnits) -> str:
    w.allocates = True
    return w.bind(f"units({value(em, w, node.count)}, {value(em, w, node.key)})")


@value_of(e.Lookup)
def _lookup(em: Emitter, w: Writer, node: e.Lookup) -> str:
    bag = counted_read(value(em, w, node.bag), node.bag.type, em.evaluator.work.compared(node.bag))
    return f"count_in({bag}, {value(em, w, node.key)})"


@value_of(e.Element)
def _element(em: Emitter, w: Writer, node: e.Element) -> str:
    return f"element({value(em, w, node.source)}, {value(em, w, node.index)})"
