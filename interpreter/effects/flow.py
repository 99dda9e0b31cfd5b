"""Follow what leads to what between owners, without the graph itself: quick enough for play.

An owner leads to the events it does, the values and attributes it reads and, if it is a phase, to
the first one inside it; an event to the rules that listen to it; a value or attribute to what
modifies it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import chain

from dsl.model import rules
from dsl.model.expressions import Constant
from dsl.model.game import Game
from dsl.model.steps import Formula
from dsl.words.vocabulary import NATIVES
from interpreter.effects.direct import Touch, reads_of, touch_of
from interpreter.effects.places import Places
from interpreter.lower.owners import Entry, Owner, event_nodes, owners


def read_nodes(key: str, game: Game) -> Iterator[str]:
    """Yield the nodes of a key: each variant of a value, else itself."""
    yield key
    if key.startswith("value:"):
        count = len(game.values.get(key.partition(":")[2], ()))
        yield from (f"{key}~{number}" for number in range(2, count + 1))


def listening(entry: object) -> str | None:
    """Return the kind of edge from an event to a rule that listens to it."""
    if isinstance(entry, rules.Trigger):
        return entry.timing
    if isinstance(entry, rules.Replacement):
        return "instead"
    return "forbids" if isinstance(entry, rules.Forbid) else None


def modified(modifier: rules.Modifier, game: Game) -> tuple[str, ...]:
    """Return the nodes that a modifier changes: all variants of a value, or an attribute."""
    if modifier.value is not None:
        return tuple(read_nodes(f"value:{modifier.value}", game))
    kind, name = modifier.attribute or ("", "")
    return (f"attribute:{kind}.{name}",)


class Flow:
    """What each owner touches and leads to; worked out for those that are asked for."""

    def __init__(self, game: Game) -> None:
        self.game, self.places = game, Places(game)
        self._touches: dict[str, Touch] = {}
        self._after: dict[str, frozenset[str]] = {}
        self._attributes: dict[str, frozenset[str]] = {}

    @cached_property
    def owners(self) -> dict[str, Owner]:
        """Every owner by its node."""
        return {owner.node: owner for owner in owners(self.game)}

    @cached_property
    def events(self) -> dict[str, tuple[str, ...]]:
        """The nodes of each event id."""
        natives = {name: (f"event:{name}",) for name in NATIVES}
        return {**natives, **event_nodes(self.owners.values())}

    @cached_property
    def attribute_formulas(self) -> dict[str, list[Formula]]:
        """By the nodes of attributes what cards give for them by an expression."""
        found: dict[str, list[Formula]] = {}
        for card in self.game.definitions:
            for name, formula in card.attributes.items():
                if not isinstance(formula.expression, Constant):
                    for kind in self.places.lineages.get(card.kind, ()):
                        found.setdefault(f"attribute:{kind}.{name}", []).append(formula)
        return found

    def attribute_reads(self, node: str) -> frozenset[str]:
        """Return what an attribute reads that some card gives by an expression over the match."""
        if node not in self._attributes:
            formulas = self.attribute_formulas.get(node, ())
            read = (reads_of(formula, self.places, {}) for formula in formulas)
            self._attributes[node] = frozenset(chain.from_iterable(read))
        return self._attributes[node]

    @cached_property
    def _followers(self) -> dict[str, list[str]]:
        """For nodes of events, values, attributes and phases what they lead to by themselves."""
        found: dict[str, list[str]] = {}
        for node, owner in self.owners.items():
            for before in self._before(owner.entry):
                found.setdefault(before, []).append(node)
            if isinstance(owner.entry, rules.Phase) and owner.entry.phases:
                found.setdefault(node, []).append(f"phase:{owner.entry.phases[0].id}")
        return found

    def _before(self, entry: Entry) -> tuple[str, ...]:
        """Return the nodes that lead to a rule."""
        if isinstance(entry, rules.Modifier):
            return modified(entry, self.game)
        if isinstance(entry, rules.Trigger | rules.Replacement | rules.Forbid):
            return self.events.get(entry.pattern.event, ())
        return ()

    def touch(self, node: str) -> Touch | None:
        """Return what the text of an owner touches itself; None for other nodes."""
        if node not in self.owners:
            return None
        if node not in self._touches:
            self._touches[node] = touch_of(self.owners[node], self.places)
        return self._touches[node]

    def after(self, node: str) -> frozenset[str]:
        """Return the nodes that a node leads to at once."""
        if node not in self._after:
            self._after[node] = frozenset(self._leads_to(node))
        return self._after[node]

    def _leads_to(self, node: str) -> Iterator[str]:
        """Yield the nodes that a node leads to at once, some of them twice."""
        touch = self.touch(node)
        if touch is not None:
            for event in touch.does:
                yield from self.events.get(event, ())
            for key in touch.reads:
                yield from read_nodes(key, self.game)
        yield from self._followers.get(node, ())

    def below(self, node: str) -> set[str]:
        """Return a node and all that it leads to."""
        found, waiting = {node}, [node]
        while waiting:
            new = self.after(waiting.pop()) - found
            found |= new
            waiting += new
        return found
