"""Answer what a text reads and writes by name.

Where the graph has to be careful (a card that is moved may lie anywhere, so that every zone is
touched), this says only what the author named: the zones that are looked at and those that cards
are put into, state, values and attributes.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model import expressions as e
from dsl.model import steps as s
from dsl.model.expressions import Expression
from dsl.model.traits import Pure
from dsl.model.walk import walk
from dsl.words.vocabulary import NATIVES, zone_read
from dsl.words.word import Writes
from interpreter.effects.direct import ENTERING, START_PLAYER
from interpreter.effects.places import Bindings, Places, node_of, state_node, zone_node


def named_reads(node: object, places: Places, bindings: Bindings) -> Iterator[str]:
    """Yield the keys of what expressions and steps look at."""
    for each in walk(node):
        match each:
            case _ if (zone := zone_read(each)) is not None:
                yield from _zones(zone, places, bindings)
            case e.Role("start-player"):
                yield START_PLAYER
            case s.DoEvent():
                yield from _handed(each, places, bindings)
            case _ if not isinstance(each, Pure) and (read := node_of(each)) is not None:
                yield read


def named_writes(node: object, places: Places, bindings: Bindings) -> Iterator[str]:
    """Yield the keys of the state that steps change and of the zones they put cards into."""
    for each in walk(node):
        if isinstance(each, s.Change):
            yield state_node(each.state)
        elif isinstance(each, s.DoEvent):
            yield from _handed(each, places, bindings)
            if each.event in ENTERING:
                yield from _zones(each.arguments[ENTERING[each.event]], places, bindings)
            elif each.event in NATIVES and NATIVES[each.event].writes == Writes.ORDER:
                yield from _zones(each.arguments[0], places, bindings)


def _handed(step: s.DoEvent, places: Places, bindings: Bindings) -> Iterator[str]:
    """Yield the zones that an event of the game is given: it may look and put cards there."""
    if step.event not in NATIVES:
        for argument in step.arguments:
            if isinstance(argument, e.ZoneRef):
                yield zone_node(argument.zone)


def _zones(zone: Expression, places: Places, bindings: Bindings) -> Iterator[str]:
    """Yield the zones that an expression names; one that is handed in is named where that is."""
    seen: set[int] = set()
    waiting = [zone]
    while waiting:
        node = waiting.pop()
        match node:
            case e.ZoneRef(key):
                yield zone_node(key)
            case e.ValueCall():
                yield from map(zone_node, places.meant(node, bindings))
            case e.Local(slot) if slot not in seen:
                seen.add(slot)
                waiting += bindings.get(slot, ())
            case _:
                waiting += e.results(node)
