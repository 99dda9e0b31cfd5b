"""Say by bits which rules hear what: those of cards where the cards are, those of the game always.

Rule `n` has the bit `2 << n` of `State.listening`; bit 0 is the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from dsl.records import record
from dsl.words.vocabulary import NATIVES
from dsl.words.word import Writes
from interpreter.program.program import Program

T = TypeVar("T")

SHIFTING = frozenset(row.name for row in NATIVES.values() if row.writes == Writes.CARDS)
"""Natives that can switch the rules of cards on and off."""


@record(kw_only=True)
class Listening:
    """The bits of a program's rules.

    Attributes:
        always: Of the rules that no card has.
        of_cards: Of all others.
        anywhere: By definition those of its rules that work wherever the card is.
        within: By family of zones and definition those that work there.
        ruled: The definitions that have any.
        by_event: Of the rules that could match an event.
        waking: Natives that can switch on a card's rule which then hears of them; all of them where
            each event is followed by a look at what always holds.
    """

    always: int
    of_cards: int
    anywhere: Mapping[int, int]
    within: Mapping[int, Mapping[int, int]]
    ruled: frozenset[int]
    by_event: Mapping[str, int]
    waking: frozenset[str]


def listening(program: Program) -> Listening:
    """Return the bits of a program's rules."""
    anywhere, within = _of_cards(program)
    every = sum(2 << plan.number for plan in program.rules)
    always = sum(2 << plan.number for plan in program.rules if plan.is_of_game)
    return Listening(
        always=always,
        of_cards=every - always,
        anywhere=anywhere,
        within=within,
        ruled=frozenset().union(anywhere, *within.values()),
        by_event={id_: _of_event(program, id_) for id_ in program.events},
        waking=frozenset(_waking(program)),
    )


def _of_cards(program: Program) -> tuple[dict[int, int], dict[int, dict[int, int]]]:
    of_kind: dict[str, list[int]] = {}
    for number, definition in enumerate(program.game.definitions):
        of_kind.setdefault(definition.kind, []).append(number)
    anywhere: dict[int, int] = {}
    within: dict[int, dict[int, int]] = {}
    for plan in program.rules:
        owners = set() if plan.owner_definition is None else {plan.owner_definition}
        owners.update(*(of_kind.get(kind, ()) for kind in plan.owner_kinds or ()))
        tables = [anywhere]
        if plan.places is not None:
            tables = [within.setdefault(family, {}) for family in plan.places]
        for number in owners - plan.lacking:
            for bits in tables:
                bits[number] = bits.get(number, 0) | 2 << plan.number
    return anywhere, within


def _of_event(program: Program, event: str) -> int:
    mask = 0
    for table in (program.befores, program.afters, program.insteads, program.forbids):
        for plan in table.get(event, ()):
            mask |= 2 << plan.number
    return mask


def _waking(program: Program) -> Iterator[str]:
    if program.game.policy.watch == "event":
        yield from NATIVES
    for id_ in SHIFTING:
        if any(not plan.is_of_game for plan in program.afters.get(id_, ())):
            yield id_


def each_of(rules: int, of: Mapping[int, T]) -> Iterator[T]:
    """Yield what is kept for each rule that has its bit in a mask: the others cost nothing."""
    while rules:
        lowest = rules & -rules
        yield of[lowest]
        rules ^= lowest
