"""Write decisions over lists within bodies: by chance, one element, an order; sets are beside."""

from __future__ import annotations

from dsl.model.types import option_type
from interpreter.lower import ops
from interpreter.native.emit.actions import choose_parameter
from interpreter.native.emit.amounts import choose_amount
from interpreter.native.emit.bodies import is_paying
from interpreter.native.emit.dispatch import asks, atom, guarded, operation, pool, value
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.sets import choose_set, options_of, stream_of
from interpreter.native.emit.writer import Writer, is_block
from interpreter.program.simple import is_of_entities


@operation(ops.Choose)
def choose(em: Emitter, w: Writer, op: ops.Choose, number: int) -> None:
    """Bind what is chosen from a list: by a player or by chance, one element or a set."""
    if op.action is not None:
        choose_parameter(em, w, op, number)
    elif op.mode == "amount":
        choose_amount(em, w, op, number)
    elif op.by_chance:
        _by_chance(em, w, op, number)
    elif op.mode == "one":
        _one_element(em, w, op, number)
    else:
        choose_set(em, w, op, number)


def _by_chance(em: Emitter, w: Writer, op: ops.Choose, number: int) -> None:
    stream = stream_of(em, number)

    def write() -> str:
        elements = pool(em, w, op.source)
        if op.number is not None:
            wanted = value(em, w, op.number)
            return _several_by_chance(w, elements, wanted, stream)
        found = w.bind("NONE")
        with w.inner(f"if M[{elements}] > 0:"):
            w.line(f"{found} = M[{elements} + 1 + below({stream}, M[{elements}])]")
        return found

    keeps = op.number is not None or is_block(option_type(op.source.type))
    w.line(f"s{op.slot} = {guarded(w, write, keeps=keeps)}")


def _several_by_chance(w: Writer, elements: str, number: str, stream: int) -> str:
    """Return a variable with a new list of as many elements as are wanted, or all there are."""
    wanted = w.bind(f"most(0, least({number}, M[{elements}]))")
    w.allocates = True
    found, left, i, at = w.bind("g_top", "q"), w.fresh("q"), w.fresh("i"), w.fresh("k")
    w.line(f"g_top = {found} + 1 + {wanted}")
    w.line(f"M[{found}] = {wanted}")
    w.line(f"{left} = dup({elements})")
    with w.inner(f"for {i} in range({wanted}):"):
        w.line(f"{at} = {left} + 1 + below({stream}, M[{left}])")
        w.line(f"M[{found} + 1 + {i}] = M[{at}]")
        w.line(f"cells({at}, {at} + 1, M[{left}] - ({at} - {left}))")
        w.line(f"M[{left}] -= 1")
    return found


def _one_element(em: Emitter, w: Writer, op: ops.Choose, number: int) -> None:
    type_ = op.source.type

    def write() -> str:
        decider = w.me if op.by is None else atom(em, w, op.by)
        elements = pool(em, w, op.source)
        options = options_of(em, w, decider, elements, type_)
        found = w.bind("NONE")
        with w.inner(f"if M[{options}] == 0:"):
            if is_paying(em, w):
                w.line("if g_payer != NONE:")
                w.line("    return fail()")
        with w.inner("else:"):
            asks(em, w, "choose", number, type_)
            w.line(f"{found} = ask({decider}, {options})")
            if is_of_entities(type_):
                stream = stream_of(em, number)
                w.line(f"{found} = chosen({decider}, {elements}, {found}, {stream})")
        return found

    keeps = is_block(option_type(type_))
    w.line(f"s{op.slot} = {guarded(w, write, keeps=keeps)}")


@operation(ops.Order)
def order(em: Emitter, w: Writer, op: ops.Order, number: int) -> None:
    """Bind an order of the elements of a list, asked for one after the other."""

    def write() -> str:
        decider = w.me if op.by is None else atom(em, w, op.by)
        left = w.bind(f"dup({pool(em, w, op.source)})")
        w.allocates = True
        found, options = w.bind("g_top", "q"), w.fresh("o")
        element, at = w.fresh("x"), w.fresh("j")
        w.line(f"g_top = {found} + 1 + M[{left}]")
        w.line(f"M[{found}] = 0")
        with w.inner(f"while M[{left}] > 0:"):
            w.line(f"{options} = {options_of(em, w, decider, left, op.source.type)}")
            asks(em, w, "order", number, op.source.type)
            w.line(f"{element} = ask({decider}, {options})")
            w.line(f"M[{found}] += 1")
            w.line(f"M[{found} + M[{found}]] = {element}")
            w.line(f"{at} = 1")
            w.line(f"while M[{left} + {at}] != {element}:")
            w.line(f"    {at} += 1")
            w.line(f"cells({left} + {at}, {left} + {at} + 1, M[{left}] - {at})")
            w.line(f"M[{left}] -= 1")
        return found

    w.line(f"s{op.slot} = {guarded(w, write, keeps=True)}")
