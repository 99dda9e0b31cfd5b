"""Play a match: the open decision, its options, answering, copying, taking back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Self, SupportsIndex, TypeAlias

from dsl.records import Record, Span
from interpreter.state.record import Origin, State
from interpreter.state.saving import digest
from interpreter.state.values import Value
from interpreter.walk.assembly import opened
from interpreter.walk.decision import ENOUGH, Ask, Site
from interpreter.walk.ending import Outcome, outcome_of
from interpreter.walk.equivalence import option_texts
from interpreter.walk.labels import OPTIONS, WORDS, Labels
from interpreter.walk.machine import Machine
from interpreter.walk.questions import described, listed, question
from interpreter.walk.why_not_offered import Refusal

UNSOUND = "unsound-position: the position that was loaded does not fit the rules"
"""How a match ends that began from a save which was made up."""


class UndoRefused(Exception):
    """A decision cannot be taken back: something hidden became known since, or there is none."""


class NotAnOption(ValueError):
    """An answer that is none of the options of the open decision."""


class Option(Record):
    """One answer to a decision.

    Attributes:
        index: Its place among the options.
        label: What scripts call it, in every language.
    """

    index: int
    label: str
    decision: Decision

    def text(self, language: str) -> str:
        """Return what people read."""
        return self.decision.texts(language)[self.index]


class Decision:
    """A point where someone chooses.

    Attributes:
        player: The seat that decides.
        asked: The seat whose decision it is: another where somebody answers in its place.
        kind: `action parameter choose piece unit order yes-no alternative replacement trigger`.
        ENOUGH, KINDS: The option that ends a choice of several; all kinds.
    """

    ENOUGH, KINDS = ENOUGH, tuple(OPTIONS)
    forgotten: frozenset[int] = frozenset()
    """Cards that texts call as if the player could not tell them."""

    def __init__(self, machine: Machine, labels: Labels, st: State) -> None:
        self._machine, self._labels = machine, labels
        self._found, self._open = st, st.ask
        self.player, self.kind, self.asked = st.ask.decider, st.ask.kind, st.ask.asked

    @property
    def _st(self) -> State:
        """The position in which it is open."""
        return self._found

    @property
    def _ask(self) -> Ask:
        ask: Ask = self._open
        return ask

    def _standing(self) -> tuple[Machine, State]:
        """Return the position in which it is open, as it is now, and what runs it."""
        return self._machine, self._st.clone()

    def _is_hidden(self, entity: int) -> bool:
        is_known = self._machine.knowledge.looks(self._st, entity) >> self.player & 1
        return not is_known or entity in self.forgotten

    @property
    def who(self) -> str:
        """The name of the player who decides."""
        return str(self._st.names[self.player])

    @property
    def count(self) -> int:
        """How many options there are, without making them."""
        return len(self._ask.options)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The options, in a stable order."""
        labels = self._labels.option_labels(self._st, self._ask, self._is_hidden)
        return tuple(Option(i, label, self) for i, label in enumerate(labels))

    @property
    def labels(self) -> tuple[str, ...]:
        """The label of every option."""
        return tuple(option.label for option in self.options)

    @staticmethod
    def word(label: str, language: str) -> str:
        """Return the text of a label that is the same in all games; "" for any other label."""
        key = f"label-{label}"
        return WORDS.text(language, key) if key in WORDS else ""

    def texts(self, language: str) -> list[str]:
        """Return the text of every option."""
        return option_texts(self._labels, self._st, self._ask, language, self._is_hidden)

    @property
    def declinable(self) -> bool:
        """Whether one option says "none", "enough" or "no"."""
        return any(o is None or o is False or o == ENOUGH for o in self._ask.options)

    def question(self, language: str) -> str:
        """Return the question in words."""
        return question(self._machine.program, self._st, self._ask, language, self._is_hidden)

    def described(self, language: str) -> tuple[list[str], str, str]:
        """Return what it is within, what an author calls what is wanted, what its kind asks."""
        return described(self._machine.program, self._st, self._ask, language, self._is_hidden)

    @property
    def span(self) -> Span | None:
        """Where in the text the decision comes from."""
        return site_span(self._machine, self._ask.site)

    @property
    def place(self) -> str:
        """`path:line:column` of the text the decision comes from, or ""."""
        return self.span.place if self.span else ""


