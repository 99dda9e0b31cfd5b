"""Write the questions within bodies: may, choose one, one element, an order, secret choices.

Sets are chosen in `sets.py`.

- A secret choice is put away until all have chosen. The answers are a block: how many players have
  chosen, what changed state held before, the bound `g_floor` around; then a row for each player
  with the values of the slots and what was changed.
- A module keeps no facts about hidden cards, only that some were told. Where they could tell two
  hidden cards apart that are asked about, it stops with a fault, and the walker plays the match.
"""

from __future__ import annotations

from dsl.model import types as t
from interpreter.lower import ops
from interpreter.native.emit.actions import choose_parameter
from interpreter.native.emit.bodies import is_paying
from interpreter.native.emit.costs import pays_at
from interpreter.native.emit.dispatch import (
    actor_of,
    asks,
    condition,
    guard,
    guarded,
    operation,
    pool,
    value,
)
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.events import arguments_of
from interpreter.native.emit.moves import possible
from interpreter.native.emit.sets import choose_set, options_of, stream_of
from interpreter.native.emit.words import choose_amount
from interpreter.native.emit.writer import Writer, is_block
from interpreter.program.limits import EACH, FACTS, LONG
from interpreter.program.reads import is_of_entities
from interpreter.program.subscriptions import is_always_possible
from interpreter.walk.decision import Site

# --- what can happen ----------------------------------------------------------------------------


def begins(em: Emitter, w: Writer, first: int) -> str:
    """Return a condition that the step at an operation can happen."""
    op = em.operation(first)
    if isinstance(op, ops.Choose | ops.Order):
        return f"(M[{pool(em, w, op.source)}] > 0)"
    if isinstance(op, ops.LoopStart):
        if op.is_count:
            return f"({value(em, w, op.source)} > 0)"
        return f"(M[{pool(em, w, op.source)}] > 0)"
    return _can_be_called(em, w, op) if isinstance(op, ops.Call) else "1"


def _can_be_called(em: Emitter, w: Writer, op: ops.Call) -> str:
    """Return a condition that a call can happen."""
    plan = em.program.events[op.event]
    if is_always_possible(em.program, plan) and not op.skip:
        return "1"
    me = actor_of(em, w, op.by)
    given = arguments_of(em, w, op, me)
    found = w.bind("0")
    is_there = " and ".join(f"{given[n]} != NONE" for n in op.skip) or "1"
    with w.inner(f"if {is_there}:"):
        w.line(f"{found} = {possible(em, w, plan, me, given)}")
    return found


def _is_open(em: Emitter, w: Writer, cost: int | None, first: int | None) -> str:
    """Return a condition that something can be chosen: its cost can be paid, or it can begin."""
    if cost is not None:
        return pays_at(em, w, w.body, cost)
    return "1" if first is None else begins(em, w, first)


# --- choose one ---------------------------------------------------------------------------------


@operation(ops.ChooseOne)
def choose_one(em: Emitter, w: Writer, op: ops.ChooseOne, number: int) -> None:
    """Ask for one of several bodies and jump there."""
    found = guarded(w, lambda: _ask_which(em, w, op, number))
    for n, alternative in enumerate(op.alternatives):
        w.line(f"if {found} == {n}:")
        w.line(f"    goto(L{alternative.start})")
    w.line(f"goto(L{op.exit})")


def _ask_which(em: Emitter, w: Writer, op: ops.ChooseOne, number: int) -> str:
    """Return a variable with the number of the body chosen; -1 where none can be."""
    decider = actor_of(em, w, op.by)
    w.allocates = True
    options, found = w.bind("g_top", "o"), w.bind("-1")
    w.line(f"g_top = {options} + {len(op.alternatives) + 1}")
    w.line(f"M[{options}] = 0")
    for n, alternative in enumerate(op.alternatives):
        depth = w.depth
        if alternative.condition is not None:
            w.line(f"if {condition(em, w, alternative.condition)}:")
            w.depth += 1
        test = _is_open(em, w, alternative.cost, alternative.first)
        if test != "1":
            w.line(f"if {test}:")
            w.depth += 1
        w.line(f"M[{options}] += 1")
        w.line(f"M[{options} + M[{options}]] = {n}")
        w.depth = depth
    asks(em, w, "alternative", number)
    w.line(f"if M[{options}] > 0:")
    w.line(f"    {found} = ask({decider}, {options})")
    return found


