"""Rank the players at the end, name and locate faults, and say how a match has ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from traceback import walk_tb
from types import TracebackType
from typing import Final, TypeAlias

from dsl.model.game import Game
from dsl.model.types import Maybe
from dsl.records import Record, Span
from dsl.words.arithmetic import Fault
from interpreter.lower.bodies import NOWHERE
from interpreter.program.closures import Closure
from interpreter.program.program import Program
from interpreter.program.values import Evaluator
from interpreter.state.record import State
from interpreter.state.values import BodyFrame, EventFrame, Value, Values

NONE = "NoneType"


def fault_of(error: Fault | RecursionError | TypeError) -> Fault:
    """Return the fault that an error is.

    Raises:
        TypeError: It is none of the rules: nothing was asked of a player who is none.
    """
    if isinstance(error, Fault):
        return error
    if isinstance(error, RecursionError):
        return Fault("nesting-too-deep", "values within values reach too deep")
    if NONE not in str(error) or not _is_of_nobody(error.__traceback__):
        raise error
    return nobody_acts()


def nobody_acts() -> Fault:
    """Return the fault of what is asked of a player who is none."""
    return Fault("no-actor", "something is asked of `me`, and there is nobody")


def _is_of_nobody(trace: TracebackType | None) -> bool:
    """Return whether what failed had a `me` who is none: of all that was called the last that knows
    of one tells, as a name where it was written, first of its locals where it is a closure."""
    known = [frame.f_locals for frame, _ in walk_tb(trace)]
    told = (names.get("me", names.get("L", (0,))) for names in reversed(known))
    last = next((each for each in told if each != (0,)), None)
    return last is None or (isinstance(last, list | tuple) and last[0] is None)


CYCLE_SHOWN: Final = 8
"""How many events of a loop or before a fault are named."""
PRELUDE: Final = "prelude/"
"""Where the events and values lie that all games share."""


def location_of(program: Program, st: State, fault: Fault) -> str:
    """Return where a match is, with its file and line: what was being looked at, else the innermost
    statement that is carried out, else the innermost body, action, rule or phase; one of the game's
    own, if there is any.
    """
    found = [] if fault.checking is None else [fault.checking]
    site = fault.site
    operation = None if site is None else program.operations[site]
    if operation is not None and operation.span is not NOWHERE:
        found += _said(program, operation.span)
    elif site is not None and program.course.holds(site):
        for _, span in _phases(program, site):
            found += _said(program, span)
    for frame in reversed(st.frames):
        if isinstance(frame, BodyFrame):
            found += _of_body(program, frame.kind)
        elif isinstance(frame, EventFrame):
            event = program.events[frame.event].event
            found += [] if event is None else [(f"event {event.id}", event.span)]
    own = [place for place in found if not place[1].place.startswith(PRELUDE)]
    for name, span in (own or found)[:1]:
        return f" ({name}, {span.place})"
    return ""


def _said(program: Program, span: Span) -> Iterator[tuple[str, Span]]:
    """Yield the name of the body in which a statement stands, with its place."""
    for number, operation in enumerate(program.operations):
        if operation is not None and operation.span == span and number in program.code_of:
            is_course = program.course.holds(number)
            yield from (
                _phases(program, number) if is_course else [(program.code_of[number].name, span)]
            )
            return


def _of_body(program: Program, number: int) -> Iterator[tuple[str, Span]]:
    """Yield what the body belongs to that goes on at an operation."""
    code = program.code_at(number)
    if code is program.course.code:
        yield from _phases(program, number)
    elif code.first in program.takes:
        yield code.name, program.takes[code.first].action.span
    else:
        operation, rule = program.operations[min(number, code.last - 1)], program.rule_at(number)
        assert operation is not None
        if operation.span is not NOWHERE:
            yield code.name, operation.span
        elif rule is not None:
            yield rule.told


def _phases(program: Program, number: int) -> Iterator[tuple[str, Span]]:
    """Yield the innermost phase around an operation of the course, or the one before it."""
    course = program.course
    path = course.path(number) or course.path(number - 1)
    for stretch in path[-1:]:
        phase = program.phases[stretch.phase].phase
        yield f"phase {phase.id}", phase.span


def events_since(st: State, since: int) -> str:
    """Return the first events logged from an id on, in words; "" where none was."""
    names = [record.event for record in st.records(since - 1)]
    if not names:
        return ""
    return f": {', '.join(names[:CYCLE_SHOWN])}{' …' if len(names) > CYCLE_SHOWN else ''}"


_NO_RANK = -(10**13)

Ranks: TypeAlias = tuple[Values, ...]
"""Each seat's rank: one int or none an entry of `end.rank`, the first counts first."""


