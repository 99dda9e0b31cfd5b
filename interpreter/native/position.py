"""Read the position of a match out of the memory of its module, as the walker keeps it.

What runs (frames, triggers that wait) stays in memory; all that players and programs look at is
here: state, zones, knowledge, the open decision.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, cast

from dsl.model import types as t
from interpreter.native.flat.suspend import UNWINDING
from interpreter.native.memory import CARDS, MemoryMap, Question
from interpreter.native.runtime import ENOUGH as ENOUGH_CELL
from interpreter.native.runtime import NONE
from interpreter.state.record import State
from interpreter.state.values import Value, Values
from interpreter.walk.assembly import start_state
from interpreter.walk.decision import ENOUGH, Ask
from interpreter.walk.machine import Machine

Cells: TypeAlias = Sequence[int]
"""The memory of a module, by cell."""
Decode: TypeAlias = Callable[[Cells, int], Value]
"""From memory and a cell to a value of the interpreter."""


class Seen(State):
    """A position of which parts are read when somebody looks at them, before the match goes on.

    Args:
        base: A position of the same cards, which has the rest.
        parts: What reads each part.
    """

    __slots__ = ("_base", "_parts")

    def __init__(self, base: State, parts: Mapping[str, Callable[[], Value]]) -> None:
        self._base, self._parts = base, parts

    def __getattr__(self, name: str) -> Value:
        """Read a part."""
        part = self._parts.get(name)
        found = getattr(self._base, name) if part is None else part()
        setattr(self, name, found)
        return found


class Positions:
    """Reads the positions of matches of one module.

    Args:
        memory: Where everything lies in it.
    """

    def __init__(self, machine: Machine, memory: MemoryMap) -> None:
        self.machine, self.memory, self.bases = machine, memory, memory.bases
        self.program, self.layout = machine.program, machine.program.layout
        self.first = start_state(machine, 0, events=False)
        self._decoders = dict[t.Type, Decode]()
        self._shape = self._shape_of(self.first)
        self._beginning = self._decoders_of(self.first, len(self.first.values))

    def read(self, cells: Cells, status: Mapping[str, int]) -> State:
        """Return the position of a match, without its frames.

        Args:
            status: The globals of the module, by name, as they were when the match began to wait.
        """
        st, entities, zones = State(self.first.key), status["g_entities"], status["g_zones"]
        st.names = self.first.names
        st.entity_definitions = tuple(self._part(cells, "definitions", entities))
        base = self.bases["values"]
        st.entity_bases = tuple(at - base for at in self._part(cells, "bases", entities))
        st.entity_zones = tuple(self._part(cells, "own", entities))
        st.entity_owners = tuple(map(_optional, self._part(cells, "owners", entities)))
        st.places = list(self._part(cells, "places", entities))
        st.knows = list(self._part(cells, "knows", entities))
        st.zone_families = tuple(self._part(cells, "families", zones))
        owners = self._part(cells, "zone-owners", zones)
        st.zone_owners = tuple(-1 if owner == NONE else owner for owner in owners)
        st.zones = [self._zone(cells, zone) for zone in range(zones)]
        st.values = self._values(cells, st, status["g_values"] - base)
        st.chance = self._chance(cells)
        if self.program.definitions:
            free = self._part(cells, "free", len(self.program.definitions))
            st.free = tuple((n, many) for n, many in enumerate(free) if many)
        st.arrived = self._arrived(cells)
        st.actions = status["g_actions"] - (status["g_state"] == UNWINDING)  # one more is open
        st.steps = status["g_steps"]
        return st

    def seen(self, cells: Cells, status: Mapping[str, int], base: State) -> State:
        """Return the same, read as far as somebody looks at it while the match waits here.

        Args:
            base: A position that the match has come from, with all that never changes.
        """
        if self.memory.creates or self.layout.own_definition:
            found = self.read(cells, status)
            found.names, found.facts = base.names, base.facts
            found.listening = self.machine.listener.mask_of(found)
            return found
        entities, zones = status["g_entities"], status["g_zones"]
        number = status["g_values"] - self.bases["values"]
        found = Seen(
            base,
            {
                "places": lambda: list(self._part(cells, "places", entities)),
                "knows": lambda: list(self._part(cells, "knows", entities)),
                "zone_owners": lambda: tuple(
                    -1 if owner == NONE else owner
                    for owner in self._part(cells, "zone-owners", zones)
                ),
                "zones": lambda: [self._zone(cells, zone) for zone in range(zones)],
                "values": lambda: self._values(cells, found, number),
                "arrived": lambda: self._arrived(cells),
                "listening": lambda: self.machine.listener.mask_of(found),
            },
        )
        found.window = 0
        return found

    def ask(self, cells: Cells, status: Mapping[str, int]) -> Ask:
        """Return the decision that is open."""
        question = self.memory.questions[status["g_question"]]
        at = status["g_options"]
        options = [cells[at + 1 + n] for n in range(cells[at])]
        decider: Value = _optional(status["g_decider"])  # a rule may ask nobody
        if question.kind == "piece":
            pool, decode = status["g_pool"], self._decode_option(question)
            values = tuple(
                ENOUGH if place == ENOUGH_CELL else (place, decode(cells, cells[pool + 1 + place]))
                for place in options
            )
        else:
            values = self._options(cells, question, options)
        asked: Value = _optional(status["g_asker"])
        return Ask(decider, question.kind, values, question.type, question.site, asked)

    # --- parts ----------------------------------------------------------------------------------

    def _part(self, cells: Cells, part: str, number: int) -> Cells:
        at = self.bases[part]
        return cells[at : at + number]

    def _zone(self, cells: Cells, zone: int) -> list[Value]:
        at = cells[self.bases["zone-places"] + zone]
        return [*map(_optional, cells[at + 1 : at + 1 + cells[at]])]

    def _values(self, cells: Cells, st: State, number: int) -> list[Value]:
        """Return the flat state; the fields of cards that came to be lie at its end."""
        found = self._part(cells, "values", number)
        decoders = self._beginning
        if number != len(decoders) or self._shape_of(st) != self._shape:
            decoders = self._decoders_of(st, number)
        return [decode(cells, cell) for decode, cell in zip(decoders, found, strict=True)]

    def _shape_of(self, st: State) -> tuple[object, ...]:
        """Return what says which field lies where: cards of another kind have other fields."""
        kind_of = self.layout.kind_of
        return st.entity_bases, *map(kind_of.__getitem__, st.entity_definitions)

    def types(self, st: State) -> dict[int, t.Type]:
        """Return the types of the flat state by place; what has none is a number."""
        return {place: field.type for place, field in self.layout.places(st)}

    def _decoders_of(self, st: State, number: int) -> list[Decode]:
        types = self.types(st)
        return [self.decoder(types.get(place, t.INT)) for place in range(number)]

    def _arrived(self, cells: Cells) -> tuple[tuple[int, int | None], ...]:
        """Return in which order modifiers began to work, where that matters."""
        if not self.machine.analysis.in_order:
            return ()
        at = self.bases["arrived"]
        pairs = _pairs(cells, at)
        return tuple((cast(int, number), _optional(cast(int, card))) for number, card in pairs)

    def _chance(self, cells: Cells) -> dict[str, int]:
        at, streams = self.memory.counts_at, self.memory.streams
        used = zip(streams, cells[at : at + len(streams)], strict=True)
        return {stream: number for stream, number in used if number}

    def _options(self, cells: Cells, question: Question, options: Sequence[int]) -> Values:
        """Return options as the walker has them."""
        if question.kind == "action":
            return tuple(
                (number, card - 1 if card else None)
                for number, card in (divmod(option, CARDS) for option in options)
            )
        if question.kind in ("trigger", "replacement"):
            return tuple([self._rule(cells, option) for option in options])
        if question.kind == "yes-no":
            return tuple(map(bool, options))
        if question.type is None:
            return tuple(map(_optional, options))
        decode = self._decode_option(question)
        return tuple(ENOUGH if each == ENOUGH_CELL else decode(cells, each) for each in options)

    def _rule(self, cells: Cells, at: int) -> Values | None:
        """Return a rule that may act: its number and card, and the element it waited for."""
        if at == NONE:
            return None
        number, card, *element = cells[at + 1 : at + 1 + cells[at]]
        if not element:
            return number, _optional(card)
        code = self.program.reactions[number].code
        assert code is not None
        return number, _optional(card), self.decoder(code.types[0])(cells, element[0])

    def _decode_option(self, question: Question) -> Decode:
        assert question.type is not None
        return self.decoder(t.option_type(question.type))

    # --- values ---------------------------------------------------------------------------------

    def decoder(self, type_: t.Type) -> Decode:
        """Return what decodes the cells of a type."""
        plain = t.plain_type(type_)
        if plain not in self._decoders:
            self._decoders[plain] = self._decoder(plain)
        return self._decoders[plain]

    def _decoder(self, type_: t.Type) -> Decode:
        if type_ == t.BOOL:
            return lambda cells, cell: None if cell == NONE else bool(cell)
        if isinstance(type_, t.AmountOf):
            return _amount
        if isinstance(type_, t.BagOf):
            return lambda cells, cell: None if cell == NONE else _pairs(cells, cell)
        if isinstance(type_, t.ListOf | t.SetOf):
            inner = self.decoder(type_.of)

            def block(cells: Cells, cell: int) -> Value:
                if cell == NONE:
                    return None
                elements = cells[cell + 1 : cell + 1 + cells[cell]]
                return tuple([inner(cells, element) for element in elements])

            return block
        return lambda cells, cell: None if cell == NONE else cell


def _optional(cell: int) -> int | None:
    return None if cell == NONE else cell


def _pairs(cells: Cells, at: int) -> Values:
    """Return the pairs of a bag: how many there are, then key and count of each."""
    return tuple((cells[at + 1 + 2 * n], cells[at + 2 + 2 * n]) for n in range(cells[at]))


def _amount(cells: Cells, at: int) -> Value:
    """Return an amount: how many cells follow, then its three rows."""
    if at == NONE:
        return None
    rows: list[Values] = []
    place = at + 1
    for has_masks in (False, True, True):
        pairs = _pairs(cells, place)
        place += 1 + 2 * len(pairs)
        rows.append(tuple((_keys(mask), n) for mask, n in pairs) if has_masks else pairs)
    return tuple(rows)


def _keys(mask: int) -> tuple[int, ...]:
    return tuple(key for key in range(mask.bit_length()) if mask >> key & 1)
