"""Read a match of the engine in plain words: zones, cards, the log, what options are called."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

from cardwright.api.match import Match
from dsl.load import check_text
from interpreter.walk.labels import Labels
from interpreter.walk.recording import LogRecord


class Moved(NamedTuple):
    """A card went from a zone to another; where it lay is not told of one that never moved."""

    card: int
    came: str | None
    went: str


class Reader:
    """Reads a match.

    Attributes:
        taken: The number of the newest entry of the log that was read; -1 for none.
        queue: Records read and not used yet.
        where: The zone of each card as far as the log was read.
        before: The cards of all zones when `settle` was last called.
    """

    def __init__(self, match: Match) -> None:
        self.match, self.taken = match, -1
        self.queue: deque[LogRecord] = deque()
        self.where: dict[int, str] = {}
        self.before: dict[str, list[int]] = {}
        self._formulas: dict[str, Any] = {}
        self._names: dict[int, str] = {}

    @cached_property
    def labels(self) -> Labels:
        """What words labels."""
        return Labels(self.match.machine.program)

    def card(self, entity: int) -> str:
        """Return the id of a card."""
        program = self.match.machine.program
        return program.game.definitions[self.match.state.entity_definitions[entity]].id

    def zone_name(self, zone: int) -> str:
        """Return the name of a zone: `deck`, `ada.hand`, `egypt.deck`."""
        if zone not in self._names:
            self._names[zone] = self.labels.zone(self.match.state, zone, None)
        return self._names[zone]

    def zones(self, match: Match | None = None) -> dict[str, list[int]]:
        """Return the cards of all zones by name; zones of alike cards are one after the other.

        Args:
            match: A copy of the match; else it is the match itself.
        """
        found: dict[str, list[int]] = {}
        for zone, cards in enumerate((match or self.match).state.zones):
            found.setdefault(self.zone_name(zone), []).extend(c for c in cards if c is not None)
        return found

    def value(self, text: str) -> Any:
        """Return what an expression is worth now, as `Match.value` does."""
        if text not in self._formulas:
            seats = {name: seat for seat, name in enumerate(self.match.names)}
            formula, findings = check_text(text, self.match.machine.program.game, seats)
            assert formula is not None, findings
            self._formulas[text] = self.match.machine.formula(formula)
        return self._formulas[text](self.match.state, [0, None, None])

    def label(self, match: Match, index: int) -> str:
        """Return what an option is called, without what tells it from alike ones."""
        return match.decision.labels[index].partition("#")[0]

    # --- the log ------------------------------------------------------------------------------

    def next_move(self, fits: Callable[[Moved], bool]) -> Moved:
        """Return the next move in the log that fits; all before it is passed over.

        Raises:
            LookupError: None came.
        """
        while True:
            record = self.next_event("move")
            card, zone = record.arguments[:2]
            moved = Moved(card, self.where.get(card), self.zone_name(zone))
            self.where[card] = moved.went
            if fits(moved):
                return moved

    def next_event(self, name: str) -> LogRecord:
        """Return the next record of an event in the log; all before it is passed over.

        Raises:
            LookupError: None came.
        """
        self._read_on()
        while self.queue:
            record = self.queue.popleft()
            if record.event == name:
                return record
            if record.event == "move":
                self.where[record.arguments[0]] = self.zone_name(record.arguments[1])
        raise LookupError(f"the engine's log has no further `{name}`")

    def run_of_moves(self, zone: str) -> list[int]:
        """Return the cards that went to a zone right now, before anything else happened."""
        self._read_on()
        found = []
        while self.queue and self.queue[0].event == "move":
            card, went = self.queue.popleft().arguments[:2]
            if self.zone_name(went) != zone:
                break
            found.append(card)
        return found

    def settle(self) -> None:
        """Take the places of all cards as they are now; nothing before it is read any more."""
        self.skip()
        self.queue.clear()
        self.before = self.zones()
        self.where = {card: zone for zone, cards in self.before.items() for card in cards}

    def skip(self, before: Match | None = None) -> None:
        """Leave out what has happened up to now, or up to an earlier position of the match."""
        newest = (before or self.match).state.log
        self.taken = -1 if newest is None else newest[0].id

    def _read_on(self) -> None:
        """Put what happened since the last time into the queue, the first first."""
        entry = self.match.state.log
        found = []
        while entry is not None and entry[0].id > self.taken:
            record, entry = entry
            found.append(record)
        self.skip()
        self.queue.extend(reversed(found))