# --- may ----------------------------------------------------------------------------------------


@operation(ops.Ask)
def ask(em: Emitter, w: Writer, op: ops.Ask, number: int) -> None:
    """Ask for yes or no, or for an element or none; on no jump."""
    if op.choice is not None:
        _ask_choice(em, w, op, op.choice, number)
        return
    found = guarded(w, lambda: _ask_whether(em, w, op, number))
    w.line(f"if {found} == 0:")
    w.line(f"    goto(L{op.otherwise})")


def _ask_whether(em: Emitter, w: Writer, op: ops.Ask, number: int) -> str:
    """Return a variable with the answer: yes is 1. Nobody is asked about what cannot happen."""
    decider = actor_of(em, w, op.by)
    found = w.bind("0")
    test = _is_open(em, w, op.cost, op.first)
    site: Site = number if op.rule is None else ("rule", op.rule)
    with w.inner(f"if {test}:"):
        asks(em, w, "yes-no", site)
        w.line(f"{found} = ask({decider}, {em.static((2, 1, 0))})")
    return found


def _ask_choice(em: Emitter, w: Writer, op: ops.Ask, choice: ops.Choose, number: int) -> None:
    """Ask whether, and which: none is among the options."""
    type_ = choice.source.type

    def write() -> str:
        by = op.by or choice.by
        decider, around = actor_of(em, w, by), w.me
        w.me = around if op.by is None else decider
        elements = pool(em, w, choice.source)
        w.me = around
        options = options_of(em, w, decider, elements, type_)
        found = w.bind("NONE")
        with w.inner(f"if M[{options}] > 0:"):
            w.line(f"{options} = append({options}, NONE)")
            asks(em, w, "choose", number, type_)
            w.line(f"{found} = ask({decider}, {options})")
            if is_of_entities(type_):
                stream = stream_of(em, number)
                w.line(f"{found} = chosen({decider}, {elements}, {found}, {stream})")
        return found

    w.line(f"s{choice.slot} = {guarded(w, write)}")
    w.line(f"if s{choice.slot} == NONE:")
    w.line(f"    goto(L{op.otherwise})")
    w.line(f"goto(L{op.body})")


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
        if op.weights is not None:
            weights = w.bind(value(em, w, op.weights))
            at = f"weighed({stream}, {weights}, {elements})"
            return w.bind(at)
        found = w.bind("NONE")
        with w.inner(f"if M[{elements}] > 0:"):
            w.line(f"{found} = M[{elements} + 1 + below({stream}, M[{elements}])]")
        return found

    keeps = op.number is not None or is_block(t.option_type(op.source.type))
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
        decider = actor_of(em, w, op.by)
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

    keeps = is_block(t.option_type(type_))
    w.line(f"s{op.slot} = {guarded(w, write, keeps=keeps)}")


@operation(ops.Order)
def order(em: Emitter, w: Writer, op: ops.Order, number: int) -> None:
    """Bind an order of the elements of a list, asked for one after the other."""

    def write() -> str:
        decider = actor_of(em, w, op.by)
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


HEADER = 3
NUMBER, BAG, LIST, OTHER = 1, 2, 3, 0
"""What a cell holds, as `secrets.flat` knows it."""


