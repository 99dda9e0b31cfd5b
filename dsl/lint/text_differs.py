"""Compare printed texts of cards with what the cards do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.diagnostics.wording import Said
from dsl.lint.facts import Facts, is_shared, is_written, manual
from dsl.model import expressions as e
from dsl.model import rules as r
from dsl.model import steps as s
from dsl.model.game import Game
from dsl.model.nouns import Definition, lineage
from dsl.model.texts import hinted, names_one_player, numbers, says_each, says_may, stretches
from dsl.model.types import INT, PLAYER, AmountOf, BagOf, ListOf, Maybe, plain_type
from dsl.model.walk import walk
from dsl.records import Record, Span

_CHOICES: Final = (s.May, s.Choose, s.ChooseOne)
_LOOPS: Final = (s.ForEach, s.AtOnce)
_MANY: Final = (*_LOOPS, e.Fold, e.CardsOf, e.ZoneFamily)


@manual("""A printed text that says another thing than the card does.

What it finds: differences between a card's text and its rules, for each language by itself.
Numbers: a number from 2 on in the text that no rule has, nor an event or value of the rules; a
number of its steps or costs that the text lacks. Choices: a `may` without a choice in the rules,
and a choice in the rules that the text lacks. Players: `each` if the rules do nothing for several,
and one player if they do it for all. Limits: `once each turn` if the limit counts by the round. For
an action, an event or a rule with a text of its own, it compares numbers and limits.

Why it matters: people play by the printed text, the machine by the rules; one of them is wrong.

Bad:

    cards:
    - id: spring
      kind: card
      text: Draw 3.
      triggers: [{after: dawn, do: draw 2}]

Good:

    cards:
    - id: spring
      kind: card
      text: Draw 2.
      triggers: [{after: dawn, do: draw 2}]

Exceptions: 0 and 1, which texts express in many ways (`a card`, `no card`); cards without rules of
their own. In languages other than English and Japanese it reads only digits.
""")
def text_differs(facts: Facts) -> Iterator[Diagnostic]:
    """Yield what each card's text says otherwise than its rules, all of it in one finding."""
    game = facts.game
    known = _Known(game)
    by_place: dict[Span, dict[Said, None]] = {}
    for card in game.cards:
        rules = known.of_card(card) if card.text else ()
        if rules:
            done = _Done(card, rules, known)
            for language, text in card.text.items():
                for message in _differences(text, language, done):
                    by_place.setdefault(card.span, {})[message] = None
    for span, message in _own_texts(game, known):
        by_place.setdefault(span, {})[message] = None
    for span, messages in by_place.items():
        yield finding("text-differs", span, differences=tuple(messages))


def _own_texts(game: Game, known: _Known) -> Iterator[tuple[Span, Said]]:
    """Yield the texts of actions, events and rules that say none of the numbers they do."""
    events = (each for variants in game.events.values() for each in variants if not each.native)
    printed_on = {card.id for card in game.cards if card.text}
    for rule in (*game.actions, *game.rules, *events):
        if is_shared(rule.span) or getattr(rule, "card", None) in printed_on:
            continue
        stated = _stated(walk(rule))
        for language, text in rule.text.items():
            printed = numbers(text, language)
            yield from ((rule.span, each) for each in _other_limits(text, language, [rule]))
            said = printed | hinted(text, language)
            if stated and printed and not said & stated and not printed & known.numbers(rule):
                says, does = min(printed), min(stated)
                slots = {"language": language, "says": says, "rule": rule.id, "does": does}
                yield rule.span, Said("text-differs.other-number", **slots)


def _differences(text: str, language: str, done: _Done) -> Iterator[Said]:
    """Yield in words what a text says otherwise."""
    printed = numbers(text, language)
    slots = {"language": language, "card": done.card.id}
    for number in sorted(printed - done.possible):
        yield Said("text-differs.no-rule", number=number, **slots)
    for number in sorted(done.stated - printed - hinted(text, language)):
        yield Said("text-differs.not-said", number=number, **slots)
    yield from _other_limits(text, language, done.rules)
    may, each = says_may(text, language), says_each(text, language)
    if may and not done.leaves_open:
        yield Said("text-differs.choice", **slots)
    if may is False and done.is_optional:
        yield Said("text-differs.no-choice", **slots)
    if each and not done.is_for_several:
        yield Said("text-differs.all", **slots)
    if done.is_for_players and names_one_player(text, language):
        yield Said("text-differs.one-player", **slots)


