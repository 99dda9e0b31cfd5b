"""List what each checked text names, and index a version by what is named.

Only what its author named counts: a card that is moved may lie in any zone, but names none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final

from msgspec.structs import replace

from cardwright.apps.authors.diff.meaning import keys_of
from cardwright.apps.authors.diff.parts import layouts_asked
from cardwright.apps.cards.facts import event_key
from dsl import Record
from dsl.model import expressions as e
from dsl.model import rules as r
from dsl.model import steps as s
from dsl.model import types as t
from dsl.model.game import Game, Phase
from dsl.model.scripts import Happened, OptionsAre, Piece, Position, Script, Take
from dsl.model.walk import walk
from interpreter import Effects, Owner

READS, WRITES, DOES, HEARS = "reads", "writes", "does", "hears"
REPLACES, FORBIDS, MODIFIES, NAMES = "replaces", "forbids", "modifies", "names"
LISTS, ORDERS, OFFERS = "lists", "orders", "offers"
TAKES, SHOWS, BEGINS = "takes", "shows", "begins"
_LISTENING: Final = {r.Trigger: HEARS, r.Replacement: REPLACES, r.Forbid: FORBIDS}
_LISTING: Final = (e.Entities, e.Definitions, e.Members)
_READING: Final = (e.ZoneKey, e.OptionValue)
_SCOPES: Final = ("phase", "event", "action")


class Reference(Record):
    """One thing that a text names.

    Attributes:
        kind: Of an attribute, the kind of the cards of which it is read; else empty.
        is_own: Whether it is the attribute, or the value, of the card on which the text stands.
        node: The step that does an event, or the pattern of a rule that waits for it.
    """

    key: str
    how: str
    kind: str = ""
    is_own: bool = False
    node: s.DoEvent | r.Pattern | None = None


def references(node: object, game: Game) -> Iterator[Reference]:
    """Yield what a checked text names, some of it several times."""
    entered = set[int]()
    for each in walk(node):
        match each:
            case s.Change(_, state):
                yield Reference(Effects.node(state), WRITES)
            case e.StateRead(state):
                yield Reference(Effects.node(state), READS)
            case s.DoEvent():
                for zone in _entered(each):
                    entered.add(id(zone.zone))
                    yield Reference(Effects.node(zone.zone), WRITES)
                yield Reference(keys_of(each)[0], DOES, node=each)
            case s.DoEffect():
                yield Reference(keys_of(each)[0], READS, t.kind_of(each.of.type))
            case e.AttributeRead(_, _, of) | e.PrintedRead(_, _, of):
                yield Reference(keys_of(each)[0], READS, t.kind_of(of.type), _is_self((of,)))
            case e.ValueCall(_, arguments):
                yield Reference(keys_of(each)[0], READS, "", _is_self(arguments[:1]))
            case e.Constant(value, type_):
                yield from (Reference(key, NAMES) for key in _named(value, type_, game))
            case r.Limit(scope=scope):
                yield from (Reference(f"{sort}:{scope}", NAMES) for sort in _SCOPES)
            case r.Trigger() | r.Replacement() | r.Forbid():
                yield Reference(keys_of(each.pattern)[0], _LISTENING[type(each)], node=each.pattern)
            case r.Modifier():
                yield Reference(keys_of(each)[0], MODIFIES)
            case e.Primitive():
                yield from (Reference(key, READS) for key in layouts_asked(each, game))
            case e.StateKey() | r.Pattern():
                continue
            case _ if id(each) not in entered:
                how = LISTS if isinstance(each, _LISTING) else READS
                how = how if isinstance(each, (*_LISTING, *_READING)) else NAMES
                yield from (Reference(key, how) for key in keys_of(each))
                if isinstance(each, e.Compare) and each.operator not in ("==", "!="):
                    for plain in (t.plain_type(each.left.type), t.plain_type(each.right.type)):
                        if isinstance(plain, t.EnumType):
                            yield Reference(f"enum:{plain.name}", ORDERS)


def _is_self(nodes: tuple[e.Expression, ...]) -> bool:
    """Return whether an expression is the card on which its text stands."""
    return any(isinstance(each, e.Role) and each.name == "self" for each in nodes)


def concerns_self_alone(modifier: r.Modifier) -> bool:
    """Return whether a modifier asks that what it changes is of the card on which it stands."""
    parts = (each for each in walk(modifier.condition) if isinstance(each, e.Compare))
    return any(
        part.operator == "==" and _is_self((part.left, part.right))
        and any(isinstance(side, e.Local) and side.slot == 0 for side in (part.left, part.right))
        for part in parts
    ) and not any(isinstance(each, e.Logic) and each.operator != "and"
                  for each in walk(modifier.condition))  # fmt: skip


def _entered(step: s.DoEvent) -> Iterator[e.ZoneRef]:
    """Yield the zones that a step names and puts cards into."""
    zone = Effects.entered(step)
    waiting = [] if zone is None else [zone]
    while waiting:
        match waiting.pop():
            case e.ZoneRef() as zone:
                yield zone
            case e.Lifted(body=body):
                waiting.append(body)
            case e.Conditional(_, then, otherwise):
                waiting += [otherwise, then]


def _named(value: object, type_: t.Type, game: Game) -> Iterator[str]:
    """Yield the cards and members that a value in run-time form is or holds."""
    plain = t.plain_type(type_)
    if value is None:
        return
    if isinstance(plain, t.EnumType) and isinstance(value, int):
        yield f"member:{plain.name}.{game.enums[plain.name].members[value]}"
    elif isinstance(plain, t.DefinitionType | t.EntityType) and isinstance(value, int):
        yield f"card:{game.definitions[value].id}"
    elif isinstance(plain, t.ListOf | t.SetOf) and isinstance(value, tuple):
        for each in value:
            yield from _named(each, plain.of, game)
    elif isinstance(plain, t.BagOf) and isinstance(value, tuple):
        for key, _ in value:
            yield from _named(key, plain.of, game)
    elif isinstance(plain, t.AmountOf) and isinstance(value, tuple):
        yield from _named(value[0], t.BagOf(plain.of), game)
        for keys, _ in value[1]:
            if len(keys) == 1:
                yield from _named(keys[0], plain.of, game)


class Use(Record):
    """One naming of a key.

    Attributes:
        unit: What names it, as it is shown: `card:aqueduct`, `value:price`, `example:aqueduct 1`.
        gives: The key under which others name what this gives: of a value, event or attribute.
        reference: How it names it.
    """

    unit: str
    gives: str
    reference: Reference

    @property
    def how(self) -> str:
        """The way of naming."""
        return self.reference.how


class Uses:
    """Who names what in one game.

    Attributes:
        labels: What is shown for units that are no things of the game: rules, examples, scripts.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.effects = Effects(game)
        self.labels: dict[str, str] = {}
        self.done_by: dict[str, tuple[str, ...]] = {}
        self._by_key: dict[str, dict[Use, None]] = {}
        self._naming: dict[str, set[str]] = {}
        for owner in Owner.all_in(game):
            if not owner.is_native:
                self._enter_owner(owner)
        self._enter_nouns()
        for script in (*game.examples, *game.scripts):
            self._enter_script(script)

    def of(self, key: str) -> tuple[Use, ...]:
        """Return who names a key."""
        return tuple(self._by_key.get(key, ()))

    def naming(self, card: str) -> frozenset[str]:
        """Return the examples and scripts that name a card."""
        return frozenset(self._naming.get(card, ()))

    def _add(self, unit: str, gives: str, references: Iterable[Reference]) -> None:
        for each in references:
            self._by_key.setdefault(each.key, {})[Use(unit, gives, each)] = None

    # --- rules and what they belong to --------------------------------------------------------

    def _enter_owner(self, owner: Owner) -> None:
        unit, gives = self._unit(owner)
        entry = owner.entry
        if isinstance(entry, Phase):
            entry = replace(entry, phases=None)  # those inside are units of their own
        found = tuple(references(entry, self.game))
        self._add(unit, gives, found)
        if owner.sort == "event":
            done = (each.key for each in found if each.how == DOES)
            known = self.done_by.get(f"event:{owner.name}", ())
            self.done_by[f"event:{owner.name}"] = tuple(dict.fromkeys((*known, *done)))
        if isinstance(owner.entry, Phase):
            offered = (f"action:{each}" for each in owner.entry.offer or ())
            self._add(unit, "", (Reference(key, OFFERS) for key in offered))
        if isinstance(owner.entry, r.Action):
            names = (*(f"phase:{p}" for p in owner.entry.phases),
                     *(f"action:{g}" for g in owner.entry.groups))  # fmt: skip
            self._add(unit, "", (Reference(key, NAMES) for key in names))

    def _unit(self, owner: Owner) -> tuple[str, str]:
        """Return what an owner is shown as, and the key of what it gives."""
        gives = ""
        if isinstance(owner.entry, r.Modifier):
            value, attribute = owner.entry.value, owner.entry.attribute
            gives = (
                f"value:{value}" if value is not None else f"attribute:{'.'.join(attribute or ())}"
            )
        if owner.card is not None:
            return f"card:{owner.card}", gives
        if owner.kind is not None:
            return f"kind:{owner.kind}", gives
        if isinstance(owner.entry, r.Value):
            return self._value_unit(owner.name)
        if owner.sort == "event":
            return f"event:{owner.name}", f"event:{owner.name}"
        if owner.sort == "end":
            return "game:", ""
        if owner.sort in ("phase", "action"):
            return f"{owner.sort}:{owner.name}", ""
        from interpreter import Graph  # which loads what draws graphs

        self.labels[f"rule:{owner.name}"] = Graph.label(owner)
        return f"rule:{owner.name}", gives

    def _value_unit(self, name: str) -> tuple[str, str]:
        """Return the unit of a value, which may be an attribute with parameters."""
        first, _, attribute = name.partition(".")
        if not attribute:
            return f"value:{name}", f"value:{name}"
        if first in self.effects.places.card_kinds:
            lineage = self.effects.places.lineages[self.effects.places.card_kinds[first]]
            declared = next((k for k in lineage if f"{k}.{attribute}" in self.game.values), first)
            return f"card:{first}", f"value:{declared}.{attribute}"
        return f"kind:{first}", f"value:{first}.{attribute.removesuffix('.default')}"

    def _enter_nouns(self) -> None:
        """Enter attributes, zones, state, options, scenarios and where things begin."""
        game = self.game
        for card in game.definitions:
            kind = self.effects.places.lineages.get(card.kind, ())
            for name, formula in card.attributes.items():
                owner = next((k for k in kind if any(
                    a.name == name for a in game.kinds[k].attributes)), card.kind)  # fmt: skip
                self._add(f"card:{card.id}", f"attribute:{owner}.{name}",
                          references(formula, game))  # fmt: skip
            self._add(f"card:{card.id}", "", references((card.only_if,), game))
        for each in game.kinds.values():
            types = tuple((a.type, a.default) for a in each.attributes)
            self._add(f"kind:{each.name}", "", _typed(tuple(t for t, _ in types)))
            held: tuple[object, ...] = (
                each.players,
                each.controller,
                each.active_in,
                *(d for _, d in types),
            )
            self._add(f"kind:{each.name}", "", references(held, game))
            if each.start is not None:
                self._add(f"kind:{each.name}", "", (Reference(Effects.node(each.start), READS),))
        self._add("game:", "", references((game.players.decider,), game))
        for key, zone in game.zones.items():
            held = (zone.slots, zone.max, zone.only_if, *(c for c, _ in zone.audiences))
            self._add(f"zone:{key.dotted}", "", references(held, game))
            self._add(f"zone:{key.dotted}", "", (Reference(f"kind:{zone.of}", NAMES),))
        for state, field in game.state.items():
            if ":" not in state.name:
                self._add(f"state:{state.dotted}", "", _typed((field.type,)))
                scopes = ("phase", "event", "action") if field.until is not None else ()
                ends = (Reference(f"{scope}:{field.until}", NAMES) for scope in scopes)
                self._add(f"state:{state.dotted}", "", ends)
        for option in game.options.values():
            self._add(f"option:{option.id}", "", _typed((option.type,)))
        for scenario in game.scenarios.values():
            names = (Reference(f"option:{name}", READS) for name in scenario.options)
            self._add(f"scenario:{scenario.id}", "", names)

    # --- examples and scripts -----------------------------------------------------------------

    def _enter_script(self, script: Script) -> None:
        sort = "script" if script.recorded is not None else "example"
        unit = f"{sort}:{script.title}"
        self.labels[unit] = script.span.place
        found = [*references((script.steps, script.positions), self.game)]
        found += self._said(script)
        if script.card is not None:
            found.append(Reference(f"card:{script.card}", SHOWS))
        found += (Reference(f"option:{name}", READS) for name in script.options)
        self._add(unit, "", found)
        for each in found:
            if each.key.startswith("card:"):
                self._naming.setdefault(each.key, set()).add(unit)

    def _said(self, script: Script) -> Iterator[Reference]:
        """Yield what a script names by words: answers, pieces, zones, phases."""
        actions = {each.id for each in self.game.actions}
        for node in walk((script.steps, script.positions)):
            match node:
                case Take(answers=answers) | OptionsAre(labels=answers):
                    for each in answers:
                        if each in self._cards:
                            yield Reference(f"card:{each}", TAKES)
                        elif each in actions:
                            yield Reference(f"action:{each}", TAKES)
                case Happened(event=event):
                    yield Reference(event_key(event), READS)
                case Position():
                    yield from self._position(node)
                case _:
                    continue

    @cached_property
    def _cards(self) -> Mapping[str, str]:
        return self.effects.places.card_kinds

    def _position(self, node: Position) -> Iterator[Reference]:
        """Yield what a position names."""
        for (owner, name), pieces in node.zones.items():
            yield Reference(f"zone:{self._dotted(owner, name, self.game.zones)}", WRITES)
            yield from self._pieces(pieces)
        for (owner, name), formula in node.state.items():
            yield Reference(f"state:{self._dotted(owner, name, self.game.state)}", WRITES)
            yield from references(formula, self.game)
        yield from (Reference(f"value:{value}", WRITES) for value, *_ in node.given_values)
        if node.phase is not None:
            yield Reference(f"phase:{node.phase}", BEGINS)

    def _pieces(self, pieces: Any) -> Iterator[Reference]:
        for piece in pieces if isinstance(pieces, tuple) else ():
            assert isinstance(piece, Piece)
            if piece.definition is not None:
                yield Reference(f"card:{piece.definition}", NAMES)
            for inner in piece.zones.values():
                yield from self._pieces(inner)
            for formula in piece.state.values():
                yield from references(formula, self.game)

    def _dotted(self, owner: str, name: str, declared: Mapping[Any, object]) -> str:
        """Return the zone or state that a position calls by its owner's name."""
        if not owner:
            return name
        kind = self._cards.get(owner)
        line = self.effects.places.lineages.get(kind, ()) if kind is not None else ()
        known = {key.dotted for key in declared}
        return next((f"{k}.{name}" for k in line if f"{k}.{name}" in known), f"player.{name}")


def _typed(types: tuple[Any, ...]) -> Iterator[Reference]:
    """Yield the enums and kinds in types."""
    for type_ in types:
        inner = type_
        while inner is not None:
            yield from (Reference(key, NAMES) for key in keys_of(inner))
            inner = getattr(inner, "of", None)
