"""Write the functions that keep a position and put it back, and `would(EVENTS, CONDITION)`.

A zone has room for all cards that can lie there, and there is room for cards to come: a copy of all
cells would be many times as long as what a position says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from dsl.model import expressions as e
from dsl.model.walk import free_slots
from dsl.records import Span
from interpreter.lower import ops
from interpreter.native.emit.dispatch import atom, condition, frozen, value_of
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.events import happening
from interpreter.native.emit.rules import RULE, has_batches, has_rows, used_cells
from interpreter.native.emit.triggers import hears
from interpreter.native.emit.writer import Writer
from interpreter.native.memory import PARTS_OF_CARDS, PARTS_OF_ZONES

GROWING = (
    *(("FRAMES", "g_fp"), ("HEAP", "g_heap"), ("ARENA", "g_top"), ("MEMO", "g_memo")),
    ("SCRIPT", "SCRIPT + 2 * g_script"),
)
"""What has a part in use: where it begins, and the global that says where it ends."""
FIRST_EPOCH, EPOCHS, FIRST_SUPPOSED = 1 << 40, 1 << 20, 1 << 58
"""Numbers of positions that no match has come to, and how many a match may have before one is put
back the next time; numbers of positions that are only supposed."""


KEPT_LISTS = 4096
"""Room for the lists of a match in a position that is kept to be compared."""


def define_images(em: Emitter) -> None:
    """Define `keep_board`, `put_board` (cards, zones, fields) and `keep_pending`, `put_pending`
    (rules that wait). Each is given where the copy lies and returns where it ends."""
    keep, put = "copy(at, {0}, {1})", "copy({0}, at, {1})"
    em.define("keep_board", ["at"], lambda w: _board(em, w, keep, "cells(at, p, n)"))
    em.define("put_board", ["at"], lambda w: _board(em, w, put, "cells(p, at, n)"))
    em.define("keep_pending", ["at"], lambda w: _pending(em, w, keep))
    em.define("put_pending", ["at"], lambda w: _pending(em, w, put))


def define_copies(em: Emitter) -> None:
    """Define `keep_match` and `put_match`: all of a match that waits, in one piece of memory.

    They are given where it lies and return where it ends. This is the last to be written: all
    memory has its place.
    """
    ranges = [*_lasting(em), (em.counts_at, em.counts_at + len(em.streams))]
    em.constants["EPOCHS"] = em.room(1, lasts=False)
    em.constants |= {"SUPPOSED": em.room(1, lasts=False), "FIRST_SUPPOSED": FIRST_SUPPOSED}
    em.define("keep_match", ["at"], lambda w: _copies(w, ranges, keeps=True))
    em.define("put_match", ["at"], lambda w: _copies(w, ranges, keeps=False))


def define_position(em: Emitter) -> None:
    """Define `watched_position`: what is compared to find that a position comes again. It is given
    where that is written and returns where it ends.

    The first cell says how far goes what differs only if the walker sees a difference, too, where
    no lists are held. Behind that stands what also lies elsewhere, or is more than it looks at.
    """
    bases, streams, rules = em.image.bases, len(em.streams), len(em.program.rules)
    em.constants["WATCH"] = em.room(8 + em.image.cells + streams + KEPT_LISTS, lasts=False)

    def write(w: Writer) -> None:
        w.block(f"""
first_ = at
M[at + 1] = g_values
M[at + 2] = g_zones
copy(at + 3, VALUES, g_values - VALUES)
at += 3 + g_values - VALUES
copy(at, {em.counts_at}, {streams})
at += {streams}
for z in range(g_zones):
    n = M[M[ZP + z]] + 1
    cells(at, M[ZP + z], n)
    at += n
M[first_] = at - first_
copy(at, {bases["definitions"]}, g_entities)
at += g_entities
n = g_heap - HEAP
if n > {KEPT_LISTS}:
    fault(9)
copy(at, HEAP, n)
at += n
""")
        if has_rows(em):
            told = em.static((*(used_cells(em, n) for n in range(rules)), 0))
            w.block(f"""
n = most(M[PENDING + 1] - LISTS, 0)
copy(at, LISTS, n)
at += n
for i in range(M[QUEUE]):
    row = QUEUE + 1 + i * RULE_ROW
    n = M[{told} + M[row + {RULE}]]
    cells(at, row, n)
    M[at] -= M[QUEUE + 1]
    at += n
