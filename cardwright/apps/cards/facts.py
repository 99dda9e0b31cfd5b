"""Compute what each card of a game does by what stands on it.

What a kind says for all its cards is not repeated for each of them. What a card reads and writes
includes what the events it does and the values it reads do themselves; who listens to them counts
only in what it reaches. A cost is paid, so it counts as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from cardwright.apps.cards.deeds import (
    COST,
    DO,
    Asking,
    Bindings,
    Deed,
    OwnerBindings,
    deeds_of,
    named_reads,
    named_writes,
)
from dsl import Record
from dsl.model import rules
from dsl.model.expressions import Constant
from dsl.model.game import Game
from dsl.model.steps import Formula
from interpreter import Effects, Owner

if TYPE_CHECKING:
    import networkx as nx

_WATCHING = (rules.Becomes, rules.Always)


class Reaching:
    """What leads to what in a game: events done, rules that listen, conditions that come true."""

    def __init__(self, effects: Effects) -> None:
        self._effects = effects
        self._known: dict[int, frozenset[str]] = {}

    def events(self, nodes: Iterable[str]) -> frozenset[str]:
        """Return the keys of the events that can happen because of some nodes."""
        mask = 0
        for node in nodes:
            mask |= self._masks.get(node, 0)
        return self._named(mask)

    def _named(self, mask: int) -> frozenset[str]:
        """Return the events that a mask stands for; alike ones once, for cards share them."""
        if mask not in self._known:
            chosen = (name for i, name in enumerate(self._names) if mask >> i & 1)
            self._known[mask] = frozenset(chosen)
        return self._known[mask]

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """The keys of all events, in order."""
        return tuple(sorted({_event(node) for node in self._roads if node.startswith("event:")}))

    @cached_property
    def _roads(self) -> nx.DiGraph[str]:
        """A text, what it leads to; what it writes, what watches that.

        Texts that lead to the same have one node between them and that.
        """
        import networkx as nx  # a search for what cards are needs none

        roads: nx.DiGraph[str] = nx.DiGraph()
        for nodes in self._effects.events.values():
            roads.add_nodes_from(nodes)
        for node, owner in self._effects.owners.items():
            effects = self._effects.of(node)
            roads.add_edges_from((node, key) for key, _ in (effects.writes if effects else ()))
            if isinstance(owner.entry, _WATCHING):
                roads.add_edges_from((key, node) for key in self._watched(node))
        between: dict[object, str] = {}
        for node in [
            *self._effects.owners,
            *(e for es in self._effects.events.values() for e in es),
        ]:
            leads = self._effects.leads(node)
            if leads not in between:
                between[leads] = f"leads:{len(between)}"
                roads.add_edges_from((between[leads], each) for each in self._effects.after(leads))
            roads.add_edge(node, between[leads])
        return roads

    def _watched(self, node: str) -> set[str]:
        """Return what a condition reads, through the values it asks."""
        keys: set[str] = set()
        for each in (node, *self._effects.below(self._effects.leads(node))):
            effects = self._effects.of(each) if each.startswith(("value:", node)) else None
            keys |= set(effects.reads) if effects else set()
        return keys

    @cached_property
    def _masks(self) -> dict[str, int]:
        """For each node the events below it and itself, a bit each."""
        import networkx as nx

        bits = {name: 1 << i for i, name in enumerate(self._names)}
        whole = nx.condensation(self._roads)
        below: dict[int, int] = {}
        for part in reversed(list(nx.topological_sort(whole))):
            mask = 0
            for node in whole.nodes[part]["members"]:
                mask |= bits[_event(node)] if node.startswith("event:") else 0
            for other in whole.successors(part):
                mask |= below[other]
            below[part] = mask
        return {n: below[part] for n, part in whole.graph["mapping"].items()}


def _event(node: str) -> str:
    """Return the key of an event's node, whichever variant it is."""
    return node.partition("~")[0]


Keys = frozenset[str]
_NOTHING: Keys = frozenset()


class Facts(Record, kw_only=True):
    """What one card does.

    Attributes:
        deeds: What its steps do and cost.
        reads, writes: State, zones, values, attributes.
        asks: `me`, `opponent`, `player`.
        reacts, replaces, forbids: The events that its rules wait for; `reacts` also holds what
            a condition reads that it waits for.
        changes: The values and attributes that its modifiers change.
        until: The scopes after which state that it writes returns to its default.
        reaches: The events that can happen because of it, through all that listens.
    """

    deeds: tuple[Deed, ...] = ()
    reads: Keys = _NOTHING
    writes: Keys = _NOTHING
    asks: Keys = _NOTHING
    reacts: Keys = _NOTHING
    replaces: Keys = _NOTHING
    forbids: Keys = _NOTHING
    changes: Keys = _NOTHING
    until: Keys = _NOTHING
    reaches: Keys = _NOTHING


def event_key(event: str) -> str:
    """Return the key of an event, an action or a phase by the id that a pattern names."""
    head, colon, name = event.partition(":")
    return f"action:{name}" if head == "act" and colon else event if colon else f"event:{event}"


def facts_of(game: Game) -> dict[str, Facts]:
    """Return what each card does, by its id."""
    finder = _Finder(game)
    return {card.id: finder.facts(card.id) for card in game.cards}


