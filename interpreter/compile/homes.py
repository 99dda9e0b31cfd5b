"""Find the zone in which all cards of a list lie, where the list's text says so.

What is filtered or chosen from the cards of a zone lies there; so does what a value gives if each
of its results does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from dsl.model import expressions as e
from dsl.model import steps
from dsl.words.vocabulary import FOLDS
from dsl.words.word import Gives
from interpreter.compile.program import Program

ME = "me"
"""The owner of a home: whose turn it is; None for the table's zones."""


class Home(NamedTuple):
    """A zone of the table (owner None) or of a player, who is `me` or an unknown parameter."""

    zone: e.ZoneKey
    owner: str | int | None


Known: TypeAlias = Mapping[int, "Home | str | int | None"]
"""What is known of each local: a list's home, who a player is, or nothing."""


def home_of(program: Program, node: e.Expression, known: Known | None = None) -> Home | None:
    """Return where all elements of a list of cards lie; None where its text does not say.

    What scripts give instead of a value's result may lie elsewhere.
    """
    return _Search(program).home(node, known or {}, ())


class _Search:
    def __init__(self, program: Program) -> None:
        self.program = program

    def home(self, node: e.Expression, known: Known, within: tuple[str, ...]) -> Home | None:
        """Return the home of a list, within calls of some values."""
        if isinstance(node, e.ZoneCards):
            return self._zone(node, known)
        if isinstance(node, e.Filter) or (isinstance(node, e.Fold) and self._takes_part(node)):
            return self.home(node.source, known, within)
        if isinstance(node, e.Local):
            found = known.get(node.slot)
            return found if isinstance(found, Home) else None
        if isinstance(node, e.ValueCall) and node.value not in within:
            return self._called(node, known, (*within, node.value))
        homes = {self.home(part, known, within) for part in e.results(node)}
        return homes.pop() if len(homes) == 1 else None

    def _takes_part(self, node: e.Fold) -> bool:
        return FOLDS[node.function].gives == Gives.PART

    def _zone(self, node: e.ZoneCards, known: Known) -> Home | None:
        if node.of is None:
            return Home(node.zone, None)
        owner = self._player(node.of, known) if node.zone.owner == "player" else None
        return None if owner is None else Home(node.zone, owner)

    def _player(self, node: e.Expression, known: Known) -> str | int | None:
        if isinstance(node, e.Role) and node.name == ME:
            return ME
        found = known.get(node.slot) if isinstance(node, e.Local) else None
        return None if isinstance(found, Home) else found

    def _called(self, node: e.ValueCall, known: Known, within: tuple[str, ...]) -> Home | None:
        value = self.program.values[node.value]
        is_bounded = value.at_least is not None or value.at_most is not None
        if is_bounded or node.value in self.program.modifiers:
            return None
        given = {
            slot: self.home(argument, known, within) or self._player(argument, known)
            for slot, argument in enumerate(node.arguments)
        }
        if isinstance(value.body, steps.Formula):
            return self.home(value.body.expression, given, within)
        homes: set[Home | None] = set()
        self._follow(value.body.steps, given, within, homes)
        return homes.pop() if len(homes) == 1 else None

    def _follow(
        self, body: tuple[steps.Step, ...], known: dict[int, Home | str | int | None],
        within: tuple[str, ...], homes: set[Home | None],
    ) -> None:  # fmt: skip
        """Collect the homes of what the steps of a value return."""
        for step in body:
            if isinstance(step, steps.Return):
                homes.add(self.home(step.value, known, within))
            elif isinstance(step, steps.Let):
                first = step.slot not in known
                known[step.slot] = self.home(step.value, known, within) if first else None
            elif isinstance(step, steps.If):
                for _, branch in step.branches:
                    self._follow(branch, known, within, homes)
                self._follow(step.otherwise or (), known, within, homes)
            else:  # a loop, which may set a local again
                homes.add(None)
