"""Check `was(x)`: what x was just before the event that a rule listens to."""

from __future__ import annotations

from dsl.check.expressions.expressions import check_expression, quote, unknown
from dsl.check.expressions.lists import check_count
from dsl.check.scopes.scope import Scope
from dsl.model import types as t
from dsl.model.expressions import Expression, Local
from dsl.model.steps import SlotInfo
from dsl.model.walk import walk
from dsl.syntax import trees
from dsl.words.lists import WAS


def check_was(tree: trees.Call, scope: Scope, expected: t.Type | None) -> Expression:
    """Return the hidden local that holds what an expression was before the event."""
    if not check_count(tree, 1, 1, scope):
        return unknown()
    if scope.earlier is None:
        message = f"`{WAS}` reads before an event: it goes with the `where` and steps of `after`"
        help_text = f"leave out `{WAS}`, or read it in a rule that says `after`"
        scope.world.report.add("bad-pattern", message, tree.function.span, help_text)
        return unknown()
    later = _later_name(tree.arguments[0], scope)
    if later is not None:
        message = f"{quote(later.span)} is not there yet before the event"
        help_text = f"put `{WAS}(…)` around all that speaks of it, or read it under `let`"
        scope.world.report.add("unknown-name", message, later.span, help_text)
        return unknown()
    earlier = scope.earlier
    found = check_expression(tree.arguments[0], earlier.scope, expected)
    if found.type == t.UNKNOWN:
        return unknown()
    slot = earlier.first + len(earlier.read)
    earlier.read.append((slot, found))
    for slots in (scope.slots, earlier.scope.slots):
        slots.infos[slot] = SlotInfo("", found.type)
    return Local(slot, "", found.type)


def _later_name(tree: trees.Expression, scope: Scope) -> trees.Name | None:
    """Return a name that means something here, and did not yet before the event."""
    assert scope.earlier is not None
    before = scope.earlier.scope
    for node in walk(tree):
        if isinstance(node, trees.Name):
            is_element = node.text == "it" and scope.element is not None
            if is_element or (node.text in scope.visible and node.text not in before.visible):
                return node
    return None


def calls_in(*texts: object) -> int:
    """Return how often `was(…)` stands in syntax trees."""
    calls = (node for node in walk(texts) if isinstance(node, trees.Call))
    return sum(node.function.text == WAS for node in calls)
