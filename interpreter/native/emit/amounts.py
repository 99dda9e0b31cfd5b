"""Lower amounts: bags with parts left open, what reduces them, and the bags that pay them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from dsl.model import expressions as e
from dsl.model import types as t
from interpreter.lower import ops
from interpreter.native.emit.amount_cells import MOST_KEYS
from interpreter.native.emit.bodies import is_paying
from interpreter.native.emit.dispatch import asks, atom, condition, each_of, guarded, value
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.writer import Unsupported, Writer

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
        decider = w.me if op.by is None else atom(em, w, op.by)
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
    "to-amount": _function("to_amount"),
    "open-units": _function("open_units"),
    "add-amounts": _function("add_amounts"),
    "less-bag": _function("less_bag"),
    "less-open": _function("less_open"),
    "floored": _function("floored"),
    "due": _function("due"),
}
