"""A match as programs see it: what the machine does, and what a seat may know of it.

Whole actions, the feed of events and the look from all sides stand here too. Imports stand in
functions where loading a game does not need them.
"""

from __future__ import annotations

import json
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, Self

import interpreter.walk.ending
import interpreter.walk.match
from cardwright.api.errors import PackageError
from cardwright.api.options import settled_seed
from dsl.languages import OWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.native.memory import Part
    from interpreter.observe.events import EventRecord
    from interpreter.walk.ending import Outcome

MOST_ACTIONS = 10_000
"""Whole actions that are listed; where there are more nobody gets a list."""
_NO_RANK = -(10**13)


class TooManyActions(ValueError):
    """A decision begins more whole actions than can be listed."""


class Match(interpreter.walk.match.Match):
    """One play of a game."""

    kind_of_end = staticmethod(interpreter.walk.ending.kind_of_end)
    origin_of = staticmethod(interpreter.walk.match.origin_of)
    site_span = staticmethod(interpreter.walk.match.site_span)

    @classmethod
    def of(cls, match: interpreter.walk.match.Match) -> Match:
        """Return the machine's match with everything that stands here."""
        found = cls(match.machine, match.state, match.history, match.began)
        found.keeps_history, found.doubt = match.keeps_history, match.doubt
        found.taken = match.taken
        return found

    def clone(self) -> Self:
        """Return a copy that goes its own way."""
        copy = type(self)(self.machine, self.state.clone(), self.history, self.began)
        copy.keeps_history, copy.doubt = self.keeps_history, self.doubt
        copy.taken = self.taken
        return copy

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def actions(self) -> list[tuple[str, ...]]:
        """Return every whole action that can be begun now, each as the labels to apply.

        Raises:
            TooManyActions: They are too many to be listed.
        """
        return [] if self.state.ask is None else _whole_actions(self)

    @property
    def seed(self) -> int | None:
        """The seed that it began with; None where that is not known."""
        origin = self.origin
        return None if origin is None else origin.seed

    def reset(self, seed: int | None = None) -> None:
        """Begin anew with another seed, as `Game.start` would; everything before is forgotten.

        Raises:
            ValueError: There is no such seed.
        """
        seed = settled_seed(seed)
        logs = bool(self.state.listening & 1)
        names = self.state.names
        fresh = interpreter.walk.match.Match.start(self.machine, seed, names, events=logs)
        self.state, self.history, self.began = fresh.state, None, fresh.began
        self.doubt = self.taken = None

    def call_off(self, reason: str) -> None:
        """End the match as a draw, for a reason in words."""
        self.machine.finish(self.state, "draw", reason)

    @property
    def asks_all(self) -> bool:
        """Whether questions with one answer are asked as well."""
        from interpreter.walk.picking import asks_everything

        return asks_everything(self.machine)

    @property
    def seats(self) -> range:
        """The seats, from 0."""
        return range(self.machine.program.seats)

    @property
    def events(self) -> list[EventRecord]:
        """All that has happened, in order; empty for a match that keeps no log."""
        return self.log()

    def log(self, seat: int | None = None) -> list[EventRecord]:
        """Return what has happened, in order.

        Args:
            seat: Who looks: only what this seat may know. None sees everything.
        """
        from interpreter.observe.events import told_events

        return told_events(self, seat)

    def follow(self, seat: int | None = None) -> Follower:
        """Return what tells the events as they come: `new()` gives those since it was last asked.

        Args:
            seat: Who looks: only what this seat may know. None sees everything.
        """
        return Follower(self, seat)

    def observe(self, seat: int) -> dict[str, Any]:
        """Return exactly what a seat may know, as plain data."""
        from interpreter.observe.observation import observe

        return observe(self, seat)

    def told(self, seat: int, *, drawn: bool = True) -> bytes:
        """Return all that a seat is told, as bytes to be compared: the view, the texts of its
        options, its log by language, and more beside them.

        Args:
            drawn: Whether the screen belongs to it too, with prices, marks, why an action cannot be
                taken, and what has changed places; it takes long.
        """
        from interpreter.observe.transcript import transcript_lines

        decision = self.decision
        is_own = decision is not None and decision.player == seat
        asked = [decision.texts(language) for language in OWN] if decision and is_own else []
        log = [transcript_lines(self, language, seat) for language in OWN]
        number, past = 0, self.history
        while past is not None:  # how many of its last answers the seat can take back
            past, _, before = past
            if before.ask.decider != seat or before.learned != self.state.learned:
                break
            number += 1
        beside: dict[str, Any] = {"undo": number}
        if decision is not None and is_own:
            beside["question"] = [decision.question(language) for language in OWN]
            beside["place"] = decision.place
            beside["refusal"] = [_error_of(self, index) for index in (-1, decision.count, 10**9)]
            beside["why-not"] = [[each.action, each.texts] for each in self.refusals]
        if self.over:
            beside["keeps"] = self.kept
        if drawn:
            with suppress(ModuleNotFoundError):  # the applications are not installed
                beside["screen"] = import_module("cardwright.apps.screen").seen(self, seat)
        return json.dumps([self.observe(seat), asked, log, beside], ensure_ascii=False).encode()

    def determinize(self, seat: int, seed: int) -> Match:
        """Return a match that a seat cannot tell from this one; the rest is drawn by the seed."""
        from interpreter.observe.determinize import determinize

        return Match.of(determinize(self, seat, seed))

    @property
    def is_secret(self) -> bool:
        """Whether players choose secretly now: none of them sees what the others choose."""
        return self.state.is_secret

    @property
    def parts(self) -> tuple[Part, ...]:
        """What stands where in a row of `cells`."""
        return ()

    def cells(self, seat: int) -> bytes | None:
        """Return a row of what a seat may know, numbers of 64 bits, where the native engine writes
        it: `Game.start_for_rows` says what stands in it, `parts` where. Else None."""
        return None

    def meanings(self) -> tuple[int, bytes] | None:
        """Return the number of the question that is open and what its options mean to who decides,
        as numbers of 64 bits, where the native engine writes it; else None."""
        return None

    def rank(self, seat: int) -> tuple[int, ...]:
        """Return the game's rank of a seat now, best first; none counts as least."""
        self.machine.meter.begin()
        found = self.machine.ending.rank(self.state, seat)
        return tuple(_NO_RANK if number is None else number for number in found)

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's score: the first number that the game ranks by; in a game without ranks 1
        for having won, -1 for having lost and 0 for all else."""
        self.machine.meter.begin()
        ranks = [self.machine.ending.rank(self.state, seat) for seat in self.seats]
        if all(ranks):
            return tuple(_NO_RANK if rank[0] is None else rank[0] for rank in ranks)
        return won_or_lost(self.outcome, self.seats)

    @property
    def kept(self) -> dict[str, str] | None:
        """The options of the next match of a campaign, as people write them: those of this match
        that are not usual, and over them what the game `keeps`. Nothing after a draw or a fault;
        None where the game says that no match follows.

        Raises:
            ValueError: The match is not over.
        """
        if self.outcome is None:
            raise ValueError("what a match keeps is known when it is over")
        if self.outcome.kind in ("draw", "fault"):
            return {}
        from cardwright.api.options import Options

        program = self.machine.program
        kept = self.machine.ending.kept(self.state)
        return None if kept is None else Options(program.game).of_next_match(program.options, kept)

    def save(self) -> bytes:
        """Return the match as bytes, to be given to `Game.restore` later.

        Raises:
            SaveError: It is too large, does not know how it began, or asks all questions.
        """
        if self.asks_all:
            from interpreter.state.saving import SaveError

            raise SaveError("a match started with `ask_all` is not saved; keep its `choices`")
        from interpreter.trajectory.saving import save_match

        return save_match(self)

    def trajectory(self) -> bytes:
        """Return the course of the match as bytes, with fingerprints along the way.

        Raises:
            SaveError: The match does not know its whole course, or asks all questions.
        """
        from interpreter.state.saving import SaveError
        from interpreter.trajectory.trajectory import trajectory

        if self.asks_all:
            raise SaveError("a match started with `ask_all` is not recorded; keep its `choices`")
        return trajectory(self)

    def value(self, text: str) -> Any:
        """Return what an expression is worth now, as plain data: numbers and truth as they are,
        cards and members of enums by id, players by name, all of the truth.

        Raises:
            PackageError: The expression is not right; `diagnostics` says why.
        """
        from dsl.load import check_text

        seats = {name: seat for seat, name in enumerate(self.names)}
        formula, diagnostics = check_text(text, self.machine.program.game, seats)
        if formula is None:
            raise PackageError(diagnostics)
        from interpreter.observe.seat_view import Sight

        found = self.machine.formula(formula)(self.state, [0, None, None])
        return Sight(self, None).plain(found, formula.expression.type)


def _error_of(match: Match, index: int) -> str:
    """Return what is said of an answer that is none."""
    try:
        match.clone().apply(index)
    except interpreter.walk.match.NotAnOption as error:
        return str(error)
    return "taken"


def won_or_lost(outcome: Outcome | None, seats: Sequence[int]) -> tuple[int, ...]:
    """Return the scores in a game that has no ranks."""
    if outcome is None or outcome.kind in ("draw", "fault"):
        return (0,) * len(seats)
    return tuple(1 if seat in outcome.winners else -1 for seat in seats)


def scores_of(outcome: Outcome, seats: Sequence[int]) -> tuple[int, ...]:
    """Return the scores of a match that is over by its rules."""
    if outcome.rank and all(outcome.rank):
        return tuple(_NO_RANK if rank[0] is None else rank[0] for rank in outcome.rank)
    return won_or_lost(outcome, seats)


def _whole_actions(match: Match) -> list[tuple[str, ...]]:
    """Return every way to answer the open decision and those that belong to it, as labels.

    What belongs to it is what the same player is asked next, up to the end of the action or of what
    a phase does, and only as long as nothing hidden becomes known: what cannot be foreseen is not
    listed.

    Raises:
        TooManyActions: There are more than `MOST_ACTIONS`.
    """
    from interpreter.walk.picking import course_watched

    ended: list[bool] = []
    found: list[tuple[str, ...]] = []
    waiting: list[tuple[Match, tuple[str, ...]]] = [(match, ())]
    with course_watched(match.machine, lambda: ended.append(True)):
        while waiting:
            asked, labels = waiting.pop()
            decision = asked.decision
            assert decision is not None
            for option in reversed(decision.options):
                after = asked.clone()
                after.keeps_history = False
                ended.clear()
                after.apply(option.index)
                whole = (*labels, option.label)
                ask = after.state.ask
                can_belong = (
                    ask is not None
                    and after.state.learned == match.state.learned
                    and ask.decider == match.state.ask.decider
                )
                if can_belong and not ended:
                    waiting.append((after, whole))
                else:
                    found.append(whole)
                if len(found) + len(waiting) > MOST_ACTIONS:
                    words = f"over {MOST_ACTIONS} whole actions; answer one question at a time"
                    raise TooManyActions(words)
    return sorted(found)


class Follower:
    """Gives each event once, in order; only what is new is looked at.

    While secret choices are made, nothing is told from the first of them on until they are open.
    """

    def __init__(self, match: interpreter.walk.match.Match, seat: int | None) -> None:
        self.match, self.seat = match, seat
        self._told = 0
        self._numbers: dict[int, int] = {}
        self._causes: dict[int, int] = {}

    def new(self) -> list[EventRecord]:
        """Return what has happened since it was last asked.

        Raises:
            ValueError: The match has been taken back behind what was told.
        """
        from interpreter.observe.events import is_kept_back, shown
        from interpreter.observe.seat_view import Sight

        st = self.match.state
        if st.next_id <= self._told:
            raise ValueError("the match has been taken back; follow it anew")
        found = []
        view = Sight(self.match, self.seat)
        for record in st.records(self._told):
            if is_kept_back(view, record):
                break
            self._told = record.id
            self._causes[record.id] = record.cause
            self._numbers[record.id] = len(self._numbers) + 1
            found.append(shown(view, record, self._numbers, self._causes))
        return found


def look(match: interpreter.walk.match.Match) -> None:
    """Call everything that shows a match.

    Raises:
        Exception: Something in the match is not what it must be.
    """
    from interpreter.observe.events import event_records
    from interpreter.observe.observation import observe

    for seat in range(match.machine.program.seats):
        observe(match, seat)
    languages = match.machine.program.game.manifest.languages or OWN
    for record in event_records(match, None):
        for language in languages:
            record.text(language)
    decision = match.decision
    if decision is not None:
        for language in languages:
            decision.question(language)
            decision.texts(language)
        _ = decision.labels, decision.place, match.refusals
    _ = match.outcome, match.digest()
