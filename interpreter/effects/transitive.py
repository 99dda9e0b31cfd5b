"""Compute the effects of an owner with all that it leads to; check whether two triggers commute.

No graph is built, so the answers are quick enough for play. An owner leads to the events it does,
the values and attributes it reads and, if it is a phase, to the first one inside it. An event leads
to the rules that listen to it, a value or attribute to its modifiers.

The order of two triggers matters when one writes what the other reads or writes. Changes that
commute do not count: two that add to one number, one bag or one set, unless a check between the
two triggers reads it. The check may report a conflict too often, never too rarely.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Final, overload

from dsl.model import expressions as e
from dsl.model import rules
from dsl.model import steps as s
from dsl.model.expressions import Constant, Expression, ZoneKey
from dsl.model.game import Game, Phase
from dsl.model.steps import Formula
from dsl.model.types import kind_of
from dsl.words.vocabulary import NATIVES
from interpreter.effects.direct import (
    ENTERING,
    START_PLAYER,
    Bindings,
    OwnEffects,
    Places,
    Write,
    asks_by_itself,
    effects_of,
    is_question,
    node_of,
    reads_of,
    state_node,
    zone_node,
)
from interpreter.lower.owners import Entry, Owner, event_nodes


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


Leads = tuple[frozenset[str], frozenset[str], tuple[str, ...]]
"""What nodes do, what they read, and what they lead to by themselves."""
_NONE: Final = frozenset[str]()


class Effects:
    """What every text of a game reads, writes, does and asks, and what it leads to.

    Texts, events, values and what is read or written are named by the nodes of the graph. All of it
    is computed on demand.

    Attributes:
        places: The zones by what they hold.
    """

    START_PLAYER = START_PLAYER
    """The node of who plays first."""

    def __init__(self, game: Game) -> None:
        self.game, self.places = game, Places(game)
        self._own: dict[str, OwnEffects] = {}
        self._alike: dict[OwnEffects, OwnEffects] = {}
        self._after: dict[Leads, frozenset[str]] = {}
        self._attributes: dict[str, frozenset[str]] = {}

    @cached_property
    def owners(self) -> dict[str, Owner]:
        """Every owner by its node."""
        return {owner.node: owner for owner in Owner.all_in(self.game)}

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
            if isinstance(owner.entry, Phase) and owner.entry.phases:
                found.setdefault(node, []).append(f"phase:{owner.entry.phases[0].id}")
        return found

    def _before(self, entry: Entry) -> tuple[str, ...]:
        """Return the nodes that lead to a rule."""
        if isinstance(entry, rules.Modifier):
            return self.modified(entry)
        if isinstance(entry, rules.Trigger | rules.Replacement | rules.Forbid):
            return self.events.get(entry.pattern.event, ())
        return ()

    def of(self, node: str) -> OwnEffects | None:
        """Return the effects of an owner's own text; None for other nodes."""
        if node not in self.owners:
            return None
        if node not in self._own:
            found = effects_of(self.owners[node], self.places)
            self._own[node] = self._alike.setdefault(found, found)
        return self._own[node]

    def leads(self, node: str) -> Leads:
        """Return what tells where a node leads to at once: equal for nodes that lead to the same,
        of which a large game has many."""
        effects = self.of(node)
        does, reads = (_NONE, _NONE) if effects is None else (effects.does, effects.reads)
        return does, reads, tuple(self._followers.get(node, ()))

    def after(self, leads: Leads) -> frozenset[str]:
        """Return the nodes that such nodes lead to at once."""
        if leads not in self._after:
            self._after[leads] = frozenset(self._leads_to(leads))
        return self._after[leads]

    def _leads_to(self, leads: Leads) -> Iterator[str]:
        """Yield the nodes that such nodes lead to at once, some of them twice."""
        does, reads, followers = leads
        for event in does:
            yield from self.events.get(event, ())
        for key in reads:
            yield from self.variants(key)
        yield from followers

    def below(self, leads: Leads) -> set[str]:
        """Return all that such nodes lead to."""
        found = set[str]()
        known, waiting = {leads}, [leads]
        while waiting:
            new = self.after(waiting.pop()) - found
            found |= new
            further = set(map(self.leads, new)) - known
            known |= further
            waiting += further
        return found

    # --- texts and what they name ---------------------------------------------------------------

    def variants(self, key: str) -> tuple[str, ...]:
        """Return the nodes of a key: each variant of a value, else itself."""
        return tuple(read_nodes(key, self.game))

    def modified(self, modifier: rules.Modifier) -> tuple[str, ...]:
        """Return the nodes that a modifier changes: all variants of a value, or an attribute."""
        return modified(modifier, self.game)

    def meant(self, zone: Expression, bindings: Bindings) -> frozenset[ZoneKey]:
        """Return the zones that an expression can mean; unknown ones by the kind they hold."""
        return self.places.meant(zone, bindings)

    def can_match(
        self, pattern: rules.Pattern, arguments: Sequence[Expression], bindings: Bindings
    ) -> bool:
        """Return whether an event done with some arguments can fit a pattern.

        Args:
            bindings: What each local there can have been bound to.
        """
        for index, wanted in pattern.equals:
            if index < len(arguments) and self._differ(wanted, arguments[index], bindings):
                return False
        return all(
            self.places.meet(kind, kind_of(arguments[slot].type))
            for slot, kind in _kinds_wanted(pattern.condition)
            if slot < len(arguments)
        )

    def _differ(self, wanted: Expression, given: Expression, bindings: Bindings) -> bool:
        """Return whether two expressions can never be equal."""
        if isinstance(wanted, e.Constant) and isinstance(given, e.Constant):
            return bool(wanted.value != given.value)
        if isinstance(wanted, e.ZoneRef):
            return wanted.zone not in self.meant(given, bindings)
        return not self.places.meet(kind_of(wanted.type), kind_of(given.type))

    @overload
    @staticmethod
    def node(named: ZoneKey | e.StateKey) -> str: ...

    @overload
    @staticmethod
    def node(named: object) -> str | None: ...

    @staticmethod
    def node(named: object) -> str | None:
        """Return the node that a zone, a field of state or an expression names; None for any other
        expression."""
        if isinstance(named, ZoneKey):
            return zone_node(named)
        return state_node(named) if isinstance(named, e.StateKey) else node_of(named)

    @staticmethod
    def entered(step: s.DoEvent) -> Expression | None:
        """Return the argument that names the zone into which a step puts cards; None for a step
        that puts none anywhere by itself."""
        slot = ENTERING.get(step.event)
        return None if slot is None else step.arguments[slot]

    @staticmethod
    def asks(text: object) -> bool:
        """Return whether a step asks a player, or an entry does before any of its steps."""
        return is_question(text) or asks_by_itself(text)


