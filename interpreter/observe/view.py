"""Gather everything that a seat may know of a match in one view of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TypeVar

from dsl.model.types import Type
from interpreter.observe import difference, events, keys, moves, seat_view, transcript
from interpreter.observe.events import EventRecord
from interpreter.observe.keys import Keys
from interpreter.observe.observation import observe
from interpreter.observe.seat_view import Sight
from interpreter.observe.table import Data
from interpreter.state.saving import Json
from interpreter.state.values import Value, Values
from interpreter.walk.decision import taken_parts
from interpreter.walk.match import Match
from interpreter.walk.picking import PartialChoice
from interpreter.walk.questions import completed
from interpreter.walk.recording import LogRecord

M = TypeVar("M", bound=Match)


class SeatView(Sight):
    """Everything that a seat may know of a match as it stands; with the seat None everything.

    Attributes:
        labels: Names values for scripts and for people.
    """

    WATCHER = seat_view.WATCHER
    """In the place of a seat: who sees what every player sees, and nothing else."""
    ANY_CARD = seat_view.ANY_CARD
    """The type of a card of any kind."""
    MOVE = keys.MOVE
    """The event of a card that moves."""
    PHASE = transcript.PHASE
    """How the names of events begin that are phases."""

    def __init__(self, match: Match, seat: int | None) -> None:
        super().__init__(match, seat)
        self.match = match

    # --- the table ------------------------------------------------------------------------------

    def observation(
        self, *, with_log: bool = True, with_values: bool = False, with_words: bool = True
    ) -> Data:
        """Return what the seat may know as plain data.

        Args:
            with_log: Whether to list the events too; the list grows with the match.
            with_values: Whether to work out the values that the game shows to people.
            with_words: Whether to word the open decision; without, only its kind is told.
        """
        assert self.seat is not None
        return observe(
            self.match, self.seat, with_log=with_log, with_values=with_values, with_words=with_words
        )

    @cached_property
    def keys(self) -> Keys:
        """The keys of cards and zones in the observation; by them a decision says what it means."""
        assert self.seat is not None
        return Keys(self.match, self.seat)

    @staticmethod
    def player_key(seat: int) -> str:
        """Return the key of a player."""
        return keys.player_key(seat)

    @staticmethod
    def is_of_table(key: str) -> bool:
        """Return whether the key of a zone is that of one of the table."""
        return "." not in key

    @staticmethod
    def thing_key(definition: str) -> str:
        """Return the key of what lies in no zone."""
        return keys.thing_key(definition)

    def taken_parts(self) -> Values:
        """Return what is taken already of the choice that is open."""
        return taken_parts(self.program, self.match.state)

    # --- what touching a thing begins -----------------------------------------------------------

    @staticmethod
    def begun(match: M, index: int) -> M | None:
        """Return a match as it asks for a parameter of an action that is chosen, with the parts of
        a choice in any order; None where more follows than that question, or nothing.

        Args:
            index: Of an option of the open decision.
        """
        if match.state.ask.kind != "action":
            return None
        copy = match.clone()
        with copy.machine.asking_all():
            copy.apply(index)
        now, then = match.state, copy.state
        if then.ask is None or then.log is not now.log or then.chance != now.chance:
            return None
        site, asked = then.ask.site, now.ask
        if not isinstance(site, tuple) or site[:2] != ("action", asked.options[index][0]):
            return None
        if then.ask.decider != asked.decider:
            return None
        picking = PartialChoice.at(copy)
        return copy if picking is None else picking.shown()

    def completed(self, begun: Match, language: str) -> list[str] | None:
        """Return for each option of a parameter the action with it in words, None where these do
        not tell the options apart, or where parts are asked for."""
        ask = begun.state.ask
        if ask.kind != "parameter":
            return None
        return completed(
            self.program, begun.state, ask, language, lambda card: not self.tells(card)
        )

    # --- what has happened ----------------------------------------------------------------------

    def events(self) -> list[EventRecord]:
        """Return what has happened as the seat may know it, the first first."""
        return events.event_records(self.match, self.seat)

    def records(self) -> list[LogRecord]:
        """Return all records of the log, the first first: `hides` says which the seat may not know
        yet."""
        return self.match.state.records()

    def hides(self, record: LogRecord) -> bool:
        """Return whether a record belongs to secret choices that are not open yet."""
        return events.is_kept_back(self, record)

    def course_since(self, since: int, places: Sequence[int]) -> moves.Course:
        """Return where cards went after an event, up to what is kept back from the seat.

        Args:
            since: The id of that event.
            places: The zone of each card after it, -1 for none.
        """
        return moves.course_since(self.keys, since, places)

    def event(self, record: LogRecord) -> EventRecord:
        """Return one record as the seat may know it now, as if it were the first."""
        return events.shown(self, record, {record.id: 1}, {})

    @staticmethod
    def idle_phases(told: Sequence[EventRecord]) -> frozenset[int]:
        """Return the ids of phases in which nothing happened, though they could ask or go on."""
        return transcript.idle_phases(told)

    @staticmethod
    def is_nothing(value: Value, type_: Type) -> bool:
        """Return whether people read nothing of a value: 0, none, an empty list."""
        return events.is_nothing(value, type_)

    # --- two worlds -----------------------------------------------------------------------------

    @staticmethod
    def parted(one: bytes, other: bytes) -> tuple[difference.Path, Json, Json] | None:
        """Return the first part in which two views as bytes differ, with what it is in either."""
        return difference.parted(one, other)

    @staticmethod
    def shown_part(value: Json) -> str:
        """Return a part of a view in few words."""
        return difference.shown_part(value)
