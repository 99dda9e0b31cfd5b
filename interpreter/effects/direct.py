"""Compute the effects of one owner's own text: its reads and writes, its events and questions.

Reads and writes are keys: a node of the graph (`state:player.lives`, `zone:deck`, `value:goal`,
`attribute:dream.rank`), or one of the machine's own: `players` (who is still in), `knowledge` (who
knows which card), `turns` (who has passed), `chance:NAME` (a random stream), `limit:NAME`. The
places of an expression are the zones that it can mean; those of a kind, where its cards can lie.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any

from dsl.model import expressions as e
from dsl.model import rules
from dsl.model import steps as s
from dsl.model.expressions import Expression, ZoneKey
from dsl.model.game import Game, Phase
from dsl.model.nouns import lineage
from dsl.model.traits import DEFINITION, OfAttribute, StateKey
from dsl.model.types import INT, BagOf, SetOf, kind_of, plain_type
from dsl.model.walk import all_texts, walk
from dsl.model.words import Writes
from dsl.records import Record
from dsl.words import reads
from dsl.words.reads import read_by
from dsl.words.vocabulary import NATIVES
from interpreter.lower.ops import Call
from interpreter.lower.owners import Owner

Bindings = Mapping[int, tuple[Expression, ...]]
"""What each local of a body can have been bound to; a local given from outside is missing."""


class Places:
    """The zones of a game by what they hold."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def lineages(self) -> dict[str, tuple[str, ...]]:
        """Each kind with its bases, nearest first."""
        return {name: lineage(self.game.kinds, name) for name in self.game.kinds}

    @cached_property
    def card_kinds(self) -> dict[str, str]:
        """The kind of each card, by its id."""
        return {each.id: each.kind for each in self.game.definitions}

    def meet(self, one: str, other: str) -> bool:
        """Return whether something can be of both kinds; `""` is any kind."""
        if not one or not other:
            return True
        return one in self.lineages.get(other, ()) or other in self.lineages.get(one, ())

    def holding(self, kind: str) -> frozenset[ZoneKey]:
        """Return the zones that can hold a card of a kind."""
        return frozenset(key for key, zone in self.game.zones.items() if self.meet(zone.of, kind))

    def of_cards(self, cards: Expression) -> frozenset[ZoneKey]:
        """Return every zone in which the cards of an expression can lie."""
        return self.holding(kind_of(cards.type))

    def meant(self, zone: Expression, bindings: Bindings) -> frozenset[ZoneKey]:
        """Return the zones that an expression can mean; unknown ones by the kind they hold."""
        return self._meant(zone, bindings, frozenset())

    def _meant(
        self, zone: Expression, bindings: Bindings, seen: frozenset[int]
    ) -> frozenset[ZoneKey]:
        if isinstance(zone, e.ZoneRef):
            return frozenset({zone.zone})
        found: frozenset[ZoneKey] = frozenset()
        parts = tuple(self._alternatives(zone, bindings))
        if not parts or id(zone) in seen:
            return self.holding(kind_of(zone.type))
        for part, inner in parts:
            found |= self._meant(part, inner, seen | {id(zone)})
        return found

    def _alternatives(
        self, zone: Expression, bindings: Bindings
    ) -> Iterator[tuple[Expression, Bindings]]:
        """Yield the expressions one of which a zone expression gives."""
        yield from ((each, bindings) for each in e.results(zone))
        if isinstance(zone, e.Local):
            yield from ((each, bindings) for each in bindings.get(zone.slot, ()))
        elif isinstance(zone, e.ValueCall):
            yield from self._returned(zone.value)

    def _returned(self, value: str) -> Iterator[tuple[Expression, Bindings]]:
        """Yield what a value can return."""
        for variant in self.game.values.get(value, ()):
            if isinstance(variant.body, s.Formula):
                yield variant.body.expression, {}
                continue
            bound = bindings_of(variant.body)
            for step in walk(variant.body.steps):
                if isinstance(step, s.Return):
                    yield step.value, bound


def bindings_of(body: s.Body) -> Bindings:
    """Return what each local of a body can have been bound to; loops and choices are left out."""
    found: dict[int, tuple[Expression, ...]] = {}
    opaque: set[int] = set(range(body.given))
    for node in walk(body.steps):
        if isinstance(node, s.Let):
            found[node.slot] = (*found.get(node.slot, ()), node.value)
        elif isinstance(node, s.Binds):
            opaque.add(node.slot)
        elif isinstance(node, s.DoEvent) and node.result is not None:
            opaque.add(node.result)
    return {slot: values for slot, values in found.items() if slot not in opaque}


def node_of(named: object) -> str | None:
    """Return the node of the graph that an expression names; None for any other."""
    match named:
        case e.StateRead(key):
            return state_node(key)
        case e.ZoneRef(zone) | e.ZoneCards(zone) | e.ZoneFamily(zone):
            return zone_node(zone)
        case OfAttribute():
            return f"attribute:{named.kind}.{named.name}"
        case e.ValueCall(value):
            return f"value:{value}"
        case _:
            return None


