"""Write `would(EVENTS, CONDITION)`: events that happen on the position itself, which is kept before
and put back behind, as where a cost is tried (see `costs.flat`)."""

from __future__ import annotations

from typing import cast

from dsl.model import expressions as e
from dsl.model.walk import free_slots
from dsl.source import Span
from interpreter.lower import ops
from interpreter.native.emit.dispatch import atom, condition, frozen, value_of
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.events import happening
from interpreter.native.emit.triggers import hears
from interpreter.native.emit.writer import Writer


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
