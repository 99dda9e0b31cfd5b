"""Answer which rules can match any event at all.

A rule cannot match when nothing in the game does its event, or when each place that does it gives a
slot something else for sure: another constant, another zone, a card of another kind.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model import expressions as e
from dsl.model import rules
from dsl.model import steps as s
from dsl.model.expressions import Expression
from dsl.model.types import kind_of
from dsl.model.walk import walk
from interpreter.effects.places import Bindings, Places, bindings_of
from interpreter.graph.analyses.survey import Survey

Site = tuple[tuple[Expression, ...], Bindings]
"""The arguments of one place that does an event, and what the locals there can be."""


def rules_that_match(survey: Survey) -> dict[str, bool]:
    """Return for the node of every trigger, replacement and forbid whether it can match."""
    sites = sites_by_event(survey)
    return {
        owner.node: _can_match(owner.entry, sites, survey)
        for owner in survey.owners.values()
        if isinstance(owner.entry, rules.Trigger | rules.Replacement | rules.Forbid)
    }


def sites_by_event(survey: Survey) -> dict[str, list[Site]]:
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
    survey: Survey,
) -> bool:
    """Return whether some place that does the event can fit the pattern."""
    pattern = entry.pattern
    if isinstance(pattern.condition, e.Constant) and pattern.condition.value is False:
        return False
    if pattern.event.startswith(("act:", "phase:")):
        return pattern.event in survey.events
    return any(fits(pattern, site, survey.places) for site in sites.get(pattern.event, ()))


def fits(pattern: rules.Pattern, site: Site, places: Places) -> bool:
    """Return whether one place that does an event can fit a pattern."""
    arguments, bindings = site
    for index, wanted in pattern.equals:
        if index < len(arguments) and _differ(wanted, arguments[index], bindings, places):
            return False
    return all(
        places.meet(kind, kind_of(arguments[slot].type))
        for slot, kind in _kinds_wanted(pattern.condition)
        if slot < len(arguments)
    )


def _differ(wanted: Expression, given: Expression, bindings: Bindings, places: Places) -> bool:
    """Return whether two expressions can never be equal."""
    if isinstance(wanted, e.Constant) and isinstance(given, e.Constant):
        return bool(wanted.value != given.value)
    if isinstance(wanted, e.ZoneRef):
        return wanted.zone not in places.meant(given, bindings)
    return not places.meet(kind_of(wanted.type), kind_of(given.type))


def _kinds_wanted(condition: Expression | None) -> Iterator[tuple[int, str]]:
    """Yield (slot, kind) of each `SLOT is KIND` that must hold."""
    if isinstance(condition, e.Logic) and condition.operator == "and":
        yield from _kinds_wanted(condition.left)
        yield from _kinds_wanted(condition.right)
    elif isinstance(condition, e.IsKind) and isinstance(condition.of, e.Local):
        yield from () if condition.negated else ((condition.of.slot, condition.kind),)