@operation(ops.SecretStart)
def secret_start(em: Emitter, w: Writer, op: ops.SecretStart, number: int) -> None:
    """Make room for what each player chooses; lists that state holds are not overwritten."""
    keeping = (own for _, own in em.operations_of(w.body) if isinstance(own, ops.SecretKeep))
    kept = next(own for own in keeping if own.answers == op.answers)
    answers, many = f"s{op.answers}", len(kept.slots) + 1
    loop = em.operation(number + 1)
    assert isinstance(loop, ops.LoopStart)
    players = w.bind(f"M[{value(em, w, loop.source)}]", "n")
    w.line(f"{answers} = g_top")
    w.line(f"g_top = {answers} + {HEADER} + {many} * {players}")
    w.line(f"M[{answers}] = 0")
    w.line("g_secret = 1")
    if op.pays:
        w.line(f"M[{answers} + 1] = cells_before({_changeable(em)})")
        w.line(f"M[{answers} + 2] = g_floor")
        w.line("g_floor = g_heap")


def _pays(em: Emitter, w: Writer, answers: int) -> bool:
    """Return whether state changes on the way."""
    own = (op for _, op in em.operations_of(w.body))
    starts = (op for op in own if isinstance(op, ops.SecretStart))
    return next(op.pays for op in starts if op.answers == answers)


def _changeable(em: Emitter) -> int:
    """Return where the table lies of the fields of the table and the players."""
    cells: list[int] = []
    for place, field in em.layout.fixed_places():
        cells += (em.base("values") + place, _sort(field.type))
    return em.static((len(cells) // 2, *cells))


def _sort(type_: t.Type) -> int:
    if type_ == t.INT:
        return NUMBER
    if isinstance(type_, t.BagOf):
        return BAG
    return LIST if is_block(type_) else OTHER


def _cell(answers: str, many: int, row: str, n: int) -> str:
    """Return a cell of the row of a player."""
    return f"M[{answers} + {HEADER + n} + {row} * {many}]"


@operation(ops.SecretKeep)
def secret_keep(em: Emitter, w: Writer, op: ops.SecretKeep, number: int) -> None:
    """Put away what a player has chosen and changed."""
    answers, many = f"s{op.answers}", len(op.slots) + 1
    for n, slot in enumerate(op.slots):
        w.line(f"{_cell(answers, many, f'M[{answers}]', n)} = s{slot}")
        w.line(f"s{slot} = NONE")
    if _pays(em, w, op.answers):
        changed = f"take_back(M[{answers} + 1], {_changeable(em)})"
        w.line(f"{_cell(answers, many, f'M[{answers}]', many - 1)} = {changed}")
    w.line(f"M[{answers}] += 1")


@operation(ops.SecretEnd)
def secret_end(em: Emitter, w: Writer, op: ops.SecretEnd, number: int) -> None:
    """All have chosen."""
    w.line("g_secret = 0")
    if _pays(em, w, op.answers):
        w.line(f"g_floor = M[s{op.answers} + 2]")


@operation(ops.SecretRecall)
def secret_recall(em: Emitter, w: Writer, op: ops.SecretRecall, number: int) -> None:
    """Bind the slots again to what a player chose, and do what was changed for it."""
    answers, many, row = f"s{op.answers}", len(op.slots) + 1, f"(s{op.index} - 1)"
    for n, slot in enumerate(op.slots):
        w.line(f"s{slot} = {_cell(answers, many, row, n)}")
    if _pays(em, w, op.answers):
        w.line(f"change_again({_cell(answers, many, row, many - 1)})")


@operation(ops.Learn)
def learn(em: Emitter, w: Writer, op: ops.Learn, number: int) -> None:
    """Tell players what an expression comes to; what faults in it faults here."""

    def write() -> None:
        w.line("step()")
        w.bind(value(em, w, op.players))
        w.bind(value(em, w, op.truth))
        # the walker compares with all facts that are known
        w.line("g_told += 1")
        w.line(f"if g_told > {FACTS}:")
        w.line("    fault(13)")
        w.line(f"work({LONG} + g_told * {EACH})")

    guard(w, write)
