"""Say what a seat has been told of cards that it cannot tell."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.model.expressions import Local
from dsl.model.slots import free_slots
from dsl.model.types import EntityType
from dsl.model.walk import walk
from interpreter.lower import ops
from interpreter.lower.ops import FIRST_SLOT
from interpreter.observe.seat_view import Eyes
from interpreter.state.facts import Fact
from interpreter.state.values import Value

_NAME = re.compile(r"(?<![\w.-])([^\W\d][\w-]*)(\.?)")
"""A name of an expression's text that is no field, with the dot behind it."""


class Told:
    """The facts that a seat knows and that still tell it something, in the author's words; each
    name stands for what it stood for."""

    def __init__(self, eyes: Eyes) -> None:
        self.eyes, self.program = eyes, eyes.program
        self._of_card: dict[int, dict[str, Value]] = {}
        self.others: dict[str, Value] = {}
        """Facts about several cards: what they say, and what that is."""
        for fact in eyes.st.facts:
            unseen = [card for card in fact.cards if not eyes.tells(card)]
            if unseen and eyes.in_mask(fact.players):
                self._enter(fact, unseen)

    def _enter(self, fact: Fact, unseen: list[int]) -> None:
        op = self.program.operations[fact.number]
        assert isinstance(op, ops.Learn)
        card = unseen[0] if len(unseen) == 1 else None
        names = dict(self._names(fact, op, card))
        is_named = "" in names.values()
        where = self._of_card.setdefault(card, {}) if card is not None and is_named else self.others
        said = _NAME.sub(lambda m: _instead(m, names), op.said)
        where[said] = self.eyes.plain(fact.value, op.truth.type)

    def _names(self, fact: Fact, op: ops.Learn, card: int | None) -> Iterator[tuple[str, str]]:
        """Yield what stands for each name; nothing for the card that the fact is shown on."""
        free = free_slots(op.truth)
        for node in walk(op.truth):
            if isinstance(node, Local) and node.slot in free:
                value = fact.locals[node.slot + FIRST_SLOT]
                is_card = isinstance(node.type, EntityType) and value == card
                yield node.name, "" if is_card else str(self.eyes.plain(value, node.type))
        if fact.locals[0] is not None:
            yield "me", self.eyes.st.names[fact.locals[0]]

    def of_card(self, card: int) -> dict[str, Value]:
        """Return the facts about one card and no other that the seat cannot tell."""
        return self._of_card.get(card, {})


def _instead(match: re.Match[str], names: dict[str, str]) -> str:
    name, dot = match[1], match[2]
    if name not in names:
        return match[0]
    return names[name] + dot if names[name] else ("it" if not dot else "")
