"""Define the course of a match: its phases, its end, its policy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import field

from dsl.model.expressions import Expression
from dsl.model.nouns import Text
from dsl.model.steps import Body, Formula, SlotInfo
from dsl.records import Record, Span


class Phase(Record, kw_only=True):
    """A phase. Entering it is the event `phase:ID`.

    Attributes:
        loop: `turns` (each element a player: `me`), `for`, `while` or None.
        source: The list of `turns` or `for`, or the condition of `while`.
        slot: The local of the `for` element, seen by the phases inside; else None. Phases number
            their locals from the outermost down, so that a phase's body gets the `for` elements
            around it as given locals.
        repeat: Only with turns.
        asks: Of turns: they are none, others are asked while the turn stays whose it is.
        body: For `do`; None otherwise.
        offer: Ids of actions in the order offered, those that join by `in:` at the end; None
            otherwise.
        phases: Nested phases; None otherwise.
        given: The `for` elements around it, outermost first.
    """

    id: str
    loop: str | None
    source: Formula | None
    slot: int | None
    while_condition: Formula | None
    repeat: bool
    asks: bool
    body: Body | None
    offer: tuple[str, ...] | None
    phases: tuple[Phase, ...] | None
    given: tuple[SlotInfo, ...]
    text: Text
    only_if: Expression | None
    span: Span

    def whole(self) -> Iterator[Phase]:
        """Yield it with the phases inside it, the outer ones first."""
        yield self
        for each in self.phases or ():
            yield from each.whole()


class End(Record, kw_only=True):
    """When it is over and who won.

    Attributes:
        when: Checked at checkpoints; None: only `end game` ends it.
        rank: Ints over the player as local 0, best first; empty without.
        winners: A list of players (or one, or none); None without.
        keeps: By option: what it is in the next match of a campaign; none where no match follows,
            unless none is a value of the option.
    """

    when: Formula | None
    rank: tuple[Formula, ...]
    winners: Formula | None
    span: Span | None
    keeps: Mapping[str, Formula] = field(default_factory=dict)


class Policy(Record, kw_only=True):
    """The game policy; the first value of each is the default.

    Attributes:
        triggers: `queue` or `immediate`.
        replacements: `choose` or `last`.
        loops: `draw` or `stop`.
        watch: `action` or `event`.
        leavers: `stop` or `act`.
        layers: The names of the layers of modifiers in their order, and where each stands.
    """

    triggers: str = "queue"
    replacements: str = "choose"
    loops: str = "draw"
    watch: str = "action"
    leavers: str = "stop"
    layers: Mapping[str, Span] = field(default_factory=dict)