""")
        w.line("return at")

    em.define("watched_position", ["at"], write)


def _lasting(em: Emitter) -> Iterator[tuple[int, int]]:
    """Yield where memory lies that lasts, beside the position: from a cell to before another."""
    first, last = em.image.at, em.image.at + em.image.cells
    for low, high in em.lasting:
        if high <= first or low >= last:
            yield low, high
        else:
            if low < first:
                yield low, first
            if last < high:
                yield last, high


def _copies(w: Writer, ranges: Iterable[tuple[int, int]], *, keeps: bool) -> None:
    """Write the copy of a match: what lies at fixed places, what grows, the position.

    What was kept of values meanwhile is of another match: the position gets a number that none
    has had.
    """

    def part(first: object, many: str) -> None:
        w.line(f"copy(at, {first}, {many})" if keeps else f"copy({first}, at, {many})")
        w.line(f"at += {many}")

    for low, high in ranges:
        part(low, str(high - low))
    if not keeps:
        w.block(f"M[EPOCHS] += {EPOCHS}\nresume({FIRST_EPOCH} + M[EPOCHS])")
    for first, end in GROWING:
        w.line(f"n = {end} - {first}")
        part(first, "n")
    verb = "keep" if keeps else "put"
    w.line(f"return {verb}_pending({verb}_board(at))")


def _board(em: Emitter, w: Writer, copy: str, of_zone: str) -> None:
    bases, most = em.image.bases, em.image.most
    parts = [("values", f"g_values - {bases['values']}")]
    parts += [(part, "g_entities") for part in PARTS_OF_CARDS]
    parts += [(part, "g_zones") for part in PARTS_OF_ZONES]
    if most == em.image.entities:  # none can come: what lies side by side is copied at once
        parts = [("values", str(bases["free"] - bases["values"]))]
    rest = bases["pending"] - bases["free"]
    for part, many in (*parts, ("free", str(rest))):
        w.line(copy.format(bases[part], many))
        w.line(f"at += {many}")
    is_kept = of_zone.startswith("cells(at")
    w.block(f"""
for z in range(g_zones):
    p = M[ZP + z]
    n = M[{"p" if is_kept else "at"}] + 1
    {of_zone}
    at += n
return at""")


def _pending(em: Emitter, w: Writer, copy: str) -> None:
    """Write the copy of what waits: the header first, as it says how much more there is."""

    def part(first: str, many: str) -> None:
        w.line(f"n = {many}")
        w.line(copy.format(first, "n"))
        w.line("at += n")

    part("PENDING", "QUEUE + 1 - PENDING")
    if has_rows(em):
        part("QUEUE + 1", "M[QUEUE] * RULE_ROW")
        part("LISTS", "most(M[PENDING + 1] - LISTS, 0)")
        if has_batches(em):
            part("LATER", "most(g_later - LATER, 0)")
        if em.base("zones") > em.constants["LATER_END"]:
            part("LATER_END", f"{em.base('zones')} - LATER_END")
    w.line("return at")


@value_of(e.Would)
def _would(em: Emitter, w: Writer, node: e.Would) -> str:
    slots = sorted(free_slots(node))
    given = (w.slots.get(slot, f"s{slot}") for slot in slots)
    return w.bind(f"{_function(em, node, slots)}({', '.join([w.me, w.self_, w.actor, *given])})")


def _function(em: Emitter, node: e.Would, slots: list[int]) -> str:
    """Return the function (me, self, actor, slots…) that says whether the condition would hold."""
    kept = em.tables.setdefault("supposed", [])
    known = cast("list[e.Would]", kept)
    number = next((n for n, each in enumerate(known) if each is node), len(known))
    if number == len(known):
        known.append(node)
    hides = int(em.machine.knowledge.hides)

    def write(w: Writer) -> None:
        w.me, w.self_, w.actor = "me", "self", "actor"
        w.block(f"""
kept = g_top
unseen = 0
if {hides}:
    unseen = note_unseen(me)
p = suppose(me)
drawn_ = drawn()
found = 1
""")
        for event in node.events:
            with w.inner("if found and g_over == 0:"):
                _happen(em, w, event, node.span)
        with w.inner("if g_over or g_script or drawn() != drawn_:"):
            w.line("found = 0")
        if hides:
            w.line("if found:")
            w.line("    found = 1 - sees_more(unseen)")
        with w.inner("if found:"):
            w.line(f"found = 1 if {condition(em, w, node.condition)} else 0")
        w.line("stop_supposing(p)")
        w.line("g_top = kept")
        w.line("return found")

    names = ["me", "self", "actor", *(f"s{slot}" for slot in slots)]
    return em.define(f"would_{number}", names, write)


def _happen(em: Emitter, w: Writer, event: e.CanHappen, span: Span) -> None:
    """Write that an event happens, or that `found` is 0."""
    plan, me, around = em.program.events[event.event], atom(em, w, event.by), w.me
    given = []
    for number, argument in enumerate(event.arguments):
        w.me = me if number in event.defaulted else around
        given.append(w.bind(frozen(em, w, argument), "a"))
        w.me = around
    missing = [f"{each} == NONE" for each in (me, *(given[n] for n in event.required))]
    with w.inner(f"if {' or '.join(missing)}:"):
        w.line("found = 0")
    with w.inner("else:"):
        done = ops.Call(
            event=event.event, arguments=event.arguments, by=None, skip=event.required,
            defaulted=event.defaulted, continues=False, collect=None, span=span,
        )  # fmt: skip
        result = w.bind(happening(em, w, done, plan, me, given), "r")
        if plan.needs_room and not hears(em, plan.id):
            w.line(f"if {result} == 0:")
            w.line("    fail()")
