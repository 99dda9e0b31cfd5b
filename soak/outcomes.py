"""Count how matches end, and what else must be seen to happen in them: `endings.yaml`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from dsl.load import check_text
from dsl.records import Record
from interpreter.program.program import ROUND
from interpreter.state.record import State
from interpreter.walk.match import Match
from soak.measure import Part, hold
from soak.settings import Setting

Test = Callable[[State], Any]
EXPECTED = yaml.safe_load(Path(__file__).with_name("endings.yaml").read_text("utf-8"))


class Ending(Record):
    """Something that must be seen to happen, with the tests that tell it."""

    label: str
    at: str
    is_so: Test
    before: Test | None
    given: str


@cache
def _endings(setting: Setting) -> tuple[Ending, ...]:
    """Return what can happen in a setting."""
    return tuple(
        Ending(label, row.get("at", "end"), _test(setting, row["is"]),
               _test(setting, row["before"]) if "before" in row else None, row.get("given", ""))
        for label, row in _rows(setting)
    )  # fmt: skip


def _rows(setting: Setting) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the rows of the table that fit a setting, by label."""
    expected = EXPECTED.get(setting.game, {"endings": {}})
    chosen = {**expected.get("defaults", {}), **dict(setting.options)}
    for label, row in expected["endings"].items():
        row = {"is": row} if isinstance(row, str) else row
        is_chosen = row.get("options", {}).items() <= chosen.items()
        if is_chosen and setting.players in row.get("players", [setting.players]):
            yield label, row
    cards = expected.get("cards", {})
    for card in setting.play.model.definitions if cards else ():
        if row := cards.get(card.kind):
            yield f"{card.kind}: {card.id}", {**row, "is": row["is"].format(id=card.id)}


@cache
def _groups(setting: Setting) -> dict[str, list[tuple[Test | None, list[int]]]]:
    """Return when which endings are looked for, by their numbers, under what they all need."""
    found: dict[str, dict[str, list[int]]] = {"decision": {}, "round": {}, "end": {}}
    for number, ending in enumerate(_endings(setting)):
        found[ending.at].setdefault(ending.given, []).append(number)
    return {
        at: [(_test(setting, given) if given else None, of) for given, of in by_given.items()]
        for at, by_given in found.items()
    }


def _test(setting: Setting, text: str) -> Test:
    machine = setting.machine()
    formula, findings = check_text(text, machine.program.game, {})
    hold(formula is not None, f"{text}: {[each.message for each in findings]}")
    closure = machine.formula(formula)
    return lambda st: closure(st, [0, None, None])


class Outcomes:
    """Watches one match for what the expectations name."""

    def __init__(self, setting: Setting, part: Part) -> None:
        self.part = part
        self.endings, self.groups = _endings(setting), _groups(setting)
        self.befores = {n: each.before for n, each in enumerate(self.endings) if each.before}
        self.held: dict[int, bool] = {}
        self.round = 1

    def at_decision(self, match: Match) -> None:
        """Look at a position before it is answered."""
        st = match.state
        if self.befores and st.ask.kind == "action":
            self.held = {number: bool(before(st)) for number, before in self.befores.items()}
        self._count("decision", st)
        if st.values[ROUND] != self.round:
            self._count("round", st)
            self.round = st.values[ROUND]

    def at_end(self, match: Match) -> None:
        """Look at a match that is over."""
        assert match.outcome is not None
        self.part.tally[match.outcome.kind] += 1
        self._count("end", match.state)

    def _count(self, at: str, st: State) -> None:
        for given, numbers in self.groups[at]:
            if given is not None and not given(st):
                continue
            for number in numbers:
                ending = self.endings[number]
                if ending.is_so(st) and (ending.before is None or self.held.get(number)):
                    self.part.tally[ending.label] += 1


def table(setting: Setting, part: Part) -> Mapping[str, int]:
    """Return how often each expected outcome was reached."""
    labels = (label for variant in setting.variants for label, _ in _rows(variant))
    return {label: part.tally[label] for label in (*EXPECTED[setting.game]["kinds"], *labels)}


def unexpected(setting: Setting, part: Part) -> list[str]:
    """Return the kinds of outcome that should not be."""
    kinds = {"win", "loss", "draw", "fault"} - set(EXPECTED[setting.game]["kinds"])
    return sorted(kind for kind in kinds if part.tally[kind])
