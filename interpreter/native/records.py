"""Random matches with records of what happens in them, played inside a module.

Records are counted in memory while a match is played (`emit/records.py`), and come out as rows of
numbers. What a record does not say by itself the walker says: it plays that match again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dsl.model.types import BOOL
from dsl.records import Record
from interpreter.native.playouts import WALKED, Outcomes
from interpreter.state.chance import MOST_SEED
from interpreter.state.values import Value
from interpreter.walk.decision import ENOUGH, Ask
from interpreter.walk.machine import Machine

if TYPE_CHECKING:
    from interpreter.native.engine import ModuleStore, Native


class Recorded(Record, kw_only=True):
    """Matches of consecutive seeds, and what happened in them, as rows of numbers of 64 bits.

    Attributes:
        decisions, outcomes: Of each match; the outcome is None where the walker has to say it.
        matches, cards, answers: The rows, as `runtime/records.flat` says.
        width, card_cells, answer_cells: The cells of a row.
        seats: How many players there are.
    """

    decisions: list[int]
    outcomes: list[Value]
    matches: bytes
    cards: bytes
    answers: bytes
    width: int
    card_cells: int
    answer_cells: int
    seats: int


class Records:
    """Plays random matches of one machine and keeps records of them.

    Args:
        walked: How many decisions are walked before a module is made; else `WALKED`.

    Attributes:
        left: Decisions that are still walked before a module pays.
        refused: Why there is no module, once that is known.
        kinds: The kinds of decisions, in the order in which they are counted.
        events: What events are called, by number; "" where there is none.
        actions: What actions are called, by the number in answers.
        questions: What asks, by number: without options.
    """

    kinds: list[str]
    events: list[str]
    actions: list[str]
    questions: list[Ask]

    def __init__(
        self, machine: Machine, store: ModuleStore | None = None, walked: int | None = None
    ) -> None:
        self.machine, self.store = machine, store
        self.left = WALKED if walked is None else walked
        self.refused: Exception | None = None
        self._native: Native | None = None

    def is_made(self) -> bool:
        """Return whether there is a module; make it as soon as that pays."""
        if self._native is None and self.refused is None and self.left <= 0:
            self._make()
        return self._native is not None

    def _make(self) -> None:
        # imported here: what plays a few matches only does without all that
        from interpreter.native.emit.emitter import Settings
        from interpreter.native.emit.records import action_ids, event_count, kinds_asked
        from interpreter.native.emit.writer import Unsupported
        from interpreter.native.engine import Native, NativeMissing

        try:
            native = Native(self.machine, Settings(records=True), self.store)
        except (Unsupported, NativeMissing) as refused:
            self.refused = refused
            return
        em = native.emitted.emitter
        self.kinds, self.actions = kinds_asked(em), action_ids(em)
        self.events = [""] * event_count(em)
        for id_, plan in self.machine.program.events.items():
            self.events[plan.number] = id_
        self.questions = [Ask(0, each.kind, (), each.type, each.site, 0) for each in em.questions]
        self._outcomes, self._native = Outcomes(native), native

    def play(self, seeds: range, key: Callable[[int], str], longest: int) -> Recorded:
        """Play the matches of the first of some seeds; the last one may be one that the walker has
        to play.

        Args:
            key, longest: As in `Playouts.ends`.
        """
        native = self._native
        assert native is not None
        constants, cells, content = native.constants, native.cells, native.bytes
        seeds = seeds[: constants["KEYED"]]
        keys = [key(seed & MOST_SEED) for seed in seeds]
        done, is_whole = native.recorded(seeds[0] & MOST_SEED, keys)
        decisions, outcomes = self._outcomes.of_rows(native, done)
        outcomes = [
            None if number > longest else outcome
            for number, outcome in zip(decisions, outcomes, strict=True)
        ]

        def rows(first: str, size: int) -> bytes:
            at = constants[first]
            return bytes(content[8 * at : 8 * (at + size)])

        def kept(first: str, end: str) -> bytes:
            return rows(first, cells[constants[end] + 1] - constants[first])

        return Recorded(
            decisions=decisions if is_whole else [*decisions, 0],
            outcomes=outcomes if is_whole else [*outcomes, None],
            matches=rows("MATCHES", done * constants["MATCH_ROW"]),
            cards=kept("CARD_ROWS", "CARDS_END"),
            answers=kept("ANSWER_ROWS", "ANSWERS_END"),
            width=constants["MATCH_ROW"],
            card_cells=constants["CARD_ROW"],
            answer_cells=constants["ANSWER_ROW"],
            seats=native.emitted.seats,
        )

    def option(self, question: int, cell: int) -> Value:
        """Return an option that is counted as an answer, as the walker has it."""
        from interpreter.native.runtime import ENOUGH as LAST
        from interpreter.native.runtime import NONE

        if cell in (NONE, LAST):
            return None if cell == NONE else ENOUGH
        asked = self.questions[question]
        return bool(cell) if asked.kind == "yes-no" or asked.of == BOOL else cell
