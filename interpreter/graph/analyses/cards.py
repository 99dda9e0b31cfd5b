"""Answer what a change to one card can touch, and where a card can be reached from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import networkx as nx

from dsl.model.expressions import Constant, ZoneKey
from dsl.model.game import Game
from dsl.model.types import BagOf, DefinitionType, ListOf, Maybe, SetOf, Type
from dsl.model.walk import walk
from dsl.records import record
from interpreter.graph.analyses.survey import LISTENING, Survey
from interpreter.graph.places import zone_node
from interpreter.graph.walk import edges, out_edges


def reach_of_card(game: Game, card: str) -> frozenset[str]:
    """Return the nodes whose working a card's text can change.

    These are its rules, all they do and read, the state and zones they write, and whoever reads
    what its modifiers change.
    """
    survey = Survey(game)
    own = {node for node, owner in survey.owners.items() if owner.card == card}
    found = own.union(*(nx.descendants(survey.needs, node) for node in own))
    for node in tuple(found):
        found |= (
            {key for key, _ in survey.touches[node].writes} if node in survey.touches else set()
        )
    readers = survey.needs.reverse(copy=False)
    for _, changed, kind in out_edges(survey.graph, own):
        if kind in ("modifies", "writes"):
            found |= {changed} | nx.descendants(readers, changed)
    return frozenset(found & set(survey.graph))


@record
class Roads:
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
    survey = Survey(game)
    number = next(i for i, each in enumerate(game.definitions) if each.id == card)
    kind = game.definitions[number].kind
    lineage = {kind, *survey.places.lineages.get(kind, ())}
    own = {n for n, o in survey.owners.items() if o.card == card or o.kind in lineage}
    into = {zone_node(key) for key in _homes(game, number)}
    listened = (
        *((one, other) for one, other, sort in edges(survey.graph) if sort in LISTENING),
        *((other, one) for one, other, sort in edges(survey.graph) if sort == "modifies"),
    )
    return Roads(
        named_by=tuple(node for node in _naming(survey, number) if node not in own),
        moved_by=tuple(
            node
            for node in survey.owners
            if node not in own and any(key in into for key, _ in survey.touches[node].writes)
        ),
        offered_in=_first(
            one for one, other, sort in edges(survey.graph) if sort == "offers" and other in own
        ),
        listens_to=_first(one for one, other in listened if other in own),
    )


def _first(nodes: Iterable[str]) -> tuple[str, ...]:
    """Return nodes, each once."""
    return tuple(dict.fromkeys(nodes))


def _homes(game: Game, number: int) -> Iterator[ZoneKey]:
    """Yield where a card begins and where its rules work."""
    card = game.definitions[number]
    if card.start is not None:
        yield card.start
    yield from game.kinds[card.kind].active_in


def _naming(survey: Survey, number: int) -> Iterator[str]:
    """Yield whatever names a definition: rules, and cards by their attributes."""
    for node, owner in survey.owners.items():
        if names_definition((*(body for _, body in owner.bodies), *owner.formulas), number):
            yield node
    for other, card in enumerate(survey.game.definitions):
        if other != number and names_definition(tuple(card.attributes.values()), number):
            yield f"card:{card.id}"


def names_definition(node: object, number: int) -> bool:
    """Return whether anything in a checked tree is the definition of a number."""
    return any(
        isinstance(each, Constant) and _is_definition(each.value, each.type, number)
        for each in walk(node)
    )


def _is_definition(value: object, type_: Type, number: int) -> bool:
    """Return whether a value in its run-time form is or holds a definition."""
    if isinstance(type_, DefinitionType):
        return value == number
    if isinstance(type_, Maybe):
        return _is_definition(value, type_.of, number)
    if isinstance(type_, ListOf | SetOf | BagOf) and isinstance(value, tuple):
        keys = (each[0] for each in value) if isinstance(type_, BagOf) else value
        return any(_is_definition(each, type_.of, number) for each in keys)
    return False
