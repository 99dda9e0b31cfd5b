"""Tell what a search has found: numbers before and after, and what to write where."""

from __future__ import annotations

from typing import Any

import click

from cardwright.apps.face.console import show_table
from cardwright.apps.face.session import Session
from cardwright.apps.lab.simulate.comparison import Comparison
from cardwright.apps.lab.tuning.goals import Figure, Goal
from cardwright.apps.lab.tuning.knobs import Knob
from dsl.records import record


@record(kw_only=True)
class Tuned:
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
        told = zip(self.goals, self.before, self.after, strict=True)
        show_table(heads, [_row(session, *each) for each in told])
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


def _row(session: Session, goal: Goal, before: Figure, after: Figure) -> list[str]:
    met = session.say("tune-yes" if goal.is_met(after.value) else "tune-no")
    return [goal.words, figure_told(goal, before), figure_told(goal, after), met]


def _plain(figure: Figure) -> dict[str, Any]:
    found: dict[str, Any] = {
        "value": round(figure.value, 6),
        "low": round(figure.low, 6),
        "high": round(figure.high, 6),
    }
    return {**found, "card": figure.card} if figure.card else found
