"""Define an open decision, whom an event concerns, the taken parts of a choice and signals; play
matches on.

The concerned player decides first where several replacements of an event fit.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

from dsl.model.expressions import Expression
from dsl.model.types import (
    PLAYER,
    SEAT_OF_TARGET,
    EntityType,
    TargetType,
    Type,
    option_type,
    plain_type,
)
from dsl.records import Record
from interpreter.lower import ops
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.closures import Closure
from interpreter.program.noun_closures import players_from
from interpreter.program.program import ACTIVE, START_PLAYER, EventPlan, Program
from interpreter.program.values import Evaluator
from interpreter.state.record import State
from interpreter.state.values import BodyFrame, HaltFrame, Value, Values

Site: TypeAlias = int | tuple[Any, ...]
"""What asks: an operation's number, or a word and numbers (see `Ask`)."""

ENOUGH = "enough"
"""The option that ends a piecewise choice. The option None declines or says "none"."""


class Ask(NamedTuple):
    """An open decision; everything in it can be worked out again from the frames.

    Attributes:
        decider: The seat that answers.
        kind: `action`, `parameter`, `choose`, `piece`, `unit` (of an amount), `order`, `yes-no`,
            `alternative`, `replacement`, `trigger`.
        options: What can be answered: values of `type`, (action, card), (rule, card), an
            alternative's number, True or False; None and `ENOUGH` as above.
        type: Type of what is chosen from, a list or the units of an amount; None where the
            options are no values.
        site: What asks: an operation's number, ("action", number, parameter), ("phase", number),
            ("event", id), ("queue",).
        asked: The seat whose decision it is: another where the game lets somebody answer in its
            place (see `interpreter.walk.knowledge`).
    """

    decider: int
    kind: str
    options: Values
    type: Type | None
    site: Site
    asked: int

    @property
    def of(self) -> Type | None:
        """Return the type of one value among the options, or None."""
        return None if self.type is None else option_type(self.type)


ask_of = partial(tuple.__new__, Ask)
"""Makes an `Ask` of a tuple of its parts, in a third of the time."""


class ClosedElement(Record):
    """What cannot be chosen, though it is one of those that are chosen from.

    Attributes:
        value, type: The element.
        condition: What it does not meet, where that can be told.
        slot: The local by which the condition calls it.
        is_of_all: Whether the condition is of all that is chosen together, and calls that so. It
            is a reason only to who picks in any order: a match asks in its own, and what is not
            open yet may be so behind another.
        given: What was chosen before: pairs of local and value, with its type.
        texts: Else why, by language.
    """

    value: Value
    type: Type
    condition: Expression | None
    slot: int
    given: tuple[tuple[int, Value, Type], ...]
    texts: dict[str, str]
    is_of_all: bool = False


def ask_all(st: State, ask: Ask) -> bool:
    """Return true: a question with one answer is asked too. For `Playing.on_forced`."""
    return True


class Stopped(Exception):
    """The match has ended in the middle of something."""


class Halted(Exception):
    """A script's own statements are done."""


class LoopCut(Exception):
    """The same position came again, and the game's policy is to go on without the loop."""


def halt(st: State, frame: HaltFrame) -> None:
    """Stop without a decision."""
    raise Halted


KINDS: Final = ("piece", "unit")
"""Decisions about one part: of a list, or of a bag that pays."""


def choice_of(program: Program, st: State, kinds: Sequence[str] = KINDS) -> ops.Choose | None:
    """Return the choice that asks, of several parts or of other kinds of decisions, or None."""
    ask: Ask | None = st.ask
    if ask is None or ask.kind not in kinds:
        return None
    if isinstance(ask.site, int):
        operation = program.operations[ask.site]
        return operation if isinstance(operation, ops.Choose) else None
    _, action, place = ask.site
    take = program.actions[action].take
    every = program.operations[take.first : take.last]
    return next(
        (each for each in every if isinstance(each, ops.Choose) and each.action == (action, place)),
        None,
    )


def asking_frame(st: State) -> BodyFrame:
    """Return the frame of the body that asks."""
    frame = st.frames[-1]
    assert isinstance(frame, BodyFrame)
    return frame


def taken_parts(program: Program, st: State) -> Values:
    """Return what is taken already of the choice that asks; units in the order of the bag, with
    those that every such bag has."""
    choice = choice_of(program, st)
    if choice is None:
        return ()
    given = asking_frame(st).locals
    pool, taken = given[choice.pool + FIRST_SLOT], given[choice.taken + FIRST_SLOT]
    if st.ask.kind == "piece":
        return tuple(pool[0][place][0] for place in taken)
    return tuple(key for key, number in taken[0] for _ in range(number))


