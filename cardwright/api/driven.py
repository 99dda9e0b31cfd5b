"""A match without a log: answers run inside the native engine, as long as nobody needs more.

Who asks for the state of the walker, or for what has been, gets it: the walker goes the same way,
and from then on the match is the walker's.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from cardwright.api.match import Match, scores_of
from cardwright.api.options import settled_seed
from interpreter.walk.assembly import opened
from interpreter.walk.ending import Outcome, outcome_of
from interpreter.walk.labels import Labels
from interpreter.walk.match import Decision, NotAnOption, Option

if TYPE_CHECKING:
    from interpreter.native.driving import Driver, Point
    from interpreter.native.memory import Part
    from interpreter.state.record import State
    from interpreter.walk.decision import Ask
    from interpreter.walk.match import History


class DrivenMatch(Match):
    """A match that keeps no log.

    Attributes:
        driver: What runs it.
        point: Where it stands inside the native engine; None where it is the walker's.
    """

    def __init__(self, driver: Driver, seed: int, names: tuple[str, ...]) -> None:
        self.machine, self.driver, self.began = driver.machine, driver, seed
        self.keeps_history, self.picks_freely, self.doubt = True, False, None
        self._names = names
        self._begin(seed)

    def _begin(self, seed: int) -> None:
        """Go to the first decision."""
        self.point: Point | None = None
        self._state: State | None = None
        self._history: History | None = None
        self.taken = None
        if self.driver.is_made():
            self.point = self.driver.opened(seed)
            self._leave_other_ends()
        else:
            self._state = opened(self.machine, seed, self._names, events=False)

    # --- the walker's ---------------------------------------------------------------------------

    def _walk(self) -> State:
        """Let the match be the walker's; return its state."""
        if self.point is not None:
            self._state, self._history = self.driver.walked(self.point, self._names)
            for _, index, _ in self.point.answers():
                self.taken = self.taken, index
            self.point = None
        assert self._state is not None
        return self._state

    def _leave_other_ends(self) -> None:
        """Leave a match that ends otherwise than by its rules to the walker, which says why."""
        point = self.point
        if point is not None and not point.count and self.driver.outcome(point) is None:
            self._walk()

    @property
    def state(self) -> State:
        """All of the truth, to go on with."""
        return self._walk()

    @state.setter
    def state(self, state: State) -> None:
        self._walk()
        self._state = state

    @property
    def history(self) -> History | None:
        """The decisions so far, the newest first: (rest, index taken, state before)."""
        self._walk()
        return self._history

    @history.setter
    def history(self, history: History | None) -> None:
        self._walk()
        self._history = history

    # --- the position ---------------------------------------------------------------------------

    @property
    def position(self) -> State:
        """The position, to be looked at: nothing goes on from it."""
        point = self.point
        if point is None or not self.driver.can_be_seen:
            return self._walk()
        return self.driver.view(point, self._names)

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, by seat."""
        return self._names if self.point is not None else self._walk().names

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        point = self.point
        return super().over if point is None else not point.count

    @property
    def is_secret(self) -> bool:
        """Whether players choose secretly now, see `Match.is_secret`."""
        point = self.point
        return super().is_secret if point is None else self.driver.asked(point).is_secret

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None."""
        point = self.point
        if point is None:
            return super().outcome
        return None if point.count else outcome_of(self.driver.outcome(point))

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's score; see `Match.scores`."""
        outcome = None if self.point is None else self.outcome
        return super().scores if outcome is None else scores_of(outcome, self.seats)

    @property
    def decision(self) -> Decision | None:
        """The open decision, or None when the match is over."""
        point = self.point
        if point is None or not self.driver.can_be_seen:
            return super().decision
        return _Decision(self.driver, point, self._names) if point.count else None

    @property
    def choices(self) -> tuple[int, ...]:
        """The indexes taken so far, the first first."""
        if self.point is None:
            return super().choices
        return tuple(index for _, index, is_kept in self.point.answers() if is_kept)

    # --- for programs that learn ----------------------------------------------------------------

    def cells(self, seat: int) -> bytes | None:
        """Return the row of what a seat may know, see `Match.cells`."""
        point = self.point
        return self.driver.row(point, seat) if point is not None and self.driver.parts else None

    def meanings(self) -> tuple[int, bytes] | None:
        """Return what the options mean, see `Match.meanings`."""
        point = self.point
        return self.driver.meanings(point) if point is not None and self.driver.parts else None

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the row, see `Match.cells`."""
        return self.driver.parts

    # --- answers --------------------------------------------------------------------------------

    def apply(self, option: Option | int | str | Sequence[int | str]) -> None:
        """Answer the open decision, or several one after the other; see `Match.apply`."""
        point = self.point
        if point is None:
            self.driver.left -= 1
            super().apply(option)
            return
        if type(option) is int:
            index = option
        elif isinstance(option, list | tuple):
            self._apply_all(option)
            return
        else:
            index = self._index_of(option)
            point = self.point  # reading labels may have left it to the walker
        if point is None:
            super().apply(index)
            return
        if not 0 <= index < point.count:
            raise NotAnOption(f"there is no option {index} now")
        found = self.driver.answered(point, index, self.keeps_history)
        if found is None:
            self._walk()
            super().apply(index)
        else:
            self.point = found
            if not found.count:
                self._leave_other_ends()

    def _apply_all(self, answers: Sequence[int | str]) -> None:
        """Give several answers, or none where one of them is no option."""
        point = self.point
        if point is None:
            super()._apply_all(answers)
            return
        try:
            self._apply_each(answers)
        except NotAnOption:
            self.point, self._state, self._history, self.taken = point, None, None, None
            raise

    def clone(self) -> Self:
        """Return a copy that goes its own way."""
        copy = type(self).__new__(type(self))
        copy.__dict__ = self.__dict__.copy()
        copy.picks_freely = False
        if self.point is not None:
            if self.point.saved is None:
                self.driver.keep(self.point)
        elif self._state is not None:
            copy._state = self._state.clone()
        return copy

    def reset(self, seed: int | None = None) -> None:
        """Begin anew with another seed, as `Game.start` would; everything before is forgotten.

        Raises:
            ValueError: There is no such seed.
        """
        self._names, self.began, self.doubt = self.names, settled_seed(seed), None
        self._begin(self.began)


class _Decision(Decision):
    """A decision whose position is read when somebody looks at its options."""

    def __init__(self, driver: Driver, point: Point, names: tuple[str, ...]) -> None:
        self._machine, self._driver, self._point, self._names = driver.machine, driver, point, names

    def __getattr__(self, name: str) -> Any:
        """Read who is asked what when somebody wants to know: many only want the number."""
        if name == "_labels":
            self._labels = Labels(self._machine.program)
        elif name in ("player", "kind", "asked"):
            self.player, self.kind, self.asked, _ = self._driver.asked(self._point)
        else:
            raise AttributeError(name, name=name, obj=self)
        return vars(self)[name]

    @property
    def _st(self) -> State:
        """The position; that of the walker where words of options name what runs."""
        if self.kind == "alternative":
            return self._walked._st
        return self._driver.view(self._point, self._names)

    @property
    def _ask(self) -> Ask:
        ask: Ask = self._st.ask
        return ask

    @property
    def count(self) -> int:
        """How many options there are, without making them."""
        return self._point.count

    @cached_property
    def _walked(self) -> Decision:
        """The same with what runs, which only the walker has."""
        st, _ = self._driver.walked(self._point, self._names)
        return Decision(self._machine, self._labels, st)

    def question(self, language: str) -> str:
        """Return the question in words."""
        return self._walked.question(language)

    def described(self, language: str) -> tuple[list[str], str, str]:
        """Return what the question is within, what is wanted, and what its kind asks."""
        return self._walked.described(language)

    @property
    def who(self) -> str:
        """The name of the player who decides."""
        return self._names[self.player]
