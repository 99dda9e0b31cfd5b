"""Answer what a match can come to: phases entered, actions offered, events done, rules that listen.

Roads begin at the phases of set-up and of a round, at `always` and `becomes`, at the
end, and at what scripts and examples do themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import networkx as nx

from dsl.model import rules
from dsl.model import steps as s
from dsl.model.expressions import Constant
from dsl.model.game import Game
from dsl.model.scripts import DoSteps, Happened
from dsl.model.walk import walk
from interpreter.effects.direct import done_by
from interpreter.graph.analyses.matching import rules_that_match
from interpreter.graph.analyses.survey import Survey
from interpreter.graph.walk import edges


def entered_phases(game: Game) -> frozenset[str]:
    """Return the nodes of the phases that a match can enter."""
    return frozenset(f"phase:{phase.id}" for phase in _entered((*game.setup, *game.phases)))


def _entered(phases: Iterable[rules.Phase]) -> Iterator[rules.Phase]:
    """Yield phases with those inside, none after one that ends the game for sure."""
    for phase in phases:
        if _is_false(phase.only_if) or _is_empty(phase):
            continue
        yield phase
        yield from _entered(phase.phases or ())
        if phase.body is not None and any(isinstance(e, s.EndGame) for e in phase.body.steps):
            return


def _is_empty(phase: rules.Phase) -> bool:
    """Return whether a phase has nobody to turn to, by its text."""
    source = None if phase.source is None else phase.source.expression
    return isinstance(source, Constant) and not source.value


def _is_false(node: object) -> bool:
    return isinstance(node, Constant) and node.value is False


def reached(survey: Survey) -> frozenset[str]:
    """Return the nodes of everything that can happen or listen."""
    roads = survey.does.copy()
    matching = rules_that_match(survey)
    roads.remove_nodes_from(
        [node for node, owner in survey.owners.items() if node in matching and not matching[node]]
    )
    for one, other, kind in edges(survey.graph):
        if kind == "offers" and one in roads and other in roads:
            roads.add_edge(one, other)
    starts = set(_starts(survey)) & set(roads)
    for phase in list(roads):
        if phase.startswith("phase:"):
            later = [each for each in roads.successors(phase) if each.startswith("phase:")]
            roads.remove_edges_from([(phase, each) for each in later])
    return frozenset(starts.union(*(nx.descendants(roads, node) for node in starts)))


def _starts(survey: Survey) -> Iterator[str]:
    """Yield the nodes at which roads begin."""
    yield from entered_phases(survey.game)
    for node, owner in survey.owners.items():
        if owner.sort in ("always", "end") or isinstance(owner.entry, rules.Becomes):
            yield node
    for event in events_of_scripts(survey.game):
        yield from survey.events.get(event, (f"event:{event}",))


def events_of_scripts(game: Game) -> frozenset[str]:
    """Return the events that scripts and examples do or name."""
    found: set[str] = set()
    for script in (*game.scripts, *game.examples):
        for step in script.steps:
            if isinstance(step, Happened):
                found.add(step.event)
            elif isinstance(step, DoSteps):
                for each in walk(step.body):
                    found.update(done_by(each))
    return frozenset(found)
