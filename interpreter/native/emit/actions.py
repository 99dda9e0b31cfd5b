"""Write what an action asks: whether it can be taken, and what its parameters offer.

Whether it can be taken from a parameter on is one function: it goes through the answers there are
and asks the function of the next parameter. Nothing is done on the way.
"""

from __future__ import annotations

from dsl.model import expressions as e
from dsl.model import types as t
from dsl.model.expressions import Expression
from dsl.model.walk import conjunction, walk
from interpreter.lower import ops
from interpreter.native.emit.bodies import targets
from interpreter.native.emit.costs import pays
from interpreter.native.emit.dispatch import (
    asks,
    condition,
    each,
    each_of,
    frozen,
    guarded,
    operation,
    operation_of,
    pool,
    value,
)
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.folds import make_first
from interpreter.native.emit.limits import count, ticks
from interpreter.native.emit.scalars import never_faults
from interpreter.native.emit.sets import (
    elements_at,
    options_of,
    pieces,
    see_to_elements,
    set_walk,
    stream_of,
)
from interpreter.native.emit.writer import Writer, is_block
from interpreter.program.choices import Needs
from interpreter.program.program import ActionPlan
from interpreter.program.reads import is_of_entities

ON_LOCALS = ops.Branch | ops.Jump | ops.Let
"""Operations that do nothing to the match: they are written as they stand."""
TAKEN = ops.CostBegin | ops.Happen
"""Operations at which it is known whether the action can be taken."""


class Asking:
    """What is asked on the way through one action.

    Attributes:
        choices: The operations at which its parameters are chosen.
        early: By the first operation of a parameter the conditions that are asked before it.
    """

    def __init__(self, em: Emitter, plan: ActionPlan) -> None:
        self.plan = plan
        self.needs: Needs = em.analysis.needs[plan.number]
        self.choices = [
            number for number, op in em.operations_of(plan.take) if isinstance(op, ops.Choose)
        ]
        self.early: dict[int, list[Expression]] = {}
        for place, number in enumerate(self.needs.begins[:-1]):
            asked = (part.condition for part in self.needs.at(place))
            self.early[number] = [each for each in asked if each and not may_fault(em, each)]

    def is_last(self, place: int) -> bool:
        """Return whether nothing has to hold behind a parameter."""
        plan = self.plan
        is_free = plan.cost is None and plan.action.when is None
        return is_free and place == len(self.choices) - 1

    def chosen(self, place: int) -> list[str]:
        """Return the variables of the parameters before a place."""
        return [f"s{n}" for n in range(place)]


# --- whether it can be taken --------------------------------------------------------------------


def may_fault(em: Emitter, condition: Expression) -> bool:
    """Return whether a condition asks for an element that may not be there, or divides by what may
    be 0. The walker takes such a fault for none as long as something is left to choose, so it is
    asked whole at the end only."""
    return any(_may_fault(em, each) for each in walk(condition))


def _may_fault(em: Emitter, node: object) -> bool:
    if isinstance(node, e.Arithmetic) and node.operator in ("//", "%"):
        return not never_faults(em, node)
    if isinstance(node, e.Primitive):
        return node.name == "vacant"
    if isinstance(node, e.ValueCall):
        key = f"may fault: {node.value}"
        if key not in em.tables:
            em.tables[key] = False  # one that comes back to itself has been looked at
            em.tables[key] = any(
                _may_fault(em, each) for each in walk(em.program.values[node.value])
            )
        return bool(em.tables[key])
    return isinstance(node, e.Element)


def can_function(em: Emitter, plan: ActionPlan, place: int) -> str:
    """Return the function (me, self, answers so far) that says whether an action can be taken from
    a parameter on."""
    asking = Asking(em, plan)

    def write(w: Writer) -> None:
        w.me, w.self_, w.actor, w.code = "me", "self", "me", plan.take
        if place:  # an answer of the parameter before
            count(w, ticks(em.evaluator.work.of_answer(plan.action, place - 1)))
        w.line("kept = g_top")
        _go_through(em, w, asking, place)

    params = ["me", "self", *asking.chosen(place)]
    return em.define(f"can_{plan.number}_{place}", params, write)


def _call_can(em: Emitter, w: Writer, asking: Asking, place: int, answer: str) -> str:
    """Return a call that says whether an action can be taken after an answer at a place."""
    given = [w.me, w.self_, *asking.chosen(place), answer]
    return f"{can_function(em, asking.plan, place + 1)}({', '.join(given)})"


