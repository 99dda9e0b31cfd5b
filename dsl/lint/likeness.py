"""Compare what cards and rules say, and print what the rest of a game can see of each card.

A finding about one card depends on other cards in three ways: whether some card says a thing
(whether an event is ever done), how many have a thing at all (whether most cards have a name), and
whether two cards are alike. A print holds these three of a card as hashes.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from dsl.files import blake2b
from dsl.model.expressions import Constant
from dsl.model.game import Game
from dsl.model.nouns import Definition
from dsl.model.rules import Limit
from dsl.model.types import DefinitionType, plain_type
from dsl.model.walk import is_node, walk
from dsl.records import Record, Span, fields_of

PLACE: Final = frozenset({"span", "id", "card"})
"""Fields that tell where a rule stands, and not what it does."""


def likeness(node: object) -> object:
    """Return plain data that is equal for two nodes that say the same."""
    if isinstance(node, tuple):
        return tuple(map(likeness, node))
    if isinstance(node, Mapping):
        return tuple(sorted((key, likeness(value)) for key, value in node.items()))
    if isinstance(node, Limit):
        return (node.number, node.scope)
    node_type: Any = type(node)
    names = _kept(node_type)
    if names is None:
        return node
    return (type(node).__name__, *[likeness(getattr(node, name)) for name in names])


@cache
def _kept(node_type: type) -> tuple[str, ...] | None:
    """Return the fields of a type that say what a node does; None for what is no node."""
    if not issubclass(node_type, Record) or issubclass(node_type, Span):
        return None
    return tuple(name for name in fields_of(node_type) if name not in PLACE)


def equal_pairs(game: Game) -> Iterator[tuple[Definition, Definition]]:
    """Yield each card that is as one written before it, with that one."""
    rules: dict[str, list[object]] = {}
    for rule in (*game.rules, *game.actions, *game.effects):
        if rule.card is not None:
            rules.setdefault(rule.card, []).append(rule)
    alike: dict[int, int] = {}
    numbers: dict[str, int] = {}
    printed: dict[object, list[Definition]] = {}

    def number_of(formula: object) -> int:
        """Return a number that is the same for formulas that say the same; cards share many."""
        if id(formula) not in alike:
            said = repr(likeness(formula))
            alike[id(formula)] = numbers.setdefault(said, len(numbers))
        return alike[id(formula)]

    for card in sorted(game.definitions, key=lambda each: (each.span.source.path, each.span.start)):
        if not game.kinds[card.kind].is_unique and card.only_if is None:
            name = () if card.id in rules else likeness(card.name or {"": card.id})
            values = sorted((key, number_of(each)) for key, each in card.attributes.items())
            text = repr((card.kind, name, likeness(card.text)))
            printed.setdefault((text, *values), []).append(card)
    for cards in printed.values():
        known: dict[str, Definition] = {}
        for card in cards if len(cards) > 1 else ():
            first = known.setdefault(repr(likeness(tuple(rules.get(card.id, ())))), card)
            if first is not card:
                yield first, card


_DEEP: Final = 2
"""How many levels of nodes are told of a step."""
_WHOLE: Final = 1_000
_STEPS: Final = "dsl.model.steps"


class Print(Record):
    """What others see of a card.

    Attributes:
        pieces: What it says: each node of its rules with those right below it.
        outline: Which things it says at all: its name in which languages, how many rules.
        alike: Equal for cards that are the same but for their ids; 0 where nobody compares them.
        called: Equal for cards with the same name; 0 for a card without one.
    """

    pieces: frozenset[int]
    outline: int
    alike: int
    called: int

    @property
    def compared(self) -> tuple[int, ...]:
        """By what it is compared with other cards."""
        return tuple(filter(None, (self.alike, self.called)))


def prints_of(game: Game, ids: frozenset[str]) -> Iterator[tuple[str, Print]]:
    """Yield some cards of a game with their prints."""
    reader = _Reader(game)
    return ((card.id, reader.print_of(card)) for card in game.definitions if card.id in ids)


class _Reader:
    """Reads the prints of cards; pieces that many of them say are hashed once."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._hashes: dict[Hashable, int] = {}
        self._own: dict[str, list[object]] = {}
        for each in (*game.rules, *game.actions, *game.effects, *game.examples):
            if each.card is not None:
                self._own.setdefault(each.card, []).append(each)
        for values in game.values.values():
            self._own.setdefault(values[0].id.partition(".")[0], []).extend(values)

    def print_of(self, card: Definition) -> Print:
        """Return the print of a card."""
        own = self._own.get(card.id, [])
        pieces = {self._piece(node) for each in own for node in walk(each)}
        for attribute, value in card.attributes.items():
            pieces.add(self._hash((card.kind, attribute, self._described(value.expression, _DEEP))))
            pieces |= {self._piece(node) for node in walk(value)}
        is_compared = not self._game.kinds[card.kind].is_unique and card.only_if is None
        name = tuple(sorted(card.name.items()))
        rules = tuple(self._described(each, _WHOLE) for each in own)
        texts = self._described((card.text, card.attributes), _WHOLE)
        said = (card.kind, () if rules else name or card.id, texts)
        return Print(
            frozenset(pieces),
            _hash(self._outline(card, own)),
            _hash(("alike", said, rules)) if is_compared else 0,
            _hash(("called", card.kind, name)) if name else 0,
        )

    def _outline(self, card: Definition, own: list[object]) -> Hashable:
        """Return which things a card says at all."""
        return (
            *(card.kind, card.copies, card.is_unlimited, str(card.start), card.is_joined),
            *(repr(card.only_if), bool(card.provenance), *_languages(card.name, card.text)),
            *(tuple(sorted(each)) for each in (card.attribute_spans, card.origins)),
            *((word, *_languages(*texts)) for word, texts in sorted(card.about.items())),
            *sorted(repr(_parts_of(each)) for each in own),
        )

    def _described(self, node: object, depth: int) -> Hashable:
        """Return a node so many levels deep as data, without where it stands."""
        if isinstance(node, tuple):
            return tuple(self._described(each, depth) for each in node)
        if isinstance(node, Mapping):
            return tuple((key, self._described(each, depth)) for key, each in sorted(node.items()))
        if isinstance(node, Constant) and isinstance(plain_type(node.type), DefinitionType):
            cards = self._game.definitions
            return ("card", cards[node.value].id if isinstance(node.value, int) else None)
        if not isinstance(node, Record):
            return node if isinstance(node, str | int | None) else repr(node)
        if not is_node(node):
            return repr(node)
        name = type(node).__name__
        if not depth:
            return name
        kept = (getattr(node, each) for each in fields_of(node) if each not in PLACE)
        return (
            name,
            *(self._described(each, depth - 1) for each in kept if type(each) is not Span),
        )

    def _piece(self, node: object) -> int:
        """Return a node with those right below it, a step with those below them, too: which zone or
        number goes with an event matters to the rules that wait for it."""
        is_step = type(node).__module__ == _STEPS
        return self._hash(self._described(node, _DEEP if is_step else 1))

    def _hash(self, said: Hashable) -> int:
        """Return the hash of a piece."""
        if said not in self._hashes:
            self._hashes[said] = _hash(said)
        return self._hashes[said]


def _hash(said: Hashable) -> int:
    """Return a hash that is the same in every process."""
    found = blake2b(repr(said).encode("utf-8", "surrogatepass"), digest_size=7).digest()
    return int.from_bytes(found, "big") + 1


def _languages(*texts: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """Yield in which languages texts are there."""
    for text in texts:
        yield tuple(sorted(tag for tag, words in text.items() if words.strip()))


def _parts_of(rule: Any) -> Hashable:
    """Return the sort of a rule, the languages of its text and of those of its parameters."""
    texts = [getattr(rule, "text", {}), *(each.text for each in getattr(rule, "parameters", ())
                                           if hasattr(each, "text"))]  # fmt: skip
    return (type(rule).__name__, *_languages(*texts))
