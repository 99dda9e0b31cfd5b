"""Compute where a card can be reached from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TypeAlias

from dsl import Record
from dsl.model.expressions import Constant
from dsl.model.game import Game
from dsl.model.types import BagOf, DefinitionType, ListOf, Maybe, SetOf, Type
from dsl.model.walk import walk
from interpreter import Effects, Graph


class Roads(Record):
    """Where a card can be reached from, each by nodes of the graph.

    Attributes:
        named_by: What names the card itself; also `card:ID` for others whose attributes do.
        moved_by: What moves cards into or out of the zones where its rules work or where it begins.
        offered_in: The phases that offer its actions.
        listens_to: The events its rules wait for, and the values and attributes they change.
    """

    named_by: tuple[str, ...]
    moved_by: tuple[str, ...]
    offered_in: tuple[str, ...]
    listens_to: tuple[str, ...]


def roads_to_card(game: Game, card: str) -> Roads:
    """Return where a card of a game can be reached from; without rules nothing listens."""
    return RoadMap(game).to(card)


class RoadMap:
    """Finds where the cards of a game can be reached from; what they share is found once."""

    def __init__(self, game: Game) -> None:
        self._graph = Graph(game)
        self._numbers = {each.id: number for number, each in enumerate(game.definitions)}

    def to(self, card: str) -> Roads:
        """Return where a card can be reached from; without rules nothing listens."""
        number, own = self._numbers[card], self._own(card)
        game, printed = self._graph.game, self._graph.game.definitions[number]
        homes = {*game.kinds[printed.kind].active_in, *((printed.start,) if printed.start else ())}
        into = set(map(Effects.node, homes))
        return Roads(
            named_by=self.named_by(card),
            moved_by=tuple(
                node for node, zones in self._written.items() if node not in own and zones & into
            ),
            offered_in=self.offered_in(card),
            listens_to=_in_order(self._listened, own),
        )

    def named_by(self, card: str) -> tuple[str, ...]:
        """Return what names a card itself, and `card:ID` for others whose attributes do."""
        own = self._own(card)
        naming = self._naming.get(self._numbers[card], ())
        return tuple(node for node in naming if node not in own and node != f"card:{card}")

    def offered_in(self, card: str) -> tuple[str, ...]:
        """Return the phases that offer the actions of a card."""
        return _in_order(self._offered, self._own(card))

    def _own(self, card: str) -> frozenset[str]:
        """Return the rules that stand on a card or on its kinds."""
        survey = self._graph
        kind = survey.game.definitions[self._numbers[card]].kind
        kinds = (kind, *survey.places.lineages.get(kind, ()))
        places = [("card", card), *(("kind", each) for each in kinds)]
        return frozenset(node for place in places for node in self._standing.get(place, ()))

    @cached_property
    def _standing(self) -> dict[tuple[str, str], list[str]]:
        """The rules on each card and kind."""
        found: dict[tuple[str, str], list[str]] = {}
        for node, owner in self._graph.owners.items():
            for place in (("card", owner.card), ("kind", owner.kind)):
                if place[1] is not None:
                    found.setdefault((place[0], place[1]), []).append(node)
        return found

    @cached_property
    def _naming(self) -> dict[int, list[str]]:
        """What names each definition: rules, then cards by their attributes."""
        found: dict[int, list[str]] = {}
        for node, owner in self._graph.owners.items():
            for number in _definitions_in((*(b for _, b in owner.bodies), *owner.formulas)):
                found.setdefault(number, []).append(node)
        for card in self._graph.game.definitions:
            for number in _definitions_in(tuple(card.attributes.values())):
                found.setdefault(number, []).append(f"card:{card.id}")
        return found

    @cached_property
    def _written(self) -> dict[str, frozenset[str]]:
        """The nodes that each rule writes."""
        effects = self._graph.effects
        return {node: frozenset(k for k, _ in effects[node].writes) for node in self._graph.owners}

    @cached_property
    def _offered(self) -> Ends:
        """The phases that offer each action."""
        return _by_end((o, a) for o, a, sort in Graph.edges(self._graph.graph) if sort == "offers")

    @cached_property
    def _listened(self) -> Ends:
        """The events that each rule waits for, then the values and attributes that it changes."""
        found = list(Graph.edges(self._graph.graph))
        waiting = ((one, other) for one, other, sort in found if sort in Graph.LISTENING)
        changing = ((other, one) for one, other, sort in found if sort == "modifies")
        return _by_end((*waiting, *changing))


Ends: TypeAlias = dict[str, list[tuple[int, str]]]
"""What leads to a node, with its number among all that lead anywhere."""


def _by_end(pairs: Iterable[tuple[str, str]]) -> Ends:
    """Return what leads to each node."""
    found: Ends = {}
    for number, (one, other) in enumerate(pairs):
        found.setdefault(other, []).append((number, one))
    return found


def _in_order(ends: Ends, nodes: Iterable[str]) -> tuple[str, ...]:
    """Return what leads to some nodes, each once."""
    found = sorted(pair for node in nodes for pair in ends.get(node, ()))
    return tuple(dict.fromkeys(one for _, one in found))


def _definitions_in(node: object) -> frozenset[int]:
    """Return the definitions that stand anywhere in a checked tree."""
    constants = (each for each in walk(node) if isinstance(each, Constant))
    return frozenset(number for each in constants for number in _definitions(each.value, each.type))


def _definitions(value: object, type_: Type) -> Iterator[int]:
    """Yield the definitions that a value in its run-time form is or holds."""
    if isinstance(type_, DefinitionType):
        if isinstance(value, int):
            yield value
    elif isinstance(type_, Maybe):
        yield from _definitions(value, type_.of)
    elif isinstance(type_, ListOf | SetOf | BagOf) and isinstance(value, tuple):
        for each in value:
            yield from _definitions(each[0] if isinstance(type_, BagOf) else each, type_.of)
