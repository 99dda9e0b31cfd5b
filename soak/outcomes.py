"""Count how matches end, by what the expectations name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from dsl.load import check_text
from interpreter.compile.layout import ROUND
from interpreter.run.match import Match
from interpreter.state.record import State
from soak.endings import KINDS, Ending, endings_of
from soak.measure import Part, hold
from soak.settings import Setting

Test = Callable[[State], Any]


@cache
def _tests(setting: Setting) -> tuple[tuple[Ending, Test, Test | None], ...]:
    """Return the endings of a setting with what tells them."""
    return tuple(
        (ending, _test(setting, ending.is_so), _test(setting, ending.before))
        for ending in endings_of(setting)
    )  # type: ignore[return-value]


@cache
def _groups(setting: Setting) -> Mapping[str, list[tuple[Test | None, list[int]]]]:
    """Return when which endings are looked for, by their numbers, under what they all need."""
    found: dict[str, dict[str, list[int]]] = {at: {} for at in ("decision", "round", "end")}
    for number, (ending, _, _) in enumerate(_tests(setting)):
        found[ending.at].setdefault(ending.given, []).append(number)
    return {
        at: [(_test(setting, given), numbers) for given, numbers in by_given.items()]
        for at, by_given in found.items()
    }


def _test(setting: Setting, text: str) -> Test | None:
    if not text:
        return None
    machine = setting.machine()
    formula, findings = check_text(text, machine.program.game, {})
    hold(formula is not None, f"{text}: {[each.message for each in findings]}")
    closure = machine.formula(formula)
    return lambda st: closure(st, [0, None, None])


class Outcomes:
    """Watches one match for what the expectations name."""

    def __init__(self, setting: Setting, part: Part) -> None:
        self.setting, self.part = setting, part
        self.tests = _tests(setting)
        self.groups = _groups(setting)
        self.befores = [
            (number, before) for number, (_, _, before) in enumerate(self.tests) if before
        ]
        self.held: dict[int, bool] = {}
        self.round = 1

    def at_decision(self, match: Match) -> None:
        """Look at a position before it is answered."""
        st = match.state
        if self.befores and st.ask.kind == "action":
            self.held = {number: bool(before(st)) for number, before in self.befores}
        self._count("decision", st)
        if st.values[ROUND] != self.round:
            self._count("round", st)
            self.round = st.values[ROUND]

    def at_end(self, match: Match) -> None:
        """Look at a match that is over."""
        outcome = match.outcome
        assert outcome is not None
        self.part.tally[outcome.kind] += 1
        self._count("end", match.state)

    def _count(self, at: str, st: State) -> None:
        for given, numbers in self.groups[at]:
            if given is not None and not given(st):
                continue
            for number in numbers:
                ending, is_so, before = self.tests[number]
                if is_so(st) and (before is None or self.held.get(number)):
                    self.part.tally[ending.label] += 1


def table(setting: Setting, part: Part) -> Mapping[str, int]:
    """Return how often each expected outcome was reached."""
    endings = (ending for variant in setting.variants for ending in endings_of(variant))
    wanted = dict.fromkeys([*KINDS[setting.game], *(ending.label for ending in endings)])
    return {label: part.tally[label] for label in wanted}


def unexpected(setting: Setting, part: Part) -> list[str]:
    """Return the kinds of outcome that should not be."""
    kinds = {"win", "loss", "draw", "fault"} - set(KINDS[setting.game])
    return sorted(kind for kind in kinds if part.tally[kind])