class _Finder:
    """The texts of a game by card, with what lies behind them."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._effects = Effects(game)
        self._bindings = OwnerBindings()
        self._asking = Asking(self._effects, self._bindings)
        self._below: dict[str, tuple[Keys, Keys]] = {}
        self._told: dict[str, tuple[Keys, Keys]] = {}
        self._waiting = {each.id for each in game.definitions if each.waits}
        self._formulas = {each.id: tuple(each.attributes.values()) for each in game.definitions}

    @cached_property
    def _own(self) -> dict[str, list[Owner]]:
        """The texts that stand on each card: rules, actions, effects, its own values."""
        found: dict[str, list[Owner]] = {each.id: [] for each in self._game.definitions}
        for owner in self._effects.owners.values():
            card = self._says(owner.card)
            if card is None and isinstance(owner.entry, rules.Value):
                card = owner.name.partition(".")[0]
            if card in found:
                found[card].append(owner)
        return found

    def _says(self, card: str | None) -> str | None:
        """Return the card that says an effect that waits; any other card as it is."""
        while card in self._waiting:
            text = card.rpartition(":")[0]
            card = text.partition(":")[0] if ":" in text else text.partition(".")[0]
        return card

    @cached_property
    def _reaching(self) -> Reaching:
        return Reaching(self._effects)

    def facts(self, card: str) -> Facts:
        """Return what one card does."""
        own = self._own[card]
        formulas = self._formulas[card]
        if not own and all(isinstance(each.expression, Constant) for each in formulas):
            return Facts()
        reads, writes = self._touched(own, formulas)
        return Facts(
            deeds=tuple(dict.fromkeys(each for owner in own for each in self._deeds(owner))),
            reads=reads,
            writes=writes,
            asks=self._asking.of(iter(own)),
            reacts=frozenset(key for owner in own for key in self._reacts(owner)),
            replaces=_patterns(own, rules.Replacement),
            forbids=_patterns(own, rules.Forbid),
            changes=frozenset(key for owner in own for key in self._changes(owner)),
            until=frozenset(self._until(writes)),
            reaches=self._reaching.events(owner.node for owner in own),
        )

    def _deeds(self, owner: Owner) -> Iterator[Deed]:
        bindings = self._bindings.of(owner)
        is_cost = isinstance(owner.entry, rules.Effect) and owner.entry.is_cost
        for role, body in owner.bodies:
            where = COST if is_cost or role == COST else DO
            for deed in deeds_of(body.steps, where, bindings, self._game):
                is_over = deed.key == "event:retire" and "role:self" in deed.words
                if not (is_over and owner.card in self._waiting):
                    yield deed

    def _touched(self, own: list[Owner], formulas: tuple[Formula, ...]) -> tuple[Keys, Keys]:
        """Return what texts read and write with all that they do, and what formulas read."""
        reads, writes = set(self._read_through(formulas, {})), set[str]()
        for owner in own:
            more = self._through(owner.node)
            reads |= more[0]
            writes |= more[1]
        return frozenset(reads), frozenset(writes)

    def _read_through(self, node: object, bindings: Bindings) -> Iterator[str]:
        """Yield what expressions read, and what the values read that they ask."""
        for key in named_reads(node, self._effects, bindings):
            yield key
            if key.startswith("value:"):
                for each in self._effects.variants(key):
                    yield from self._through(each)[0]

    def _through(self, start: str) -> tuple[Keys, Keys]:
        """Return what a text reads and writes, with the events it does and the values it reads."""
        if start not in self._below:
            reads, writes = set[str](), set[str]()
            found, waiting = {start}, [start]
            while waiting:
                node = waiting.pop()
                if node not in self._effects.owners:
                    continue
                more = self._named(node)
                reads |= more[0]
                writes |= more[1]
                new = set(self._called(node, more[0])) - found
                found |= new
                waiting += new
            self._below[start] = frozenset(reads), frozenset(writes)
        return self._below[start]

    def _named(self, node: str) -> tuple[Keys, Keys]:
        """Return what a text itself reads and writes by name."""
        if node not in self._told:
            owner, effects = self._effects.owners[node], self._effects
            bound = self._bindings.of(owner)
            bodies = tuple(body.steps for _, body in owner.bodies)
            reads = named_reads((owner.formulas, bodies), effects, bound)
            writes = named_writes(bodies, effects, bound)
            self._told[node] = _by_authors(reads), _by_authors(writes)
        return self._told[node]

    def _called(self, node: str, reads: Keys) -> Iterator[str]:
        """Yield the texts that a text calls."""
        effects = self._effects.of(node)
        for event in effects.does if effects is not None else ():
            yield from self._effects.events.get(event, ())
        for key in reads:
            if key.startswith("value:"):
                yield from self._effects.variants(key)

    def _reacts(self, owner: Owner) -> Iterator[str]:
        """Yield what a rule waits for."""
        if isinstance(owner.entry, rules.Trigger):
            yield event_key(owner.entry.pattern.event)
        elif isinstance(owner.entry, rules.Becomes):
            yield from self._read_through(owner.entry.becomes, {})

    def _changes(self, owner: Owner) -> Iterator[str]:
        if isinstance(owner.entry, rules.Modifier):
            yield self._effects.modified(owner.entry)[0]

    def _until(self, writes: Keys) -> Iterator[str]:
        for key, field in self._game.state.items():
            if field.until is not None and Effects.node(key) in writes:
                yield field.until


def _by_authors(keys: Iterable[str]) -> frozenset[str]:
    """Return the keys without those of state that the checker made."""
    return frozenset(each for each in keys if each.count(":") == 1)


def _patterns(
    own: Iterable[Owner], sort: type[rules.Replacement] | type[rules.Forbid]
) -> frozenset[str]:
    """Return the events that rules of a sort wait for."""
    return frozenset(event_key(each.entry.pattern.event) for each in own
                     if isinstance(each.entry, sort))  # fmt: skip
