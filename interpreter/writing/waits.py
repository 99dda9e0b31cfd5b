"""Write what blocks do at and between waits: choices, loops around them, cards' own steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from interpreter.lower import ops
from interpreter.lower.ops import Code
from interpreter.program.program import ActionPlan, EventPlan, Program
from interpreter.program.simple import is_of_entities
from interpreter.state.record import LOGGED
from interpreter.state.values import Value, can_hold
from interpreter.writing.calls import locals_of
from interpreter.writing.deals import loop_turns
from interpreter.writing.writer import INDENT, IS_WARY, Writer, indented, joined, local


class Blocks(Protocol):
    """What writes the rest of a block."""

    w: Writer
    operations: list[ops.Operation | None]

    def frame(self, place: int, code: Code) -> str: ...


def _loop_start(b: Blocks, place: int, op: ops.LoopStart, code: Code) -> list[str]:
    if ops.may_be_endless(b.operations[place + 1]):
        return [f"{local(op.items)}, {local(op.index)} = (1,), 0"]
    source = f"range(1, {loop_turns(b.w, op)} + 1)" if op.is_count else b.w.list_of(op.source)
    turned = "[::-1]" if op.backwards else ""
    lines = [f"{local(op.items)} = tuple({source}){turned}", f"{local(op.index)} = 0"]
    if op.at_once and b.w.analysis.holders.has_piles:
        lines.append(f"take_up(st, {local(op.items)})")
    return lines


def _loop_next(b: Blocks, place: int, op: ops.LoopNext, code: Code) -> list[str]:
    items, index = local(op.items), local(op.index)
    if op.may_be_endless:
        return [*_turn(b, place, code), f"{items} = {index} = None"]
    is_at_once = op.at_once and b.w.analysis.holders.has_piles
    lines = [
        f"if {index} >= len({items}):",
        *([f"{INDENT}put_down(st, {items})"] if is_at_once else []),
        f"{INDENT}{items} = {index} = None",
        f"{INDENT}pc = {op.exit}",
        f"{INDENT}continue",
        "count_turn(st)",
    ]
    if work := b.w.evaluator.work.counted_turn(place - 1, in_value=False):
        lines.append(f"next({b.w.fuel(work)})")
    if op.slot is not None:
        lines.append(f"{local(op.slot)} = {items}[{index}]")
    return [*lines, f"{index} += 1"]


def _turn(b: Blocks, place: int, code: Code) -> list[str]:
    """Return what counts a turn of a loop that may be endless: the watch sees the frame."""
    work = b.w.evaluator.work.counted_turn(place - 1, in_value=False)
    wary = [f"st.frames[-1] = {b.frame(place, code)}", "be_wary(st)"]
    return [f"next({b.w.fuel(work)})", "st.steps += 1", f"if {IS_WARY}:", *indented(wary)]


def _perform(b: Blocks, place: int, op: ops.Perform, code: Code) -> list[str]:
    program, key = b.w.program, (op.said.kind, op.said.name)
    bodies, said = bodies_of(program, op), "st.entity_definitions[who]"
    if key in program.modifiers:
        said = b.w.attribute(*key, "who")
    else:
        bodies = printed_bodies(program, bodies)
    named = b.w.name(bodies, "bodies")
    given = "".join(f"{b.w.frozen(argument)}, " for argument in op.arguments)
    return [
        f"who = {b.w.write(op.said.of)}",
        f"body = None if who is None else {named}.get({said})",
        "if body is not None:",
        f"{INDENT}given = ({given})",
        f"{INDENT}count_step(st)",
        f"{INDENT}st.frames[-1] = {b.frame(place + 1, code)}",
        f"{INDENT}push_body(st, body, me, who, me, given)",
        f"{INDENT}return",
    ]


def bodies_of(program: Program, op: ops.Perform) -> dict[Value, Code]:
    """Return the bodies that a `Perform` can do, by the ids that attributes name them by."""
    plans: list[EventPlan] = [program.events[id_] for id_ in op.effects if id_ in program.events]
    return {plan.id.partition(":")[2]: plan.code for plan in plans if plan.code is not None}


def printed_bodies(program: Program, bodies: dict[Value, Code]) -> dict[Value, Code]:
    """Return bodies by the definitions of the cards that say them, where nothing changes that."""
    cards = {effect.id: effect.card for effect in program.game.effects}
    index = {definition.id: i for i, definition in enumerate(program.game.definitions)}
    return {index[cards[str(id_)]]: code for id_, code in bodies.items()}


def _choose(b: Blocks, place: int, op: ops.Choose, code: Code) -> list[str] | None:
    if op.by_chance or op.condition is not None:
        return None
    if op.mode == "amount":
        return _choose_units(b, place, op, code)
    return _choose_element(b, place, op, code) if op.mode == "one" else None


def waits_itself(op: object) -> bool:
    """Return whether an operation asks where it stands, and nothing goes on behind it but itself:
    what is chosen for an action, since there is something."""
    return isinstance(op, ops.Choose) and op.action is not None and op.mode == "one"


def _choose_element(b: Blocks, place: int, op: ops.Choose, code: Code) -> list[str]:
    """Return the choice of one element; where there is none, none is chosen."""
    slot, type_ = local(op.slot), b.w.name(op.source.type, "type")
    by = "me" if op.by is None else "by"
    if op.action is None:
        nothing = ["if not options:", *indented(_nothing(place, [f"{slot} = None"]))]
        ask = _ask(b, place, code, by, "choose", type_, place)
        asked = [*nothing, *ask, f"{slot} = answer[0]"]
    elif b.w.logs:  # a script is told of one option that is taken
        site = ("action", *op.action)
        asked = [*_ask(b, place, code, by, "parameter", type_, site), f"{slot} = answer[0]"]
    else:  # nothing is being paid, and there is something: else it would not have been offered
        wait, site = f"st.frames[-1] = {b.frame(place, code)}", ("action", *op.action)
        ask = asking(b.w, [wait], f"'parameter', options, {type_}, {site}")
        asked = ["if len(options) != 1:", *indented(ask), f"{slot} = options[0]"]
    return [
        *([] if op.by is None else [f"by = {b.w.write(op.by)}"]),
        "if st.answer is None:",
        *indented([*_options(b, op, code, by), *asked]),
        f"else: ({slot},), st.answer = st.answer, None",
        *told(b.w, op, code, by),
    ]


def _options(b: Blocks, op: ops.Choose, code: Code, by: str) -> list[str]:
    """Return what finds the options of a choice: for an action those that lead to its end."""
    if op.action is None or _is_free(b.w.program.actions[op.action[0]]):
        return listed(b.w, op, by)
    return [f"options = elements(st, {joined(map(str, op.action))}, [{locals_of(code)}])"]


def _is_free(plan: ActionPlan) -> bool:
    """Return whether nothing else has to hold of the only parameter of an action."""
    is_lone = len(plan.action.parameters) == 1
    return is_lone and plan.cost is None and plan.action.when is None


def listed(w: Writer, op: ops.Choose, by: str) -> list[str]:
    """Return what finds all that somebody can choose from, equal ones once."""
    source = w.list_of(op.source)
    if not can_hold(op.source.type):
        return [f"options = tuple(dict.fromkeys({source}))"]
    if not is_of_entities(op.source.type):
        return [f"options = options_of(st, {by}, {source}, {w.name(op.source.type, 'type')})"]
    if not all(w.analysis.holders.single):
        return [f"options = card_options(st, {by}, {source})"]
    if _are_seen(w, op):
        return [f"options = {w.frozen(op.source)} or ()"]
    told_apart = f"shown[{by}].issuperset(map(st.places.__getitem__, options))"
    return [
        f"options = {w.frozen(op.source)} or ()",
        f"if not {told_apart}:",
        f"{INDENT}options = card_options(st, {by}, options)",
    ]


def told(w: Writer, op: ops.Choose, code: Code, by: str) -> list[str]:
    """Return what takes a card in the place of one that who decides cannot tell."""
    if not can_hold(op.source.type) or _are_seen(w, op):
        return []
    slot, type_ = local(op.slot), w.name(op.source.type, "type")
    alike = f"choose_alike(st, {by}, {w.list_of(op.source)}, {slot}, {type_}, {code.name!r})"
    if not is_of_entities(op.source.type):
        return [f"{slot} = {alike}"]
    is_unseen = f"st.places[{slot}] not in shown[{by}] and not identifies(st, {slot}) >> {by} & 1"
    return [f"if {is_unseen}: {slot} = {alike}"]


def _are_seen(w: Writer, op: ops.Choose) -> bool:
    """Return whether who decides sees all that can be chosen."""
    return w.analysis.seen.holds(op.source, by_me=op.by is None, in_value=w.is_in_value)


def _choose_units(b: Blocks, place: int, op: ops.Choose, code: Code) -> list[str]:
    """Return the choice of a bag that pays, unit by unit."""
    slot, pool, taken = local(op.slot), local(op.pool), local(op.taken)
    within = "None" if op.number is None else b.w.write(op.number)
    nothing = f"{slot} = {'()' if op.number is None else 'None'}"
    type_ = b.w.name(getattr(op.source.type, "of", None), "type")
    return [
        f"if {pool} is None:",
        f"{INDENT}{pool}, {taken} = begin_units({b.w.write(op.source)}, {within})",
        f"{INDENT}if {pool} is None:",
        *indented(_nothing(place, [nothing]), 2),
        "options = ()",
        f"if st.answer is None: options = units_of({pool}[0], {pool}[1]).next_units(*{taken})",
        "if options or st.answer is not None:",
        f"{INDENT}by = {'me' if op.by is None else b.w.write(op.by)}",
        *indented(_ask(b, place, code, "by", "unit", type_, place)),
        f"{INDENT}{taken} = (one_more({taken}[0], answer[0]), answer[0])",
        f"{INDENT}pc = {place}",
        f"{INDENT}continue",
        f"{slot} = {taken}[0]",
        f"{pool} = {taken} = None",
        *_settling(b, place, op),
    ]


def _settling(b: Blocks, place: int, op: ops.Choose) -> list[str]:
    """Return what lets the log tell the bag that pays an amount which an event was asked."""
    if op.span not in b.w.program.payments:
        return []
    by = "me" if op.by is None else b.w.write(op.by)
    return [f"if st.listening & {LOGGED}: settle(st, {place}, {local(op.slot)}, {by})"]


def _nothing(place: int, lines: list[str]) -> list[str]:
    """Return what happens where there is nothing to choose: fatal in a cost only."""
    fatal = "if st.payer is not None: raise CostFailed"
    return [fatal, *lines, f"pc = {place + 1}", "continue"]


def asking(w: Writer, wait: list[str], asked: str) -> list[str]:
    """Return what asks me at once, or who answers in my place, and leaves."""
    hand_over = [] if w.analysis.decider is None else ["hand_over(st)"]
    ask = [f"st.ask = ask_of((me, {asked}, me))", "st.result = None", *hand_over]
    return [*wait, *ask, "return"]


def _ask(
    b: Blocks, place: int, code: Code, by: str, kind: str, type_: str, site: object
) -> list[str]:
    """Return what asks for one of `options`; what can be completed is tried on the frame."""
    wait = f"st.frames[-1] = {b.frame(place, code)}"
    return [
        f"if st.payer is not None: {wait}",
        f"answer = decide(st, {by}, {kind!r}, options, {type_}, {site})",
        "if answer is None:",
        f"{INDENT}{wait}",
        f"{INDENT}return",
    ]


def _cost_begin(b: Blocks, place: int, op: ops.CostBegin, code: Code) -> list[str]:
    around = [] if op.payer is None else [f"{local(op.payer)} = st.payer"]
    kept = [] if op.kept is None else [f"{local(op.kept)}, me = me, st.payer"]
    return [*around, f"st.payer = {'me' if op.by is None else b.w.write(op.by)}", *kept]


def _cost_end(b: Blocks, place: int, op: ops.CostEnd, code: Code) -> list[str]:
    around = "None" if op.payer is None else local(op.payer)
    paid = "if st.is_trial: raise Paid"
    if op.payer is not None:
        paid = f"if st.is_trial and {around} is None: raise Paid"
    kept = [] if op.kept is None else [f"me = {local(op.kept)}"]
    return [
        paid,
        f"st.payer = {around}",
        *kept,
        *(f"{local(s)} = st.result[{s}]" for s in op.bound),
    ]


def _do(b: Blocks, place: int, op: ops.Do, code: Code) -> list[str]:
    """Return what begins a body within another: a cost."""
    given = "".join(f"{local(slot)}, " for slot in range(op.code.given))
    actor = "me" if op.by_me else "actor"
    return [
        "st.result = None",
        f"st.frames[-1] = {b.frame(place + 1, code)}",
        f"push_body(st, {b.w.name(op.code, 'cost')}, me, card, {actor}, ({given}))",
        "return",
    ]


WITHIN: dict[type, Callable[[Blocks, int, Any, Code], list[str] | None]] = {
    ops.Choose: _choose,
    ops.LoopStart: _loop_start,
    ops.LoopNext: _loop_next,
    ops.Perform: _perform,
    ops.CostBegin: _cost_begin,
    ops.CostEnd: _cost_end,
    ops.Do: _do,
    ops.Demand: lambda b, place, op, code: [],
    ops.ResetScope: lambda b, place, op, code: [f"reset(st, {op.scope!r})"],
    ops.Settle: lambda b, place, op, code: ["if has_work(st): return"],
}
"""The statements of operations that a block does itself: they fall through, or go elsewhere; None
where the walker's step does one."""
