"""Write records: what happens in a match, counted while random players play it.

What is counted is what `cardwright/apps/lab/simulate/recording.py` reads from a log and from the
position at each decision; `records.flat` says how a record lies in memory.
"""

from __future__ import annotations

from dsl.model import types as t
from interpreter.native.emit.dispatch import formula
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.noting import has_records
from interpreter.native.emit.writer import Unsupported, Writer, is_block, is_entity
from interpreter.native.memory import CARDS, Question, action_ids, event_count, kinds_asked
from interpreter.native.runtime import NONE
from interpreter.program.limits import LOG_CELLS, LONG, RECORD, TOLD
from interpreter.state.values import OWN

MATCH_HEAD = 8
"""Cells of the row of a match before its counts."""
CARD_ROW, ANSWER_ROW = 13, 8
"""Cells of the row of a card, and of an answer."""
ROOM = 1 << 19
"""Cells for the rows of cards of one call, and for those of answers."""
SPARE = 1 << 17
"""Of them so many are free when a match begins."""
ANSWERS = 1 << 14
"""Places of the index of answers."""
MOST_FOLLOWED = 1000
"""Cards that are chosen and have not moved since."""
ACTION, RULES, PIECE, CARD, DEFINITION, LISTS = 1, 2, 4, 8, 16, 32
AT_ONCE, FOR_ACTION, FOLLOWS, WITHIN_ACTION, BEGINS = 64, 128, 256, 512, 1024
"""The bits of SORTS, see `records.flat`."""


# --- what is known when all is written ----------------------------------------------------------


def define_records(em: Emitter) -> None:
    """Define `recorded` (first seed, number), which plays matches and keeps their records.

    Raises:
        Unsupported: Of what the game does no record is kept.
    """
    em.constants["RECORDS"] = int(has_records(em))
    if not has_records(em):
        return
    em.define("see_zones", ["is_first"], lambda w: _see_zones(em, w))
    em.define("see_claims", [], lambda w: _see_claims(em, w))
    em.define("see_leader", [], lambda w: _see_leader(em, w))
    em.define("recorded", ["first_", "n"], _recorded)
    em.constants |= _sizes(em)


def _sizes(em: Emitter) -> dict[str, int]:
    """Return the places and sizes of records."""
    program, ids, kinds = em.program, action_ids(em.program), kinds_asked(em.questions)
    events, seats = event_count(program), program.seats
    row = MATCH_HEAD + 2 * seats * len(kinds) + events
    definitions = len(em.game.definitions)
    fields = _claiming(em)
    claims = 1 + max((place for each in fields for place, _ in each), default=-1)
    rooms = {
        "CARD_INDEX": seats * definitions,
        "ANSWER_INDEX": ANSWERS,
        "CARDS_END": 2,
        "ANSWERS_END": 2,
        "LOG": 1,
        "LOOKED": 1,
        "FOLLOWED": 1 + 5 * MOST_FOLLOWED,
        "CLAIMS": em.image.most * claims,
        "MATCHES": row * em.constants["KEYED"],
        "CARD_ROWS": ROOM,
        "ANSWER_ROWS": ROOM,
    }
    found = {name: em.room(cells, lasts=False) for name, cells in rooms.items()}
    return found | {
        "CARD_ROW": CARD_ROW,
        "ANSWER_ROW": ANSWER_ROW,
        "MATCH_ROW": row,
        "ANSWERS": ANSWERS,
        "CARDS_LAST": found["CARD_ROWS"] + ROOM - CARD_ROW,
        "ANSWERS_LAST": found["ANSWER_ROWS"] + ANSWERS // 2 * ANSWER_ROW,
        "CARDS_FULL": found["CARD_ROWS"] + ROOM - SPARE,
        "ANSWERS_FULL": found["ANSWER_ROWS"] + ANSWERS // 4 * ANSWER_ROW,
        "DEFINITIONS": definitions,
        "ALL_CARDS": seats * definitions,
        "DECIDED": MATCH_HEAD,
        "KINDS": len(kinds),
        "EVENTS": row - events,
        "NO_CARD": em.static((0, 0, 0, 0, NONE, 0, 0, 0, NONE, 0, 0, 0, 0)),
        "NO_MATCH": em.static((0, NONE, 0, 0, NONE, NONE, 0, NONE, *[0] * (row - MATCH_HEAD))),
        "RECORD_CELLS": RECORD,
        "RECORD_WORK": LONG,
        "LIST_CELLS": 3 + OWN,
        "LIST_WORK": TOLD,
        "MOST_LOG": LOG_CELLS,
        "CARDS": CARDS,
        "SORTS": em.static((*(_sort(em, each) for each in em.questions), 0)),
        "KIND_OF": em.static((*(kinds.index(each.kind) for each in em.questions), 0)),
        "ACTION_IDS": em.static((*(ids.index(plan.action.id) for plan in program.actions), 0)),
        "MOST_FOLLOWED": MOST_FOLLOWED,
        "CLAIM_CELLS": claims,
        "ALL_CLAIMS": em.image.most * claims,
        "FAMILIES": len(program.families),
        **_active(em),
    }


