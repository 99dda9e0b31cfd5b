"""Define the statements of the effect language, one row each: rule, tree, places.

A row is a class of syntax trees. `@statement` gives its rule of the grammar, in the notation of
lark; the rule is called like the class (`ForEach`: `for_each`). The fields of the class are the
parts of the rule in their order, and their types say what is made of them (`build_trees.py`).
`grammar.lark` holds what the rules share.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias, TypeVar

from dsl.records import Record, Span, annotations_of
from dsl.syntax import trees
from dsl.syntax.trees import Expression, Word

RecordT = TypeVar("RecordT", bound=type[Record])

COST, TOGETHER, AT_ONCE, VALUE = "cost", "together", "at once", "value"
"""Places where only some statements can stand: a cost, a batch, secret choices, a value."""
_HOLDING: Final = {"tuple[Step, ...]", "tuple[Branch, ...]", "tuple[Alternative, ...]"}
"""Types of the parts that have steps in them."""


class Row(Record):
    """What is known of a statement.

    Attributes:
        name: Of its rule in the grammar.
        rule: The right side of the rule.
        places: Where of COST, TOGETHER, AT_ONCE and VALUE it can stand; it can anywhere else.
        ends: Whether nothing behind it in its block is done.
        later: Words that a later release made keywords, each with the pattern of what must stand
            behind it. The terminal of `wait` is `_WAIT`.
    """

    name: str
    tree: type[Record]
    rule: str
    places: tuple[str, ...]
    ends: bool
    later: Mapping[str, str]

    @property
    def word(self) -> str:
        """Return the word with which it begins; empty for a name."""
        found = re.match(r'"([a-z]+)"', self.rule)
        return found[1] if found else next(iter(self.later), "")

    @property
    def holds_steps(self) -> bool:
        """Return whether steps stand inside it: then it ends with the last of them."""
        return not _HOLDING.isdisjoint(annotations_of(self.tree).values())


STATEMENTS: Final[dict[str, Row]] = {}
"""The statements by the names of their rules."""
ROW_OF: Final[dict[type, Row]] = {}
"""The statements by their trees."""


def statement(
    rule: str, *places: str, ends: bool = False, later: Mapping[str, str] | None = None
) -> Callable[[RecordT], RecordT]:
    """Enter a class of trees as a statement."""

    def enter(tree: RecordT) -> RecordT:
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", tree.__name__).lower()
        STATEMENTS[name] = ROW_OF[tree] = Row(name, tree, rule, places, ends, later or {})
        return tree

    return enter


@statement('"let" name "=" expr', COST, TOGETHER, AT_ONCE, VALUE)
class Let(Record):
    """`let x = e`."""

    name: Word
    value: Expression
    span: Span


@statement('"set" post "to" expr', COST, AT_ONCE, VALUE)
class Set(Record):
    """`set self.tapped to true`."""

    target: Expression
    value: Expression
    span: Span


@statement('"add" expr "to" post', COST, AT_ONCE, VALUE)
class Add(Record):
    """`add 1 to me.coins`."""

    value: Expression
    target: Expression
    span: Span


@statement('"subtract" expr "from" post', COST, AT_ONCE, VALUE)
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


@statement(
    '"choose" [quantity] name "from" expr ["by" post] ["with" expr]'
    ' ["so" "that" expr] ["so" "far" expr]',
    COST,
    AT_ONCE,
)
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


@statement('"order" name "from" expr ["by" post]', COST, AT_ONCE)
class Order(Record):
    """`order cs from top(me.deck, 2)`."""

    name: Word
    source: Expression
    by: Expression | None
    span: Span


@statement('"do" post ["->" name]', COST)
class Do(Record):
    """`do c.income -> x`."""

    effect: Expression
    result: Word | None
    span: Span


@statement('"require" expr', COST)
class Require(Record):
    """`require sum(me.hand, weight) <= 10`."""

    condition: Expression
    span: Span


@statement('"return" expr', VALUE, ends=True)
class Return(Record):
    """`return x`."""

    value: Expression
    span: Span


@statement('"stop"', ends=True)
class Stop(Record):
    """`stop`."""

    span: Span


@statement('"end" "game"', ends=True)
class EndGame(Record):
    """`end game`."""

    span: Span


class Branch(Record):
    """One `if` or `elif` with its body."""

    condition: Expression
    body: tuple[Step, ...]
    span: Span


@statement("branch elif_* [else_]", COST, TOGETHER, AT_ONCE, VALUE)
class If(Record):
    """`if … elif … else …`. `otherwise` is empty without `else`."""

    branches: tuple[Branch, ...]
    otherwise: tuple[Step, ...]
    span: Span


@statement('"for" "each" name "in" expr body', COST, TOGETHER, AT_ONCE, VALUE)
class ForEach(Record):
    """`for each p in players where …`."""

    name: Word
    source: Expression
    body: tuple[Step, ...]
    span: Span


@statement('"together" ["for" "each" name "in" expr] body', COST)
class Together(Record):
    """`together for each c in row, destroy c`, `together:`. Name and source None without loop."""

    name: Word | None
    source: Expression | None
    body: tuple[Step, ...]
    span: Span


@statement('"at" "once" "for" "each" name "in" expr indented "then" indented')
class AtOnce(Record):
    """`at once for each p in players: … then: …`."""

    name: Word
    source: Expression
    body: tuple[Step, ...]
    then: tuple[Step, ...]
    span: Span


@statement('"repeat" expr "times" body', COST, AT_ONCE, VALUE)
class Repeat(Record):
    """`repeat n times`."""

    times: Expression
    body: tuple[Step, ...]
    span: Span


@statement('"while" expr body', COST, AT_ONCE, VALUE)
class While(Record):
    """`while condition`."""

    condition: Expression
    body: tuple[Step, ...]
    span: Span


@statement(
    '"may" [AGAIN] ["by" post] [cost] body [else_]'
    ' | "may" [AGAIN] ["by" post] cost _NL nothing else_',
    COST,
    AT_ONCE,
)
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


@statement('"choose" "one" ["by" post] ":" _NL _INDENT alternative+ _DEDENT', COST, AT_ONCE)
class ChooseOne(Record):
    """`choose one by p:` and its options."""

    by: Expression | None
    alternatives: tuple[Alternative, ...]
    span: Span


@statement(
    '_WAIT ["as" post] "on" post ["->" name] body'
    ' | _WAIT "as" post "on" post ["->" name] _NL nothing',
    later={"wait": r"[ \t]+(as\b|on\b[^\n;:,]*[:,])"},
)
class Wait(Record):
    """`wait on stack -> e: draw 2`, and `wait as e on stack` without steps.

    Attributes:
        like: The effect of which this is a copy, or None.
        result: What the effect that waits is called, or None.
        body: Empty of a copy.
    """

    like: Expression | None
    zone: Expression
    result: Word | None
    body: tuple[Step, ...]
    span: Span


@statement(
    "_LATER [ONCE] _AFTER pattern [_UNTIL_STRETCH name] body",
    later={"later": r"[ \t]+(once[ \t]+)?after\b"},
)
class Later(Record):
    """`later once after die where c == x until turn: draw 2`.

    Attributes:
        once: Whether it says so.
        until: The stretch of time after which it is over, or None.
    """

    once: bool
    pattern: trees.Pattern
    until: Word | None
    body: tuple[Step, ...]
    span: Span


@statement('"as" _LONG "as" expr body [then_]')
class AsLongAs(Record):
    """`as long as self in me.field: set c.master to me`, and with `then` what comes behind it.

    Attributes:
        then: What is done when the condition fails; empty where nothing is said.
    """

    condition: Expression
    body: tuple[Step, ...]
    then: tuple[Step, ...]
    span: Span


@statement("_UNTIL pattern body [then_]", later={"until": r"[ \t]+[a-zA-Z][^\n]*[:,]"})
class Until(Record):
    """`until dusk: add 1 to c.strong`, `until turn …`, `until self leaves …`.

    Attributes:
        pattern: What ends it; of a card that leaves the card is its event, and `leaves` in it.
        then: What is done when it is over; empty where nothing is said.
    """

    pattern: trees.Pattern
    body: tuple[Step, ...]
    then: tuple[Step, ...]
    span: Span


# Events are told among expressions, too, so that their trees stand there.
statement('"move" expr "to" [end_ "of"] expr ["by" post] ["->" name]', COST, TOGETHER)(trees.Move)
statement('"retire" expr', COST, TOGETHER)(trees.Retire)
statement('name [expr] prepositional* ["->" name]', COST, TOGETHER, AT_ONCE)(trees.Phrase)

Step: TypeAlias = (
    Let | Set | Add | Subtract | Choose | Order | trees.Event | Do | Require | Return | Stop
    | EndGame | If | ForEach | Together | AtOnce | Repeat | While | May | ChooseOne | Wait
    | Later | AsLongAs | Until
)  # fmt: skip
