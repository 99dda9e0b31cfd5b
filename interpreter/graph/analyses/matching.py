"""Find the rules that can match an event.

A rule cannot match when nothing in the game does its event, or when each place that does it gives a
slot something else for sure: another constant, another zone, a card of another kind.
"""

from __future__ import annotations

from dsl.model import expressions as e
from dsl.model import rules
from dsl.model import steps as s
from dsl.model.expressions import Expression
from dsl.model.walk import walk
from interpreter.effects.places import Bindings, bindings_of
from interpreter.graph.graph import Graph

Site = tuple[tuple[Expression, ...], Bindings]
"""The arguments of one place that does an event, and what the locals there can be."""


def rules_that_match(survey: Graph) -> dict[str, bool]:
    """Return for the node of every trigger, replacement and forbid whether it can match."""
    sites = sites_by_event(survey)
    return {
        owner.node: _can_match(owner.entry, sites, survey)
        for owner in survey.owners.values()
        if isinstance(owner.entry, rules.Trigger | rules.Replacement | rules.Forbid)
    }


def sites_by_event(survey: Graph) -> dict[str, list[Site]]:
    """Return every place that does an event, by the event's id."""
    found: dict[str, list[Site]] = {}
    for body in survey.bodies:
        bindings = bindings_of(body)
        for step in walk(body.steps):
            if isinstance(step, s.DoEvent):
                found.setdefault(step.event, []).append((step.arguments, bindings))
    return found


def _can_match(
    entry: rules.Trigger | rules.Replacement | rules.Forbid,
    sites: dict[str, list[Site]],
    survey: Graph,
) -> bool:
    """Return whether some place that does the event can fit the pattern."""
    pattern = entry.pattern
    if isinstance(pattern.condition, e.Constant) and pattern.condition.value is False:
        return False
    if pattern.event.startswith(("act:", "phase:")):
        return pattern.event in survey.events
    found = sites.get(pattern.event, ())
    return any(survey.flow.can_match(pattern, given, bound) for given, bound in found)
