"""Hold a match while a script plays it, and what comes of it: result, transcript, places reached.

One machine for a game, its options and its number of seats is kept between scripts. `Dice` draws
what a script leaves to the seed, without touching the match's own chance. Services are functions
of other rooms, which the caller hands in.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from dsl.languages import Catalogue
from dsl.model.game import Game
from dsl.model.scripts import Script
from dsl.model.steps import Body
from dsl.records import Record, Span
from interpreter.graph.steps import key_of
from interpreter.lower import ops
from interpreter.lower.ops import Code
from interpreter.program.assembling import assemble_program
from interpreter.program.program import ROUND, Program
from interpreter.state import chance
from interpreter.state.record import State
from interpreter.state.values import HaltFrame, Value
from interpreter.walk.assembly import assemble_machine
from interpreter.walk.decision import Ask
from interpreter.walk.labels import Labels
from interpreter.walk.machine import Machine
from interpreter.walk.match import Match
from interpreter.walk.questions import listed


class Services(Record, kw_only=True):
    """What other rooms do for scripts; None where nobody does.

    Attributes:
        save: A match as bytes.
        restore: The match of a machine and such bytes.
        view: Everything a seat gets of a match, as bytes (match, seat).
        parting: The first difference of two such views, in words.
        transcript: The lines of a match's log (match, language, seat or None, ids of the actions
            that were taken by themselves).
    """

    save: Callable[[Any], bytes] | None = None
    restore: Callable[[Any, bytes], Any] | None = None
    view: Callable[[Any, int], bytes] | None = None
    parting: Callable[[bytes, bytes], str] | None = None
    transcript: Callable[[Any, str, int | None, Collection[int]], list[str]] | None = None


class NotAvailable(Exception):
    """A step needs a service that nobody has handed in."""


WORDS: Final = Catalogue(__file__)


def word(key: str, language: str) -> str:
    """Return a heading in a language, else in English."""
    return WORDS.text(language, key)


def transcript_of(result: Value, language: str, seat: int | None) -> str:
    """Return the transcript of a result."""
    lines = [f"{word(key, language)}: {text}" for key, text in result.header]
    lines.append("")
    if result.match is not None and result.services.transcript is not None:
        marks = result.acted_alone if seat is None else ()
        lines.extend(result.services.transcript(result.match, language, seat, marks))
    if result.chosen:
        taken = ", ".join(f"{who}: {label}" for who, label in result.chosen)
        lines += ["", f"{word('chosen', language)}: {taken}"]
    alone = [f"{who}: {label}" for player, who, label in result.alone if seat in (None, player)]
    if alone:
        lines += ["", f"{word('alone', language)}: {listed(alone)}"]
    pending = result.pending or word("nothing", language)
    lines += ["", f"{word('pending', language)}: {pending}"]
    return "\n".join(lines) + "\n"


class Failure(Record):
    """A step that did not come out."""

    span: Span
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.span.place}: expected {self.expected}, found {self.found}"


class ScriptResult(Record, kw_only=True):
    """What came of a script.

    Attributes:
        failures: In the order of the steps.
        match: As it stood at the end of the (first) world; None where its position could not be
            built.
        pending: The open decision or waiting work, in words; "" for none.
        trail: A digest of the position at every decision, one tuple a world: equal in every
            process. Kept only where it was asked for.
        chosen: What `random:` steps took, as (player, label).
        alone: What was taken by itself, as (seat, player, label).
        acted_alone: Ids in the log of the actions among that.
    """

    title: str
    span: Span
    failures: tuple[Failure, ...]
    match: Any
    pending: str
    trail: tuple[tuple[str, ...], ...] = ()
    chosen: tuple[tuple[str, str], ...] = ()
    alone: tuple[tuple[int, str, str], ...] = ()
    acted_alone: frozenset[int] = frozenset()
    header: tuple[tuple[str, str], ...] = ()
    services: Services = Services()

    @property
    def ok(self) -> bool:
        """Whether everything came out."""
        return not self.failures

    def transcript(self, language: str, seat: int | None = None) -> str:
        """Return the course of the game as text, as everybody or one seat may know it."""
        return transcript_of(self, language, seat)

    def recorded(self) -> str:
        """Return the transcript as it is recorded: always in English, so that it compares."""
        return self.transcript("en").rstrip("\n") + "\n"


Keys = frozenset[tuple[str, int, int]]
"""Places: path, start, end."""


def places_reached(machine: Machine) -> Keys:
    """Return where a machine that watches has been since it was last asked, and forget it."""
    visited = machine.visited
    assert visited is not None
    program = machine.program
    owners = dict(_owners(program))
    found: set[Span | None] = {each for each in visited if isinstance(each, Span)}
    for number in visited:
        if not isinstance(number, Span):
            operation = program.operations[number]
            found |= {owners.get(number), operation.span if operation else None}
    visited.clear()
    return frozenset(key_of(span) for span in found if span is not None)


def _owners(program: Program) -> Iterator[tuple[int, Span]]:
    """Yield the operation at which each body does something itself and the place of what has it."""
    events = program.events
    pairs: list[tuple[ops.Code | None, Any]] = [(e.code, e.event) for e in events.values()]
    pairs += [(events[plan.event].code, plan.action) for plan in program.actions]
    pairs += [(plan.code, plan.rule) for plan in program.rules if plan.acting is None]
    yield from ((p.acting.acts, p.rule.span) for p in program.rules if p.acting is not None)
    for code, entry in pairs:
        if code is not None and entry is not None:
            yield code.first, entry.span


class Dice:
    """A keyed random stream beside those of the match."""

    def __init__(self, seed: int) -> None:
        self.key = chance.key_of(seed)
        self.chance: dict[str, int] = {}

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1."""
        return chance.below(self, "script", bound)

    def shuffled(self, cards: list[Value]) -> list[Value]:
        """Return a list in random order."""
        copy = list(cards)
        chance.shuffle(self, "script", copy)
        return copy


