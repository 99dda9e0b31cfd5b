"""Write loops that move cards as Python source: all at once where the cards are plain.

Saves a sixth of the opcodes of one shipped game as it is benchmarked, whose bound would not hold
without it.
"""

from __future__ import annotations

from typing import NamedTuple

from dsl.model import expressions as e
from dsl.model.types import Maybe
from dsl.model.walk import read_slots, reads_slot
from dsl.words.vocabulary import AS_ONE
from interpreter.lower import ops
from interpreter.program.limits import STEPS
from interpreter.writing.calls import CallWriter
from interpreter.writing.writer import Writer, indented, joined, local

IS_ON = True
"""Whether this is done at all: `benchmarks.without` counts what it saves."""


def loop_turns(w: Writer, op: ops.LoopStart) -> str:
    """Return how often a counting loop turns, written: the budget ends before the last."""
    return f"min({w.write(op.source)} or 0, {STEPS + 1})"


class Loop(NamedTuple):
    """A loop and where its body begins."""

    start: ops.LoopStart
    slot: int | None
    body: int
    exit: int


def dealt(b: CallWriter, place: int, loop: list[str]) -> list[str]:
    """Return the statements of a loop, before them an attempt to deal all cards at once where it
    goes round more than once: for one card each that costs more than it saves. A log tells of each.

    Args:
        place: Where the loop begins.
        loop: Its statements.
    """
    loops = _loops(b, place)
    if not IS_ON or b.logs or not loops[0].start.is_count:
        return loop
    call = b.operations[loops[-1].body]
    if not isinstance(call, ops.Call) or not _is_only_one(loops) or not _may_deal(b, call, loops):
        return loop
    target = b.moves.target(*call.arguments[1:])
    old = b.moves.top_of(call.arguments[0])
    if target is None or target.family not in b.moves.plain or old is None:
        return loop
    zone, rounds = b.w.write(call.arguments[1]), "1"
    zones = f"[{zone}]"
    if loops[0].start.is_count:
        rounds = loop_turns(b.w, loops[0].start)
    if not loops[-1].start.is_count:
        zones = f"[{zone} for {_name(loops[-1])} in {b.w.list_of(loops[-1].start.source)}]"
    done = "st.steps += rounds" if loops[0].start.is_count else "pass"
    deal = f"if {b.moves.dealer(target)}(st, {old}, {zones}, rounds): {done}"
    return [f"rounds = {rounds}", deal, "else:", *indented(loop)]


def moved_whole(b: CallWriter, place: int) -> list[str] | None:
    """Return the one statement that moves a whole list, if the loop at a place does just that."""
    if not IS_ON or b.logs:
        return None
    loop, call = _loop_at(b, place), b.operations[place + 2]
    if not _is_only_one([loop]) or not isinstance(call, ops.Call) or call.event not in AS_ONE:
        return None
    card, zone, end = call.arguments
    fixed = not reads_slot(zone, loop.slot) and call.by is None and call.collect is None
    if not (isinstance(card, e.Local) and card.slot == loop.slot and fixed):
        return None
    if isinstance(zone.type, Maybe) or not b.is_direct(call):
        return None
    source = loop.start.source
    old, target = b.moves.plain_zone(source), b.moves.target(zone, end)
    if old is not None and target is not None:
        return [f"{b.moves.whole_mover(target)}(st, me, {old}, {b.w.write(zone)})"]
    given = joined([b.w.list_of(source), b.w.write(zone), b.w.write(end)])
    return [f"move_all(st, me, {given})"]


def _loops(b: CallWriter, place: int) -> list[Loop]:
    """Return a loop and the one it begins with, if any."""
    found = [_loop_at(b, place)]
    if isinstance(b.operations[place + 2], ops.LoopStart):
        found.append(_loop_at(b, place + 2))
    return found


def _loop_at(b: CallWriter, place: int) -> Loop:
    start, turn = b.operations[place], b.operations[place + 1]
    assert isinstance(start, ops.LoopStart) and isinstance(turn, ops.LoopNext)
    return Loop(start, turn.slot, place + 2, turn.exit)


def _is_only_one(loops: list[Loop]) -> bool:
    """Return whether loops hold one operation: so often, for each player, or both."""
    inner = loops[-1]
    if inner.exit != inner.body + 2:
        return False
    if len(loops) == 1:
        return True
    outer = loops[0]
    return outer.start.is_count and not inner.start.is_count and outer.exit == inner.exit + 1


def _may_deal(b: CallWriter, call: ops.Call, loops: list[Loop]) -> bool:
    """Return whether a call moves a card, and nothing but whom it goes to changes in the loops."""
    if call.event not in AS_ONE or call.by is not None or not b.is_direct(call):
        return False
    if call.collect is not None or isinstance(call.arguments[1].type, Maybe):
        return False
    inner = loops[-1]
    each = () if inner.start.is_count else (inner.slot,)
    if each and not (isinstance(inner.start.source, e.Players) and not inner.start.backwards):
        return False
    bound = {loop.slot for loop in loops}
    read = read_slots(call.arguments[0]), read_slots(call.arguments[1])
    return not bound & read[0] and not (bound - set(each)) & read[1]


def _name(loop: Loop) -> str:
    return "_" if loop.slot is None else local(loop.slot)
