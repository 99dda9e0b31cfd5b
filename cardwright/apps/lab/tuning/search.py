"""Search for values with which goals are met, and report the result.

Each try plays the same seeds as all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from itertools import product
from math import fsum, inf, prod
from typing import Any, Final, TypeAlias

import click

import cardwright
from cardwright import Game, PackageError
from cardwright.apps.face.console import show_table
from cardwright.apps.face.session import Session, total
from cardwright.apps.face.words import needs
from cardwright.apps.lab.simulate.comparison import Comparison
from cardwright.apps.lab.simulate.paired import play_all
from cardwright.apps.lab.simulate.run import Plan
from cardwright.apps.lab.tuning.goals import Figure, Goal
from cardwright.apps.lab.tuning.knobs import Knob, NotTunable, texts_with
from cardwright.apps.policies.budget import Executor, Processes
from dsl import Record

Values: TypeAlias = tuple[int, ...]
_ASKED_AGAIN: Final = 10
"""Proposals a try: those that were tried before cost nothing."""
_OPTUNA_SEEDS: Final = 1 << 32
"""Optuna takes no seed from here on."""
_NEAR: Final = 0.25
"""Part of every tolerance within which there is nothing more to look for."""


class Tried(Record):
    """Values with what came of them.

    Attributes:
        figures: By goal; none where the package has errors with these values.
        loss: How far they are from all goals together.
    """

    values: Values
    figures: tuple[Figure, ...]
    loss: float


@dataclass(slots=True)
class Search:
    """Looks for the values of some numbers with which matches are as they are to be.

    Attributes:
        plan: Of each try: the same seeds, so that what differs comes of the values.
        progress: Is told how many matches have just been played, and the best try so far.
        known: All tries so far.
        interrupted: Whether somebody stopped it; what was found by then counts.
    """

    plan: Plan
    knobs: tuple[Knob, ...]
    goals: tuple[Goal, ...]
    executor: Executor = field(default_factory=lambda: Processes(1))
    progress: Callable[[int, Tried | None], None] = lambda done, best: None
    known: dict[Values, Tried] = field(default_factory=dict)
    interrupted: bool = False

    @property
    def now(self) -> Values:
        """The values that the package says."""
        return tuple(knob.now for knob in self.knobs)

    @property
    def best(self) -> Tried | None:
        """The try nearest to the goals; of those that are as near, the one that changes least."""
        return min(self.known.values(), key=self._rank, default=None)

    def _rank(self, tried: Tried) -> tuple[float, int, int]:
        steps = [abs(a - b) for a, b in zip(tried.values, self.now, strict=True)]
        return tried.loss, total(map(bool, steps)), total(steps)

    def run(self, tries: int) -> Tried | None:
        """Return the best of so many tries, or of fewer where all goals are well met; None where
        somebody stopped before the first."""
        try:
            for values in _proposals(self, tries):
                if self._is_met(self.tried(values), _NEAR) or len(self.known) >= tries:
                    break
            return self._with_little_changed()
        except KeyboardInterrupt:
            self.interrupted = True
            return self.best

    def tried(self, values: Values) -> Tried:
        """Return what comes of some values."""
        if values not in self.known:
            self.known[values] = self._try(values)
        return self.known[values]

    def _try(self, values: Values) -> Tried:
        plan = self.version(values)
        if plan is None:
            return Tried(values, (), inf)
        (results,) = play_all([plan], self.executor, lambda done: self.progress(done, self.best))
        figures = tuple(goal.figure(results) for goal in self.goals)
        losses = (goal.loss(each.value) for goal, each in zip(self.goals, figures, strict=True))
        return Tried(values, figures, fsum(losses))

    def version(self, values: Values) -> Plan | None:
        """Return the plan of the package with some values; None where it has errors then."""
        plan, texts = self.plan, texts_with(self.knobs, values)
        game = plan.game()
        if texts:
            try:
                model = cardwright.check(plan.package, texts=texts).sound()
            except PackageError:
                return None
            game = Game.of(model, plan.package, plan.options, plan.session.cache)
        return plan.holding(game)

    def is_met(self, tried: Tried) -> bool:
        """Return whether all goals are met, as far as its matches tell."""
        return self._is_met(tried, 1.0)

    def _is_met(self, tried: Tried, part: float) -> bool:
        return bool(tried.figures) and all(
            goal.distance(figure.value) <= goal.tolerance * part
            for goal, figure in zip(self.goals, tried.figures, strict=True)
        )

    def _with_little_changed(self) -> Tried | None:
        """Return the best, each number with its old value where the goals are met as well then."""
        best = self.best
        for place, old in enumerate(self.now if best is not None else ()):
            assert best is not None
            values = (*best.values[:place], old, *best.values[place + 1 :])
            tried = self.tried(values)
            if tried.loss <= best.loss or (self.is_met(tried) and self.is_met(best)):
                best = tried
        return best


def _proposals(search: Search, tries: int) -> Iterator[Values]:
    """Yield what to try next, first what the package says: all there is, where that is no more."""
    ranges = [range(knob.low, knob.high + 1) for knob in search.knobs]
    if prod(map(len, ranges)) <= tries:
        now = search.now
        yield from sorted(
            product(*ranges), key=lambda v: total(abs(a - b) for a, b in zip(v, now, strict=True))
        )
        return
    yield from _sampled(search, tries)


def _sampled(search: Search, tries: int) -> Iterator[Values]:
    """Yield what optuna proposes, who is told what came of it.

    Raises:
        NotTunable: It is not installed.
    """
    try:
        optuna: Any = import_module("optuna")
    except ImportError:
        raise NotTunable("needs-extra", **needs("tune", "optuna")) from None
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    names = [knob.name for knob in search.knobs]
    among = {
        knob.name: optuna.distributions.IntDistribution(knob.low, knob.high)
        for knob in search.knobs
    }
    sampler = optuna.samplers.TPESampler(seed=search.plan.seed % _OPTUNA_SEEDS)
    study = optuna.create_study(sampler=sampler)
    study.enqueue_trial(dict(zip(names, search.now, strict=True)))
    for _ in range(tries * _ASKED_AGAIN):
        trial = study.ask(among)
        values = tuple(trial.params[name] for name in names)
        yield values
        loss = search.known[values].loss
        if loss < inf:
            study.tell(trial, loss)
        else:
            study.tell(trial, state=optuna.trial.TrialState.FAIL)


class Tuned(Record, kw_only=True):
    """What a search has found, tried once more on seeds that it has not seen.

    Attributes:
        tries: How many versions were played to find it.
        before, after: The numbers by goal, of the package as it is and with the values.
        comparison: How the two differ in all else.
        patch: Makes the package say the values; empty where it says them.
    """

    knobs: tuple[Knob, ...]
    goals: tuple[Goal, ...]
    values: tuple[int, ...]
    tries: int
    interrupted: bool
    before: tuple[Figure, ...]
    after: tuple[Figure, ...]
    comparison: Comparison
    patch: str

    @property
    def is_met(self) -> bool:
        """Whether all goals are."""
        return all(
            goal.is_met(each.value) for goal, each in zip(self.goals, self.after, strict=True)
        )

    def plain(self) -> dict[str, Any]:
        """Return it as one plain object."""
        told = zip(self.goals, self.before, self.after, strict=True)
        return {
            "met": self.is_met,
            "tries": self.tries,
            "interrupted": self.interrupted,
            "numbers": [
                {"number": knob.name, "before": knob.now, "after": value}
                for knob, value in zip(self.knobs, self.values, strict=True)
            ],
            "goals": [
                {"goal": goal.words, "tolerance": goal.tolerance, "met": goal.is_met(after.value),
                 "before": _plain(before), "after": _plain(after)}
                for goal, before, after in told
            ],
            "comparison": self.comparison.plain(),
            "patch": self.patch,
        }  # fmt: skip

    def show(self, session: Session) -> None:
        """Print which numbers are others, which goals are met then, and what else differs."""
        heads = [session.say(key) for key in ("tune-number", "tune-before", "tune-after")]
        rows = [
            [knob.name, str(knob.now), str(value)]
            for knob, value in zip(self.knobs, self.values, strict=True)
        ]
        title = session.say("tune-title", game=self.comparison.names[0], tries=self.tries)
        show_table(heads, rows, title=title, right=(1, 2))
        click.echo()
        heads = [
            session.say(key) for key in ("tune-goal-head", "tune-before", "tune-after", "tune-met")
        ]
        rows = []
        for goal, before, after in zip(self.goals, self.before, self.after, strict=True):
            met = session.say("tune-yes" if goal.is_met(after.value) else "tune-no")
            rows.append([goal.words, figure_told(goal, before), figure_told(goal, after), met])
        show_table(heads, rows)
        click.echo()
        if self.patch:
            self.comparison.show(session)
        session.tell("tune-good" if self.is_met else "tune-bad")
        if not self.patch:
            session.tell("tune-same")


def figure_told(goal: Goal, figure: Figure) -> str:
    """Return a number with its interval, and the card it is of."""
    form = "{:.1%}" if goal.is_share else "{:,.1f}"
    value, low, high = map(form.format, (figure.value, figure.low, figure.high))
    card = f"{figure.card} " if figure.card and goal.cards else ""
    return f"{card}{value} ({low} – {high})"


def _plain(figure: Figure) -> dict[str, Any]:
    found: dict[str, Any] = {
        "value": round(figure.value, 6),
        "low": round(figure.low, 6),
        "high": round(figure.high, 6),
    }
    return {**found, "card": figure.card} if figure.card else found