def _other_limits(text: str, language: str, rules: Iterable[object]) -> Iterator[Said]:
    """Yield that a text counts by another stretch of time than the limits of its rules."""
    limits = [limit for each in rules if (limit := getattr(each, "limit", None)) is not None]
    counted = {limit.scope for limit in limits}
    for stretch in sorted(stretches(text, language) - counted) if counted else ():
        written = tuple(f"{limit.number} per {limit.scope}" for limit in limits)
        slots = {"language": language, "stretch": stretch, "limits": written}
        yield Said("text-differs.limit", **slots)


class _Reads(Record):
    """What stands in a rule: its numbers, whether anybody chooses, whether it goes over several
    things, and what it calls."""

    numbers: frozenset[int]
    chooses: bool
    loops: bool
    called: tuple[object, ...]


class _Known:
    """The rules of a game by the cards and kinds they stand on, each read once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._read: dict[int, _Reads] = {}
        self._by_card: dict[str, list[object]] = {}
        self._by_kind: dict[str, list[object]] = {}
        for rule in (*game.actions, *game.rules, *game.effects):
            if rule.card is not None:
                self._by_card.setdefault(rule.card, []).append(rule)
            elif rule.kind is not None:
                self._by_kind.setdefault(rule.kind, []).append(rule)
        for value in (each for values in game.values.values() for each in values):
            card, dot, _ = value.id.partition(".")
            if dot:
                self._by_card.setdefault(card, []).append(value)

    def of_card(self, card: Definition) -> tuple[object, ...]:
        """Return the rules and computed attributes that stand on a card itself."""
        own = (card.attributes[name] for name in card.attribute_spans if name in card.attributes)
        computed = (each for each in own if not isinstance(each.expression, e.Constant))
        return (*self._by_card.get(card.id, ()), *computed)

    def reached(self, rules: tuple[object, ...], card: Definition) -> list[_Reads]:
        """Return what stands in rules, in what they call and in what their card's kinds add."""
        return self._all([*rules, *self._of_kinds(card)])

    def numbers(self, rule: object) -> frozenset[int]:
        """Return the numbers that stand in a rule and in what it calls."""
        return frozenset[int]().union(*(each.numbers for each in self._all([rule])))

    def _all(self, waiting: list[object]) -> list[_Reads]:
        """Return what stands in rules and in what they call."""
        found: dict[int, _Reads] = {}
        while waiting:
            rule = waiting.pop()
            if id(rule) not in found:
                found[id(rule)] = self.read(rule)
                waiting += found[id(rule)].called
        return list(found.values())

    def _of_kinds(self, card: Definition) -> Iterator[object]:
        """Yield the rules of a card's kind and of those that it extends."""
        for kind in lineage(self.game.kinds, card.kind):
            yield from self._by_kind.get(kind, ())

    def read(self, rule: object) -> _Reads:
        """Return what stands in a rule."""
        if id(rule) not in self._read:
            nodes = tuple(walk(rule))
            self._read[id(rule)] = _Reads(
                numbers=frozenset(n for node in nodes for n in _numbers_of(node)),
                chooses=any(isinstance(node, _CHOICES) for node in nodes),
                loops=any(isinstance(node, _LOOPS) for node in nodes),
                called=tuple(each for node in (rule, *nodes) for each in self._called(node)),
            )
        return self._read[id(rule)]

    def _called(self, node: object) -> Iterator[object]:
        """Yield the events, values and effects that a node names."""
        if isinstance(node, s.DoEvent):
            yield from self.game.events.get(node.event, ())
        elif isinstance(node, e.ValueCall):
            yield from self.game.values.get(node.value, ())
        elif isinstance(node, s.DoEffect):
            yield from (each for each in self.game.effects if each.id in node.effects)
        elif isinstance(node, r.Modifier) and node.value is not None:
            yield from self.game.values.get(node.value, ())


