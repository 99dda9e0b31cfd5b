"""Find the zones that an expression can mean, and those where cards of a kind can lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from dsl.model import expressions as e
from dsl.model import steps as s
from dsl.model.expressions import Expression, ZoneKey
from dsl.model.game import Game
from dsl.model.nouns import lineage
from dsl.model.traits import OfAttribute
from dsl.model.types import kind_of
from dsl.model.walk import walk

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
        elif isinstance(node, s.Choose | s.Order | s.ForEach | s.AtOnce):
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


def zone_node(key: ZoneKey) -> str:
    """Return the node of a zone."""
    return f"zone:{key.dotted}"


def state_node(key: e.StateKey) -> str:
    """Return the node of a state field."""
    return f"state:{key.dotted}"
