"""Compute what an expression tells of what its reader may not see.

Cards may be had without being known: a hidden zone can be counted, and a card of it chosen blindly.
A leak is whatever reads such a card: an attribute, a state, its definition or its kind.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from dsl.check.proofs.sight import (
    ANYONE,
    ME,
    OPEN,
    OTHERS,
    Cards,
    Sight,
    is_state_seen,
    joined,
    sight_of_zone,
)
from dsl.check.scopes.collect import named
from dsl.check.scopes.draft import Draft
from dsl.diagnostics.wording import Said
from dsl.model import expressions as e
from dsl.model import steps as s
from dsl.model.nouns import ANY
from dsl.model.steps import Body
from dsl.model.traits import ITSELF, Composed
from dsl.model.types import DefinitionType, Type
from dsl.model.walk import conjuncts, operands, walk
from dsl.model.words import Gives, Reads
from dsl.words import vocabulary
from dsl.words.vocabulary import FOLDS, FUNCTIONS

Known: TypeAlias = dict[int, Sight]
"""What is known of the locals of a body."""
ACTOR: Final = -1
"""In `Known`: who `me` is, where that is not who decides."""


@dataclass(slots=True)
class Reader:
    """Reads expressions with the eyes of the player who decides, who is `me`.

    Attributes:
        best: Whether zones are as open as some option makes them.
        leaks: What was told, in words, the first first.
        calls: What is known of the results of calls read already.
        supposes: Whether events are read of which it is asked what would be behind them.
    """

    draft: Draft
    best: bool
    leaks: list[Said] = field(default_factory=list)
    calls: dict[tuple[object, ...], Sight] = field(default_factory=dict)
    supposes: bool = False

    def read(self, node: object, known: Known) -> Sight:
        """Return what is known of an expression's value; note what it tells."""
        rule = _RULES.get(type(node))
        if rule is not None:
            return rule(self, node, known)
        sights = [self.read(part, known) for part in operands(node)]
        return joined(sights) if isinstance(node, Composed) else OPEN

    def _can_be_veiled(self, type_: Type) -> bool:
        """Return whether what a card is by itself can be hidden behind a veil."""
        kinds, faces = self.draft.world.definitions, self.draft.faces
        return any(of == ANY and DefinitionType(kinds[id_]) == type_ for id_, of in faces.items())

    def _tell(self, what: str, of: Sight) -> None:
        key = "told.of-card-in" if of.where else "told.of-hidden-card"
        self.leaks.append(Said(key, what=what, zone=of.where))

    # --- names --------------------------------------------------------------------------------

    def _local(self, node: e.Local, known: Known) -> Sight:
        return known.get(node.slot, OPEN)

    def _role(self, node: e.Role, known: Known) -> Sight:
        return known.get(ACTOR, Sight(who=ME)) if node.name == "me" else self._somebody()

    def _somebody(self) -> Sight:
        """Return what is known of any player; a lone one is me."""
        return Sight(who=ME if self.draft.players.high == 1 else ANYONE)

    def _players(self, node: e.Players, known: Known) -> Sight:
        if node.opponents_of is not None and self.read(node.opponents_of, known).who == ME:
            return Sight(who=OTHERS)
        return self._somebody()

    def _state(self, node: e.StateRead, known: Known) -> Sight:
        of = OPEN if node.of is None else self.read(node.of, known)
        draft = self.draft
        declared = draft.world.state.get(node.state) or draft.limits.get(node.state)
        if declared is not None and not is_state_seen(declared, of.who):
            self.leaks.append(named("state", node.state.name))
        elif of.cards == Cards.HIDDEN:
            self._tell(named("state", node.state.name), of)
        return self._somebody()

    def _field(self, node: e.AttributeRead | e.PrintedRead, known: Known) -> Sight:
        of = self.read(node.of, known)
        if of.cards == Cards.HIDDEN:
            self._tell(f"`{node.name}`", of)
        return OPEN

    def _property(self, node: e.Property, known: Known) -> Sight:
        of = self.read(node.of, known)
        if of.cards == Cards.HIDDEN and node.name in ("definition", "kind"):
            self._tell(f"`{node.name}`", of)
        if node.name == ITSELF and not of.is_mine and self._can_be_veiled(node.type):
            self._tell(Said("told.behind-veil"), of)
        if node.name == "controller":
            for kind in self.draft.world.kinds.values():
                if kind.controller is not None:
                    self.read(kind.controller.expression, {0: of})
        return self._somebody()

    # --- cards --------------------------------------------------------------------------------

    def _zone(self, node: e.ZoneCards | e.ZoneRef, known: Known) -> Sight:
        owner = OPEN if node.of is None else self.read(node.of, known)
        zone = self.draft.world.zones.get(node.zone)
        return OPEN if zone is None else sight_of_zone(zone, owner.who, best=self.best)

    def _family(self, node: e.ZoneFamily, known: Known) -> Sight:
        zone = self.draft.world.zones.get(node.zone)
        if zone is None:
            return OPEN
        return sight_of_zone(zone, self._somebody().who, best=self.best)

    def _every(self, node: e.Entities, known: Known) -> Sight:
        """Return what is known of all things of a kind: what is known of the zones that they can
        lie in. Of unique things all know what is printed on them."""
        world = self.draft.world
        if world.is_unique(node.kind):
            return OPEN
        return joined(
            sight_of_zone(zone, self._somebody().who, best=self.best)
            for zone in world.zones.values()
            if not world.is_unique(zone.of)
            and (node.kind in world.lineage(zone.of) or zone.of in world.lineage(node.kind))
        )

    def _cards_of(self, node: e.CardsOf, known: Known) -> Sight:
        return self.read(node.zone, known)

    # --- choices between values -----------------------------------------------------------------

    def _conditional(self, node: e.Conditional, known: Known) -> Sight:
        self.read(node.condition, known)
        return joined([self.read(node.then, known), self.read(node.otherwise, known)])

    def _lifted(self, node: e.Lifted, known: Known) -> Sight:
        for slot, value in zip(node.slots, node.values, strict=True):
            known = {**known, slot: self.read(value, known)}
        return self.read(node.body, known)

    def _empty(self, node: e.IsEmpty, known: Known) -> Sight:
        self._count(self.read(node.of, known))
        return OPEN

    def _count(self, of: Sight) -> None:
        if not of.count:
            self.leaks.append(Said("told.number-in", zone=of.where))

    def _is_kind(self, node: e.IsKind, known: Known) -> Sight:
        of = self.read(node.of, known)
        if of.cards == Cards.HIDDEN:
            self._tell(Said("told.kind"), of)
        return OPEN

    # --- collections --------------------------------------------------------------------------

    def _filter(self, node: e.Filter, known: Known) -> Sight:
        source = self.read(self._narrowed(node), known)
        self.read(node.condition, {**known, node.slot: source.element})
        return source.part

    def _narrowed(self, node: e.Filter) -> e.Expression:
        """Return from where the elements of a filter come: of `every KIND where it in LIST` from
        the list."""
        if isinstance(node.source, e.Entities):
            for part in conjuncts(node.condition):
                if not isinstance(part, e.Contains) or part.negated:
                    continue
                if isinstance(part.item, e.Local) and part.item.slot == node.slot:
                    return part.collection
        return node.source

    def _fold(self, node: e.Fold, known: Known) -> Sight:
        source = self.read(node.source, known)
        inner = {**known, node.slot: source.element}
        body = source.element if node.body is None else self.read(node.body, inner)
        if node.default is not None:
            self.read(node.default, known)
        gives = FOLDS[node.function].gives
        if gives == Gives.COUNT and node.body is None:
            self._count(source)
        if gives == Gives.RESULTS:
            return body
        return source.part.element if gives == Gives.PART else OPEN

    def _element(self, node: e.Element, known: Known) -> Sight:
        self.read(node.index, known)
        source = self.read(node.source, known)
        is_first = isinstance(node.index, e.Constant) and node.index.value == 1
        return source.first if is_first else source.picked

    def _primitive(self, node: e.Primitive, known: Known) -> Sight:
        sights = [self.read(part, known) for part in node.arguments]
        gives = FUNCTIONS[node.name].gives
        if FUNCTIONS[node.name].reads == Reads.BOARD:
            return self._near(node, sights)
        if gives == Gives.FIRST and len(sights) == 1:
            return sights[0].first
        if gives in (Gives.FIRST, Gives.PICKED):
            return sights[0].picked
        if gives == Gives.PART:
            return sights[0].part
        if gives == Gives.COUNT:
            self._count(sights[0])
        if gives == Gives.NEIGHBOUR and sights[0].who == ME:
            return Sight(who=ME if self.draft.players.high == 1 else OTHERS)
        return joined(sights) if gives == Gives.EITHER else self._somebody()

    def _near(self, node: e.Primitive, sights: list[Sight]) -> Sight:
        """Return what is known of places near others: what is known of those that lie there."""
        for of in sights:
            if of.cards == Cards.UNORDERED:
                self._tell(f"`{node.name}`", of)
        return joined(sights)

    # --- values -------------------------------------------------------------------------------

    def _call(self, node: e.ValueCall, known: Known) -> Sight:
        """Read the body of a value with what is known of its arguments."""
        given = tuple(self.read(part, known) for part in node.arguments)
        me = {ACTOR: known[ACTOR]} if ACTOR in known else {}
        key = (node.value, given, *me.values())
        if key not in self.calls:
            self.calls[key] = OPEN
            values = self.draft.values.get(node.value, ())
            parts = [self._value(value, {**dict(enumerate(given)), **me}) for value in values]
            self.calls[key] = joined(parts)
        return self.calls[key]

    def _can_happen(self, node: e.CanHappen, known: Known) -> Sight:
        """Read what must hold for an event with what is known of its slots and of who does it."""
        actor = {ACTOR: self.read(node.by, known)}
        given: Known = {
            n: self.read(part, {**known, **actor} if n in node.defaulted else known)
            for n, part in enumerate(node.arguments)
        }
        given |= actor
        key = ("can", node.event, *given.values())
        if node.event in vocabulary.NATIVES or key in self.calls:
            return OPEN
        self.calls[key] = OPEN
        for event in self.draft.events.get(node.event, ()):
            if event.when is not None:
                self.read(event.when.expression, dict(given))
        for rule in self.draft.forbids:
            if rule.pattern.event == node.event:
                self.read(rule.pattern.condition, dict(given))
        return OPEN

    def _would(self, node: e.Would, known: Known) -> Sight:
        """Read what is asked of the position behind events, with what their steps read; a card that
        they would show makes it false."""
        around, self.supposes = self.supposes, True
        for event in node.events:
            self.read(event, known)
            self._event(event, known)
        self.supposes = around
        return self.read(node.condition, known)

    def _event(self, node: e.CanHappen | s.DoEvent, known: Known) -> None:
        """Read the steps of an event with what is known of its slots and of who does it."""
        given: Known = {n: self.read(part, known) for n, part in enumerate(node.arguments)}
        if node.by is not None:
            given[ACTOR] = self.read(node.by, known)
        elif ACTOR in known:
            given[ACTOR] = known[ACTOR]
        key = ("does", node.event, *given.values())
        if key not in self.calls:
            self.calls[key] = OPEN
            for event in self.draft.events.get(node.event, ()):
                self.steps(event.body.steps, dict(given))

    def _value(self, value: Any, known: Known) -> Sight:
        for bound in (value.at_least, value.at_most):
            if bound is not None:
                self.read(bound.expression, known)
        if isinstance(value.body, Body):
            self.steps(value.body.steps, known)
            results = [x.value for x in walk(value.body.steps) if isinstance(x, s.Return)]
            return joined([self.read(result, known) for result in results])
        return self.read(value.body.expression, known)

    def steps(self, steps: tuple[s.Step, ...], known: Known) -> None:
        """Read what decides how steps go on; note in `known` what is known of their locals."""
        for step in steps:
            if isinstance(step, s.Let):
                before = [known[step.slot]] if step.slot in known else []
                known[step.slot] = joined([*before, self.read(step.value, known)])
            elif isinstance(step, s.If):
                for condition, block in step.branches:
                    self.read(condition, known)
                    self.steps(block, known)
                self.steps(step.otherwise, known)
            else:
                self._other(step, known)

    def _effects(self, step: s.DoEffect) -> None:
        """Read what cards say under an attribute that holds steps, once each."""
        for effect in self.draft.effects:
            if effect.id in step.effects and ("effect", effect.id) not in self.calls:
                self.calls["effect", effect.id] = OPEN
                self.steps(effect.body.steps, {})

    def _other(self, step: s.Step, known: Known) -> None:
        if isinstance(step, s.DoEffect):
            self._effects(step)
        if isinstance(step, s.DoEvent) and self.supposes:
            self._event(step, known)
        if isinstance(step, s.Binds):
            known[step.slot] = self.read(step.source, known).element
        for part in operands(step):
            self.read(part, known)
        self.steps(getattr(step, "body", ()), known)


_RULES: Final[dict[type, Callable[[Reader, Any, Known], Sight]]] = {
    e.Local: Reader._local,
    e.Role: Reader._role,
    e.Players: Reader._players,
    e.StateRead: Reader._state,
    e.AttributeRead: Reader._field,
    e.PrintedRead: Reader._field,
    e.Property: Reader._property,
    e.ZoneCards: Reader._zone,
    e.ZoneRef: Reader._zone,
    e.ZoneFamily: Reader._family,
    e.CardsOf: Reader._cards_of,
    e.Entities: Reader._every,
    e.Conditional: Reader._conditional,
    e.Lifted: Reader._lifted,
    e.IsEmpty: Reader._empty,
    e.IsKind: Reader._is_kind,
    e.Filter: Reader._filter,
    e.Fold: Reader._fold,
    e.Element: Reader._element,
    e.Primitive: Reader._primitive,
    e.ValueCall: Reader._call,
    e.CanHappen: Reader._can_happen,
    e.Would: Reader._would,
}
