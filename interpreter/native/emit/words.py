"""Lower the functions over evaluated arguments, and amounts.

Words are the ends of lists and zones, neighbours, keys. Amounts are bags with parts left open,
what reduces them, and the bags that pay them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from msgspec.structs import replace

from dsl.model import expressions as e
from dsl.model import types as t
from interpreter.lower import ops
from interpreter.native.emit import boards
from interpreter.native.emit.bodies import is_paying
from interpreter.native.emit.dispatch import (
    actor_of,
    asks,
    atom,
    condition,
    each,
    each_of,
    guarded,
    value,
    value_of,
)
from interpreter.native.emit.emitter import MOST_KEYS, Emitter
from interpreter.native.emit.equality import distinct, place_among
from interpreter.native.emit.limits import counted_read, turn_of
from interpreter.native.emit.moves import possible
from interpreter.native.emit.scalars import or_else
from interpreter.native.emit.writer import Unsupported, Writer, is_block
from interpreter.native.runtime import NONE
from interpreter.program.amounts import TOGETHER
from interpreter.program.list_closures import PURE
from interpreter.program.subscriptions import is_always_possible

LowerAmount: TypeAlias = Callable[[Emitter, Writer, e.Primitive], str]


def _function(name: str) -> LowerAmount:
    """Return what calls a function of the runtime over amounts."""

    def lower(em: Emitter, w: Writer, node: e.Primitive) -> str:
        for part in (node, *node.arguments):
            _see_to(em, part.type)
        w.allocates = True
        return w.bind(f"{name}({', '.join([value(em, w, part) for part in node.arguments])})")

    return lower


def _see_to(em: Emitter, type_: t.Type) -> None:
    """See that a mask has a bit for each key of an amount, and that units can be held."""
    plain = t.plain_type(type_)
    plain = t.plain_type(plain.of) if isinstance(plain, t.ListOf) else plain
    if not isinstance(plain, t.AmountOf):
        return
    key, many = plain.of, len(em.game.definitions)
    if isinstance(key, t.EnumType):
        many = len(em.game.enums[key.name].members)
    if many > MOST_KEYS:
        raise Unsupported(f"{plain}: it has over {MOST_KEYS} keys")
    see_to_units(em)


def see_to_units(em: Emitter) -> None:
    """See that there is room for the units of an amount that are counted."""
    if "HELD" not in em.constants:
        em.constants["HELD"] = em.room(64, lasts=False)


def choose_amount(em: Emitter, w: Writer, op: ops.Choose, number: int) -> None:
    """Bind the bag that a player chooses for an amount, asked for unit by unit."""
    _see_to(em, op.source.type)

    def write() -> str:
        decider = actor_of(em, w, op.by)
        amount = atom(em, w, op.source)
        within = "NONE" if op.number is None else atom(em, w, op.number)
        w.allocates, last = True, w.bind("NONE")
        if op.condition is None:
            found = w.bind(f"forced_bag({amount}, {within})")
            more = f"next_units({amount}, {within}, {found}, {last})"
        else:
            fitting = _fitting(em, w, op, f"bags_paying({amount}, {within})")
            found = w.bind(f"common_bag({fitting})")
            more = f"units_towards({fitting}, {found}, {last})"
        with w.inner(f"if {found} == NONE:"):
            if is_paying(em, w):
                w.line("if g_payer != NONE:")
                w.line("    return fail()")
            if op.number is None and op.condition is None:
                w.line(f"{found} = EMPTY")
        with w.inner("else:"):
            options = w.bind(more)
            with w.inner(f"while M[{options}] > 0:"):
                asks(em, w, "unit", number, getattr(op.source.type, "of", None))
                w.line(f"{last} = ask({decider}, {options})")
                w.line(f"{found} = one_more({found}, {last})")
                w.line(f"{options} = {more}")
        return found

    w.line(f"s{op.slot} = {guarded(w, write, keeps=True)}")


def _fitting(em: Emitter, w: Writer, op: ops.Choose, bags: str) -> str:
    """Return a variable with the list of those bags that fulfil the condition of a choice."""
    asked = op.condition
    assert asked is not None
    every = w.bind(bags)
    fitting = w.bind("g_top", "q")
    w.line(f"g_top = {fitting} + 1 + M[{every}]")
    w.line(f"M[{fitting}] = 0")

    def body(bag: str) -> None:
        with w.naming({op.slot: bag}), w.inner(f"if {condition(em, w, asked)}:"):
            w.line(f"M[{fitting}] += 1")
            w.line(f"M[{fitting} + M[{fitting}]] = {bag}")

    each_of(w, every, body)
    return fitting


AMOUNTS: Final[dict[str, LowerAmount]] = {
    "reduce": _function("reduce"),
    "payable": _function("payable"),
    **{name: _function(name.replace("-", "_")) for name in TOGETHER},
    "to-amount": _function("to_amount"),
    "open-units": _function("open_units"),
    "add-amounts": _function("add_amounts"),
    "less-bag": _function("less_bag"),
    "less-open": _function("less_open"),
    "floored": _function("floored"),
    "due": _function("due"),
}


NO_SUCH_ELEMENT: Final = 4
"""The number of that fault."""
LowerWord: TypeAlias = Callable[[Emitter, Writer, e.Primitive], str]


@value_of(e.Primitive)
def _primitive(em: Emitter, w: Writer, node: e.Primitive) -> str:
    lower = WORDS.get(node.name)
    if lower is None:
        raise Unsupported(f"the function `{node.name}`")
    if node.name not in PURE:
        return lower(em, w, node)
    arguments = list[e.Expression]()
    for argument in node.arguments:
        if (reading := em.evaluator.work.bulk(argument)) is not None:
            text = counted_read(value(em, w, argument), argument.type, reading)
            slot = -1 - len(w.slots)
            w.slots[slot] = w.bind(text)
            argument = e.Local(slot, "", argument.type)
        arguments.append(argument)
    return lower(em, w, replace(node, arguments=tuple(arguments)))


def _default(em: Emitter, w: Writer, node: e.Primitive) -> str:
    found = w.bind(value(em, w, node.arguments[0]))
    or_else(em, w, found, node.arguments[1])
    return found


# --- lists --------------------------------------------------------------------------------------


def _first(em: Emitter, w: Writer, node: e.Primitive) -> str:
    source, *number = node.arguments
    if number:
        return _made("take_top")(em, w, node)
    if not isinstance(source, e.Filter):
        return f"first({value(em, w, source)})"
    found, out = w.bind("NONE"), w.fresh("L")

    def body(element: str) -> None:
        w.line(f"{found} = otherwise({found}, {element})")
        if not turn_of(em, source):
            w.line(f"leave({out})")

    with w.inner(f"with block({out}):"):
        each(em, w, source, body)
    return found


def _called(name: str) -> LowerWord:
    """Return what calls a function of the runtime that makes no list."""

    def lower(em: Emitter, w: Writer, node: e.Primitive) -> str:
        return f"{name}({', '.join([value(em, w, each_) for each_ in node.arguments])})"

    return lower


def _made(name: str) -> LowerWord:
    """Return what calls a function of the runtime that makes a list."""
    call = _called(name)

    def lower(em: Emitter, w: Writer, node: e.Primitive) -> str:
        w.allocates = True
        return w.bind(call(em, w, node))

    return lower


def _last(em: Emitter, w: Writer, node: e.Primitive) -> str:
    lower = _made("take_end") if len(node.arguments) == 2 else _called("last")
    return lower(em, w, node)


def _place_of(em: Emitter, w: Writer, node: e.Primitive) -> str:
    item, among = node.arguments
    wanted = atom(em, w, item)
    if is_block(item.type):
        return f"{place_among(em, item.type)}({wanted}, {value(em, w, among)})"
    return f"place_of({wanted}, {value(em, w, among)})"


def _distinct(em: Emitter, w: Writer, node: e.Primitive) -> str:
    inner = t.element_of(node.arguments[0].type)
    name = distinct(em, inner) if is_block(inner) else "distinct"
    w.allocates = True
    return w.bind(f"{name}({value(em, w, node.arguments[0])})")


def _to_set(em: Emitter, w: Writer, node: e.Primitive) -> str:
    if is_block(t.element_of(node.arguments[0].type)):
        raise Unsupported("a set of lists")
    return _made("to_set")(em, w, node)


# --- zones --------------------------------------------------------------------------------------


def _top(em: Emitter, w: Writer, node: e.Primitive) -> str:
    w.allocates |= em.is_slotted
    cards = f"cards_of({value(em, w, node.arguments[0])})"
    if len(node.arguments) == 1:
        return f"first({cards})"
    w.allocates = True
    return w.bind(f"take_top({cards}, {value(em, w, node.arguments[1])})")


def _bottom(em: Emitter, w: Writer, node: e.Primitive) -> str:
    w.allocates |= em.is_slotted
    return f"last(cards_of({value(em, w, node.arguments[0])}))"


def _vacant(em: Emitter, w: Writer, node: e.Primitive) -> str:
    limits = [family.limit for family in em.program.families]
    table = em.static(NONE if limit is None else limit for limit in limits)
    zone = atom(em, w, node.arguments[0])
    limit = w.bind(f"M[{table} + M[ZF + {zone}]]")
    if None in limits:
        w.line(f"if {limit} == NONE:")
        w.line(f"    fault({NO_SUCH_ELEMENT})")
    w.allocates |= em.is_slotted
    return f"({limit} - M[cards_of({zone})])"


# --- players, members, entities -----------------------------------------------------------------


def _seats(em: Emitter, w: Writer, node: e.Primitive) -> str:
    return str(em.static((em.program.seats, *range(em.program.seats))))


def _ordinal(em: Emitter, w: Writer, node: e.Primitive) -> str:
    return f"({value(em, w, node.arguments[0])} + 1)"


def _as_target(em: Emitter, w: Writer, node: e.Primitive) -> str:
    return f"({t.SEAT_OF_TARGET} - {value(em, w, node.arguments[0])})"


def _player_in(em: Emitter, w: Writer, node: e.Primitive) -> str:
    target = w.bind(value(em, w, node.arguments[0]))
    return f"({t.SEAT_OF_TARGET} - {target} if {target} < 0 else NONE)"


def _card_in(em: Emitter, w: Writer, node: e.Primitive) -> str:
    target = w.bind(value(em, w, node.arguments[0]))
    return f"({target} if {target} >= 0 else NONE)"


def _unique_entity(em: Emitter, w: Writer, node: e.Primitive) -> str:
    definition, card = atom(em, w, node.arguments[0]), w.fresh("x")
    found = w.bind("NONE")
    with w.inner(f"for {card} in range(g_entities):"):
        w.line(f"if M[DF + {card}] == {definition} and {found} == NONE:")
        w.line(f"    {found} = {card}")
    return found


WORDS: Final[dict[str, LowerWord]] = {
    "default": _default,
    "first": _first,
    "last": _last,
    "place-of": _place_of,
    "only": _called("only"),
    "reverse": _made("reverse"),
    "distinct": _distinct,
    "to-set": _to_set,
    "top": _top,
    "bottom": _bottom,
    "vacant": _vacant,
    "next": _called("next_seat"),
    "previous": _called("previous_seat"),
    "seats": _seats,
    "ordinal": _ordinal,
    "as-target": _as_target,
    "player-in": _player_in,
    "card-in": _card_in,
    "keys": _made("keys_of"),
    "total": _called("bag_size"),
    "unique-entity": _unique_entity,
    "beside": boards.beside,
    "within": boards.within,
    "connected": boards.connected,
    "longest-run": boards.longest_run,
    "ray": boards.ray,
    "regions": boards.regions,
    **AMOUNTS,
}


# --- can ----------------------------------------------------------------------------------------


@value_of(e.CanHappen)
def _can_happen(em: Emitter, w: Writer, node: e.CanHappen) -> str:
    plan, by = em.program.events[node.event], atom(em, w, node.by)
    kept, given = w.me, list[str]()
    for number, argument in enumerate(node.arguments):
        w.me = by if number in node.defaulted else kept
        given.append(atom(em, w, argument))
        w.me = kept
    found = w.bind("1")
    for needed in (by, *(given[number] for number in node.required)):
        w.line(f"if {needed} == NONE:")
        w.line(f"    {found} = 0")
    if not is_always_possible(em.program, plan):
        with w.inner(f"if {found}:"):
            w.line(f"{found} = {possible(em, w, plan, by, given)}")
    return found
