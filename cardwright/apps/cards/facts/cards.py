"""Answer what each card of a game does by what stands on it.

What a kind says for all its cards is not repeated for each of them. What a card reads and writes
includes what the events it does and the values it reads do themselves; who listens to them counts
only in what it reaches. A cost is paid, so it counts as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from cardwright.apps.cards.facts.asking import Asking
from cardwright.apps.cards.facts.bindings import OwnerBindings
from cardwright.apps.cards.facts.deeds import COST, DO, Deed, deeds_of
from cardwright.apps.cards.facts.naming import named_reads, named_writes
from cardwright.apps.cards.facts.reaching import Reaching
from dsl.model import rules
from dsl.model.expressions import Constant
from dsl.model.game import Game
from dsl.model.steps import Formula
from dsl.records import record
from interpreter.effects.places import Bindings, state_node
from interpreter.effects.transitive import Flow, modified, read_nodes
from interpreter.lower.owners import Owner

Keys = frozenset[str]
_NOTHING: Keys = frozenset()


@record(kw_only=True)
class Facts:
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
    return {card.id: finder.facts(card.id) for card in game.definitions}


class _Finder:
    """The texts of a game by card, with what lies behind them."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._flow = Flow(game)
        self._bindings = OwnerBindings()
        self._asking = Asking(self._flow, self._bindings)
        self._below: dict[str, tuple[Keys, Keys]] = {}
        self._told: dict[str, tuple[Keys, Keys]] = {}
        self._formulas = {each.id: tuple(each.attributes.values()) for each in game.definitions}

    @cached_property
    def _own(self) -> dict[str, list[Owner]]:
        """The texts that stand on each card: rules, actions, effects, its own values."""
        found: dict[str, list[Owner]] = {each.id: [] for each in self._game.definitions}
        for owner in self._flow.owners.values():
            card = owner.card
            if card is None and isinstance(owner.entry, rules.Value):
                card = owner.name.partition(".")[0]
            if card in found:
                found[card].append(owner)
        return found

    @cached_property
    def _reaching(self) -> Reaching:
        return Reaching(self._flow)

    def facts(self, card: str) -> Facts:
        """Return what one card does."""
        own = self._own[card]
        formulas = self._formulas[card]
        if not own and all(not _reads_much(formula) for formula in formulas):
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
            yield from deeds_of(body.steps, where, bindings, self._game)

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
        for key in named_reads(node, self._flow.places, bindings):
            yield key
            if key.startswith("value:"):
                for each in read_nodes(key, self._game):
                    yield from self._through(each)[0]

    def _through(self, start: str) -> tuple[Keys, Keys]:
        """Return what a text reads and writes, with the events it does and the values it reads."""
        if start not in self._below:
            reads, writes = set[str](), set[str]()
            found, waiting = {start}, [start]
            while waiting:
                node = waiting.pop()
                if node not in self._flow.owners:
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
            owner, places = self._flow.owners[node], self._flow.places
            bound = self._bindings.of(owner)
            bodies = tuple(body.steps for _, body in owner.bodies)
            reads = frozenset(named_reads((owner.formulas, bodies), places, bound))
            self._told[node] = reads, frozenset(named_writes(bodies, places, bound))
        return self._told[node]

    def _called(self, node: str, reads: Keys) -> Iterator[str]:
        """Yield the texts that a text calls."""
        touch = self._flow.touch(node)
        for event in touch.does if touch is not None else ():
            yield from self._flow.events.get(event, ())
        for key in reads:
            if key.startswith("value:"):
                yield from read_nodes(key, self._game)

    def _reacts(self, owner: Owner) -> Iterator[str]:
        """Yield what a rule waits for."""
        if isinstance(owner.entry, rules.Trigger):
            yield event_key(owner.entry.pattern.event)
        elif isinstance(owner.entry, rules.Becomes):
            yield from self._read_through(owner.entry.becomes, {})

    def _changes(self, owner: Owner) -> Iterator[str]:
        if isinstance(owner.entry, rules.Modifier):
            yield modified(owner.entry, self._game)[0]

    def _until(self, writes: Keys) -> Iterator[str]:
        for key, field in self._game.state.items():
            if field.until is not None and state_node(key) in writes:
                yield field.until


def _reads_much(formula: Formula) -> bool:
    """Return whether a formula can read anything; most are plain values."""
    return not isinstance(formula.expression, Constant)


def _patterns(
    own: Iterable[Owner], sort: type[rules.Replacement] | type[rules.Forbid]
) -> frozenset[str]:
    """Return the events that rules of a sort wait for."""
    return frozenset(event_key(each.entry.pattern.event) for each in own
                     if isinstance(each.entry, sort))  # fmt: skip