def site_span(machine: Machine, site: Site) -> Span | None:
    """Return the span of what asks."""
    program = machine.program
    if isinstance(site, int):
        operation = program.operations[site]
        return operation.span if operation else None
    spans: Mapping[str, Callable[[], Span | None]] = {
        "action": lambda: program.actions[site[1]].action.parameters[site[2]].span,
        "phase": lambda: program.phases[site[1]].phase.span,
        "rule": lambda: program.rules[site[1]].rule.span,
        "event": lambda: getattr(program.events[site[1]].event, "span", None),
    }
    return spans.get(site[0], lambda: None)()


def origin_of(machine: Machine, seed: int | None) -> Origin:
    """Return what a match on a machine begins from."""
    program = machine.program
    return Origin(
        game_id=program.game.manifest.id,
        version=program.game.manifest.version,
        game_digest=program.game.digest,
        options=program.options,
        seats=program.seats,
        seed=seed,
    )


History: TypeAlias = "tuple[History | None, int, State]"
"""The decisions so far, the last first: those before, its index, and the state before it."""


Taken: TypeAlias = "tuple[Taken | None, int]"
"""The answers so far, the last first: those before, and its index."""


class Match:
    """One play of a game.

    Attributes:
        machine: What runs it.
        state: All of the truth.
        names: What the players are called, by seat.
        began: What it began from, or the seed alone; None where that is not known.
        doubt: Of a match whose position nobody vouches for: tries everything on it, after each
            answer; what breaks then ends the match. Else None.
        taken: All answers so far, kept where no history is kept, too.
    """

    taken: Taken | None = None

    def __init__(
        self,
        machine: Machine,
        state: State,
        history: History | None = None,
        began: Origin | int | None = None,
    ) -> None:  # fmt: skip
        self.machine, self.state, self.began = machine, state, began
        self.history: History | None = history
        """The decisions so far, the newest first: (rest, index taken, state before)."""
        self.keeps_history, self.picks_freely = True, False
        """`picks_freely`: its options are those of a person who picks parts in any order."""
        self.doubt: Callable[[Match], None] | None = None

    @classmethod
    def start(
        cls, machine: Machine, seed: int, names: tuple[str, ...], *, events: bool = True
    ) -> Self:
        """Return a match played up to its first decision."""
        return cls(machine, opened(machine, seed, names, events=events), None, seed)

    @property
    def origin(self) -> Origin | None:
        """What it began from; None where that is not known."""
        began = self.began
        return origin_of(self.machine, began) if isinstance(began, int) else began

    # --- the position ---------------------------------------------------------------------------

    @property
    def position(self) -> State:
        """The position, to be looked at and never changed."""
        return self.state

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, by seat."""
        return self.state.names

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.state.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None."""
        return None if self.state.outcome is None else outcome_of(self.state.outcome)

    @property
    def decision(self) -> Decision | None:
        """The open decision, or None when the match is over."""
        is_open = self.state.ask is not None
        return Decision(self.machine, Labels(self.machine.program), self.state) if is_open else None

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """The actions that cannot be taken in the phase now, and why."""
        self.machine.meter.begin()
        return self.machine.refusals(self.state)

    def digest(self) -> str:
        """Return a hash of the position, equal for equal positions in every process."""
        return digest(self.state, self.machine.definition_ids)

    # --- answers --------------------------------------------------------------------------------

    def apply(self, option: Option | int | str | Sequence[int | str]) -> None:
        """Answer the open decision, or several one after the other.

        Args:
            option: One of its options, or the index or the label of one; or a list of labels and
                indexes, for this decision and those that follow.

        Raises:
            NotAnOption: There is no such option, or no open decision; nothing has happened then.
        """
        if type(option) is int:
            index = option
        elif isinstance(option, list | tuple):
            self._apply_all(option)
            return
        else:
            index = self._index_of(option)
        ask = self.state.ask
        if ask is None or not 0 <= index < len(ask.options):
            raise NotAnOption(f"there is no option {index} now")
        before = self.state
        self.taken = self.taken, index
        if self.keeps_history:
            before = self.state.clone()
            self.history = (self.history, index, before)
        if self.doubt is None:
            self.machine.answer(self.state, ask.options[index])
        else:
            self._answer_in_doubt(ask.options[index], self.doubt)
        if self.state.outcome is not None and self.state.outcome[0] == "fault":
            self._step_back(before)

    def _apply_all(self, answers: Sequence[int | str]) -> None:
        """Give several answers, or none where one of them is no option."""
        state, history, taken = self.state.clone(), self.history, self.taken
        try:
            self._apply_each(answers)
        except NotAnOption:
            self.state, self.history, self.taken = state, history, taken
            raise

    def _apply_each(self, answers: Sequence[int | str]) -> None:
        for number, answer in enumerate(answers, start=1):
            try:
                self.apply(answer)
            except NotAnOption as error:
                raise NotAnOption(f"answer {number} of {len(answers)}: {error}") from None

    def _answer_in_doubt(self, option: Value, doubt: Callable[[Match], None]) -> None:
        """Answer where the position may have been made up."""
        before = self.state.clone()
        try:
            self.machine.answer(self.state, option)
            doubt(self)
        except Exception:  # an invented position can lead to any
            self.state = before
            self.state.ask = None
            self.state.outcome = ("fault", (), (), UNSOUND)

    def _index_of(self, answer: object) -> int:
        """Return the index that an option, a label or another kind of number means."""
        if isinstance(answer, Option):
            return answer.index
        if isinstance(answer, SupportsIndex) and not isinstance(answer, bool):
            return answer.__index__()
        if not isinstance(answer, str):
            words = "answer with an option of the decision, its index or its label"
            raise NotAnOption(f"{words}, not with {answer!r}")
        labels = self.decision.labels if self.decision else ()
        if answer not in labels:
            raise NotAnOption(f"`{answer}` is no option now; there are: {listed(labels)}")
        return labels.index(answer)

    def _step_back(self, before: State) -> None:
        """After a fault show the position in which the action or phase step began."""
        if before is self.state:
            return
        outcome = self.state.outcome
        self.state = self._start_of_action().clone()
        self.state.ask = None
        self.state.outcome = outcome

    def _start_of_action(self) -> State:
        """Return the last position in which an action was chosen, else the first one kept."""
        entry, found = self.history, None
        while entry is not None:
            found = entry[2]
            if found.ask.kind == "action":
                return found
            entry = entry[0]
        assert found is not None
        return found

    def clone(self) -> Self:
        """Return a copy that goes its own way."""
        copy = type(self)(self.machine, self.state.clone(), self.history, self.began)
        copy.keeps_history, copy.doubt = self.keeps_history, self.doubt
        copy.taken = self.taken
        return copy

    def can_undo(self, decisions: int = 1) -> bool:
        """Return whether a number of decisions can be taken back."""
        entry = self._entry(decisions)
        return entry is not None and entry[2].learned == self.state.learned

    def _entry(self, decisions: int) -> History | None:
        entry = self.history
        for _ in range(decisions - 1):
            entry = None if entry is None else entry[0]
        return entry

    def undo(self, decisions: int = 1, *, agreed: bool = False) -> None:
        """Go back by a number of decisions.

        Args:
            agreed: Whether all players agree, even if something has become known since.

        Raises:
            UndoRefused: There are fewer, or something hidden became known since.
        """
        entry = self._entry(decisions)
        if entry is None:
            raise UndoRefused("there is no decision to take back")
        if entry[2].learned != self.state.learned and not agreed:
            raise UndoRefused("something hidden has become known since")
        self.history = entry[0]
        self.state = entry[2].clone()
        for _ in range(decisions):
            self.taken = None if self.taken is None else self.taken[0]

    @property
    def choices(self) -> tuple[int, ...]:
        """The indexes taken so far, the first first."""
        found = []
        entry = self.history
        while entry is not None:
            found.append(entry[1])
            entry = entry[0]
        return tuple(reversed(found))
