"""Carry out the native events: what moves, appears, vanishes, is turned up and shuffled.

A zone in which order means nothing keeps its cards by number, so that the order in which they came
is nobody's to read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from dsl.model.nouns import Definition
from dsl.words.arithmetic import Fault
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.analysis import Analysis
from interpreter.program.limits import BULK, ENTITIES, MOVED, SHUFFLED, UNLIMITED, Meter
from interpreter.program.program import ELIMINATED, LEFT, Family, Program
from interpreter.program.steps import CostFailed
from interpreter.program.values import Evaluator
from interpreter.state import chance
from interpreter.state.record import State
from interpreter.state.values import BodyFrame, Value, body_frame, without
from interpreter.walk.knowledge import Knowledge
from interpreter.walk.moves import NOWHERE, Moves, is_full, is_full_after
from interpreter.walk.recording import tell_fewer

ZONE_STREAM = "zone "
"""How the names of the random streams of zones begin, and no others."""


class Shuffles:
    """Shuffles zones, and forgets what was known of their cards."""

    def __init__(
        self,
        families: Sequence[Family],
        definitions: Sequence[Definition],
        knowledge: Knowledge,
        meter: Meter,
    ) -> None:
        self.families, self.definitions = families, definitions
        self.knowledge, self.meter = knowledge, meter
        self.streams: dict[int, str] = {}
        """Names of the random streams of zones of the table and the players."""
        self.ascending: tuple[int, ...] = ()
        """Definitions of entities that ascend with their numbers, as they were last."""

    def shuffle(self, st: State, me: int | None, zone: int) -> bool:
        """Shuffle a zone; before its first shuffle it is sorted."""
        stream = self.streams.get(zone) or self.stream_of(st, zone)
        cards = st.zones[zone] = st.zones[zone].copy()
        self.meter.over(cards, SHUFFLED)
        if stream not in st.chance:
            cards.sort()
            definitions = st.entity_definitions
            if definitions is not self.ascending and not self._ascend(definitions):
                cards.sort(key=definitions.__getitem__)
        chance.shuffle(st, stream, cards)
        if st.facts or any(st.knows):
            self.knowledge.forget(st, zone)
        return True

    def _ascend(self, definitions: tuple[int, ...]) -> bool:
        """Return whether sorting by number sorts by definition too; keep that in mind."""
        if list(definitions) != sorted(definitions):
            return False
        self.ascending = definitions
        return True

    def stream_of(self, st: State, zone: int) -> str:
        """Return the name of a zone's random stream."""
        key = self.families[st.zone_families[zone]].key
        owner = st.zone_owners[zone]
        if key.owner not in (None, "player"):
            definition = self.definitions[st.entity_definitions[owner]]
            copy = st.entity_definitions[:owner].count(st.entity_definitions[owner])
            return f"{ZONE_STREAM}{definition.id}.{key.name} {copy}"
        name = self.streams[zone] = f"{ZONE_STREAM}{key.owner or 'table'}.{key.name} {owner}"
        return name


Bag: TypeAlias = tuple[tuple[int, int], ...]
"""How many copies of each definition."""


