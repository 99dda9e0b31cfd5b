"""Report the doubts of the analyses of the event graph as diagnostics."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic, Label, finding, in_order
from dsl.diagnostics.wording import Said, bounded_guesses, nearest
from dsl.model import rules
from dsl.model.game import Game
from interpreter.graph import unused
from interpreter.graph.graph import Graph
from interpreter.graph.leavers import asking_members, lost_triggers
from interpreter.graph.loops import unbounded_loops
from interpreter.graph.steps import event_words

Finder = Callable[[Graph], Iterator[Diagnostic]]


def graph_diagnostics(game: Game) -> tuple[Diagnostic, ...]:
    """Return what the event graph shows to be doubtful, in order of files and places."""
    survey = Graph(game)
    with bounded_guesses():
        found = [each for finder in FINDERS for each in finder(survey)]
    return in_order(each for each in found if not each.span.source.is_shared)


def _about_events(survey: Graph) -> Iterator[Diagnostic]:
    for node in unused.unused_events(survey):
        owner = survey.owners[node]
        assert owner.span is not None
        yield finding("unused-event", owner.span, event=owner.name)


def _about_rules(survey: Graph) -> Iterator[Diagnostic]:
    for node in unused.dead_rules(survey):
        owner = survey.owners[node]
        assert isinstance(owner.entry, rules.Trigger | rules.Replacement | rules.Forbid)
        event = event_words(owner.entry.pattern.event)
        found = {other for after in survey.does.values() for other in after}
        near = nearest(
            event, [name for name in survey.events if name != event and f"event:{name}" in found]
        )
        name = "dead-trigger" if owner.sort == "trigger" else "dead-rule"
        message = Said(f"dead-rule.{owner.sort}", event=event)
        help_text = Said(f"dead-rule.do-{owner.sort}", event=event)
        if near:
            help_text = Said("dead-rule.near", near=near)
        assert owner.span is not None
        yield Diagnostic(name, message, owner.span, (help_text,))


def _about_waiting(survey: Graph) -> Iterator[Diagnostic]:
    for rule in unused.unwakeable(survey):
        yield finding("dead-trigger.waiting", rule.span)
    for first, second in unused.unordered(survey):
        labels = (Label(first.span, Said("undeclared-order.other")),)
        yield finding("undeclared-order", second.span, labels=labels)


def _about_batches(survey: Graph) -> Iterator[Diagnostic]:
    for member, asking in asking_members(survey):
        event, inner = event_words(member.event), event_words(asking)
        where = "" if inner == event else inner
        yield finding("question-in-batch", member.span, event=event, inner=where)


def _about_leavers(survey: Graph) -> Iterator[Diagnostic]:
    for rule, taken in lost_triggers(survey):
        labels = (Label(taken, Said("lost-trigger.goes")),)
        yield finding("lost-trigger", rule.span, labels=labels)


def _about_loops(survey: Graph) -> Iterator[Diagnostic]:
    for loop in unbounded_loops(survey):
        owners = survey.owners
        if loop.form == "rounds":
            yield finding("endless-match", loop.span)
            continue
        called = (owners[n].name if n in owners else n.partition(":")[2] for n in loop.nodes)
        names = tuple(called)
        is_alone = loop.form == "events" and len(names) == 1
        key = "unbounded-loop.itself" if is_alone else f"unbounded-loop.{loop.form}"
        yield finding(key, loop.span, first=names[0], nodes=names)


def _about_actions(survey: Graph) -> Iterator[Diagnostic]:
    for node in unused.unoffered_actions(survey):
        owner = survey.owners[node]
        assert owner.span is not None
        yield finding("unoffered-action", owner.span, action=owner.name)


def _about_phases(survey: Graph) -> Iterator[Diagnostic]:
    for node in unused.unreachable_phases(survey):
        owner = survey.owners[node]
        assert owner.span is not None
        yield finding("unreachable-phase", owner.span, phase=owner.name)


def _about_state(survey: Graph) -> Iterator[Diagnostic]:
    for key in unused.unread_states(survey):
        yield finding("unread-state", survey.game.state[key].span, state=key.dotted)
    for key in unused.unwritten_states(survey):
        yield finding("unwritten-state", survey.game.state[key].span, state=key.dotted)


def _about_zones(survey: Graph) -> Iterator[Diagnostic]:
    for key in unused.unentered_zones(survey):
        yield finding("unentered-zone", survey.game.zones[key].span, zone=key.dotted)


FINDERS: Final[tuple[Finder, ...]] = (
    _about_events,
    _about_rules,
    _about_waiting,
    _about_batches,
    _about_leavers,
    _about_loops,
    _about_actions,
    _about_phases,
    _about_state,
    _about_zones,
)
