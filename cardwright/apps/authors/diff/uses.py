"""Index by what is named who names it in one version of a game: rules, values, examples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from cardwright.apps.authors.diff import references as ref
from cardwright.apps.authors.diff.meaning import keys_of
from cardwright.apps.cards.facts.cards import event_key
from dsl import Record
from dsl.model import rules as r
from dsl.model.game import Game
from dsl.model.scripts import Happened, OptionsAre, Piece, Position, Script, Take
from dsl.model.walk import walk
from interpreter import Effects, Owner, owners


class Use(Record):
    """One naming of a key.

    Attributes:
        unit: What names it, as it is shown: `card:aqueduct`, `value:price`, `example:aqueduct 1`.
        gives: The key under which others name what this gives: of a value, event or attribute.
        reference: How it names it.
    """

    unit: str
    gives: str
    reference: ref.Reference

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
        for owner in owners(game):
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

    def _add(self, unit: str, gives: str, references: Iterable[ref.Reference]) -> None:
        for each in references:
            self._by_key.setdefault(each.key, {})[Use(unit, gives, each)] = None

    # --- rules and what they belong to --------------------------------------------------------

    def _enter_owner(self, owner: Owner) -> None:
        unit, gives = self._unit(owner)
        entry = owner.entry
        if isinstance(entry, r.Phase):
            entry = replace(entry, phases=None)  # those inside are units of their own
        found = tuple(ref.references(entry, self.game))
        self._add(unit, gives, found)
        if owner.sort == "event":
            done = (each.key for each in found if each.how == ref.DOES)
            known = self.done_by.get(f"event:{owner.name}", ())
            self.done_by[f"event:{owner.name}"] = tuple(dict.fromkeys((*known, *done)))
        if isinstance(owner.entry, r.Phase):
            offered = (f"action:{each}" for each in owner.entry.offer or ())
            self._add(unit, "", (ref.Reference(key, ref.OFFERS) for key in offered))
        if isinstance(owner.entry, r.Action):
            names = (*(f"phase:{p}" for p in owner.entry.phases),
                     *(f"action:{g}" for g in owner.entry.groups))  # fmt: skip
            self._add(unit, "", (ref.Reference(key, ref.NAMES) for key in names))

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
                          ref.references(formula, game))  # fmt: skip
            self._add(f"card:{card.id}", "", ref.references((card.only_if,), game))
        for each in game.kinds.values():
            types = tuple((a.type, a.default) for a in each.attributes)
            self._add(f"kind:{each.name}", "", _typed(tuple(t for t, _ in types)))
            held: tuple[object, ...] = (
                each.players,
                each.controller,
                each.active_in,
                *(d for _, d in types),
            )
            self._add(f"kind:{each.name}", "", ref.references(held, game))
            if each.start is not None:
                self._add(
                    f"kind:{each.name}", "", (ref.Reference(Effects.node(each.start), ref.READS),)
                )
        self._add("game:", "", ref.references((game.players.decider,), game))
        for key, zone in game.zones.items():
            held = (zone.slots, zone.max, zone.only_if, *(c for c, _ in zone.audiences))
            self._add(f"zone:{key.dotted}", "", ref.references(held, game))
            self._add(f"zone:{key.dotted}", "", (ref.Reference(f"kind:{zone.of}", ref.NAMES),))
        for state, field in game.state.items():
            if ":" not in state.name:
                self._add(f"state:{state.dotted}", "", _typed((field.type,)))
                scopes = ("phase", "event", "action") if field.until is not None else ()
                ends = (ref.Reference(f"{scope}:{field.until}", ref.NAMES) for scope in scopes)
                self._add(f"state:{state.dotted}", "", ends)
        for option in game.options.values():
            self._add(f"option:{option.id}", "", _typed((option.type,)))
        for scenario in game.scenarios.values():
            names = (ref.Reference(f"option:{name}", ref.READS) for name in scenario.options)
            self._add(f"scenario:{scenario.id}", "", names)

    # --- examples and scripts -----------------------------------------------------------------

    def _enter_script(self, script: Script) -> None:
        sort = "script" if script.recorded is not None else "example"
        unit = f"{sort}:{script.title}"
        self.labels[unit] = script.span.place
        found = [*ref.references((script.steps, script.positions), self.game)]
        found += self._said(script)
        if script.card is not None:
            found.append(ref.Reference(f"card:{script.card}", ref.SHOWS))
        found += (ref.Reference(f"option:{name}", ref.READS) for name in script.options)
        self._add(unit, "", found)
        for each in found:
            if each.key.startswith("card:"):
                self._naming.setdefault(each.key, set()).add(unit)

    def _said(self, script: Script) -> Iterator[ref.Reference]:
        """Yield what a script names by words: answers, pieces, zones, phases."""
        actions = {each.id for each in self.game.actions}
        for node in walk((script.steps, script.positions)):
            match node:
                case Take(answers=answers) | OptionsAre(labels=answers):
                    for each in answers:
                        if each in self._cards:
                            yield ref.Reference(f"card:{each}", ref.TAKES)
                        elif each in actions:
                            yield ref.Reference(f"action:{each}", ref.TAKES)
                case Happened(event=event):
                    yield ref.Reference(event_key(event), ref.READS)
                case Position():
                    yield from self._position(node)
                case _:
                    continue

    @cached_property
    def _cards(self) -> Mapping[str, str]:
        return self.effects.places.card_kinds

    def _position(self, node: Position) -> Iterator[ref.Reference]:
        """Yield what a position names."""
        for (owner, name), pieces in node.zones.items():
            yield ref.Reference(f"zone:{self._dotted(owner, name, self.game.zones)}", ref.WRITES)
            yield from self._pieces(pieces)
        for (owner, name), formula in node.state.items():
            yield ref.Reference(f"state:{self._dotted(owner, name, self.game.state)}", ref.WRITES)
            yield from ref.references(formula, self.game)
        yield from (ref.Reference(f"value:{value}", ref.WRITES) for value, *_ in node.given_values)
        if node.phase is not None:
            yield ref.Reference(f"phase:{node.phase}", ref.BEGINS)

    def _pieces(self, pieces: Any) -> Iterator[ref.Reference]:
        for piece in pieces if isinstance(pieces, tuple) else ():
            assert isinstance(piece, Piece)
            if piece.definition is not None:
                yield ref.Reference(f"card:{piece.definition}", ref.NAMES)
            for inner in piece.zones.values():
                yield from self._pieces(inner)
            for formula in piece.state.values():
                yield from ref.references(formula, self.game)

    def _dotted(self, owner: str, name: str, declared: Mapping[Any, object]) -> str:
        """Return the zone or state that a position calls by its owner's name."""
        if not owner:
            return name
        kind = self._cards.get(owner)
        line = self.effects.places.lineages.get(kind, ()) if kind is not None else ()
        known = {key.dotted for key in declared}
        return next((f"{k}.{name}" for k in line if f"{k}.{name}" in known), f"player.{name}")


def _typed(types: tuple[Any, ...]) -> Iterator[ref.Reference]:
    """Yield the enums and kinds in types."""
    for type_ in types:
        inner = type_
        while inner is not None:
            yield from (ref.Reference(key, ref.NAMES) for key in keys_of(inner))
            inner = getattr(inner, "of", None)