class Natives:
    """Moves cards about, and keeps places, knowledge and active rules in step."""

    def __init__(
        self, program: Program, analysis: Analysis, evaluator: Evaluator, passages: Moves
    ) -> None:
        self.program, self.evaluator = program, evaluator
        self.passages, self.becoming, self.move = passages, passages.becoming, passages.move
        self.knowledge = knowledge = passages.knowledge
        self.somebody_leaves = analysis.can_eliminate or analysis.can_pass
        """Whether a player can have left a phase or the match; a script's own statements can."""
        every = range(len(program.game.definitions))
        self.copies = [program.copies(definition) for definition in every]
        self.born = [program.layout.defaults(definition) for definition in every]
        """For each definition what the fields of its copies are at first."""
        numbers, zones = program.family_numbers, program.layout.kind_zones
        self.own_zones = [[numbers[k] for k in zones[d.kind]] for d in program.game.definitions]
        """For each definition the families of the zones of its copies."""
        self.fitting: set[tuple[int, int]] = set()
        """Definitions with families of zones that are known to take any number of their copies."""
        families, definitions = program.families, program.game.definitions
        self.shuffles = Shuffles(families, definitions, knowledge, evaluator.meter)
        self.operations: dict[str, Callable[..., Value]] = {
            "move": self.move,
            "shuffle": self.shuffles.shuffle,
            "reveal": self.reveal,
            "create": self.create,
            "retire": self.retire,
            "exchange": self.exchange,
            "fill": self.fill,
            "eliminate": self.eliminate,
            "pass": self.leave_phase,
        }

    # --- moving -------------------------------------------------------------------------------

    def can_enter(
        self, st: State, entity: int, zone: int, moves: Mapping[int, int] | None = None
    ) -> bool:
        """Return whether a zone has room for an entity that is not in it, and takes its kind.

        Args:
            moves: Which cards go into which zones before it does.
        """
        definition, number = st.entity_definitions[entity], st.zone_families[zone]
        if (definition, number) in self.fitting:
            return True
        if not self.fits(definition, number):
            return False
        family = self.program.families[number]
        if moves:
            place = moves.get(entity, st.places[entity])
            return place == zone or not is_full_after(family, st, zone, moves)
        return st.places[entity] == zone or not is_full(family, st.zones[zone])

    # --- the other natives --------------------------------------------------------------------

    def reveal(self, st: State, me: int | None, entity: int, players: Value) -> bool:
        """Reveal a card to players."""
        seats = (players,) if isinstance(players, int) else players
        mask = 0
        for seat in seats:
            mask |= 1 << seat
        self.knowledge.reveal(st, entity, mask)
        return True

    def create(self, st: State, me: int | None, bag: Bag, zone: int) -> tuple[int, ...]:
        """Take free copies into a zone, as many as there are and have room; in a cost all."""
        made: list[int] = []
        coming = self.coming(st, bag, zone)
        if coming is not bag:
            if st.payer is not None:
                raise CostFailed
            tell_fewer(st, coming)
        for definition, number in coming:
            self.evaluator.meter.charge(number * (MOVED + len(st.entity_definitions) // BULK))
            made += self.bring(st, me, definition, number, zone, None)
        return tuple(made)

    def coming(self, st: State, bag: Bag, zone: int) -> Bag:
        """Return how many of some copies come into a zone: those that are free and have room. The
        bag itself where all do."""
        family = st.zone_families[zone]
        for definition, number in bag:
            if (definition, family) not in self.fitting or number > self.free_copies(
                st, definition
            ):
                return self._with_room(st, bag, zone)
        return bag

    def fits(self, definition: int, family: int) -> bool:
        """Return whether the zones of a family take copies of a definition."""
        kind = self.program.game.definitions[definition].kind
        plan = self.program.families[family]
        if plan.kind not in self.program.ancestors[kind]:
            return False
        if plan.limit is None:
            self.fitting.add((definition, family))
        return True

    def _with_room(self, st: State, bag: Bag, zone: int) -> Bag:
        """Return the part of a bag that is free and has room in a zone."""
        number = st.zone_families[zone]
        family, coming = self.program.families[number], list[tuple[int, int]]()
        room = UNLIMITED
        if family.slots is not None:
            room = st.zones[zone].count(None)
        elif family.limit is not None:
            room = family.limit - len(st.zones[zone])
        for definition, wanted in bag:
            found = min(wanted, self.free_copies(st, definition), room)
            if found > 0 and self.fits(definition, number):
                coming.append((definition, found))
                room -= found
        found_all = sum(n for _, n in coming) == sum(n for _, n in bag)
        return bag if found_all else tuple(coming)

    def bring(
        self, st: State, me: int | None, definition: int, number: int, zone: int,
        end: str | None,
    ) -> list[int]:  # fmt: skip
        """Take new copies into a zone one after the other; return those that have come. Whoever
        holds the zone owns them."""
        is_again = st.spare
        give = self.new_entities if is_again else self._more_entities
        copies = give(st, definition, number)
        came = [entity for entity in copies if self.move(st, me, entity, zone, end)]
        if not is_again and len(came) == number:
            owned = (self.evaluator.holder(st, came[0]),) * number
            st.entity_owners = st.entity_owners[: came[0]] + owned
            return came
        holder = self.evaluator.holder(st, came[0]) if came else None
        owners = list(st.entity_owners)
        for entity in copies:
            if st.places[entity] < 0:
                self._give_back(st, entity)
            else:
                owners[entity] = holder
        st.entity_owners = tuple(owners)
        return came

    def free_copies(self, st: State, definition: int) -> int:
        """Return how many copies of a definition are not in the match."""
        left = self.copies[definition] - self.becoming.count(st, definition)
        if st.free:
            left += dict(st.free).get(definition, 0)
        return left if left > 0 else 0

    def new_entity(self, st: State, definition: int) -> int:
        """Give a copy a number and its place in the record; it is in no zone."""
        return self.new_entities(st, definition, 1)[0]

    def new_entities(self, st: State, definition: int, number: int) -> Sequence[int]:
        """Give some copies their numbers and places in the record; they are in no zone."""
        again = [card for card in st.spare if st.entity_definitions[card] == definition][:number]
        if again:
            self._make_anew(st, definition, again)
        return [*again, *self._more_entities(st, definition, number - len(again))]

    def _make_anew(self, st: State, definition: int, copies: list[int]) -> None:
        """Give the numbers of retired copies to new ones."""
        st.spare = tuple(card for card in st.spare if card not in copies)
        defaults, owners = self.born[definition], list(st.entity_owners)
        for card in copies:
            base = st.entity_bases[card]
            st.values[base : base + len(defaults)] = defaults
            st.knows[card], owners[card] = 0, None
        st.entity_owners = tuple(owners)
        free = dict(st.free)
        free[definition] -= len(copies)
        st.free = tuple(sorted((each, count) for each, count in free.items() if count))

    def _more_entities(self, st: State, definition: int, number: int) -> range:
        """Give some copies numbers that nothing had before."""
        first, place, zone = len(st.entity_definitions), len(st.values), len(st.zones)
        if first + number > ENTITIES:
            raise Fault("state-too-large", f"over {ENTITIES} cards came into the match")
        defaults, zones = self.born[definition], self.own_zones[definition]
        st.entity_definitions = st.entity_definitions + (definition,) * number
        st.entity_bases += _every(place, len(defaults), number)
        st.entity_zones += _every(zone, len(zones), number) if zones else (-1,) * number
        st.entity_owners += (None,) * number
        st.values.extend(defaults * number)
        st.places.extend([-1] * number)
        st.knows.extend([0] * number)
        for entity in range(first, first + number) if zones else ():
            for family in zones:
                self.new_zone(st, family, entity)
        return range(first, first + number)

    def new_zone(self, st: State, family: int, owner: int) -> None:
        """Add a zone to the record."""
        slots = self.program.families[family].slots
        if (slots or 0) > ENTITIES or len(st.zones) > ENTITIES:
            raise Fault("state-too-large", f"over {ENTITIES} places for cards")
        st.zones.append([None] * (slots or 0))
        st.zone_families += (family,)
        st.zone_owners += (owner,)

    def retire(self, st: State, me: int | None, entity: int) -> bool:
        """Give a copy back; what referred to it becomes none, and lists hold it no more."""
        if st.places[entity] < 0:
            return False
        zone = st.places[entity]
        take_out = self.passages.leaving(st.zone_families[zone])
        take_out(st, entity, zone, NOWHERE, self.knowledge.everyone)
        st.places[entity] = NOWHERE
        self.passages.settle(st, entity)
        self.becoming.be_itself(st, entity)
        self._give_back(st, entity)
        self._drop_references(st, entity)
        return True

    def _give_back(self, st: State, entity: int) -> None:
        """Count a copy among those that are free."""
        definition = st.entity_definitions[entity]
        free = dict(st.free)
        free[definition] = free.get(definition, 0) + 1
        st.free = tuple(sorted(free.items()))

    def _drop_references(self, st: State, entity: int) -> None:
        for place, type_ in self.evaluator.references(st):
            st.values[place] = without(st.values[place], type_, entity)

    def exchange(self, st: State, me: int | None, first: int, second: int) -> bool:
        """Exchange two cards, positions included."""
        zones = st.places[first], st.places[second]
        if -1 in zones or first == second:
            return False
        knowledge = self.knowledge
        families = [st.zone_families[zone] for zone in zones]
        shown = [knowledge.sees_cards(st, zone) for zone in zones]
        seen = [0 if knowledge.is_veiled(st, card) else mask
                for card, mask in zip((first, second), reversed(shown), strict=True)]  # fmt: skip
        knowing = (
            knowledge.leaver(families[0])(st, first, zones[0], shown[0], seen[0]),
            knowledge.leaver(families[1])(st, second, zones[1], shown[1], seen[1]),
        )
        spots = st.zones[zones[0]].index(first), st.zones[zones[1]].index(second)
        st.own_zone(zones[0])[spots[0]] = second
        st.own_zone(zones[1])[spots[1]] = first
        st.places[first], st.places[second] = zones[1], zones[0]
        for zone, family in zip(zones, families, strict=True):
            if not self.program.families[family].is_ordered:
                st.own_zone(zone).sort()
        knowledge.comer(families[1])(st, first, zones[1], knowing[0], seen[0])
        knowledge.comer(families[0])(st, second, zones[0], knowing[1], seen[1])
        self.passages.settle(st, first)
        self.passages.settle(st, second)
        return True

    def fill(self, st: State, me: int | None, zone: int, source: int) -> bool:
        """Put cards from the top of another zone into the vacant slots, in order."""
        moved = False
        while (card := self._top_of(st, source)) is not None and self.can_enter(st, card, zone):
            moved = self.move(st, me, card, zone, None) or moved
        return moved

    def _top_of(self, st: State, zone: int) -> int | None:
        return next((card for card in st.zones[zone] if card is not None), None)

    def eliminate(self, st: State, me: int | None, player: int) -> bool:
        """Take a player out of the match."""
        self.somebody_leaves = True
        place = self.seat_field(player, ELIMINATED)
        if st.values[place]:
            return False
        st.values[place] = True
        return True

    def leave_phase(self, st: State, me: int) -> bool:
        """Take me out of the innermost phase with `repeat`, or with `while` in a turn of mine."""
        self.somebody_leaves = True
        for place, frame in enumerate(st.frames):
            if isinstance(frame, BodyFrame) and self.program.course.holds(frame.kind):
                return self._leave(st, me, place, frame)
        return False

    def _leave(self, st: State, me: int, place: int, frame: BodyFrame) -> bool:
        for stretch, who in self.program.course.standing(frame.kind, frame.locals):
            goes_on = stretch.left is not None and who == me
            if stretch.left is not None and goes_on:
                locals_ = list(frame.locals)
                locals_[stretch.left + FIRST_SLOT] = True
                st.frames[place] = body_frame((frame.kind, tuple(locals_)))
            phase = self.program.phases[stretch.phase].phase
            if phase.repeat:
                st.values[self.seat_field(me, LEFT)] = stretch.phase
            if goes_on or phase.repeat or phase.asks:
                return True
        return False

    def seat_field(self, seat: int, field: int) -> int:
        """Return the place of one of the machine's own fields of a seat."""
        layout = self.program.layout
        return layout.seat_base + seat * layout.seat_size + field


def _every(first: int, step: int, number: int) -> tuple[int, ...]:
    """Return a number of numbers, a step apart."""
    return tuple(range(first, first + number * step, step)) if step else (first,) * number