class Ending:
    """The words of a game on its end.

    Attributes:
        when: When it is over, if it says so.
    """

    def __init__(self, game: Game, seats: int, evaluator: Evaluator) -> None:
        end = game.end
        self._seats, self._span = range(seats), end.span
        self.when: Closure | None = evaluator.roomy(end.when) if end.when else None
        self._rank = tuple(evaluator.roomy(rank) for rank in end.rank)
        self._by_formula = evaluator.roomy(end.winners) if end.winners else None
        self._options = game.options
        self._keeps = {id_: evaluator.roomy(formula) for id_, formula in end.keeps.items()}
        self._ending = [id_ for id_ in end.keeps if not isinstance(game.options[id_].type, Maybe)]
        """Options of which none says that no match follows."""

    def rank(self, st: State, seat: int) -> Values:
        """Return the rank of a seat."""
        return tuple(rank(st, [None, None, None, seat]) for rank in self._rank)

    def settled(self, st: State, *, is_end: bool) -> tuple[Ranks, tuple[int, ...]]:
        """Return the ranks in a state that is the last, and who has won if that is for them to say.

        Raises:
            Fault: The words of the end cannot be worked out.
        """
        try:
            ranks = self.ranks(st)
            winners = self.winners(st, ranks) if is_end else ()
            if is_end and self._keeps:
                self.kept(st)
            return ranks, winners
        except Fault as fault:
            raise fault.within("end", self._span) from None

    def kept(self, st: State) -> dict[str, object] | None:
        """Return what the game's `keeps` makes of options for the next match, in run-time form.

        None where it says that no match follows.

        Raises:
            Fault: An option cannot be that, or it cannot be worked out.
        """
        found: dict[str, object] = {}
        for id_, keep in self._keeps.items():
            value = keep(st, [None, None, None])
            found[id_] = tuple(value) if isinstance(value, list | tuple) else value
        if any(found[id_] is None for id_ in self._ending):
            return None
        for id_, value in found.items():
            if not self._options[id_].allows(value):
                raise Fault("option-out-of-range", f"the next match cannot have {id_} {value}")
        return found

    def ranks(self, st: State) -> Ranks:
        """Return each seat's rank."""
        return tuple(self.rank(st, seat) for seat in self._seats)

    def winners(self, st: State, ranks: Ranks) -> tuple[int, ...]:
        """Return who wins in a state that is the last, with the ranks in it."""
        if self._by_formula:
            found = self._by_formula(st, [None, None, None])
            chosen = (found,) if isinstance(found, int) else tuple(found or ())
            return tuple(sorted(chosen))
        if not self._rank:
            return ()
        keys = ranks
        if [rank for rank in ranks if None in rank]:
            keys = tuple([tuple([_NO_RANK if n is None else n for n in rank]) for rank in ranks])
        best = max(keys)
        if keys.count(best) == 1:
            return (keys.index(best),)
        return tuple([seat for seat, rank in enumerate(keys) if rank == best])


class Outcome(Record):
    """How a match ended.

    Attributes:
        kind: `win` (somebody won), `loss` (it ended and nobody won), `draw`, `fault`.
        winners: Seats.
        rank: Each seat's rank, as the game's `end.rank` says; empty without.
        reason: For draws and faults, in words.
    """

    kind: str
    winners: tuple[int, ...]
    rank: tuple[tuple[int, ...], ...]
    reason: str


def kind_of_end(kind: str, winners: Sequence[int]) -> str:
    """Return what people call the way in which a match is over: `win`, `loss`, `draw`, `fault`."""
    return ("win" if winners else "loss") if kind == "end" else kind


def outcome_of(found: Value) -> Outcome:
    """Return what people see of an outcome."""
    kind, winners, rank, reason = found
    kind = kind_of_end(kind, winners)
    return Outcome(kind, tuple(winners), tuple(map(tuple, rank)), reason)
