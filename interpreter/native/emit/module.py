"""Write one module: all functions, constants and data of a program.

A module is made of a whole program or not at all: what is not carried yet raises `Unsupported`.
Where somebody answers in place of a player, he is shown all cards that the player can tell.
"""

from __future__ import annotations

from collections.abc import Mapping

from dsl.records import Record
from interpreter.native.emit import (
    actions,
    batches,
    boards,
    bodies,
    changes,
    choices,
    costs,
    folds,
    image,
    lists,
    moves,
    offers,
    scalars,
    values,
    words,
)
from interpreter.native.emit.checks import checks, ending
from interpreter.native.emit.costs import costs_names, define_replay
from interpreter.native.emit.course import course_function
from interpreter.native.emit.dispatch import formula
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.image import define_copies, define_images, define_position
from interpreter.native.emit.layout import lay_out
from interpreter.native.emit.limits import see_to_values
from interpreter.native.emit.looks import define_look
from interpreter.native.emit.records import define_records
from interpreter.native.emit.sight import neighbours, same_fields, seen, seen_top
from interpreter.native.emit.writer import Unsupported, Writer
from interpreter.native.memory import MemoryMap, Settings
from interpreter.native.runtime import GLOBALS, text
from interpreter.program.operations import verify
from interpreter.walk.assembly import start_state
from interpreter.walk.machine import Machine


def hand_over(em: Emitter) -> None:
    """Define `hand_over` (player), which returns who answers a question to a player."""
    rule = em.analysis.decider
    em.constants["DECIDERS"] = int(rule is not None)
    if rule is None:
        return

    def write(w: Writer) -> None:
        w.line("kept = g_top")
        w.line(f"who = {formula(em, w, rule, given=['asked'])}")
        w.block("""
g_top = kept
if who == NONE or who == asked:
    return asked
for c in range(g_entities):
    if (identifies(c) >> asked) & 1:
        show(c, 1 << who)
return who
""")

    em.define("hand_over", ["asked"], write)


TABLES = (
    *(actions, batches, moves, boards, changes, choices, costs, folds),
    *(lists, offers, bodies, scalars, image, values, words),
)
"""The modules that fill the tables of `dispatch`, kept here so that all are imported."""
CELLS = 1 << 23
"""Of memory behind what is laid out: a quarter for lists in state, the rest for those on the way.
What is not touched costs nothing."""
TRACE = 200_000
"""Cells of a trace."""
MEMO, MEMO_MARGIN = 8192, 600
"""Cells for what values came to that are lists, and how many are left free at the end."""
FRAMES = 1 << 14
"""Cells for the locals of functions that wait."""


class Emitted(Record, kw_only=True):
    """All that a module is made of.

    Attributes:
        text: All functions as flat text.
        data: What memory holds at the beginning.
        cells: How many cells memory has.
        memory: Where everything lies there.
    """

    text: str
    data: Mapping[int, list[int]]
    cells: int
    memory: MemoryMap


def emit(machine: Machine, settings: Settings | None = None) -> Emitted:
    """Return the module of a program.

    Raises:
        Unsupported: The program uses what is not carried yet.
    """
    for problem in verify(machine.program):
        raise Unsupported(f"operation {problem.operation} of `{problem.body}`: {problem.said}")
    first = start_state(machine, 0, events=False)
    em = Emitter(machine, first, settings or Settings())
    see_to_values(em)
    lay_out(em)
    for function in (seen, seen_top, same_fields, neighbours, ending, checks, course_function):
        function(em)
    define_replay(em)
    define_images(em)
    hand_over(em)
    em.define("play", ["seed"], lambda w: _play(em, w))
    em.define("rollouts", ["first_", "n", "has_keys"], _rollouts)
    em.constants |= costs_names(em)
    rows = em.settings.rows
    parts = () if rows is None else define_look(em, rows)
    define_records(em)
    em.data[em.streams_at] = list(em.streams.values())
    # what lies behind the position
    traces = TRACE if em.settings.traces else 16
    em.constants["STATUS"] = em.room(len(GLOBALS))
    rooms = {"TRACE": traces, "MEMO": MEMO, "FRAMES": FRAMES}
    em.constants |= {name: em.room(cells, lasts=False) for name, cells in rooms.items()}
    em.constants["TRACE_END"] = em.constants["TRACE"] + traces
    em.constants["MEMO_END"] = em.constants["MEMO"] + MEMO - MEMO_MARGIN
    define_position(em)
    define_copies(em)
    em.constants |= {"HEAP": em.used, "ARENA": em.used + CELLS // 4}
    cells = em.used + CELLS
    own = (function for function in em.functions.values() if function is not None)
    memory = MemoryMap(
        constants=em.constants,
        bases=em.image.bases,
        streams=tuple(em.streams),
        counts_at=em.counts_at,
        questions=tuple(em.questions),
        creates=em.creates,
        ranks=len(em.game.end.rank),
        parts=parts,
    )
    return Emitted(text="\n".join((text(), *own)), data=em.data, cells=cells, memory=memory)


# --- playing ------------------------------------------------------------------------------------


def _play(em: Emitter, w: Writer) -> None:
    """Write `play`: a match from its beginning; it returns how many decisions it took."""
    image = em.image
    w.block(f"""
copy({image.at}, {image.template}, {image.beginning})
for i in range({len(em.streams)}):
    M[CHANCE + i] = 0
begin_key(key_of(seed))
g_over = 0
g_steps = 0
g_work = 0
g_depth = 0
g_actions = 0
g_at = 0
g_decisions = 0
g_top = ARENA
g_heap = HEAP
g_setup = 1
g_epoch += 1
g_memo = MEMO
g_memo_from = MEMO
g_payer = NONE
g_trial = 0
g_paying = 0
g_secret = 0
g_told = 0
g_before = 0
g_later = 0
g_floor = HEAP
g_used = 0
g_batches = 0
g_watch = 0
g_values = {em.base("values") + image.values}
g_zones = {image.zones}
g_entities = {image.entities}
for i in range(COURSE_CELLS):
    M[COURSE + i] = NONE
course()
return g_decisions
""")


def _rollouts(w: Writer) -> None:
    """Write `rollouts`: matches of consecutive seeds.

    `RESULTS` takes how many are done, and a row for each: how many decisions, and the number of its
    end in `ENDS`. With `has_keys` the random players of each match draw by a key of their own, from
    `KEYS`.
    """
    w.block("""
row = RESULTS + 1
room_for_ends(n)
for k in range(n):
    M[RESULTS] = k
    if has_keys:
        seed_by(KEYS + k * KEY)
    M[row] = play(first_ + k)
    M[row + 1] = number_of_end()
    row += RESULT
M[RESULTS] = n
return n
""")