def _kinds_wanted(condition: Expression | None) -> Iterator[tuple[int, str]]:
    """Yield (slot, kind) of each `SLOT is KIND` that must hold."""
    if isinstance(condition, e.Logic) and condition.operator == "and":
        yield from _kinds_wanted(condition.left)
        yield from _kinds_wanted(condition.right)
    elif isinstance(condition, e.IsKind) and isinstance(condition.of, e.Local):
        yield from () if condition.negated else ((condition.of.slot, condition.kind),)


class AllEffects:
    """The effects of owners, with the events, listeners, values and modifiers below them.

    It is worked out for those that are asked for: of all together it would grow with the square of
    a chain's length.
    """

    def __init__(self, flow: Effects) -> None:
        self.flow = flow
        self._known: dict[str, OwnEffects] = {}
        self._below: dict[Leads, OwnEffects] = {}

    def of(self, node: str) -> OwnEffects:
        """Return the effects of a node and all it leads to, put together."""
        if node not in self._known:
            leads = self.flow.leads(node)
            if leads not in self._below:
                nodes = map(self.flow.of, self.flow.below(leads))
                self._below[leads] = self._joined([each for each in nodes if each is not None])
            own = self.flow.of(node)
            parts = [self._below[leads]] if own is None else [own, self._below[leads]]
            self._known[node] = self._joined(parts)
        return self._known[node]

    def _joined(self, all_effects: Sequence[OwnEffects]) -> OwnEffects:
        """Return several effects put together, with what the attributes among them read."""
        reads = frozenset[str]().union(*(effects.reads for effects in all_effects))
        return OwnEffects(
            reads=reads.union(*map(self.flow.attribute_reads, reads)),
            writes=frozenset[Write]().union(*(effects.writes for effects in all_effects)),
            does=frozenset[str]().union(*(effects.does for effects in all_effects)),
            asks=any(effects.asks for effects in all_effects),
            ends=any(effects.ends for effects in all_effects),
        )


