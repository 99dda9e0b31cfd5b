"""Report the doubts of the analyses of the event graph as diagnostics."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic, Label
from dsl.diagnostics.order import in_order
from dsl.diagnostics.spelling import bounded_guesses, nearest
from dsl.model import rules
from dsl.model.game import Game
from interpreter.graph.analyses.leavers import asking_members, lost_triggers
from interpreter.graph.analyses.loops import unbounded_loops
from interpreter.graph.analyses.unused import (
    dead_rules,
    unentered_zones,
    unoffered_actions,
    unreachable_phases,
    unread_states,
    unused_events,
    unwritten_states,
)
from interpreter.graph.analyses.waking import unordered, unwakeable
from interpreter.graph.graph import Graph
from interpreter.graph.labels import event_words
from interpreter.graph.walk import edges

Finder = Callable[[Graph], Iterator[Diagnostic]]


def graph_diagnostics(game: Game) -> tuple[Diagnostic, ...]:
    """Return what the event graph shows to be doubtful, in order of files and places."""
    survey = Graph(game)
    with bounded_guesses():
        found = [each for finder in FINDERS for each in finder(survey)]
    return in_order(each for each in found if not each.span.source.is_shared)


def _about_events(survey: Graph) -> Iterator[Diagnostic]:
    for node in unused_events(survey):
        owner = survey.owners[node]
        assert owner.span is not None
        message = f"nothing in a match can do `{owner.name}`"
        yield Diagnostic(
            "unused-event", message, owner.span, (f"do `{owner.name}` somewhere, or remove it",)
        )


def _about_rules(survey: Graph) -> Iterator[Diagnostic]:
    for node in dead_rules(survey):
        owner = survey.owners[node]
        assert isinstance(owner.entry, rules.Trigger | rules.Replacement | rules.Forbid)
        event = event_words(owner.entry.pattern.event)
        found = {other for _, other, kind in edges(survey.graph) if kind == "does"}
        near = nearest(
            event, [name for name in survey.events if name != event and f"event:{name}" in found]
        )
        name = "dead-trigger" if owner.sort == "trigger" else "dead-rule"
        message = f"no `{event}` that happens can match this {owner.sort}"
        help_text = f"do `{event}` somewhere in this way, or remove the {owner.sort}"
        help_text = f"write `{near}` if that was meant" if near else help_text
        assert owner.span is not None
        yield Diagnostic(name, message, owner.span, (help_text,))


def _about_waiting(survey: Graph) -> Iterator[Diagnostic]:
    for rule in unwakeable(survey):
        message = "nothing changes what this trigger waits for"
        help_text = "change what it reads somewhere, or remove the trigger"
        yield Diagnostic("dead-trigger", message, rule.span, (help_text,))
    for first, second in unordered(survey):
        message = "which of two triggers acts first matters here, and nothing says it"
        help_text = "write both in one file, in their order, or make one of them"
        labels = (Label(first.span, "the other"),)
        yield Diagnostic("undeclared-order", message, second.span, (help_text,), labels)


def _about_batches(survey: Graph) -> Iterator[Diagnostic]:
    for member, asking in asking_members(survey):
        event, inner = event_words(member.event), event_words(asking)
        where = "" if inner == event else f" in `{inner}`"
        message = f"`{event}` asks somebody{where} while the events of its batch happen"
        help_text = (
            "ask before the batch: what happens behind a question is not seen from before it"
        )
        yield Diagnostic("question-in-batch", message, member.span, (help_text,))


def _about_leavers(survey: Graph) -> Iterator[Diagnostic]:
    for rule, taken in lost_triggers(survey):
        message = "this trigger is lost where its own card goes before its turn"
        help_text = (
            "say `leavers: act` in `policy`, let it act `at-once`, or do what happens `together`"
        )
        labels = (Label(taken, "goes by this"),)
        yield Diagnostic("lost-trigger", message, rule.span, (help_text,), labels)


LOOP_MESSAGES: Final = {
    "while": "nothing in this loop changes its condition",
    "always": "what this check does leaves its own condition as it was",
    "phase": "nothing that happens in `{first}` changes its condition",
    "rounds": "nothing that happens in a round can end the game",
    "events": "{nodes} lead to each other without end",
}


def _about_loops(survey: Graph) -> Iterator[Diagnostic]:
    for loop in unbounded_loops(survey):
        owners = survey.owners
        called = (owners[n].name if n in owners else n.partition(":")[2] for n in loop.nodes)
        words = [f"`{name}`" for name in called]
        message = LOOP_MESSAGES[loop.form].format(
            first=words[0].strip("`"), nodes=" and ".join(words)
        )
        if loop.form == "events" and len(words) == 1:
            message = f"{words[0]} leads to itself without end"
        help_text = "add a condition that the loop changes, a limit or a decision"
        name = "unbounded-loop"
        if loop.form == "rounds":
            name, help_text = (
                "endless-match",
                "write `end game` somewhere, or a `when:` under `end:`",
            )
        yield Diagnostic(name, message, loop.span, (help_text,))


def _about_actions(survey: Graph) -> Iterator[Diagnostic]:
    for node in unoffered_actions(survey):
        owner = survey.owners[node]
        assert owner.span is not None
        message = f"no phase offers `{owner.name}`"
        yield Diagnostic(
            "unoffered-action",
            message,
            owner.span,
            ("name it in an `offer:`, or give it an `in:`",),
        )


def _about_phases(survey: Graph) -> Iterator[Diagnostic]:
    for node in unreachable_phases(survey):
        owner = survey.owners[node]
        assert owner.span is not None
        message = f"a match never enters `{owner.name}`"
        yield Diagnostic(
            "unreachable-phase", message, owner.span, ("look at what stands before it",)
        )


def _about_state(survey: Graph) -> Iterator[Diagnostic]:
    for key in unread_states(survey):
        message = f"`{key.dotted}` is changed and never read"
        help_text = "read it, or remove it; what is there for eyes alone says `seen-by: everyone`"
        yield Diagnostic("unread-state", message, survey.game.state[key].span, (help_text,))
    for key in unwritten_states(survey):
        message = f"`{key.dotted}` is read and never changes"
        help_text = "change it somewhere, or make it a value"
        yield Diagnostic("unwritten-state", message, survey.game.state[key].span, (help_text,))


def _about_zones(survey: Graph) -> Iterator[Diagnostic]:
    for key in unentered_zones(survey):
        message = f"no card ever comes into `{key.dotted}`"
        help_text = "put cards there, or let them start there"
        yield Diagnostic("unentered-zone", message, survey.game.zones[key].span, (help_text,))


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
