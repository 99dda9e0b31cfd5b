"""Define the syntax trees of steps."""

from __future__ import annotations

from typing import TypeAlias

from dsl.records import Record
from dsl.source import Span
from dsl.syntax.trees import Expression, Move, Phrase, Retire, Word


class Let(Record):
    """`let x = e`."""

    name: Word
    value: Expression
    span: Span


class Set(Record):
    """`set self.tapped to true`."""

    target: Expression
    value: Expression
    span: Span


class Add(Record):
    """`add 1 to me.coins`."""

    value: Expression
    target: Expression
    span: Span


class Subtract(Record):
    """`subtract b from me.pool`."""

    value: Expression
    target: Expression
    span: Span


class Quantity(Record):
    """How many a `choose` takes. `mode` is `exactly`, `up to` or `any number`.

    Attributes:
        number: None for `any number of`.
    """

    mode: str
    number: Expression | None
    span: Span


class Choose(Record):
    """`choose up to 2 cs from city.left by p so that … so far …`.

    Attributes:
        quantity: None for a single one, whose name is then no list.
        by: None where `me` decides. The name `chance` draws.
        weight: After `with`, else None.
        condition: After `so that`, else None.
        so_far: After `so far`, else None.
    """

    quantity: Quantity | None
    name: Word
    source: Expression
    by: Expression | None
    weight: Expression | None
    condition: Expression | None
    so_far: Expression | None
    span: Span


class Order(Record):
    """`order cs from top(me.deck, 2)`."""

    name: Word
    source: Expression
    by: Expression | None
    span: Span


class Do(Record):
    """`do c.income -> x`."""

    effect: Expression
    result: Word | None
    span: Span


class Require(Record):
    """`require sum(me.hand, weight) <= 10`."""

    condition: Expression
    span: Span


class Return(Record):
    """`return x`."""

    value: Expression
    span: Span


class Stop(Record):
    """`stop`."""

    span: Span


class EndGame(Record):
    """`end game`."""

    span: Span


class Branch(Record):
    """One `if` or `elif` with its body."""

    condition: Expression
    body: tuple[Step, ...]
    span: Span


class If(Record):
    """`if … elif … else …`. `otherwise` is empty without `else`."""

    branches: tuple[Branch, ...]
    otherwise: tuple[Step, ...]
    span: Span


class ForEach(Record):
    """`for each p in players where …`."""

    name: Word
    source: Expression
    body: tuple[Step, ...]
    span: Span


class Together(Record):
    """`together for each c in row, destroy c`, `together:`. Name and source None without loop."""

    name: Word | None
    source: Expression | None
    body: tuple[Step, ...]
    span: Span


class AtOnce(Record):
    """`at once for each p in players: … then: …`."""

    name: Word
    source: Expression
    body: tuple[Step, ...]
    then: tuple[Step, ...]
    span: Span


class Repeat(Record):
    """`repeat n times`."""

    times: Expression
    body: tuple[Step, ...]
    span: Span


class While(Record):
    """`while condition`."""

    condition: Expression
    body: tuple[Step, ...]
    span: Span


class May(Record):
    """`may again by p pay 1 death, stop` with an optional `else`.

    Attributes:
        cost: The steps before the comma or colon; empty for a plain yes or no. One `choose` there
            makes its options the question, with "none" among them.
    """

    again: bool
    by: Expression | None
    cost: tuple[Step, ...]
    body: tuple[Step, ...]
    otherwise: tuple[Step, ...]
    span: Span


class Alternative(Record):
    """One option of `choose one`: `pay 2 gold when x, draw 2`.

    Attributes:
        steps: The steps before a `when`, comma or colon; its cost where a body follows.
        condition: After `when`, else None.
        body: The steps after the comma or in the block; empty where there is none.
    """

    steps: tuple[Step, ...]
    condition: Expression | None
    body: tuple[Step, ...]
    span: Span


class ChooseOne(Record):
    """`choose one by p:` and its options."""

    by: Expression | None
    alternatives: tuple[Alternative, ...]
    span: Span


Step: TypeAlias = (
    Let | Set | Add | Subtract | Choose | Order | Move | Retire | Do | Require | Return | Stop
    | EndGame | Phrase | If | ForEach | Together | AtOnce | Repeat | While | May | ChooseOne
)  # fmt: skip
