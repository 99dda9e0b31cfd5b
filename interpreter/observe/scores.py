"""The numbers that say who has won, with their terms, as a seat may know them.

An expression is worked out with its reads recorded. What has looked at something that the seat
cannot tell is not explained.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from dsl.model import expressions as e
from dsl.model.rules import Value as GameValue
from dsl.model.steps import Formula, Return, SlotInfo
from dsl.model.types import EntityType, ListOf, SetOf, Type, plain_type
from dsl.words.arithmetic import Fault
from dsl.words.vocabulary import FOLDS
from interpreter.lower.ops import FIRST_SLOT
from interpreter.observe.keys import Keys
from interpreter.observe.redraw import unseen_state
from interpreter.program.closures import freeze
from interpreter.program.tracing import RecordedReads, looked_at
from interpreter.state.values import Value
from interpreter.walk.match import Match

MOST: Final = "best", "bests", "leader"
"""The functions of lists that take whatever has most of a number."""


class Term(NamedTuple):
    """A part of a number that players are ranked by.

    Attributes:
        expression, slots: What it is, with its locals.
        number: None where the seat cannot tell it.
        cards: Of a sum over cards those that count: definition and number.
    """

    expression: e.Expression
    slots: tuple[SlotInfo, ...]
    number: int | None
    cards: tuple[tuple[str, int], ...] = ()


class Unseen(Exception):
    """Something was looked at that the seat cannot tell."""


class At(NamedTuple):
    """An expression with its locals: `[me, self, actor, slots…]`."""

    node: e.Expression
    slots: tuple[SlotInfo, ...]
    locals: list[Value]


def room_of(slots: Sequence[SlotInfo]) -> list[Value]:
    """Return locals for slots of which none is filled."""
    return [None] * (FIRST_SLOT + len(slots))


class Scores:
    """Works out numbers of one match for one seat."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match, self.st = match, match.state
        self.machine, self.program = match.machine, match.machine.program
        self.keys = Keys(match, seat)
        self.view = self.keys.table.view
        masks = [1 << each for each in range(self.program.seats)] if seat < 0 else [1 << seat]
        self._unseen = {place for mask in masks
                        for place, _ in unseen_state(self.machine, self.st, mask)}  # fmt: skip

    # --- values -----------------------------------------------------------------------------------

    def value(self, at: At) -> Value:
        """Return what an expression is.

        Raises:
            Unseen: It looks at what the seat cannot tell.
            Fault: It cannot be worked out.
        """
        evaluator = self.machine.facts.evaluator  # its looks can be watched
        evaluator.meter.begin()
        value, reads = looked_at(evaluator.closure(at.node), self.st, at.locals)
        if not self.sees(reads):
            raise Unseen
        return freeze(value)

    def sees(self, reads: RecordedReads) -> bool:
        lying = (card for zone in reads.zones for card in self.st.zones[zone] if card is not None)
        return not reads.places & self._unseen and all(
            self.view.tells(card) for card in {*reads.cards, *lying}
        )

    def opened(self, at: At) -> At | None:
        """Return what works a value out, with its own locals; None of one that steps work out or
        rules change."""
        call = at.node
        assert isinstance(call, e.ValueCall)
        value = self.program.values[call.value]
        formula = formula_of(value)
        if formula is None or value.depth or value.at_least or value.at_most:
            return None
        if self.machine.evaluator.modifiers(value.id) is not None:
            return None
        given = [self.value(at._replace(node=each)) for each in call.arguments]
        room = [None] * (len(formula.slots) - len(given))
        return At(formula.expression, formula.slots, [*at.locals[:2], None, *given, *room])

    # --- scores -----------------------------------------------------------------------------------

    def terms(self, ranked: Formula, seat: int) -> tuple[Term, ...]:
        """Return the terms of what a player is ranked by: those of a sum, and values with a name of
        their own as wholes."""
        room = [None] * (len(ranked.slots) - 1)
        root = At(ranked.expression, ranked.slots, [None, None, None, seat, *room])
        try:
            return tuple(self._term(at, sign) for at, sign in self._split(root, 1, is_root=True))
        except (Unseen, Fault):
            return ()

    def compared(self, seat: int) -> tuple[tuple[Term, ...], ...]:
        """Return what the winners have most of, where the game says so without a rank: for each
        number that is compared, what counts first in front, that of a player or their team, and
        behind it its terms."""
        winners = self.program.game.end.winners
        if winners is None:
            return ()
        node, room = winners.expression, room_of(winners.slots)
        at = At(node, winners.slots, room)
        element: Value = seat
        try:
            if isinstance(node, e.Filter) and isinstance(node.condition, e.Contains):
                element = self.value(bound(at, node.condition.item, node.slot, seat))
                node = node.condition.collection
            numbers = [bound(at, body, slot, element) for body, slot in _most_of(node)]
            parts = [[(each, 1), *self._split(each, 1, is_root=True)] for each in numbers]
            return tuple(tuple(self._term(*part) for part in own) for own in parts)
        except (Unseen, Fault):
            return ()

    def _split(self, at: At, sign: int, *, is_root: bool = False) -> Iterator[tuple[At, int]]:
        node = at.node
        if isinstance(node, e.Arithmetic) and node.operator in ("+", "-") and node.right:
            yield from self._split(at._replace(node=node.left), sign, is_root=is_root)
            behind = -sign if node.operator == "-" else sign
            yield from self._split(at._replace(node=node.right), behind)
        elif isinstance(node, e.Arithmetic) and node.operator == "neg":
            yield from self._split(at._replace(node=node.left), -sign, is_root=is_root)
        elif isinstance(node, e.ValueCall) and (
            is_root or not self.program.values[node.value].text
        ):
            opened = self.opened(at)
            yield from [(at, sign)] if opened is None else self._split(opened, sign, is_root=True)
        else:
            yield at, sign

    def _term(self, at: At, sign: int) -> Term:
        number = self.value(at)
        if not isinstance(number, int):
            return Term(at.node, at.slots, None)
        return Term(at.node, at.slots, sign * number, tuple(self._counting(at, sign)))

    def _counting(self, at: At, sign: int) -> Iterator[tuple[str, int]]:
        """Yield the cards of a sum that count something."""
        node = at.node
        if not isinstance(node, e.Fold) or not FOLDS[node.function].of_bags or node.body is None:
            return
        if not is_cards(node.source.type):
            return
        for card in self.value(at._replace(node=node.source)):
            number = self.value(bound(at, node.body, node.slot, card))
            if number:
                definition = self.st.entity_definitions[card]
                yield self.program.game.definitions[definition].id, sign * number


def formula_of(value: GameValue) -> Formula | None:
    """Return what a value is, where no more than one step works it out."""
    body = value.body
    if isinstance(body, Formula):
        return body
    if len(body.steps) == 1 and isinstance(body.steps[0], Return):
        return Formula(body.slots, body.given, body.steps[0].value)
    return None


def bound(at: At, node: e.Expression, slot: int, value: Value) -> At:
    """Return an expression with a local that something around it binds."""
    locals_ = [*at.locals]
    locals_[FIRST_SLOT + slot] = value
    return At(node, at.slots, locals_)


def _most_of(node: e.Expression) -> Iterator[tuple[e.Expression, int]]:
    """Yield the numbers of which those in a list have most, each with the local that it is of: of
    the best among the best what is compared first."""
    if isinstance(node, e.Fold) and node.function in MOST and node.body is not None:
        yield from _most_of(node.source)
        yield node.body, node.slot


def is_cards(type_: Type) -> bool:
    plain = plain_type(type_)
    return isinstance(plain, ListOf | SetOf) and isinstance(plain_type(plain.of), EntityType)