def _go_through(em: Emitter, w: Writer, asking: Asking, place: int) -> None:
    """Write the operations of an action from a parameter on, up to where it is known."""
    code = asking.plan.take
    first = code.first if place == 0 else asking.choices[place - 1] + 1
    last = next(n for n in range(first, code.last) if isinstance(em.operation(n), TAKEN))
    labels, is_reached = set[int](), True
    for number in range(first, last + 1):
        op = em.operation(number)
        if number in labels:
            w.line(f"label(L{number})")
            is_reached = True
        if not is_reached:
            continue
        w.slots = {}
        asked = asking.early.get(number)
        if asked:
            _demand(em, w, conjunction(asked))
        if isinstance(op, ops.Demand):
            if not (op.is_early and may_fault(em, op.condition)):
                _demand(em, w, op.condition)
        elif isinstance(op, ops.Choose):
            _try_answers(em, w, asking, op, asking.choices.index(number))
            is_reached = False
        elif isinstance(op, ON_LOCALS):
            labels.update(targets(op))
            operation_of(em, w, op, number)
        elif isinstance(op, ops.CostBegin):
            w.line(f"return {pays(em, w, asking.plan)}")
        elif isinstance(op, TAKEN):
            w.line("g_top = kept")
            w.line("return 1")


def _demand(em: Emitter, w: Writer, asked: Expression | None) -> None:
    """Write that an action cannot be taken unless a condition holds."""
    assert asked is not None
    holds = guarded(w, lambda: w.bind(f"1 if {condition(em, w, asked)} else 0"))
    w.line(f"if {holds} == 0:")
    w.line("    return 0")


def _try_answers(em: Emitter, w: Writer, asking: Asking, op: ops.Choose, place: int) -> None:
    """Write whether an action can be taken after some answer of a parameter."""
    if op.mode == "one":
        _try_elements(em, w, asking, op, place)
        return
    see_to_elements(op)
    if op.mode != "exactly":
        _try_empty(em, w, asking, op, place)
    are_cards = int(is_of_entities(op.source.type))
    arranged = w.bind(f"arranged(me, {pool(em, w, op.source)}, {are_cards})", "q")
    wanted = w.bind("0" if op.number is None else value(em, w, op.number))
    if op.mode == "exactly":
        w.line(f"if {wanted} > M[{arranged}]:")
        w.line("    return 0")
    taken = w.bind("g_top", "q")
    w.line(f"g_top = {taken} + M[{arranged}] + 2")
    w.line(f"M[{taken}] = 0")
    given = ["me", "self", *asking.chosen(place), arranged, wanted, taken, "1"]
    found = w.bind(f"{search_function(em, asking, op, place)}({', '.join(given)})")
    w.line("g_top = kept")
    w.line(f"return {found} == 1")


def _try_elements(em: Emitter, w: Writer, asking: Asking, op: ops.Choose, place: int) -> None:
    """Write the same for one element: the first that leads on will do; where it does not matter
    which, the first that there is tells."""
    found, out = w.bind("0"), w.fresh("L")

    def body(element: str) -> None:
        leads = _call_can(em, w, asking, place, element)
        if not asking.needs.matters(place):
            w.line(f"{found} = {leads}")
            w.line(f"leave({out})")
            return
        with w.inner(f"if {leads}:"):
            w.line(f"{found} = 1")
            w.line(f"leave({out})")

    with w.inner(f"with block({out}):"):
        if asking.plan.cost is None:
            make_first(em, w, op.source)
            each(em, w, op.source, body)
        else:
            each_of(w, _kept_pool(em, w, op.source), body)
    w.line("g_top = kept")
    w.line(f"return {found}")


def _kept_pool(em: Emitter, w: Writer, source: Expression) -> str:
    """Return a variable with the list of an expression, which stays as it is while costs are tried:
    what a value has given lasts only until the position changes."""
    found = frozen(em, w, source)
    return w.bind(f"or_empty({found})" if isinstance(source.type, t.Maybe) else found)


def _try_empty(em: Emitter, w: Writer, asking: Asking, op: ops.Choose, place: int) -> None:
    """Write the same for the empty set, where that can be chosen: it is tried first."""
    fits = "1"
    if op.condition is not None:
        with w.naming({op.slot: "EMPTY"}):
            fits = condition(em, w, op.condition)
    with w.inner(f"if {fits}:"):
        leads = _call_can(em, w, asking, place, "EMPTY")
        if asking.needs.matters(place):
            w.line(f"if {leads}:")
            w.line("    return 1")
        else:
            w.line(f"return {leads}")


def search_function(em: Emitter, asking: Asking, op: ops.Choose, place: int) -> str:
    """Return the function that looks for a set that leads on.

    It returns 1 where one is found, 0 where none fits, 2 where one fits that does not lead on and
    it does not matter which. Behind the answers so far it takes the arranged pool, how many are
    wanted, the places taken, and whether the empty set was tried before.
    """
    params = ["me", "self", *asking.chosen(place)]

    def leads_on(w: Writer) -> None:
        leads = _call_can(em, w, asking, place, "elements")
        if asking.needs.matters(place):
            with w.inner(f"if {leads}:"):
                w.line("g_top = kept")
                w.line("return 1")
        else:
            w.line(f"r = {leads}")
            w.line("g_top = kept")
            w.line("return 1 if r else 2")

    name = f"search_{asking.plan.number}_{place}"
    return set_walk(em, name, params, op, asking.plan.take, leads_on)