class Conflicts:
    """Checks whether the order of two triggers can matter, of a trigger and itself too: of two of
    its copies, or of two times it waits.

    Pairs are looked at when they are asked for: most of a large game's never meet.
    """

    def __init__(self, game: Game) -> None:
        flow = Effects(game)
        self._effects = AllEffects(flow)
        triggers = (owner for owner in flow.owners.values() if owner.sort == "trigger")
        self._nodes = {owner.name: owner.node for owner in triggers}
        self._known: dict[tuple[str, str], bool] = {}

    @cached_property
    def _checked(self) -> frozenset[str]:
        """The keys that are tested between any two of them."""
        return checked_between(self._effects)

    def matter(self, one: str, other: str) -> bool:
        """Return whether two triggers, named by their ids, conflict."""
        pair = (one, other)
        if pair not in self._known:
            first, second = (self._effects.of(self._nodes[name]) for name in pair)
            self._known[pair] = self._do_conflict(first, second)
        return self._known[pair]

    def _do_conflict(self, one: OwnEffects, other: OwnEffects) -> bool:
        """Return whether the order of two effects can matter."""
        if not _acts(one) or not _acts(other):
            return False
        if one.ends or other.ends or order_matters(one, other):
            return True
        return not self._checked.isdisjoint(key for key, _ in one.writes | other.writes)


def checked_between(all_effects: AllEffects) -> frozenset[str]:
    """Return all that is read at the checkpoint between two triggers: `always`, `becomes` and
    `end.when`."""
    flow = all_effects.flow
    checking = [o.node for o in flow.owners.values() if o.sort == "always"]
    waited = [rule.becomes for rule in flow.game.becomes]
    waited += [rule.source for rule in flow.game.becomes if rule.source is not None]
    reads = set[str]().union(*(all_effects.of(node).reads for node in checking))
    when = flow.game.end.when
    asked = [*waited, *(() if when is None else (when,))]
    direct = {key for formula in asked for key in reads_of(formula, flow.places, {})}
    return frozenset(reads | direct).union(
        *(all_effects.of(key).reads for key in direct if key in flow.owners)
    )


def order_matters(one: OwnEffects, other: OwnEffects) -> bool:
    """Return whether one writes what the other reads, or both write what does not commute."""
    ones, others = _by_key(one), _by_key(other)
    if ones.keys() & other.reads or others.keys() & one.reads:
        return True
    # all writes of one key have to give the same in any order
    both = ((ones[key], others[key]) for key in ones.keys() & others.keys())
    return any(len(own | more) != 1 or "set" in own for own, more in both)


def _acts(effects: OwnEffects) -> bool:
    """Return whether anything comes of it but a line in the log."""
    return bool(effects.writes) or effects.asks or effects.ends


def _by_key(effects: OwnEffects) -> dict[str, set[str]]:
    """Return how each key is written."""
    found: dict[str, set[str]] = {}
    for key, how in effects.writes:
        found.setdefault(key, set()).add(how)
    return found