PLAYER_COUNT = "player-count"


Bodies = dict[int, tuple[Body, Span]]
"""Statements of scripts by identity, in the order in which they were first run."""


@dataclass(slots=True)
class Prepared:
    """A machine with the statements of scripts that have been lowered for it.

    Attributes:
        bodies: Those run so far with blocks or by the walker: a machine of each lowers them in one
            order, so that their operations have the same numbers in what is compared.
    """

    machine: Machine
    bodies: Bodies
    codes: dict[int, Code] = field(default_factory=dict)

    def code_of(self, body: Body, span: Span) -> Code:
        """Return the code of a script's own statements."""
        self.bodies.setdefault(id(body), (body, span))
        if id(body) not in self.codes:
            for key, (each, place) in self.bodies.items():
                if key not in self.codes:
                    self.codes[key] = self.machine.program.assemble("event script", each, place)
            self.machine.extend_table()
        return self.codes[id(body)]


@dataclass(slots=True)
class Machines:
    """Machines made so far.

    Attributes:
        watches: Whether they note what their matches come to (`places_reached`).
        bodies: For each game, its options and seats the statements of scripts.
    """

    watches: bool = False
    kept: dict[Any, Prepared] = field(default_factory=dict)
    bodies: dict[Hashable, Bodies] = field(default_factory=dict)

    def machine_of(self, game: Game, script: Script) -> Prepared:
        """Return the machine for a script."""
        options = options_of(game, script.options, len(script.players))
        key = (game.digest, tuple(sorted(options.items())), len(script.players))
        if key not in self.kept:
            program = assemble_program(game, options, len(script.players))
            visited: set[int | Span] | None = set() if self.watches else None
            machine = assemble_machine(program, visited=visited)
            self.kept[key] = Prepared(machine, self.bodies.setdefault(key, {}))
        return self.kept[key]


def options_of(game: Game, chosen: Mapping[str, object], seats: int) -> dict[str, object]:
    """Return every option with its value; what is not chosen has its default."""
    options = {id_: option.default for id_, option in game.options.items()}
    options.update(chosen)
    options[PLAYER_COUNT] = seats
    return options


class Forced(Record):
    """A decision with one option, taken by itself."""

    player: int
    label: str


