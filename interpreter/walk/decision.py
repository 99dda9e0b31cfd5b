"""Say what an open decision is."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple, TypeAlias

from dsl.model.types import Type, option_type
from interpreter.state.record import State
from interpreter.state.values import Values

Site: TypeAlias = int | tuple[Any, ...]
"""What asks: an operation's number, or a word and numbers (see `Ask`)."""

ENOUGH = "enough"
"""The option that ends a piecewise choice. The option None declines or says "none"."""


class Ask(NamedTuple):
    """An open decision; everything in it can be worked out again from the frames.

    Attributes:
        decider: The seat that answers.
        kind: `action`, `parameter`, `choose`, `piece`, `unit` (of an amount), `order`, `yes-no`,
            `alternative`, `replacement`, `trigger`.
        options: What can be answered: values of `type`, (action, card), (rule, card), an
            alternative's number, True or False; None and `ENOUGH` as above.
        type: Type of what is chosen from, a list or the units of an amount; None where the
            options are no values.
        site: What asks: an operation's number, ("action", number, parameter), ("phase", number),
            ("event", id), ("queue",).
        asked: The seat whose decision it is: another where the game lets somebody answer in its
            place (see `interpreter.walk.deciders`).
    """

    decider: int
    kind: str
    options: Values
    type: Type | None
    site: Site
    asked: int

    @property
    def of(self) -> Type | None:
        """Return the type of one value among the options, or None."""
        return None if self.type is None else option_type(self.type)


ask_of = partial(tuple.__new__, Ask)
"""Makes an `Ask` of a tuple of its parts, in a third of the time."""


def ask_all(st: State, ask: Ask) -> bool:
    """Say of a question with one answer that it is to be asked: for `Machine.on_forced`."""
    return True
