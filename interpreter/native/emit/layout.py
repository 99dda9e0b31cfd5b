"""Lay out the memory of a match: one image that is copied from a template when it begins."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.model import types as t
from dsl.model.walk import walk
from interpreter.lower import ops
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.limits import counting_names, nesting, nesting_names
from interpreter.native.emit.rules import arrived, arrived_cells, pending_cells, pending_names
from interpreter.native.emit.writer import Unsupported
from interpreter.native.memory import PARTS_OF_CARDS, PARTS_OF_ZONES
from interpreter.native.runtime import ENOUGH, NONE
from interpreter.program.limits import STEPS
from interpreter.program.program import Family
from interpreter.state.record import State

MORE = 250
"""Cards that can come into a match."""
ROWS = 1024
"""How many matches in a row can be played in one call."""
RESULT = 2
"""The cells of such a match: how many decisions, and the number of its end."""
DRAWS = 128
"""Decisions that are answered at random in one call, where a match is driven from outside."""
KEYED, KEY = 128, 40
"""How many matches can have keys of their own in one call, and the cells of a key."""
MOST_ENDS = 2 * ROWS
"""How many different ends of matches have numbers before they are given anew."""
PASSING = (*("BLOCK", "DIGEST", "BIG", "MT", "DRAWS", "KEYS", "RESULTS", "ENDS", "END_INDEX"),)
"""Rooms that a match which waits does not need."""

SPARE = 2
"""Cells of a zone beside those of its cards."""


def chooses_targets(operations: Sequence[ops.Operation | None]) -> bool:
    """Return whether somebody chooses among cards and players."""
    choices = (each for each in walk(tuple(operations)) if isinstance(each, ops.Choose | ops.Order))
    return any(isinstance(t.option_type(each.source.type), t.TargetType) for each in choices)


def lay_out(em: Emitter) -> None:
    """Give everything its place, and write the position in which matches begin."""
    st = em.first
    if st.outcome is not None:
        raise Unsupported("a match that is over before it begins")
    _measure(em, st)
    empty = em.static((0,))
    script = em.room(512, lasts=False)
    # the parts of the position lie one behind the other, and so do the zones of the last
    at = em.image.at = em.room(em.image.cells)
    for part, size in em.image.bases.items():
        em.image.bases[part] = at
        at += size
    end = em.base("zones")
    for family in st.zone_families:
        em.image.zone_places.append(end)
        end += em.image.zone_cells[family]
    cells = cells_of(em, st)
    em.image.beginning = end - em.image.at
    em.image.template = em.room(em.image.beginning, lasts=False)
    em.data[em.image.template] = [cells.get(em.image.at + n, 0) for n in range(em.image.beginning)]
    em.constants |= _places(em) | _tables(em) | _rooms(em) | pending_names(em)
    em.constants |= nesting_names(em)
    em.constants |= {"EMPTY": empty, "SCRIPT": script, "ENOUGH": ENOUGH}
    em.streams_at, em.counts_at = (em.room(400, lasts=False) for _ in range(2))
    em.constants |= {"STREAMS": em.streams_at, "CHANCE": em.counts_at}
    shuffles = em.machine.natives.shuffles
    em.data[em.constants["ZSTREAM"]] = [
        em.stream(shuffles.stream_of(st, zone)) if len(em.streams) < 300 else 0
        for zone in range(em.image.zones)
    ]


def _measure(em: Emitter, st: State) -> None:
    """Count what there is at the beginning, and what there can be."""
    program, layout, image = em.program, em.layout, em.image
    own = [program.game.definitions[n].kind for n, d in enumerate(program.definitions) if d]
    image.entities, image.values = len(st.entity_definitions), len(st.values)
    image.zones = len(st.zones)
    coming = _coming(em, st)
    image.most = image.entities + coming
    image.zone_cells = tuple(_zone_cells(em, family) for family in program.families)
    zones = image.most_zones = image.zones + coming * max(
        (len(layout.kind_zones[kind]) for kind in own), default=0
    )
    values = image.values + coming * max((len(layout.kind_fields[kind]) for kind in own), default=0)
    room = sum(image.zone_cells[family] for family in st.zone_families)
    of_kinds = ((program.family_numbers[key] for key in layout.kind_zones[kind]) for kind in own)
    room += coming * max(
        (sum(image.zone_cells[number] for number in numbers) for numbers in of_kinds), default=0
    )
    sizes = {"values": values, **dict.fromkeys(PARTS_OF_CARDS, image.most)}
    sizes |= dict.fromkeys(PARTS_OF_ZONES, zones)
    sizes["free"] = len(program.definitions)
    sizes["arrived"] = arrived_cells(em)
    sizes["nesting"] = len(nesting(em))
    sizes["pending"] = pending_cells(em)
    sizes["zones"] = room  # last: what has room for cards to come is not copied
    image.bases = sizes  # sizes for now: `lay_out` makes places of them
    image.cells = sum(sizes.values())


def _coming(em: Emitter, st: State) -> int:
    """Return for how many cards more there is room than a match begins with. Where more come, the
    walker plays the match."""
    if not em.creates:
        return 0
    program = em.program
    there = (n for n, definition in enumerate(program.definitions) if definition is not None)
    copies = (program.copies(n) - st.entity_definitions.count(n) for n in there)
    retires = any(isinstance(op, ops.Call) and op.event == "retire" for op in program.operations)
    return MORE if retires else min(MORE, sum(max(0, each) for each in copies))


def _zone_cells(em: Emitter, family: Family) -> int:
    """Return how many cells a zone needs: its length, and room for all cards that can lie there."""
    if family.slots is not None:
        return family.slots + SPARE
    program, most = em.program, em.image.most
    if not em.layout.own_definition:  # no card becomes one of another kind
        fitting = (
            program.copies(number)
            for number, definition in enumerate(program.definitions)
            if definition is not None and family.kind in program.ancestors[definition.kind]
        )
        most = min(most, sum(fitting))
    return (most if family.limit is None else min(most, family.limit)) + SPARE


def cells_of(em: Emitter, st: State) -> dict[int, int]:
    """Return the cells of a position."""
    image, b = {}, em.image.bases
    types = {place: found.type for place, found in em.layout.places(st)}
    for n, value in enumerate(st.values):
        image[b["values"] + n] = em.cell(value, types.get(n, t.INT))
    for n in range(em.image.entities):
        owner = st.entity_owners[n]
        image[b["places"] + n] = st.places[n]
        image[b["knows"] + n] = st.knows[n]
        image[b["definitions"] + n] = st.entity_definitions[n]
        image[b["bases"] + n] = b["values"] + st.entity_bases[n]
        image[b["own"] + n] = st.entity_zones[n]
        image[b["owners"] + n] = NONE if owner is None else owner
    for z, cards in enumerate(st.zones):
        owner = st.zone_owners[z]
        image[b["families"] + z] = st.zone_families[z]
        image[b["zone-owners"] + z] = NONE if owner is None or owner < 0 else owner
        at = em.image.zone_places[z]
        image[b["zone-places"] + z] = at
        image[at] = len(cards)
        for n, card in enumerate(cards):
            image[at + 1 + n] = NONE if card is None else card
    image |= {b["free"] + definition: number for definition, number in st.free}
    image |= dict(enumerate(arrived(em), b["arrived"]))
    image |= dict(enumerate(nesting(em), b["nesting"]))
    # who sees the cards of each zone: a table, where nothing about it changes
    for zone in range(em.image.zones):
        family = em.program.families[st.zone_families[zone]]
        is_of_card = family.key.owner not in (None, "player")
        if is_of_card and family.audience.cards in ("owner", "others"):
            em.sight_moves = True
        else:
            image[em.base("sight") + zone] = em.machine.knowledge.sees_cards(st, zone)
    return image


def _places(em: Emitter) -> dict[str, int]:
    """Return the names of the parts in flat text."""
    b = em.image.bases
    return {
        "ZP": b["zone-places"],
        "PL": b["places"],
        "KN": b["knows"],
        "DF": b["definitions"],
        "EB": b["bases"],
        "EZ": b["own"],
        "EO": b["owners"],
        "ZF": b["families"],
        "ZO": b["zone-owners"],
        "ARRIVED": b["arrived"],
    }


def refers(em: Emitter) -> bool:
    """Return whether a field can hold a card."""
    return bool(em.layout.reference_places or em.layout.reference_offsets)


def _tables(em: Emitter) -> dict[str, int]:
    """Return the tables and switches that the runtime asks by name."""
    families, holders, layout = em.program.families, em.analysis.holders, em.layout
    kinds = [definition.kind for definition in em.game.definitions]
    refs = refers(em)
    bare = (
        int(not (layout.kind_fields[kind] or layout.kind_zones[kind] or refs)) for kind in kinds
    )
    tops = (int(family.audience.top != family.audience.cards) for family in families)
    return {
        "MOST_STEPS": STEPS,
        "STOPS": int(em.game.policy.loops == "stop"),
        **counting_names(em),
        "TRACES": int(em.settings.traces),
        "SUSPENDS": int(em.settings.suspends),
        "SLOTTED": int(em.is_slotted),
        "PILES": int(holders.has_piles),
        "EVERYONE": (1 << em.program.seats) - 1,
        "TRIES": int(bool(em.paying or em.supposed)),
        "FACTS": int(em.analysis.tells_facts),
        "TARGETS": int(chooses_targets(em.program.operations)),
        "ORDERED": em.static(int(family.is_ordered) for family in families),
        "SLOTS": em.static((*(family.slots or 0 for family in families), 0)),
        "TOPS": em.static((*tops, 0, 0)),
        "VEILS": int(bool(layout.veils)),
        "VEIL": em.by_definition(layout.veils.__contains__, more=1),
        "SINGLE": em.static((*map(int, holders.single), 0, 0, 0)),
        "BARE": em.static((*bare, 0, 0, 0, 0)),
    }


def _rooms(em: Emitter) -> dict[str, int]:
    """Return the rooms that the runtime uses by name."""
    end = 2 + em.program.seats * len(em.game.end.rank)
    sizes = {
        "FAULT": 1,
        "TRIED": 1,
        "BLOCK": 20,
        "KEYTEXT": 3,
        "DIGEST": 8,
        "BIG": 16,
        "MT": 624,
        "DRAWS": DRAWS,
        "KEYS": KEYED * KEY,
        "OUTCOME": end - 1,
        "COURSE": em.program.course.code.size + 1,
        "BOUND": max((code.size for code in em.program.codes), default=0),
        "STANDING": 1,
        "ZSTREAM": em.image.most_zones,
        "RESULTS": 1 + ROWS * RESULT,
        "ENDS": 2 + MOST_ENDS * end,
        "END_INDEX": 2 * MOST_ENDS,
    }
    places = {name: em.room(cells, lasts=name not in PASSING) for name, cells in sizes.items()}
    numbers = {"RESULT": RESULT, "ROWS": ROWS, "KEYED": KEYED, "KEY": KEY, "END": end}
    numbers |= {"MOST_ENDS": MOST_ENDS, "ENDS_INDEX": sizes["END_INDEX"]}
    return places | numbers | {"COURSE_CELLS": sizes["COURSE"]}