@dataclass(slots=True)
class Session:
    """A match and how far a script has come with it.

    Attributes:
        own: The entity of the example's card, or None.
        forced: What was taken by itself since the last answer, not yet named by the script.
        earlier: What was so before the last answer, and never named.
        alone: All that was taken by itself.
        acted_alone: Ids in the log of the actions among that.
        round: That of the last answer; 0 before the first.
        window, seen: Ids of events: `happened:` looks at those from `window` to `seen`; all before
            `seen` have been looked at.
        chosen: What `random:` took, as (player, label).
        views: What `same-view:` saw, by step.
        fault_span: The step that led to a fault, once there is one.
        watch: Called before every answer.
    """

    prepared: Prepared
    script: Script
    match: Match
    dice: Dice
    services: Services
    own: int | None = None
    forced: list[Forced] = field(default_factory=list)
    earlier: list[Forced] = field(default_factory=list)
    alone: list[Forced] = field(default_factory=list)
    acted_alone: set[int] = field(default_factory=set)
    round: int = 0
    window: int = 1
    seen: int = 1
    chosen: list[tuple[str, str]] = field(default_factory=list)
    views: dict[int, bytes] = field(default_factory=dict)
    watch: Callable[[Match], None] | None = None
    fault_span: Span | None = None

    @property
    def machine(self) -> Machine:
        """What runs the match."""
        return self.prepared.machine

    @property
    def st(self) -> State:
        """The state of the match now."""
        return self.match.state

    @property
    def locals(self) -> list[Value]:
        """What expressions of the script begin with: `me` is the first player."""
        return [0, self.own, None]

    def seat(self, name: str) -> int:
        """Return the seat of a player."""
        return self.script.players.index(name)

    def name(self, seat: int) -> str:
        """Return the name of a player."""
        return self.script.players[seat]

    def evaluate(self, formula: Any) -> Any:
        """Return the value of a formula now."""
        return self.machine.formula(formula)(self.st, self.locals)

    def leave_course(self) -> None:
        """Note that seed and decisions alone no longer lead here."""
        if self.match.origin is not None and self.match.origin.seed is not None:
            self.match.began = self.match.origin._replace(seed=None)

    def note_fault(self, span: Span) -> None:
        """Note the step that led to a fault: the first behind which there is one."""
        outcome = self.match.outcome
        if self.fault_span is None and outcome is not None and outcome.kind == "fault":
            self.fault_span = span

    # --- going on -----------------------------------------------------------------------------

    def answer(self, index: int) -> None:
        """Answer the open decision and go on to the next."""
        if self.watch is not None:
            self.watch(self.match)
        self.earlier += self.forced
        self.forced.clear()
        self.round = self.st.values[ROUND]
        with self.machine.hearing(self._note):
            self.match.apply(index)
            self._go_on()

    def run(self) -> None:
        """Go on from the position as it is; a decision that was open is asked anew."""
        self.st.ask = None
        self.earlier += self.forced
        self.forced.clear()
        with self.machine.hearing(self._note):
            self.machine.run(self.st)
            self._go_on()

    def _go_on(self) -> None:
        """Where statements of the script have ended, go on with what they interrupted."""
        stack = self.st.frames
        while len(stack) > 1 and isinstance(stack[-1], HaltFrame) and self.st.ask is None:
            stack.pop()
            self.machine.run(self.st)
            stack = self.st.frames

    def _note(self, st: State, ask: Ask) -> None:
        knowledge = self.machine.knowledge

        def is_hidden(entity: int) -> bool:
            return not knowledge.looks(st, entity) >> ask.decider & 1

        labels = Labels(self.machine.program).option_labels(st, ask, is_hidden)
        forced = Forced(ask.decider, labels[0])
        self.forced.append(forced)
        self.alone.append(forced)
        if ask.kind == "action":
            self.acted_alone.add(st.next_id)

    def take_back(self, decisions: int) -> None:
        """Take decisions back, and what was taken by itself behind them.

        Raises:
            UndoRefused: That cannot be.
        """
        self.match.undo(decisions)
        self.forced.clear()
        self.acted_alone = {each for each in self.acted_alone if each < self.st.next_id}

    def told_alone(self) -> tuple[tuple[int, str, str], ...]:
        """Return what was taken by itself: seat, name of the player, label."""
        return tuple((each.player, self.name(each.player), each.label) for each in self.alone)

    def copy(self) -> Session:
        """Return a sitting that goes its own way."""
        return Session(
            self.prepared,
            self.script,
            self.match.clone(),
            self.dice,
            self.services,
            self.own,
            list(self.forced),
            list(self.earlier),
        )
