"""Define checked examples and scripted games: one record, many steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from msgspec import field

from dsl.model.nouns import Text
from dsl.model.steps import Body, Formula
from dsl.records import Record, Span

OWNER: Final = "owner"
"""What a position says of a card to tell whose it is, wherever it lies."""


class Piece(Record, kw_only=True):
    """One copy put somewhere by a position.

    Attributes:
        definition: Its id, or None for a vacant slot.
        is_self: The example's own card.
        zones: What lies in its own zones, by zone name.
        state: State fields of it, by name: formulas without locals.
    """

    definition: str | None
    is_self: bool
    zones: Mapping[str, tuple[Piece, ...]]
    state: Mapping[str, Formula]
    span: Span


class Position(Record, kw_only=True):
    """A position or part of one.

    Attributes:
        zones: By owner (player's name, card's id, or "" for the table) and zone name: the pieces
            in order, or a number of cards whose identity does not matter.
        state: By owner and field name (`start-player` is a field of the table, and of a card whose
            kind has none of that name `owner`): a formula without locals.
        given_values: By value id and argument formulas: what it gives instead of computing.
        phase: Id of the phase in which it stands, or None.
        turn: Name of the player whose turn it is, or None.
        is_whole: `given:` (the rest empty) rather than `arrange:` (the rest by the seed).
        seed: Of one of several `worlds`: from which its chance follows; None: that of the script.
    """

    zones: Mapping[tuple[str, str], tuple[Piece, ...] | int]
    state: Mapping[tuple[str, str], Formula]
    given_values: tuple[tuple[str, tuple[Formula, ...], Formula], ...]
    phase: str | None
    turn: str | None
    is_whole: bool
    span: Span
    seed: int | None = None


class Take(Record, kw_only=True):
    """`ada: [place-artifact, athanor]`: the answers of a player, each one option's label, for the
    decisions that come, in order. `who` None: whoever decides (examples)."""

    who: str | None
    answers: tuple[str, ...]
    span: Span


class Expect(Record, kw_only=True):
    """`expect: condition`."""

    condition: Formula
    text: str
    span: Span


class OptionsAre(Record, kw_only=True):
    """`options: {ada: [a, b]}`: exactly these labels, in any order; `after` are answers taken
    first on a copy of the match."""

    who: str
    after: tuple[str, ...]
    labels: tuple[str, ...]
    span: Span


class Illegal(Record, kw_only=True):
    """`illegal: {ada: [play, red-3]}`: these answers cannot be given now."""

    who: str
    answers: tuple[str, ...]
    span: Span


class Happened(Record, kw_only=True):
    """`happened: draw 1 by bo`, `never: …`: an event since the last such step or the start.

    Attributes:
        arguments: By slot index, formulas without locals.
        times: Exact number, or None for at least once.
    """

    event: str
    arguments: Mapping[int, Formula]
    actor: Formula | None
    times: int | None
    never: bool
    text: str
    span: Span


class Chance(Record, kw_only=True):
    """`chance: [5, 2]`: labels of what chance decides next."""

    answers: tuple[str, ...]
    span: Span


class Random(Record, kw_only=True):
    """`random: until the round ends`, `random: 20` decisions, `random: until the game ends`.

    Attributes:
        until: `round`, `game`, `turn` or None.
        decisions: Number, or None.
    """

    until: str | None
    decisions: int | None
    span: Span


class Ended(Record, kw_only=True):
    """`ended: {winners: [ada]}`; winners None: any; outcome `win draw fault` or None.

    `keeps`: what some options are in the next match. `is_last`: whether none follows.
    """

    winners: tuple[str, ...] | None
    outcome: str | None
    span: Span
    keeps: Mapping[str, object] = field(default_factory=dict)
    is_last: bool = False


class DoSteps(Record, kw_only=True):
    """`do:` statements run directly; `me` is `by`, else the first player."""

    body: Body
    by: str | None
    span: Span


class Rearrange(Record, kw_only=True):
    """`set:` and `stack:`: change the position in mid-game."""

    position: Position
    span: Span


class Asked(Record, kw_only=True):
    """`asked: ada` (or `nobody`): who must decide now."""

    who: str | None
    span: Span


class Undo(Record, kw_only=True):
    """`undo: 1` decisions; `refused`: it must be refused."""

    decisions: int
    refused: bool
    span: Span


class SaveAndLoad(Record, kw_only=True):
    """`save: true`: go on from a saved and loaded match."""

    span: Span


class FaultIs(Record, kw_only=True):
    """`error: budget-exceeded`: the match has ended with this fault."""

    fault: str
    span: Span


class SameView(Record, kw_only=True):
    """`same-view: ada`: over all `worlds`, what ada gets is byte for byte equal now."""

    who: str
    span: Span


ScriptStep: TypeAlias = (
    Take | Expect | OptionsAre | Illegal | Happened | Chance | Random | Ended | DoSteps | Rearrange
    | Asked | Undo | SaveAndLoad | FaultIs | SameView
)  # fmt: skip


class Script(Record, kw_only=True):
    """A scripted game, or an example.

    Attributes:
        title: What it shows.
        card: Id of the card an example stands on, or None.
        players: Their names, in seat order.
        positions: One, or the several `worlds` that all run; empty: as set up.
        chance: Labels of what chance decides first, as soon as the match goes on from its
            beginning or the position.
        checks: Of `clone save walker log hash-seed`.
        recorded: Path of the recorded transcript beside it, whether or not it exists; None for
            examples.
    """

    title: str
    game: str
    card: str | None
    options: Mapping[str, object]
    players: tuple[str, ...]
    seed: int
    positions: tuple[Position, ...]
    chance: tuple[str, ...] = ()
    steps: tuple[ScriptStep, ...]
    checks: tuple[str, ...]
    text: Text
    recorded: str | None
    span: Span

    def __repr__(self) -> str:
        return f"Script({self.title!r}, {self.span.place!r})"
