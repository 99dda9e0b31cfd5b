"""Answer which events of a batch ask somebody on the way: from the first question on, what happens
in the batch can no longer be seen from before it."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model import rules
from dsl.model import steps as s
from dsl.model.walk import walk
from interpreter.graph.analyses.survey import Survey
from interpreter.lower.owners import Owner


def asking_members(survey: Survey) -> Iterator[tuple[s.DoEvent, str]]:
    """Yield each event of a batch that asks while it is done, with the event in which it asks,
    where a rule listens to what happens inside the batch."""
    game = survey.game
    heard = frozenset(rule.pattern.event for rule in game.triggers)
    heard |= {rule.pattern.event for rule in game.replacements}
    heard |= {rule.pattern.event for rule in game.forbids}
    for owner in survey.owners.values():
        for member in _members(owner):
            asking = [each for each in inside(survey, member.event) if _asks(survey, each)]
            if asking and not heard.isdisjoint(_below(survey, member.event)):
                yield member, asking[0]


def _members(owner: Owner) -> Iterator[s.DoEvent]:
    """Yield the events that a text does together."""
    for role, body in owner.bodies:
        steps = [step for step in walk(body.steps) if isinstance(step, s.Together)]
        if isinstance(owner.entry, rules.Always) and role == "do":
            yield from (step for step in walk(body.steps) if isinstance(step, s.DoEvent))
            continue
        seen = set[int]()
        for together in steps:
            for step in walk(together.body):
                if isinstance(step, s.DoEvent) and id(step) not in seen:
                    seen.add(id(step))
                    yield step


def inside(survey: Survey, event: str) -> list[str]:
    """Return an event and all that it does, rules left out; itself first."""
    found = [event]
    for each in found:
        does = sorted(
            other
            for node in survey.events.get(each, ())
            if node in survey.touches
            for other in survey.touches[node].does
        )
        found += [other for other in dict.fromkeys(does) if other not in found]
    return found


def _below(survey: Survey, event: str) -> frozenset[str]:
    """Return what an event does, itself left out."""
    nodes = survey.events.get(event, ())
    does = (survey.touches[node].does for node in nodes if node in survey.touches)
    first = frozenset[str]().union(*does)
    return frozenset(each for other in first for each in inside(survey, other))


def _asks(survey: Survey, event: str) -> bool:
    nodes = survey.events.get(event, ())
    return any(survey.touches[node].asks for node in nodes if node in survey.touches)
