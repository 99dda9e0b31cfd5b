"""Tell where whoever chooses sees all that can be chosen: cards that no zone can hold, and what
lies in zones that show it to them. There nothing is compared, nor taken in the place of another.

Saves 3 % of the opcodes of two games, and of the time of a decision 8 % at one shipped game and a
tenth at one classic: what it leaves out is calls into C, which are no opcodes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from dsl.model import expressions as e
from dsl.model import steps
from dsl.model.rules import Value
from dsl.model.types import PLAYER, EntityType, option_type
from dsl.model.walk import walk
from interpreter.program.program import Program

IS_ON = True
"""Whether this is done at all: `benchmarks.without` counts what it saves."""

Bound: TypeAlias = Mapping[int, Sequence[e.Expression]]
"""By local what it may stand for, as far as that is known."""

_ME = e.Role("me", PLAYER)


class Seen:
    """Decides who sees an expression, wherever it is asked."""

    def __init__(self, program: Program) -> None:
        self.program = program
        zoned, kinds = {family.kind for family in program.families}, program.ancestors
        lines = (kinds[each.kind] for each in program.game.definitions)
        self.unplaced = frozenset(kinds).difference(*(line for line in lines if zoned & line))
        """The kinds whose cards no zone can hold: everybody sees them."""

    def holds(self, cards: e.Expression, *, by_me: bool, in_value: bool) -> bool:
        """Return whether who chooses from a list sees all that it holds.

        Args:
            by_me: Whether that is `me`.
            in_value: Whether no script gives what values come to.
        """
        if not IS_ON:
            return False
        of = option_type(cards.type)
        is_unplaced = isinstance(of, EntityType) and of.kind in self.unplaced
        return is_unplaced or _Look(self.program, by_me, in_value).sees(cards, {}, ())


class _Look:
    """Goes through a list, and the values that it calls, for one who chooses."""

    def __init__(self, program: Program, by_me: bool, in_value: bool) -> None:
        self.program, self.by_me, self.in_value = program, by_me, in_value

    def sees(self, node: e.Expression, bound: Bound, within: tuple[str, ...]) -> bool:
        """Return whether all that a list holds is seen.

        Args:
            within: The values in which it stands.
        """
        match node:
            case e.ZoneCards():
                return self._shows(node, bound)
            case e.Constant(()):
                return True
            case e.Filter():
                return self.sees(node.source, bound, within)
            case e.Local(slot) if slot in bound:
                rest = {other: each for other, each in bound.items() if other != slot}
                return all(self.sees(each, rest, within) for each in bound[slot])
            case e.ValueCall(id_) if self.in_value and id_ not in within:
                return self._gives(node, bound, within)
        parts = e.results(node)
        return bool(parts) and all(self.sees(part, bound, within) for part in parts)

    def _shows(self, node: e.ZoneCards, bound: Bound) -> bool:
        """Return whether a zone shows its cards to who chooses."""
        family = self.program.families[self.program.family_numbers[node.zone]]
        is_own = self.by_me and node.zone.owner == "player" and _is_me(node.of, bound)
        return family.audience.cards in (("everyone", "owner") if is_own else ("everyone",))

    def _gives(self, call: e.ValueCall, bound: Bound, within: tuple[str, ...]) -> bool:
        """Return whether all that a value gives is seen."""
        value = self.program.values[call.value]
        if self.program.modifiers.get(value.id):
            return False
        own = {slot: (_ME,) for slot, each in enumerate(call.arguments) if _is_me(each, bound)}
        # locals that a `let` sets; parameters and loop variables are none
        found: dict[int, list[e.Expression]] = {}
        for step in walk(value.body):
            if isinstance(step, steps.Let):
                found.setdefault(step.slot, []).append(step.value)
        inner = own | {**found}
        return all(self.sees(each, inner, (*within, value.id)) for each in _results(value))


def _is_me(node: e.Expression | None, bound: Bound) -> bool:
    """Return whether an expression is who acts."""
    if isinstance(node, e.Local) and node.slot in bound:
        return all(_is_me(each, {}) for each in bound[node.slot])
    return isinstance(node, e.Role) and node.name == "me"


def _results(value: Value) -> Sequence[e.Expression]:
    """Return all that a value may come to."""
    if isinstance(value.body, steps.Formula):
        return (value.body.expression,)
    return [step.value for step in walk(value.body) if isinstance(step, steps.Return)]
