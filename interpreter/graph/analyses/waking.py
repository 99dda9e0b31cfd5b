"""Find rules of the game itself that nothing triggers, and those whose order nothing fixes.

What stands on a card is left out: its coming and going wakes it, and its controller puts several in
order. Rules of the game for whom nobody acts are taken as they are written; between two files
nothing says which is the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from dsl.model import rules
from dsl.model import steps as s
from dsl.model.expressions import Role
from dsl.model.steps import Formula
from dsl.model.walk import walk
from interpreter.effects.direct import reads_of
from interpreter.effects.places import state_node
from interpreter.effects.transitive import AllEffects, Conflicts
from interpreter.graph.analyses.unused import written_states
from interpreter.graph.graph import Graph

Waiting = rules.Trigger | rules.Becomes
CHANGING = frozenset({"active", "round", "start-player"})
"""Roles that mean something else as a match goes on."""


def unwakeable(survey: Graph) -> Iterator[rules.Becomes]:
    """Yield the rules of the game that wait for what nothing ever changes."""
    waiting = [each for each in survey.game.becomes if each.card is None and each.kind is None]
    if not waiting:
        return
    written = {key for each in survey.effects.values() for key, _ in each.writes}
    written |= {state_node(key) for key in written_states(survey)}
    effects = AllEffects(survey.flow)
    for rule in waiting:
        asked = [each for each in (rule.becomes, rule.source, rule.condition) if each is not None]
        direct = {key for each in asked for key in reads_of(each, survey.places, {})}
        read = direct.union(*(effects.of(key).reads for key in direct))
        if not read & written and not any(map(_is_changing, _behind(asked, read, survey))):
            yield rule


def _behind(asked: list[Formula], read: set[str], survey: Graph) -> Iterator[object]:
    """Yield every node of conditions and of the values that they read."""
    yield from walk(tuple(asked))
    for key in read & survey.owners.keys():
        owner = survey.owners[key]
        yield from walk((owner.formulas, tuple(body for _, body in owner.bodies)))


def _is_changing(node: object) -> bool:
    return isinstance(node, Role) and node.name in CHANGING


def unordered(survey: Graph) -> Iterator[tuple[Waiting, Waiting]]:
    """Yield pairs of the game's rules that act together, whose order matters and is not said."""
    free = frozenset(_events_of_nobody(survey))
    waiting: list[Waiting] = [*survey.game.triggers, *survey.game.becomes]
    pairs = [
        (one, other)
        for one, other in combinations([each for each in waiting if _is_free(each, free)], 2)
        if one.span.source is not other.span.source and _act_together(one, other)
    ]
    conflicts = Conflicts(survey.game) if pairs else None
    if conflicts is not None:
        yield from (pair for pair in pairs if conflicts.matter(pair[0].id, pair[1].id))


def _is_free(rule: Waiting, free: frozenset[str]) -> bool:
    """Return whether a rule is the game's, and nobody puts it in order."""
    if rule.card is not None or rule.kind is not None or rule.only_if is not None:
        return False
    return isinstance(rule, rules.Becomes) or rule.pattern.event in free


def _act_together(one: Waiting, other: Waiting) -> bool:
    """Return whether two rules can be woken at one moment."""
    if isinstance(one, rules.Trigger) and isinstance(other, rules.Trigger):
        return one.pattern.event == other.pattern.event and one.timing == other.timing
    return isinstance(one, rules.Becomes) and isinstance(other, rules.Becomes)


def _events_of_nobody(survey: Graph) -> set[str]:
    """Return the events that happen while it is nobody's turn."""
    game = survey.game
    found = {f"phase:{each.id}" for each in _open_phases((*game.setup, *game.phases))}
    bodies: list[object] = [each.body for each in _open_phases((*game.setup, *game.phases))]
    bodies += [each.body for each in game.always if each.card is None]
    bodies += [each.body for each in game.becomes if each.card is None]
    while bodies:
        for node in walk(bodies.pop()):
            if isinstance(node, s.DoEvent) and node.by is None and node.event not in found:
                found.add(node.event)
                bodies += [event.body for event in game.events.get(node.event, ())]
    return found


def _open_phases(phases: tuple[rules.Phase, ...]) -> Iterator[rules.Phase]:
    """Yield the phases that are no player's turn."""
    for phase in phases:
        if phase.loop != "turns":
            yield phase
            yield from _open_phases(phase.phases or ())
