"""Define the syntax trees of steps."""

from __future__ import annotations

from typing import TypeAlias

from dsl.records import record
from dsl.source import Span
from dsl.syntax.trees import Expression, Move, Phrase, Retire, Word


@record
class Let:
    """`let x = e`."""

    name: Word
    value: Expression
    span: Span


@record
class Set:
    """`set self.tapped to true`."""

    target: Expression
    value: Expression
    span: Span


@record
class Add:
    """`add 1 to me.coins`."""

    value: Expression
    target: Expression
    span: Span


@record
class Subtract:
    """`subtract b from me.pool`."""

    value: Expression
    target: Expression
    span: Span


@record
class Quantity:
    """How many a `choose` takes. `mode` is `exactly`, `up to` or `any number`.

    Attributes:
        number: None for `any number of`.
    """

    mode: str
    number: Expression | None
    span: Span


@record
class Choose:
    """`choose up to 2 cs from city.left by p so that … so far …`.

    Attributes:
        quantity: None for a single one, whose name is then no list.
        by: None where `me` decides. The name `chance` draws.
        condition: After `so that`, else None.
        so_far: After `so far`, else None.
    """

    quantity: Quantity | None
    name: Word
    source: Expression
    by: Expression | None
    condition: Expression | None
    so_far: Expression | None
    span: Span


@record
class Order:
    """`order cs from top(me.deck, 2)`."""

    name: Word
    source: Expression
    by: Expression | None
    span: Span


@record
class Do:
    """`do c.income -> x`."""

    effect: Expression
    result: Word | None
    span: Span


@record
class Require:
    """`require sum(me.hand, weight) <= 10`."""

    condition: Expression
    span: Span


@record
class Return:
    """`return x`."""

    value: Expression
    span: Span


@record
class Stop:
    """`stop`."""

    span: Span


@record
class EndGame:
    """`end game`."""

    span: Span


@record
class Branch:
    """One `if` or `elif` with its body."""

    condition: Expression
    body: tuple[Step, ...]
    span: Span


@record
class If:
    """`if … elif … else …`. `otherwise` is empty without `else`."""

    branches: tuple[Branch, ...]
    otherwise: tuple[Step, ...]
    span: Span


@record
class ForEach:
    """`for each p in players where …`."""

    name: Word
    source: Expression
    body: tuple[Step, ...]
    span: Span


@record
class Together:
    """`together for each c in row, destroy c`, `together:`. Name and source None without loop."""

    name: Word | None
    source: Expression | None
    body: tuple[Step, ...]
    span: Span


@record
class AtOnce:
    """`at once for each p in players: … then: …`."""

    name: Word
    source: Expression
    body: tuple[Step, ...]
    then: tuple[Step, ...]
    span: Span


@record
class Repeat:
    """`repeat n times`."""

    times: Expression
    body: tuple[Step, ...]
    span: Span


@record
class While:
    """`while condition`."""

    condition: Expression
    body: tuple[Step, ...]
    span: Span


@record
class May:
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


@record
class Alternative:
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


@record
class ChooseOne:
    """`choose one by p:` and its options."""

    by: Expression | None
    alternatives: tuple[Alternative, ...]
    span: Span


Step: TypeAlias = (
    Let | Set | Add | Subtract | Choose | Order | Move | Retire | Do | Require | Return | Stop
    | EndGame | Phrase | If | ForEach | Together | AtOnce | Repeat | While | May | ChooseOne
)  # fmt: skip