class _Done:
    """What the rules of a card do, as far as a text can say it."""

    def __init__(self, card: Definition, rules: tuple[object, ...], known: _Known) -> None:
        self.card = card
        self.rules = rules
        self._reached = known.reached(rules, card)
        self._nodes = tuple(node for rule in rules for node in walk(rule))

    @cached_property
    def possible(self) -> frozenset[int]:
        """The numbers that a text may say: all that can be read anywhere, attributes among them."""
        printed = walk(tuple(self.card.attributes.values()))
        attributes = frozenset(n for node in printed for n in _numbers_of(node))
        return attributes.union(*(each.numbers for each in self._reached))

    @property
    def stated(self) -> frozenset[int]:
        """The numbers from 2 on that its own steps and costs do."""
        return _stated(self._nodes)

    @property
    def leaves_open(self) -> bool:
        """Whether anything is at a player's will, an action or a price that changes included."""
        own = (r.Action, r.Modifier, r.Forbid, r.Value, s.Formula)
        asks = any(
            isinstance(each, own)
            or bool(getattr(each, "optional", False) or getattr(each, "cost", None))
            for each in self.rules
        )
        return asks or any(each.chooses for each in self._reached)

    @property
    def is_optional(self) -> bool:
        """Whether its own rules ask whether something is to be done."""
        return any(isinstance(node, s.May) for node in self._nodes)

    @property
    def is_for_several(self) -> bool:
        """Whether its rules wait for, change or go over several things."""
        waits = any(not isinstance(each, r.Action | r.Effect) for each in self.rules)
        goes = any(
            isinstance(node, _MANY)
            or (
                isinstance(node, s.DoEvent)
                and (node.each is not None or any(_is_many(each) for each in node.arguments))
            )
            for node in self._nodes
        )
        return waits or goes or any(each.loops for each in self._reached)

    @property
    def is_for_players(self) -> bool:
        """Whether its own steps are done for each of several players."""
        loops = (node for node in self._nodes if isinstance(node, s.ForEach))
        return any(loop.source.type == ListOf(PLAYER) for loop in loops)


def _stated(nodes: Iterable[object]) -> frozenset[int]:
    """Return the numbers from 2 on that steps do."""
    parts = (part for node in nodes for part in _amounts(node))
    plain = (inner for part in parts if is_written(part) for inner in walk(part))
    return frozenset(n for node in plain for n in _numbers_of(node) if n > 1)


def _amounts(node: object) -> tuple[object, ...]:
    """Return how much a step does."""
    if isinstance(node, s.DoEvent):
        return node.arguments
    if isinstance(node, s.Change):
        return (node.value,)
    return (node.number,) if isinstance(node, s.Choose) else ()


def _is_many(argument: e.Expression) -> bool:
    """Return whether an argument is a list, or all that a bag holds."""
    type_ = plain_type(argument.type)
    return isinstance(type_, ListOf) or (isinstance(type_, BagOf) and not is_written(argument))


def _numbers_of(node: object) -> Iterator[int]:
    """Yield the numbers that stand in a node itself."""
    if isinstance(node, e.Constant):
        type_ = plain_type(node.type.of if isinstance(node.type, Maybe) else node.type)
        if type_ == INT and isinstance(node.value, int):
            yield abs(node.value)
        elif isinstance(type_, BagOf | AmountOf):
            yield from _counts(node.value)
    if isinstance(node, e.Compare):
        yield from (
            n + by for side in (node.left, node.right) for n in _numbers_of(side) for by in (-1, 1)
        )
    if isinstance(node, e.ListOfItems):
        yield len(node.items)
    if isinstance(node, r.Limit) and isinstance(node.number, int):
        yield node.number


def _counts(value: object) -> Iterator[int]:
    """Yield the counts of a bag or an amount."""
    for each in value if isinstance(value, tuple) else ():
        if isinstance(each, tuple) and len(each) == 2 and isinstance(each[1], int):
            yield each[1]
        else:
            yield from _counts(each)
