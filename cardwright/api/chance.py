"""Play with chance as a player: every outcome is a decision with known probabilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from cardwright.api.chance_outcomes import Deal, Missing, Slot, pool_of, run_watched
from cardwright.api.errors import Mistake
from cardwright.api.match import Match
from dsl.files import blake2b
from dsl.model.types import DefinitionType, ListOf
from dsl.records import Record
from interpreter.observe.redraw import deal_out
from interpreter.state.record import State
from interpreter.state.saving import SaveError, digest
from interpreter.walk.assembly import start_state
from interpreter.walk.decision import Ask
from interpreter.walk.equivalence import option_texts
from interpreter.walk.labels import Labels
from interpreter.walk.machine import Machine
from interpreter.walk.match import Decision, History, NotAnOption, UndoRefused

CHANCE = -1
"""The seat of chance."""


class Outcome(Record):
    """What chance can decide.

    Attributes:
        number: The definition of the card; of a draw its place.
        texts: Returns what people read of all outcomes in a language.
    """

    index: int
    label: str
    number: int
    probability: Fraction
    texts: Callable[[str], Sequence[str]]

    def text(self, language: str) -> str:
        """Return what people read."""
        return self.texts(language)[self.index]


class ChanceDecision(Record, kw_only=True):
    """A point where chance decides; it is answered like any other.

    Attributes:
        options: What can come, each with its `probability`.
        card: The undecided card; None for a draw.
    """

    options: tuple[Outcome, ...]
    card: int | None
    player: int = CHANCE
    kind: str = "chance"
    who: str = "chance"
    declinable: bool = False
    place: str = ""

    @property
    def count(self) -> int:
        """How many outcomes there are."""
        return len(self.options)

    @property
    def labels(self) -> tuple[str, ...]:
        """The label of every outcome."""
        return tuple(outcome.label for outcome in self.options)

    def texts(self, language: str) -> list[str]:
        """Return the text of every outcome."""
        return [outcome.text(language) for outcome in self.options]

    def question(self, language: str) -> str:
        """Return what is asked, in words."""
        return Mistake.WORDS.text(language, "chance-decides")


class _Run(Record, kw_only=True):
    """A run of the machine that waits for outcomes of chance.

    Attributes:
        before: The position in which it begins; never changed.
        open: The undecided cards there, each with the number of its shuffle.
        answer: The option that is answered, in a 1-tuple; None at the beginning of the match.
        draws, orders: What chance has decided for it so far.
    """

    before: State
    open: dict[int, int]
    shuffled: int
    answer: Any
    draws: tuple[int, ...] = ()
    orders: dict[Slot, int]


class ChanceMatch(Match):
    """A match in which chance is a player, whose seat is `CHANCE`.

    Its positions are never changed, but replaced; so copies cost nothing.
    """

    def __init__(
        self, machine: Machine, state: State, history: History | None = None, began: Any = None
    ) -> None:
        super().__init__(machine, state, history, began)
        self._open: dict[int, int] = {}
        self._shuffled = 0
        self._waiting: tuple[_Run, ChanceDecision, Deal] | None = None
        self._before: ChanceMatch | None = None
        self._taken: int | None = None

    @classmethod
    def begin(cls, machine: Machine, names: tuple[str, ...], *, events: bool) -> ChanceMatch:
        """Return a match at its first decision, which may be one of chance."""
        state = start_state(machine, 0, events=events)
        state.names = names
        match = cls(machine, state)
        match._run(_Run(before=state, open={}, shuffled=0, answer=None, orders={}))
        return match

    def clone(self) -> ChanceMatch:
        """Return a copy that goes its own way."""
        copy = ChanceMatch(self.machine, self.state)
        copy._open, copy._shuffled, copy._waiting = self._open, self._shuffled, self._waiting
        copy._before, copy._taken = self._before, self._taken
        copy.keeps_history = self.keeps_history
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        return _of_parts, (self.machine, self._parts(), self.keeps_history)

    def _parts(self) -> tuple[Any, ...]:
        """Return what it is made of again, with all that has been kept of its course."""
        course: list[ChanceMatch] = []
        each: ChanceMatch | None = self
        while each is not None:
            course.append(each)
            each = each._before
        return tuple(each._part() for each in reversed(course))

    def _part(self) -> tuple[Any, ...]:
        run = None if self._waiting is None else self._waiting[0]
        return None if run is not None else self.state, self._open, self._shuffled, run, self._taken

    @property
    def decision(self) -> Decision | ChanceDecision | None:  # type: ignore[override]
        """The open decision, or None when the match is over."""
        return super().decision if self._waiting is None else self._waiting[1]

    @property
    def choices(self) -> tuple[int, ...]:
        """The indexes taken so far, those of chance too, the first first."""
        found: list[int] = []
        each: ChanceMatch | None = self
        while each is not None and each._taken is not None:
            found.append(each._taken)
            each = each._before
        return tuple(reversed(found))

    def apply(self, option: Any) -> None:
        """Answer the open decision, or several one after the other; see `Match.apply`."""
        if isinstance(option, list | tuple):
            self._apply_all(option)
            return
        index = option.index if isinstance(option, Outcome) else self._index_of(option)
        decision = self.decision
        if decision is None or not 0 <= index < decision.count:
            raise NotAnOption(f"there is no option {index} now")
        before = self.clone() if self.keeps_history else None
        if self._waiting is None:
            answer = (self.state.ask.options[index],)
            self._run(
                _Run(
                    before=self.state, open=self._open, shuffled=self._shuffled, answer=answer,
                    orders={},
                )
            )  # fmt: skip
        else:
            run, asked, deal = self._waiting
            self._run(self._decided(run, asked, deal, asked.options[index].number))
        self._before, self._taken = before, index

    def _index_of(self, answer: object) -> int:
        decision = self.decision
        if isinstance(decision, ChanceDecision) and isinstance(answer, str):
            if answer not in decision.labels:
                raise NotAnOption(f"`{answer}` is no outcome now")
            return decision.labels.index(answer)
        return super()._index_of(answer)

    def _apply_all(self, answers: Sequence[Any]) -> None:
        before = self.clone()
        try:
            self._apply_each(answers)
        except NotAnOption:
            self._become(before)
            raise

    def _become(self, other: ChanceMatch) -> None:
        """Be in the position of another match."""
        self.state, self._open, self._shuffled = other.state, other._open, other._shuffled
        self._waiting, self._before, self._taken = other._waiting, other._before, other._taken

    # --- chance -------------------------------------------------------------------------------

    def _run(self, run: _Run) -> None:
        """Run on to the next decision, of a player or of chance."""
        st = run.before.clone()
        deal = Deal(st.chance, run.open.copy(), run.shuffled, run.draws, run.orders)
        try:
            run_watched(self.machine, st, deal, run.answer)
        except Missing as missing:
            decision = self._asked(st, deal, missing)
            self._waiting = run, decision, deal
            self.state = st.clone()
            return
        self.state, self._open, self._shuffled = st, deal.open, deal.shuffled
        self._waiting = None

    def _asked(self, st: State, deal: Deal, missing: Missing) -> ChanceDecision:
        """Return what chance has to decide."""
        if missing.card is None:
            numbers, values = tuple(range(len(missing.pool))), missing.pool
            type_ = missing.type
            weights = missing.weights or (1,) * len(values)
            shares = [Fraction(weight, sum(weights)) for weight in weights]
        else:
            counts = Counter(pool_of(st, deal.open, missing.card))
            numbers = values = tuple(counts)
            type_, whole = ListOf(DefinitionType("")), counts.total()
            shares = [Fraction(times, whole) for times in counts.values()]
        ask = Ask(0, "choose", tuple(values), type_, ("chance",), 0)
        labels, is_hidden = Labels(self.machine.program), deal.open.copy().__contains__
        said = labels.option_labels(st, ask, is_hidden)
        texts = lru_cache(lambda language: option_texts(labels, st, ask, language, is_hidden))
        outcomes = (
            Outcome(index, label, number, share, texts)
            for index, (label, number, share) in enumerate(zip(said, numbers, shares, strict=True))
        )
        return ChanceDecision(options=tuple(outcomes), card=missing.card)

    def digest(self) -> str:
        """Return a hash of the position; where chance decides, of what has led there since somebody
        was asked, and of what can come."""
        if self._waiting is None:
            return super().digest()
        run, asked, _ = self._waiting
        orders = sorted(run.orders.items())
        coming = [(outcome.label, str(outcome.probability)) for outcome in asked.options]
        course = digest(run.before, self.machine.definition_ids), run.answer, run.draws, orders
        return blake2b(repr((course, coming)).encode(), digest_size=16).hexdigest()

    def _decided(self, run: _Run, asked: ChanceDecision, deal: Deal, number: int) -> _Run:
        """Return a run with one more outcome."""
        card = asked.card
        if card is None:
            return replace(run, draws=(*run.draws, number))
        if card in deal.slots:
            return replace(run, orders={**run.orders, deal.slots[card]: number})
        st = run.before.clone()
        open_ = run.open.copy()
        same = [each for each, group in open_.items() if group == open_[card]]
        other = next(e for e in same if st.entity_definitions[e] == number)
        if other != card and not self._swapped(st, card, other):
            open_[card] = open_.pop(other)
        else:
            del open_[card]
        return replace(run, before=st, open=open_)

    def _swapped(self, st: State, card: int, other: int) -> bool:
        """Swap an undecided card with another; return whether it is still the same entity."""
        layout, definitions = self.machine.program.layout, st.entity_definitions
        kinds = [layout.kind_of[definitions[each]] for each in (card, other)]
        if layout.kind_zones[kinds[0]] == layout.kind_zones[kinds[1]]:
            deal_out(self.machine, st, {card: other, other: card}, self.machine.knowledge.everyone)
            return True
        zones = [st.places[card], st.places[other]]
        spots = [
            st.zones[zone].index(each) for zone, each in zip(zones, (card, other), strict=True)
        ]
        for zone, spot, each in zip(zones, spots, (other, card), strict=True):
            st.own_zone(zone)[spot] = each
        return False

    # --- what other matches can do ------------------------------------------------------------

    def can_undo(self, decisions: int = 1) -> bool:
        """Return whether a number of decisions can be taken back: all that are kept."""
        return self._ago(decisions) is not None

    def undo(self, decisions: int = 1, *, agreed: bool = True) -> None:
        """Go back by a number of decisions, those of chance counted.

        Args:
            agreed: Makes no difference: a program that decides for chance knows all.

        Raises:
            UndoRefused: There are fewer decisions.
        """
        found = self._ago(decisions)
        if found is None:
            raise UndoRefused("there is no decision to take back")
        self._become(found)

    def _ago(self, decisions: int) -> ChanceMatch | None:
        found: ChanceMatch | None = self
        for _ in range(decisions):
            found = None if found is None else found._before
        return found

    def reset(self, seed: int | None = None) -> None:
        """Begin anew; the seed decides nothing, since chance is a player."""
        logs = bool(self.state.listening & 1)
        self._become(ChanceMatch.begin(self.machine, self.state.names, events=logs))

    def save(self) -> bytes:
        """Refuse: such a match is kept by its choices.

        Raises:
            SaveError: Always.
        """
        raise SaveError("a match with chance as a player is not saved; keep its `choices`")

    trajectory = save


def _of_parts(
    machine: Machine, parts: Sequence[tuple[Any, ...]], keeps_history: bool
) -> ChanceMatch:
    """Return the match that parts were taken of."""
    match: ChanceMatch | None = None
    for st, open_, shuffled, run, taken in parts:
        before, match = match, ChanceMatch(machine, run.before if st is None else st)
        match._open, match._shuffled = open_, shuffled
        if run is not None:  # what is asked follows from it
            match._run(run)
        match._before, match._taken = before, taken
    assert match is not None
    match.keeps_history = keeps_history
    return match