MOST_DECISIONS = 100_000

Hearing: TypeAlias = Callable[[State, Ask], object]
"""Hears of a decision with one option; returns whether to ask all the same."""


class Playing:
    """Something that answers decisions.

    Attributes:
        on_forced: Hears of every decision with one option.
    """

    on_forced: Hearing | None

    @abstractmethod
    def answer(self, st: State, option: Value) -> None:
        """Answer the open decision with one of its options and go on."""

    def play_at_random(
        self, st: State, random: Callable[[], float], most: int = MOST_DECISIONS
    ) -> int:
        """Play a match to its end or a limit of decisions; return how many it took."""
        answer = self.answer
        for decisions in range(most):
            if st.outcome is not None:
                return decisions
            options = st.ask.options
            answer(st, options[int(random() * len(options))])
        return most

    @contextmanager
    def hearing(self, hear: Hearing | None) -> Iterator[None]:
        """Call a function for each decision with one option for a while; None for no function."""
        before, self.on_forced = self.on_forced, hear
        try:
            yield
        finally:
            self.on_forced = before

    def asking_all(self) -> AbstractContextManager[None]:
        """Ask questions with one answer too for a while."""
        return self.hearing(ask_all)


SOURCES = ("from", "with")
"""Prepositions of the cards that an event comes from, or is done with."""


class Concerned(NamedTuple):
    """The arguments of an event that tell whom it concerns: their places, the last first; of those
    that may be players, whether they may be cards, too."""

    players: tuple[tuple[int, bool], ...]
    cards: tuple[int, ...]


def concerned_by(plan: EventPlan) -> Concerned:
    """Return the arguments of an event that tell whom it concerns."""
    types = [plain_type(t) for t in plan.slot_types]
    said = plan.event.slots if plan.event else ()
    sources = {place for place, slot in enumerate(said) if slot.preposition in SOURCES}
    places = [*reversed(range(len(types)))]
    return Concerned(
        tuple(
            (place, types[place] != PLAYER)
            for place in places
            if types[place] == PLAYER or isinstance(types[place], TargetType)
        ),
        tuple(
            place
            for place in places
            if isinstance(types[place], EntityType | TargetType) and place not in sources
        ),
    )


def player_of(target: int | None) -> int | None:
    """Return the player that a target is, or None."""
    return SEAT_OF_TARGET - target if target is not None and target < 0 else None


class Affected:
    """Finds the player that an event affects."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._said: dict[str, Closure] = {}

    def __call__(self, st: State, plan: EventPlan, me: int | None, arguments: Values) -> int:
        """Return whom an event says it concerns, else the last player it names, else who controls
        the last card that is not where it comes from, else who does it. What nobody does concerns
        the active player, and outside of turns the start player; where these are out of the match
        the next one who is not."""
        said = self.said(st, plan, me, arguments)
        if said is not None:
            return said
        ev, concerned = self._evaluator, concerned_by(plan)
        named = (
            player_of(arguments[place]) if is_target else arguments[place]
            for place, is_target in concerned.players
        )
        cards = (arguments[place] for place in concerned.cards)
        controllers = (ev.controller(st, card) for card in cards if card is not None and card >= 0)
        active = st.values[ACTIVE]
        first = st.values[START_PLAYER] or 0 if active is None else active
        found = next((p for p in (*named, *controllers, me) if p is not None), None)
        return (*players_from(ev, st, first), first)[0] if found is None else int(found)

    def turn_order(self, st: State, first: int) -> tuple[int | None, ...]:
        """Return in which order players decide: from a seat on, who is out of the match behind
        them (so some stand there twice), last of all nobody."""
        ev = self._evaluator
        return (*players_from(ev, st, first), *range(ev.program.seats), None)

    def said(self, st: State, plan: EventPlan, me: int | None, arguments: Values) -> int | None:
        """Return whom an event says it concerns; None where it says nobody, or nothing."""
        if plan.event is None or plan.event.affects is None:
            return None
        if plan.id not in self._said:
            self._said[plan.id] = self._evaluator.roomy(plan.event.affects)
        told = self._said[plan.id](st, [me, None, me, *arguments[: plan.slots]])
        return None if told is None else int(told)
