"""Compute what a condition asks of the slots of an event or value, each by itself.

`attack from source where source is dragon`, said in one breath: `attack from a dragon`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardwright.apps.text import lists
from cardwright.apps.text.scope import Scope, say
from cardwright.apps.text.things import Things
from dsl import languages
from dsl.model import expressions as e
from dsl.model import steps as s
from dsl.model.steps import SlotInfo
from dsl.model.types import PLAYER, EntityType, Type
from dsl.model.walk import walk


@dataclass(slots=True)
class Described:
    """Conditions on slots.

    Attributes:
        equals: What a slot must be.
        asked: The conditions about one slot alone, by slot.
        rest: The conditions on several at once, or on none.
    """

    equals: dict[int, e.Expression] = field(default_factory=dict)
    asked: dict[int, list[e.Expression]] = field(default_factory=dict)
    rest: list[e.Expression] = field(default_factory=list)

    def found(self, slot: int, type_: Type, scope: Scope) -> Things:
        """Return what a slot can be."""
        found = lists.of_type(type_, scope)
        for part in self.asked.get(slot, ()):
            found = lists.asked(found, slot, part, scope)
        return found


def described(slots: Sequence[SlotInfo], condition: e.Expression | None) -> Described:
    """Return what a condition asks of each slot."""
    known = Described()
    for part in () if condition is None else lists.conjuncts(condition):
        named = {node.slot for node in walk(part) if isinstance(node, e.Local)}
        about = sorted(slot for slot in named if slot < len(slots))
        pair = _equal(part, len(slots))
        if pair is not None:
            known.equals[pair[0]] = pair[1]
        elif len(about) == 1 and _can_be_asked(part, slots[about[0]].type):
            known.asked.setdefault(about[0], []).append(part)
        else:
            known.rest.append(part)
    return known


def all_of(parts: Sequence[e.Expression]) -> e.Expression | None:
    """Return conditions joined by `and`, or None for none."""
    found: e.Expression | None = None
    for part in parts:
        found = part if found is None else e.Logic("and", found, part, part.type)
    return found


def required_first(
    steps: Sequence[s.Step],
) -> tuple[e.Expression | None, tuple[s.Step, ...]]:
    """Return the condition that a cost requires before any payment, or None, and the payment."""
    number = next((at for at, step in enumerate(steps) if not isinstance(step, s.Require)), None)
    asked = [step.condition for step in steps[:number] if isinstance(step, s.Require)]
    return all_of(asked), () if number is None else tuple(steps[number:])


def _equal(part: e.Expression, number: int) -> tuple[int, e.Expression] | None:
    """Return the slot that a condition gives a value to, with that value."""
    if not isinstance(part, e.Compare) or part.operator != "==":
        return None
    for slot, other in ((part.left, part.right), (part.right, part.left)):
        is_open = any(isinstance(node, e.Local) for node in walk(other))
        if isinstance(slot, e.Local) and slot.slot < number and not is_open:
            return slot.slot, other
    return None


def _can_be_asked(part: e.Expression, type_: Type) -> bool:
    """Return whether a condition can stand beside a noun; settings and roles make it too long."""
    if any(isinstance(node, e.OptionValue) for node in walk(part)):
        return False
    return isinstance(type_, EntityType) or type_ == PLAYER or members_in(part) is not None


def members_in(part: e.Expression) -> tuple[e.Expression, ...] | None:
    """Return what a local must be one of, if the condition lists it: `s in [red, green]`."""
    match part:
        case e.Contains(e.Local(), e.ListOfItems(items), False):
            return items
        case e.Contains(e.Local(), e.Primitive("to-set", (e.ListOfItems(items),)), False):
            return items
    return None


def listed(known: Described, slot: int, scope: Scope) -> str:
    """Return the members that a slot can be, in a row; nothing where they are not listed."""
    items = [members_in(part) for part in known.asked.get(slot, ())]
    return (
        languages.either((say(each, scope) for each in items[0]), scope.lang)
        if items and items[0]
        else ""
    )
