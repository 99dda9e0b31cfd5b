"""Say what a fact is: something that players know of hidden cards, beyond which is which."""

from __future__ import annotations

from typing import NamedTuple

from interpreter.state.values import Value, Values


class Fact(NamedTuple):
    """What some players know: of which value an expression was when they were told.

    Attributes:
        number: Of the operation that told it.
        locals: What the expression had: `me`, `self`, `actor` and those of the body that it reads.
        value: What it was.
        players: A bit a player who knows it.
        cards: Those whose definitions it depends on, ascending.
        zones: Those it has looked through, ascending.
        state: What it has read of the flat state, as (place, value): that stays as it was.
    """

    number: int
    locals: Values
    value: Value
    players: int
    cards: tuple[int, ...]
    zones: tuple[int, ...]
    state: tuple[tuple[int, Value], ...]