@lru_cache(maxsize=4096)
def zone_node(key: ZoneKey) -> str:
    """Return the node of a zone."""
    return f"zone:{key.dotted}"


@lru_cache(maxsize=4096)
def state_node(key: e.StateKey) -> str:
    """Return the node of a state field."""
    return f"state:{key.dotted}"


Write = tuple[str, str]
"""(key, how): `how` is `set`, or a change that commutes with its like: `add number`, `add bag`,
`add set`, `drop set`."""

PLAYERS, KNOWLEDGE, TURNS = "players", "knowledge", "turns"
START_PLAYER = "state:start-player"


class OwnEffects(Record, kw_only=True):
    """What a text does to the match.

    Attributes:
        does: Ids of events it does.
        asks: Whether it asks a player.
        ends: Whether it can end the game.
    """

    reads: frozenset[str]
    writes: frozenset[Write]
    does: frozenset[str]
    asks: bool
    ends: bool


def effects_of(owner: Owner, places: Places) -> OwnEffects:
    """Return the effects of an owner itself, events and values it names not followed."""
    reads, writes, does = set[str](), set[Write](), set[str]()
    asks = asks_by_itself(owner.entry)
    ends = False
    for formula in owner.formulas:
        reads.update(reads_of(formula, places, {}))
    for role, body in owner.bodies:
        bindings = bindings_of(body)
        reads.update(reads_of(body.steps, places, bindings))
        for node in walk(body.steps):
            writes.update(_writes(node, places, bindings, role == "cost", owner))
            does.update(done_by(node))
            asks = asks or is_question(node)
            ends = ends or isinstance(node, s.EndGame)
    limit = getattr(owner.entry, "limit", None)
    if limit is not None:
        reads.add(f"limit:{owner.name}")
        writes.add((f"limit:{owner.name}", "set"))
    if owner.card or owner.kind:
        # in which zones a card's rule works: whether it is active depends on them
        kind = owner.kind or places.card_kinds.get(owner.card or "", "")
        zones = owner.active_in
        if zones is None and kind in places.game.kinds:
            zones = places.game.kinds[kind].active_in
        reads.update(map(zone_node, zones or ()))
        if (key := StateKey(kind, DEFINITION)) in places.game.state:
            reads.add(state_node(key))
    return OwnEffects(
        reads=frozenset(reads), writes=frozenset(writes), does=frozenset(does), asks=asks, ends=ends
    )


def done_by(step: object) -> Iterator[str]:
    """Yield the ids of the events that a step does itself."""
    if isinstance(step, s.DoEvent):
        yield step.event
    elif isinstance(step, s.DoEffect):
        yield from (f"effect:{effect}" for effect in step.effects)


def asks_by_itself(entry: object) -> bool:
    """Return whether an entry asks a player before any of its steps."""
    if isinstance(entry, Phase):
        return entry.offer is not None
    if isinstance(entry, rules.Action):
        return bool(entry.parameters)
    if isinstance(entry, rules.Trigger | rules.Replacement):
        return entry.optional or entry.cost is not None
    return False


def is_question(node: object) -> bool:
    """Return whether a step asks a player."""
    return isinstance(node, s.Asks) and not getattr(node, "by_chance", False)


def reads_of(node: object, places: Places, bindings: Bindings) -> Iterator[str]:
    """Yield the keys that expressions and steps read."""
    for each in walk(node):
        for part in read_by(each) or ():
            yield from KEYS[type(part)](part, places, bindings)
        if isinstance(each, s.DoEvent):
            yield from _target_room(each, places, bindings)
        elif is_question(each):
            yield KNOWLEDGE


def _identity(part: reads.Identity, places: Places, bindings: Bindings) -> Iterator[str]:
    """Yield the state that says which definition a card is a copy of, where that can change."""
    for key in places.game.state:
        if key.is_definition and places.meet(str(key.owner), part.kind):
            yield state_node(key)


def _present(part: reads.Present, places: Places, bindings: Bindings) -> Iterator[str]:
    kind = places.game.kinds.get(part.kind)
    if kind is None or not kind.is_unique:
        yield from map(zone_node, places.holding(part.kind))


def _whole(part: reads.Whole, places: Places, bindings: Bindings) -> Iterator[str]:
    yield from (PLAYERS, START_PLAYER)
    yield from map(state_node, places.game.state)
    yield from map(zone_node, places.game.zones)


def _target_room(node: s.DoEvent, places: Places, bindings: Bindings) -> Iterator[str]:
    """Yield the zones with a limit: whether a card fits depends on them."""
    if node.event in ENTERING:
        for zone in places.meant(node.arguments[ENTERING[node.event]], bindings):
            if places.game.zones[zone].max is not None or places.game.zones[zone].slots is not None:
                yield zone_node(zone)


