"""Register lint rules; collect the facts of a package for them, with the texts that people read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeVar

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.keys.files import ManifestKeys
from dsl.keys.key import AnyKey
from dsl.lint.likeness import equal_pairs
from dsl.model import expressions as e
from dsl.model.amounts import COMPARISONS
from dsl.model.game import Game
from dsl.model.nouns import FLAVOUR, Definition, Text
from dsl.model.walk import all_texts, known_number, walk
from dsl.records import Record, Source, Span
from dsl.words.folding import length

PRELUDE = "prelude/"
Node = TypeVar("Node")


@dataclass(frozen=True, eq=False)
class Facts:
    """A checked game with what its texts name.

    Attributes:
        used: As `World.used`: (sort, name).
        sources: The files of the package.
        is_expanded: Whether there are expansions that are not looked at, and may bring more.
    """

    game: Game
    used: frozenset[tuple[str, str]]
    sources: tuple[Source, ...] = ()
    is_expanded: bool = False

    def nodes(self, *kinds: type[Node]) -> Iterator[Node]:
        """Yield the nodes of some types in all that holds expressions or steps."""
        for kind in kinds:
            yield from self._nodes.get(kind, ())

    def rule_nodes(self, *kinds: type[Node]) -> Iterator[Node]:
        """Yield the nodes of some types in all that can hold steps and choices."""
        for kind in kinds:
            yield from self._rule_nodes.get(kind, ())

    @cached_property
    def equal(self) -> tuple[tuple[Definition, Definition], ...]:
        """Each card that is as one written before it, with that one."""
        return tuple(equal_pairs(self.game))

    @cached_property
    def _nodes(self) -> dict[type, list[Any]]:
        return _by_type(all_texts(self.game))

    @cached_property
    def _rule_nodes(self) -> dict[type, list[Any]]:
        return _by_type(rules_of(self.game))


Check = Callable[[Facts], Iterator[Diagnostic]]

CHECKS: Final[dict[str, tuple[Check, str]]] = {}
"""By name of a rule what finds its doubts, and its manual."""


def manual(text: str) -> Callable[[Check], Check]:
    """Register a function as the rule of its name."""

    def registered(check: Check) -> Check:
        CHECKS[check.__name__.replace("_", "-")] = (check, text)
        return check

    return registered


class Read(Record):
    """A text for people: of what sort of thing, called what, where that stands."""

    sort: str
    name: str
    text: Text
    span: Span


def is_shared(span: Span) -> bool:
    """Return whether something comes from the prelude."""
    return span.source.path.startswith(PRELUDE)


def _by_type(node: object) -> dict[type, list[Any]]:
    """Return all nodes by their types: games are long, and many rules look at all of one."""
    found: dict[type, list[Any]] = {}
    for each in walk(node):
        found.setdefault(type(each), []).append(each)
    return found


def rules_of(game: Game) -> tuple[object, ...]:
    """Return all of a game that can hold steps and choices."""
    return (
        tuple(game.events.values()), game.actions, game.triggers, game.replacements, game.always,
        game.becomes, game.effects, game.setup, game.phases,
    )  # fmt: skip


def texts(facts: Facts) -> Iterator[Read]:
    """Yield every text for people that the game's own files declare, empty ones included."""
    manifest = facts.game.manifest
    for key, found in (
        (ManifestKeys.title, (manifest.title,)),
        (ManifestKeys.summary, (manifest.summary,)),
        (ManifestKeys.published, manifest.published),
        (ManifestKeys.reconstructed, manifest.reconstructed),
    ):
        span = manifest_span(facts, key)
        if span is not None and not is_shared(span):
            yield from (Read("manifest", key.name, text, span) for text in found)
    for read in (*_noun_texts(facts.game), *_rule_texts(facts.game)):
        if not is_shared(read.span):
            yield read


def untold(facts: Facts, sort: str) -> tuple[Read, ...]:
    """Return what has no words of a sort of which at least half have."""
    found = {read.span: read for read in texts(facts) if read.sort == sort}
    without = tuple(read for read in found.values() if not read.text)
    return without if 2 * len(without) <= len(found) else ()