def _active(em: Emitter) -> dict[str, int]:
    """Return the tables that say in which families of zones the rules of a kind of cards work."""
    kinds = [*em.game.kinds]
    keys = [family.key for family in em.program.families]
    cells: list[int] = []
    for kind in kinds:
        active = em.game.kinds[kind].active_in
        cells += [int(bool(active)), *(int(key in active) for key in keys)]
    numbers = (kinds.index(definition.kind) for definition in em.game.definitions)
    return {"ACTIVE_IN": em.static(cells), "KIND_NUMBER": em.static((*numbers, 0))}


def _sort(em: Emitter, question: Question) -> int:
    """Return what the options of a question are, and how a card is chosen by it."""
    kind, site = question.kind, question.site
    found = BEGINS if kind in ("action", "parameter") else 0
    if kind == "action":
        return found | ACTION | AT_ONCE
    if kind in ("trigger", "replacement"):
        return found | RULES | (AT_ONCE if kind == "replacement" else 0)
    of = None if question.type is None else t.option_type(question.type)
    found |= PIECE if kind == "piece" else 0
    if of is None:
        return found
    if isinstance(of, t.EntityType | t.TargetType):
        is_parameter = isinstance(site, tuple) and site[0] == "action"
        found |= CARD | (FOR_ACTION if is_parameter else FOLLOWS)
    elif isinstance(of, t.DefinitionType):
        found |= DEFINITION
    elif is_block(of):
        found |= LISTS
    elif is_entity(of):
        raise Unsupported(f"records of choices among {of}")
    if isinstance(site, int) and em.program.code_of[site].name.startswith("action "):
        found |= WITHIN_ACTION
    return found


def _claiming(em: Emitter) -> list[list[tuple[int, int]]]:
    """Return for each definition its fields that name a player, with their defaults."""
    layout = em.layout
    return [
        [
            (place, em.cell(field.default, field.type))
            for place, field in enumerate(layout.kind_fields[definition.kind])
            if t.plain_type(field.type) == t.PLAYER
        ]
        for definition in em.game.definitions
    ]


# --- looking ------------------------------------------------------------------------------------


def _see_zones(em: Emitter, w: Writer) -> None:
    """Write that the cards in the zones of players are noted."""
    st = em.first
    for zone, family in enumerate(st.zone_families):
        if em.program.families[family].key.owner == "player":
            w.line(f"see_zone({st.zone_owners[zone]}, {zone}, is_first)")


def _see_claims(em: Emitter, w: Writer) -> None:
    """Write that fields are noted that have come to name a seat."""
    claiming = _claiming(em)
    several = sorted({(tuple(fields)) for fields in claiming if fields})
    if not several:
        return
    with w.inner("for c in range(g_entities):"):
        for more, fields in enumerate(several):
            flags = em.static((*(int(tuple(each) == fields) for each in claiming), more))
            with w.inner(f"if M[{flags} + M[DF + c]]:"):
                for place, default in fields:
                    w.line(f"see_claim(c, {place}, {default})")


def _see_leader(em: Emitter, w: Writer) -> None:
    """Write that it is noted who leads alone by the ranks of the moment."""
    ranks, seats = em.game.end.rank, em.program.seats
    if not ranks:
        return
    w.line("kept = g_top")
    w.line("best = 0")
    for seat in range(seats):
        parts = []
        for rank in ranks:
            parts.append(w.bind(formula(em, w, rank, given=[str(seat)]), "x"))
            w.line("g_top = kept")
        if seat == 0:
            best = [w.bind(part, "b") for part in parts]
            w.line("are = 1")
            continue
        order = w.bind("0")
        for part, other in zip(parts, best, strict=True):
            w.line(f"if {order} == 0 and {part} != {other}:")
            w.line(f"    {order} = 1 if {part} > {other} else 0 - 1")
        w.line(f"if {order} == 0:")
        w.line("    are += 1")
        with w.inner(f"if {order} > 0:"):
            w.line("are = 1")
            w.line(f"best = {seat}")
            for part, other in zip(parts, best, strict=True):
                w.line(f"{other} = {part}")
    w.line("lead(best if are == 1 else NONE)")


def _recorded(w: Writer) -> None:
    """Write `recorded`: matches of consecutive seeds, as `rollouts` plays them, with their records;
    it returns how many there was room for."""
    w.block("""
row = RESULTS + 1
room_for_ends(n)
g_row = MATCHES
M[CARDS_END] = CARD_ROWS
M[ANSWERS_END] = ANSWER_ROWS
keep_records()
for k in range(n):
    M[RESULTS] = k
    cards = M[CARDS_END]
    answers = M[ANSWERS_END]
    if cards > CARDS_FULL or answers > ANSWERS_FULL:
        return k
    begin_record()
    for i in range(ALL_CLAIMS):
        M[CLAIMS + i] = NONE - 1
    seed_by(KEYS + k * KEY)
    M[row] = play(first_ + k)
    look_on(0)
    end_record(cards, answers)
    M[row + 1] = number_of_end()
    row += RESULT
    g_row += MATCH_ROW
M[RESULTS] = n
return n
""")
