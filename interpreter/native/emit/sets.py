"""Write choices of sets, piece by piece, and what other choices share with them.

The pool is *arranged*: what the decider cannot tell apart stands side by side, and a set is asked
for by places that rise. Where a condition is asked of sets, only what leads to one is offered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from dsl.model.types import Type, option_type
from dsl.model.walk import free_slots
from interpreter.lower import ops
from interpreter.native.emit.bodies import is_paying
from interpreter.native.emit.dispatch import (
    actor_of,
    asks,
    condition,
    guarded,
    pool,
    value,
)
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.writer import Unsupported, Writer, is_block
from interpreter.program.reads import is_of_entities
from interpreter.state.values import can_hold
from interpreter.walk.decision import Site

Leads: TypeAlias = Callable[[str, bool], str]
"""Returns a condition on the places taken: whether the set is one that fits and leads on, or else
whether some set begun with them is."""


def stream_of(em: Emitter, number: int) -> int:
    """Return the stream of random numbers of the body in which an operation stands."""
    return em.stream(em.program.code_of[number].name)


def options_of(em: Emitter, w: Writer, decider: str, elements: str, type_: Type) -> str:
    """Return a variable with one of each class of a list that the decider cannot tell apart."""
    w.allocates = True
    if is_of_entities(type_):
        return w.bind(f"options({decider}, {elements})", "o")
    if can_hold(type_):
        raise Unsupported("choices among lists of cards")
    if is_block(option_type(type_)):
        raise Unsupported("choices among lists")
    return w.bind(f"distinct({elements})", "o")


# --- asking -------------------------------------------------------------------------------------


def choose_set(em: Emitter, w: Writer, op: ops.Choose, number: int) -> None:
    """Ask for a set within a body, piece by piece; in a cost it must be a whole one that fits."""
    see_to_elements(op)
    are_cards = is_of_entities(op.source.type)

    def write() -> str:
        decider = actor_of(em, w, op.by)
        elements = pool(em, w, op.source)
        w.allocates = True
        arranged = w.bind(f"arranged({decider}, {elements}, {int(are_cards)})", "q")
        wanted = w.bind("0" if op.number is None else value(em, w, op.number))
        if op.mode == "exactly":
            _fail_if(em, w, f"{wanted} > M[{arranged}]")
            w.line(f"{wanted} = least({wanted}, M[{arranged}])")
        limit = w.bind(f"most({wanted}, 0)")
        leads = None
        if op.condition is not None or op.so_far is not None:
            leads = _search(em, w, op, number, (arranged, limit))
        found = pieces(em, w, op, number, decider, arranged, limit, leads)
        if op.condition is not None and is_paying(em, w):
            with w.naming({op.slot: found}):
                _fail_if(em, w, f"not {condition(em, w, op.condition)}")
        if are_cards:
            told_apart(w, decider, arranged, found, stream_of(em, number))
        return found

    w.line(f"s{op.slot} = {guarded(w, write, keeps=True)}")


def _fail_if(em: Emitter, w: Writer, test: str) -> None:
    """Write that a cost fails where a condition holds."""
    if is_paying(em, w):
        w.line(f"if g_payer != NONE and {test}:")
        w.line("    return fail()")


def see_to_elements(op: ops.Choose) -> None:
    """Raise where sets of such elements are not carried yet."""
    are_cards = is_of_entities(op.source.type)
    if (can_hold(op.source.type) and not are_cards) or is_block(option_type(op.source.type)):
        raise Unsupported("sets of lists", op.span)


def told_apart(w: Writer, decider: str, arranged: str, found: str, stream: int) -> None:
    """Write that chance takes one of those that the decider cannot tell apart, for each element."""
    left, one = w.bind(f"pool_without({arranged}, {found}, 0)"), w.bind("g_top", "q")
    i, element = w.fresh("i"), w.fresh("x")
    w.line(f"g_top = {one} + 2")
    w.line(f"M[{one}] = 1")
    with w.inner(f"for {i} in range(M[{found}]):"):
        w.line(f"{element} = chosen({decider}, {left}, M[{found} + 1 + {i}], {stream})")
        w.line(f"M[{found} + 1 + {i}] = {element}")
        w.line(f"M[{one} + 1] = {element}")
        w.line(f"{left} = pool_without({left}, {one}, 1)")


def pieces(
    em: Emitter,
    w: Writer,
    op: ops.Choose,
    number: int | None,
    decider: str,
    arranged: str,
    limit: str,
    leads: Leads | None,
    look: Callable[[], None] | None = None,
) -> str:
    """Ask for piece after piece out of an arranged pool; return a variable with the elements.

    Args:
        leads: None where nothing is asked of sets.
        look: Writes what is looked at before each piece.
    """
    many, places = w.bind(f"M[{arranged}]", "n"), w.bind("g_top", "q")
    w.line(f"g_top = {places} + {many} + 2")
    w.line(f"M[{places}] = 0")
    out, options, piece = w.fresh("L"), w.fresh("o"), w.fresh("x")
    with w.inner(f"with block({out}):"), w.inner("while 1:"):
        if look is not None:
            look()
        if op.mode != "any number":
            w.line(f"if M[{places}] >= {limit}:")
            w.line(f"    leave({out})")
        w.line(f"{options} = g_top")
        w.line(f"M[{options}] = 0")
        w.line(f"g_top = {options} + {many} + 2")
        if op.mode != "exactly":
            with w.inner(f"if {'1' if leads is None else leads(places, True)}:"):
                w.line(f"M[{options}] = 1")
                w.line(f"M[{options} + 1] = ENOUGH")
        _list_pieces(w, op, (arranged, many, limit, places, options), leads)
        w.line(f"if M[{options}] == 0:")
        w.line(f"    leave({out})")
        site: Site = ("action", *(op.action or ())) if number is None else number
        asks(em, w, "piece", site, op.source.type)
        w.line(f"{piece} = ask_piece({decider}, {options}, {arranged})")
        w.line(f"g_top = {options}")
        w.line(f"if {piece} == ENOUGH:")
        w.line(f"    leave({out})")
        w.line(f"M[{places}] += 1")
        w.line(f"M[{places} + M[{places}]] = {piece}")
    _take_elements(w, arranged, places)
    return places


def _list_pieces(
    w: Writer, op: ops.Choose, names: tuple[str, str, str, str, str], leads: Leads | None
) -> None:
    """Write the next pieces into the options: one place of each class, behind the last taken."""
    arranged, many, limit, places, options = names
    first, place = w.bind("0", "f"), w.fresh("k")
    w.line(f"if M[{places}] > 0:")
    w.line(f"    {first} = M[{places} + M[{places}]] + 1")
    end = many
    if op.mode == "exactly" and leads is None:  # as many have to be left as are still wanted
        end = f"{many} - {limit} + M[{places}] + 1"
    with w.inner(f"for {place} in range({first}, {end}):"):
        depth = w.depth
        w.line(f"if is_next({arranged}, {place}, {first}):")
        w.depth += 1
        if leads is not None:
            w.line(f"M[{places}] += 1")
            w.line(f"M[{places} + M[{places}]] = {place}")
            test = w.bind(f"1 if {leads(places, False)} else 0")
            w.line(f"M[{places}] -= 1")
            w.line(f"if {test}:")
            w.depth += 1
        w.line(f"M[{options}] += 1")
        w.line(f"M[{options} + M[{options}]] = {place}")
        w.depth = depth


def _take_elements(w: Writer, arranged: str, places: str) -> None:
    """Write that places become the elements of the pool that stand there."""
    i = w.fresh("i")
    cell = f"M[{places} + 1 + {i}]"
    w.line(f"for {i} in range(M[{places}]):")
    w.line(f"    {cell} = M[{arranged} + 1 + {cell}]")


def elements_at(w: Writer, arranged: str, places: str) -> str:
    """Return a variable with a new list of the elements of a pool at some places."""
    found = w.bind(f"dup({places})")
    w.allocates = True
    _take_elements(w, arranged, found)
    return found


# --- which sets fit -----------------------------------------------------------------------------


def _search(em: Emitter, w: Writer, op: ops.Choose, number: int, names: tuple[str, str]) -> Leads:
    """Return what writes whether a set within a body fits, or could become one that does."""
    arranged, limit = names
    free = sorted(free_slots((op.condition, op.so_far)) - {op.slot})
    rest = [f"s{n}" for n in free]

    def holds(inner: Writer) -> None:
        inner.line("g_top = kept")
        inner.line("return 1")

    params = ["me", "self", "actor", *rest]
    name = set_walk(em, f"search_op_{number}", params, op, w.body, holds)
    given = [w.me, w.self_, w.actor, *rest, arranged, limit]

    def leads(places: str, is_whole: bool) -> str:
        if not is_whole:
            return f"{name}({', '.join([*given, places, '0'])})"
        elements = elements_at(w, arranged, places)
        if op.condition is None:
            return "1"
        with w.naming({op.slot: elements}):
            return condition(em, w, op.condition)

    return leads


def set_walk(
    em: Emitter, name: str, params: list[str], op: ops.Choose, code: ops.Code,
    holds: Callable[[Writer], None],
) -> str:  # fmt: skip
    """Return the function that goes through the sets that one begun can become, piece by piece.

    Its parameters behind `params` are the arranged pool, how many are wanted, the places taken, and
    whether the empty set was tried before. Its result is what `holds` returns for the first set
    that fits, if that is not 0.

    Args:
        holds: Writes what becomes of a set that fits: `elements`. It puts `g_top` back to `kept`.
    """

    def write(w: Writer) -> None:
        w.me, w.self_, w.code = "me", "self", code
        w.actor = "actor" if "actor" in params else "me"
        w.block(_BEGUN)
        if op.so_far is not None:
            with w.naming({op.slot: "elements"}), w.inner("if n > 0:"):
                w.line(f"if not {condition(em, w, op.so_far)}:")
                w.line("    g_top = kept")
                w.line("    return 0")
        is_exact = op.mode == "exactly"
        w.line("least_ = " + ("wanted" if is_exact else "0"))
        w.line("most_ = " + ("M[q]" if op.mode == "any number" else "wanted"))
        with w.inner(f"if n >= least_ and (n > 0 or skips == 0 or {int(is_exact)}):"):
            with w.naming({op.slot: "elements"}):
                test = "1" if op.condition is None else condition(em, w, op.condition)
            with w.inner(f"if {test}:"):
                holds(w)
        w.block(_FURTHER.replace("CALL", f"{name}({', '.join(params)}, q, wanted, taken, 0)"))

    return em.define(name, [*params, "q", "wanted", "taken", "skips"], write)


_BEGUN = """
kept = g_top
n = M[taken]
work(SET_WORK + n + n)
M[TRIED] += 1
if M[TRIED] > MOST_TRIED:
    fault(5)
elements = EMPTY
if n > 0:
    elements = g_top
    g_top = elements + n + 1
    M[elements] = n
    for i in range(n):
        M[elements + 1 + i] = M[q + 1 + M[taken + 1 + i]]
top = g_top
"""
_FURTHER = """
g_top = top
if n < most_:
    first_ = 0
    if n > 0:
        first_ = M[taken + n] + 1
    for k in range(first_, M[q] - most(0, least_ - n - 1)):
        if is_next(q, k, first_):
            M[taken] = n + 1
            M[taken + n + 1] = k
            r = CALL
            M[taken] = n
            if r:
                g_top = kept
                return r
g_top = kept
return 0
"""