def manifest_span(facts: Facts, key: AnyKey) -> Span | None:
    """Return where a key of the manifest stands, or None."""
    for source in facts.sources:
        if source.path.rpartition("/")[2] == "game.yaml":
            match = re.search(rf"^{re.escape(key.name)}:", source.text, re.MULTILINE)
            if match is not None:
                return Span(source, match.start(), match.end() - 1)
    return None


def _noun_texts(game: Game) -> Iterator[Read]:
    """Yield the texts of rulings, options, enums, kinds with their fields, state, zones, cards."""
    for ruling in game.rulings:
        yield Read("ruling", ruling.id, ruling.sentence, ruling.span)
        yield Read("ruling", ruling.id, ruling.decision, ruling.span)
    for option in game.options.values():
        if option.id != "player-count":
            yield Read("option", option.id, option.text, option.span)
    for enum in game.enums.values():
        yield Read("enum", enum.name, enum.text, enum.span)
        spans = enum.member_spans()
        for member, text in zip(enum.members, enum.texts, strict=True):
            yield Read("member", member, text, spans[member])
    for kind in game.kinds.values():
        yield Read("kind", kind.name, kind.text, kind.span)
        for attribute in kind.attributes:
            yield Read("attribute", attribute.name, attribute.text, attribute.span)
    for field in game.state.values():
        yield Read("state", field.key.name, field.text, field.span)
    for scenario in game.scenarios.values():
        yield Read("scenario", scenario.id, scenario.text, scenario.span)
    for key, zone in game.zones.items():
        yield Read("zone", key.name, zone.text, zone.span)
    for card in game.cards:
        yield Read("card", card.id, card.name, card.span)
        yield Read("card text", card.id, card.text, card.span)
        for origin in card.origins.values():
            yield Read("card source", card.id, origin, card.span)
        for text in card.about.get(FLAVOUR, ()):  # the rest is names, alike in all languages
            yield Read("card text", card.id, text, card.span)


def _rule_texts(game: Game) -> Iterator[Read]:
    """Yield the texts of values, events, actions, phases and rules."""
    for values in game.values.values():
        yield from (Read("value", each.id, each.text, each.span) for each in values)
    for events in game.events.values():
        yield from (Read("event", e.id, e.text, e.span) for e in events if not e.native)
    for each in game.actions:
        spans = (getattr(step, "span", None) for step in each.body.steps)
        if any(span is not None and is_shared(span) for span in spans):
            continue  # the prelude's, which stands where an `offer` names it
        yield Read("action", each.id, each.text, each.span)
        yield from (Read("parameter", p.name, p.text, p.span) for p in each.parameters)
    yield from (Read("group", each.id, each.text, each.span) for each in game.groups)
    yield from (Read("rule", each.id, each.text, each.span) for each in game.rules)
    waiting = [*game.setup, *game.phases]
    while waiting:
        phase = waiting.pop(0)
        if phase.text or phase.id != "setup":  # steps alone have no place for a name
            yield Read("phase", phase.id, phase.text, phase.span)
        waiting.extend(phase.phases or ())


def is_written(amount: object) -> bool:
    """Return whether an amount stands in the text: a number, or a bag of one key."""
    return isinstance(amount, e.Constant | e.BagOfUnits)


def is_never(node: e.Expression) -> bool:
    """Return whether a condition is false for sure: written so, or of two numbers."""
    if isinstance(node, e.Compare):
        left, right = known_number(node.left), known_number(node.right)
        if left is not None and right is not None:
            return not COMPARISONS[node.operator](left, right)
    return isinstance(node, e.Constant) and node.value is False


def most(node: e.Expression, game: Game) -> int | None:
    """Return how many elements a list has at most; None where the text alone does not tell."""
    if isinstance(node, e.Filter):
        return most(node.source, game)
    return length(node, {name: len(enum.members) for name, enum in game.enums.items()})


def most_cards(node: e.Expression, game: Game) -> int | None:
    """Return as `most`, for the cards of a zone too: how many fit into it."""
    if isinstance(node, e.Filter):
        return most_cards(node.source, game)
    if isinstance(node, e.ZoneCards):
        zone = game.zones[node.zone]
        room = [known_number(each) for each in (zone.max, zone.slots) if each is not None]
        return min((each for each in room if each is not None), default=None)
    return most(node, game)
