"""Random matches of a machine, played inside a module as soon as making it pays.

All comes out as `interpreter.walk.assembly.rollout` has it, to the last bit: the same draws of
chance and of the policy, the same ends. Records of what happens are counted in memory while a match
is played (`emit/records.py`), and come out as rows of numbers. The walker plays a match again for
what a module does not say: the words of a fault or of a draw.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from random import Random
from threading import Lock
from typing import TYPE_CHECKING, TypeAlias
from warnings import warn

from dsl.model.types import BOOL
from dsl.records import Record
from interpreter.native.making import walked_before
from interpreter.native.memory import Settings
from interpreter.state.chance import MOST_SEED
from interpreter.state.values import Value
from interpreter.walk.assembly import Rollout, opened
from interpreter.walk.decision import ENOUGH, Ask
from interpreter.walk.machine import Machine

if TYPE_CHECKING:
    from interpreter.native.engine import Chance, Native
    from interpreter.native.making import ModuleStore

WALKED = 2_000
"""Decisions that are walked before a module is made: that takes about as long."""
FIRST_ROWS = 8
"""How many matches are played in the first call; each call plays twice as many as the one before,
so that none takes long, which nothing could interrupt."""
BY_RULE = 1
MOST_OUTCOMES = 10_000
"""How many different ends are kept as Python objects."""


class Playouts:
    """Plays random matches of one machine.

    Args:
        walked: How many decisions are walked before a module is made; else `WALKED`.

    Attributes:
        refused: Why there is no module, once that is known.
    """

    def __init__(
        self, machine: Machine, store: ModuleStore | None = None, walked: int | None = None
    ) -> None:
        self.machine, self.store = machine, store
        self.refused: Exception | None = None
        self._native: Native | None = None
        self._outcomes: Outcomes | None = None
        settings = Settings()
        left = walked_before(machine, settings, store, WALKED) if walked is None else walked
        self._left: float = left
        self._lock = Lock()

    def rollout(self, matches: int, seed: int, names: tuple[str, ...]) -> Rollout:
        """Play matches with seeds from one on, at random."""
        chance, found, number = Random(seed), Rollout(0, []), seed
        with self._lock:
            while number < seed + matches and not self._is_made():
                self._left -= self._walk(number, chance, names, found)
                number += 1
            if self._native is not None:
                self._play(self._native, number, seed + matches, chance, names, found)
        return found

    def ends(
        self, seeds: range, key: Callable[[int], str], longest: int
    ) -> list[tuple[int, Value]]:
        """Play the matches of some seeds at random; return how many decisions each took and its
        outcome.

        The outcome is None for a match that does not end by a rule of the game; the walker can
        play it again and say why.

        Args:
            key: From a seed to the text by which `random.Random` is seeded, from which the random
                players of the match draw.
            longest: Decisions after which a match is given up.
        """
        found: list[tuple[int, Value]] = []
        while len(found) < len(seeds):
            with self._lock:
                play = self._native_ends if self._is_made() else self._walked_ends
                found += play(seeds[len(found) :], key, longest)
        return found

    def _native_ends(
        self, seeds: range, key: Callable[[int], str], longest: int
    ) -> list[tuple[int, Value]]:
        """Play matches inside the module up to the first fault, which counts as one of them."""
        assert self._native is not None and self._outcomes is not None
        native = self._native
        seeds = seeds[: native.constants["KEYED"]]
        keys = [key(seed & MOST_SEED) for seed in seeds]
        done = native.keyed_rollouts(seeds[0] & MOST_SEED, keys)
        found = [
            (decisions, None if decisions > longest else outcome)
            for decisions, outcome in zip(*self._outcomes.of_rows(native, done), strict=True)
        ]
        return found if done == len(seeds) else [*found, (0, None)]

    def _walked_ends(
        self, seeds: range, key: Callable[[int], str], longest: int
    ) -> list[tuple[int, Value]]:
        """Let the walker play matches until a module pays; return the same of each."""
        machine, found = self.machine, list[tuple[int, Value]]()
        play, left = machine.play_at_random, self._left if self.refused is None else inf
        for seed in seeds:
            if left <= 0:
                break
            number = seed & MOST_SEED
            try:
                st = opened(machine, number, (), events=False)
                decisions = play(st, Random(key(number)).random, longest)
            except Exception:  # what plays it again says which
                found.append((0, None))
                continue
            left -= decisions
            outcome = st.outcome
            if outcome is not None and outcome[0] != "end":
                outcome = None
            found.append((decisions, outcome))
        self._left = left
        return found

    def _is_made(self) -> bool:
        """Return whether there is a module; make it as soon as that pays."""
        if self._native is None and self.refused is None and self._left <= 0:
            # imported here: what plays a few matches only does without all that
            from interpreter.native.emit.writer import Unsupported
            from interpreter.native.engine import Native, NativeMissing

            try:
                self._native = Native(self.machine, store=self.store)
                self._outcomes = Outcomes(self._native)
            except Unsupported as refused:
                self.refused = refused
            except NativeMissing as missing:
                self.refused = missing
                warn(f"{missing}: matches are walked, which is slower", RuntimeWarning, 2)
        return self._native is not None

    def _walk(self, seed: int, chance: Random, names: tuple[str, ...], found: Rollout) -> int:
        """Let the walker play a match; return how many decisions it took."""
        st = opened(self.machine, seed & MOST_SEED, names, events=False)
        decisions = self.machine.play_at_random(st, chance.random)
        found.decisions += decisions
        found.outcomes.append(st.outcome)
        return decisions

    def _play(
        self, native: Native, first: int, last: int, chance: Random, names: tuple[str, ...],
        found: Rollout,
    ) -> None:  # fmt: skip
        """Play matches inside the module, from one seed to before another."""
        size = FIRST_ROWS
        native.take_chance(chance)
        while first < last:
            before = native.chance()
            many = min(size, last - first)
            done = native.rollouts(first, many)
            self._read(native, first, done, before, names, found)
            first += done
            if done < many:
                chance = self._chance_at(native, before, done)
                self._walk(first, chance, names, found)
                native.take_chance(chance)
                first += 1
            size = min(2 * size, native.constants["ROWS"])

    def _read(
        self, native: Native, first: int, done: int, before: Chance, names: tuple[str, ...],
        found: Rollout,
    ) -> None:  # fmt: skip
        """Count the matches that came to their ends."""
        assert self._outcomes is not None
        decisions, outcomes = self._outcomes.of_rows(native, done)
        found.decisions += sum(decisions)
        if not self._outcomes.are_told:
            for number, outcome in enumerate(outcomes):
                if outcome is None:
                    chance, told = self._chance_at(native, before, number), Rollout(0, [])
                    self._walk(first + number, chance, names, told)
                    outcomes[number] = told.outcomes[0]
        found.outcomes += outcomes

    def _chance_at(self, native: Native, before: Chance, matches: int) -> Random:
        """Return what random players draw from behind some matches of the last call."""
        chance = before.random()
        for _ in range(sum(native.rows(matches)[:: native.constants["RESULT"]])):
            chance.random()
        return chance


class Outcomes(dict[bytes, Value]):
    """The outcomes of matches by the cells that say how they ended: made once each.

    Attributes:
        ends: The same by the numbers that the module gives them.
        are_told: Whether none of these is for the walker to tell.
    """

    def __init__(self, native: Native) -> None:
        super().__init__()
        self.seats, self.ranks = native.seats, native.memory.ranks
        self.ends, self.are_told, self._forgotten = list[Value](), True, 0

    def of_rows(self, native: Native, done: int) -> tuple[list[int], list[Value]]:
        """Return how many decisions each match of the last call took, and its outcome."""
        if self._forgotten != native.forgotten:
            self.ends, self.are_told, self._forgotten = [], True, native.forgotten
        new = [self[cells] for cells in native.ends(len(self.ends))]
        self.ends += new
        self.are_told &= None not in new
        if len(self) > MOST_OUTCOMES:
            self.clear()
        rows, row = native.rows(done), native.constants["RESULT"]
        return rows[::row].tolist(), [*map(self.ends.__getitem__, rows[1::row].tolist())]

    def __missing__(self, cells: bytes) -> Value:
        """Return an end by the rules of the game; None for any other, which the walker tells."""
        from interpreter.native.runtime import NONE

        over, mask, *numbers = memoryview(cells).cast("q").tolist()
        found: Value = None
        if over == BY_RULE:
            values = [None if n == NONE else n for n in numbers]
            width = self.ranks
            ranks = tuple(
                tuple(values[seat * width : (seat + 1) * width]) for seat in range(self.seats)
            )
            winners = tuple(seat for seat in range(self.seats) if mask >> seat & 1)
            found = ("end", winners, ranks, "")
        self[cells] = found
        return found


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

    Rows: TypeAlias = Recorded
    kinds: list[str]
    events: list[str]
    actions: list[str]
    questions: list[Ask]

    def __init__(
        self, machine: Machine, store: ModuleStore | None = None, walked: int | None = None
    ) -> None:
        self.machine, self.store = machine, store
        settings = Settings(records=True)
        left = walked_before(machine, settings, store, WALKED) if walked is None else walked
        self.left = left
        self.refused: Exception | None = None
        self._native: Native | None = None

    def is_made(self) -> bool:
        """Return whether there is a module; make it as soon as that pays."""
        if self._native is None and self.refused is None and self.left <= 0:
            self._make()
        return self._native is not None

    def _make(self) -> None:
        # imported here: what plays a few matches only does without all that
        from interpreter.native.emit.writer import Unsupported
        from interpreter.native.engine import Native, NativeMissing
        from interpreter.native.memory import action_ids, event_count, kinds_asked

        try:
            native = Native(self.machine, Settings(records=True), self.store)
        except (Unsupported, NativeMissing) as refused:
            self.refused = refused
            return
        program, questions = self.machine.program, native.memory.questions
        self.kinds, self.actions = kinds_asked(questions), action_ids(program)
        self.events = [""] * event_count(program)
        for id_, plan in program.events.items():
            self.events[plan.number] = id_
        self.questions = [Ask(0, each.kind, (), each.type, each.site, 0) for each in questions]
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
            seats=native.seats,
        )

    def option(self, question: int, cell: int) -> Value:
        """Return an option that is counted as an answer, as the walker has it."""
        from interpreter.native.runtime import ENOUGH as LAST
        from interpreter.native.runtime import NONE

        if cell in (NONE, LAST):
            return None if cell == NONE else ENOUGH
        asked = self.questions[question]
        return bool(cell) if asked.kind == "yes-no" or asked.of == BOOL else cell