@operation(ops.Demand)
def demand(em: Emitter, w: Writer, op: ops.Demand, number: int) -> None:
    """Ask for nothing where an action is taken: what is offered meets all demands."""


# --- what is offered ----------------------------------------------------------------------------


def choose_parameter(em: Emitter, w: Writer, op: ops.Choose, number: int) -> None:
    """Choose for a parameter of an action what leads to its end."""
    assert op.action is not None
    asking = Asking(em, em.program.actions[op.action[0]])
    if op.mode != "one":
        found = guarded(w, lambda: _choose_set(em, w, asking, op, number), keeps=True)
    else:
        keeps = is_block(t.option_type(op.source.type))
        found = guarded(w, lambda: _choose_one(em, w, asking, op, number), keeps=keeps)
    w.line(f"s{op.slot} = {found}")


def _choose_one(em: Emitter, w: Writer, asking: Asking, op: ops.Choose, number: int) -> str:
    """Write the question for one element; return the variable of the answer."""
    assert op.action is not None
    place = op.action[1]
    has_cost = asking.plan.cost is not None
    elements = _kept_pool(em, w, op.source) if has_cost else pool(em, w, op.source)
    offered = options_of(em, w, "me", elements, op.source.type)
    if not asking.is_last(place):
        _keep_leading(em, w, asking, place, offered)
    found = w.bind("NONE")
    with w.inner(f"if M[{offered}] > 0:"):
        asks(em, w, "parameter", ("action", *op.action), op.source.type)
        w.line(f"{found} = ask(me, {offered})")
        if is_of_entities(op.source.type):
            stream = stream_of(em, number)
            w.line(f"{found} = chosen(me, {elements}, {found}, {stream})")
    return found


def _keep_leading(em: Emitter, w: Writer, asking: Asking, place: int, offered: str) -> None:
    """Write that of some options those stay that lead to the end of the action."""
    if not asking.needs.matters(place):
        with w.inner(f"if M[{offered}] > 0:"):
            leads = _call_can(em, w, asking, place, f"M[{offered} + 1]")
            w.line(f"if {leads} == 0:")
            w.line(f"    {offered} = EMPTY")
        return
    kept, option, i = w.bind("g_top", "q"), w.fresh("x"), w.fresh("i")
    w.line(f"g_top = {kept} + 1 + M[{offered}]")
    w.line(f"M[{kept}] = 0")
    with w.inner(f"for {i} in range(M[{offered}]):"):
        w.line(f"{option} = M[{offered} + 1 + {i}]")
        with w.inner(f"if {_call_can(em, w, asking, place, option)}:"):
            w.line(f"M[{kept}] += 1")
            w.line(f"M[{kept} + M[{kept}]] = {option}")
    w.line(f"{offered} = {kept}")


def _choose_set(em: Emitter, w: Writer, asking: Asking, op: ops.Choose, number: int) -> str:
    """Write the questions for a set, piece by piece; return the variable of the answer."""
    assert op.action is not None
    see_to_elements(op)
    place = op.action[1]
    elements, are_cards = pool(em, w, op.source), int(is_of_entities(op.source.type))
    w.allocates = True
    arranged = w.bind(f"arranged(me, {elements}, {are_cards})", "q")
    wanted = w.bind("0" if op.number is None else value(em, w, op.number))
    if op.mode == "exactly":
        w.line(f"{wanted} = least({wanted}, M[{arranged}])")
    w.line(f"{wanted} = most({wanted}, 0)")
    is_any = op.condition is None and op.so_far is None
    if is_any and not asking.needs.matters(place):
        if asking.is_last(place):
            return pieces(em, w, op, None, "me", arranged, wanted, None)

        def look() -> None:  # the walker looks for each piece whether the rest can be completed
            with w.inner(f"if {_call_can(em, w, asking, place, 'EMPTY')} == 0:"):
                w.line("fault(8)")

        return pieces(em, w, op, None, "me", arranged, wanted, None, look)
    search = search_function(em, asking, op, place)
    given = [w.me, w.self_, *asking.chosen(place), arranged, wanted]

    def leads(taken: str, is_whole: bool) -> str:
        if not is_whole:
            return f"{search}({', '.join([*given, taken, '0'])}) == 1"
        elements = elements_at(w, arranged, taken)
        assert op.action is not None
        holds = w.bind("1")
        if op.condition is not None:
            with w.naming({op.slot: elements}):
                w.line(f"{holds} = 1 if {condition(em, w, op.condition)} else 0")
        with w.inner(f"if {holds}:"):
            w.line(f"{holds} = {_call_can(em, w, asking, op.action[1], elements)}")
        return holds

    return pieces(em, w, op, None, "me", arranged, wanted, leads)