KEYS: dict[type, Callable[[Any, Places, Bindings], Iterable[str]]] = {
    reads.State: lambda part, places, bindings: (state_node(part.key),),
    reads.Turn: lambda part, places, bindings: (START_PLAYER,) * (part.name == "start-player"),
    reads.Takers: lambda part, places, bindings: (PLAYERS,),
    reads.Zone: lambda part, places, bindings: (zone_node(part.key),),
    reads.Contents: lambda part, places, bindings: map(
        zone_node, places.meant(part.zone, bindings)
    ),
    reads.Whereabouts: lambda part, places, bindings: map(zone_node, places.holding(part.kind)),
    reads.Present: _present,
    reads.Holding: lambda part, places, bindings: (),
    reads.Control: lambda part, places, bindings: reads_of(places.game.control, places, {}),
    reads.Identity: _identity,
    reads.Printed: lambda part, places, bindings: (),
    reads.Attribute: lambda part, places, bindings: (f"attribute:{part.kind}.{part.name}",),
    reads.Value: lambda part, places, bindings: (f"value:{part.id}",),
    reads.Event: lambda part, places, bindings: (f"event:{part.id}",),
    reads.Whole: _whole,
}
"""The keys of each part of a position."""


def _writes(
    node: object, places: Places, bindings: Bindings, in_cost: bool, owner: Owner
) -> Iterator[Write]:
    """Yield what one step writes itself."""
    if isinstance(node, s.Change):
        yield state_node(node.state), "set" if in_cost else how_changed(node)
    elif isinstance(node, s.Leave):
        yield TURNS, "set"
    elif isinstance(node, s.Learn):
        yield KNOWLEDGE, "set"
    elif isinstance(node, s.DoEvent) and node.event in NATIVE_WRITES:
        for key in NATIVE_WRITES[node.event](node, places, bindings):
            yield key, "set"
    elif isinstance(node, s.Choose) and node.by_chance:
        yield f"chance:{owner.sort} {owner.name}", "set"


def how_changed(step: s.Change) -> str:
    """Return how a change writes: what commutes with its like has a name of its own."""
    if step.operator == "set":
        return "set"
    type_ = plain_type(step.value.type)
    if type_ == INT:
        return "add number"
    if isinstance(type_, BagOf):
        return "add bag" if step.operator == "add" else "set"
    if isinstance(type_, SetOf):
        return "add set" if step.operator == "add" else "drop set"
    return "set"


ENTERING = {row.name: row.enters for row in NATIVES.values() if row.enters is not None}
"""Natives that put cards into a zone, with the slot that names it."""


def entered(step: s.DoEvent | Call, places: Places, bindings: Bindings) -> frozenset[e.ZoneKey]:
    """Return the zones that a step can put a card into."""
    if step.event in ENTERING:
        return places.meant(step.arguments[ENTERING[step.event]], bindings)
    if step.event == "exchange":
        return places.of_cards(step.arguments[0]) & places.of_cards(step.arguments[1])
    return frozenset()


def _moved(step: s.DoEvent, places: Places, bindings: Bindings) -> Iterator[str]:
    """Yield what moving cards writes: where they come from and go to, and what they forget."""
    yield KNOWLEDGE
    yield from map(zone_node, entered(step, places, bindings))
    cards = step.arguments if step.event == "exchange" else step.arguments[:1]
    for argument in cards:
        yield from map(zone_node, places.of_cards(argument))
        kind = kind_of(argument.type)
        for key, field in places.game.state.items():
            of_card = key.owner in places.game.kinds and not field.keep
            if of_card and places.meet(key.owner or "", kind):
                yield state_node(key)
    if step.event == "fill":
        yield from map(zone_node, places.meant(step.arguments[1], bindings))


def _shuffled(step: s.DoEvent, places: Places, bindings: Bindings) -> Iterator[str]:
    yield KNOWLEDGE
    yield from map(zone_node, places.meant(step.arguments[0], bindings))


_OF_NATIVES: dict[Writes, Callable[[s.DoEvent, Places, Bindings], Iterator[str]]] = {
    Writes.CARDS: _moved,
    Writes.ORDER: _shuffled,
    Writes.KNOWLEDGE: lambda step, places, bindings: iter((KNOWLEDGE,)),
    Writes.PLAYERS: lambda step, places, bindings: iter((PLAYERS,)),
    Writes.TURNS: lambda step, places, bindings: iter((TURNS,)),
}

NATIVE_WRITES = {row.name: _OF_NATIVES[row.writes] for row in NATIVES.values()}


def events_supposed(game: Game) -> frozenset[str]:
    """Return the events of which texts ask what would hold behind them."""
    found = (node for node in walk(all_texts(game)) if isinstance(node, e.Would))
    return frozenset(event.event for node in found for event in node.events)
