"""Find loops that nothing ends: no decision, no limit, and no condition that they change.

A loop is a `while`, a check of `always`, the rounds of a match, or events and triggers that lead
back to themselves. A guard stands between the beginning of a body and an event. It ends a loop when
a player decides it, when it reads a local, or when it reads what the loop writes. A loop without
such a guard goes round for ever.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Set

from dsl.model import rules
from dsl.model import steps as s
from dsl.model.expressions import Constant, Expression, Local
from dsl.model.game import Phase
from dsl.model.types import BOOL
from dsl.model.walk import operands, walk
from dsl.records import Record, Span
from interpreter.effects import direct
from interpreter.effects.transitive import AllEffects
from interpreter.graph.graph import Graph
from interpreter.lower.owners import pattern_expressions

Guards = tuple[Expression | None, ...]
"""Conditions and lists that decide whether a step is reached; None where a player decides."""

NEVER = Constant(False, BOOL)


class GuardedCall(Record):
    """An event done under guards."""

    step: s.DoEvent
    guards: Guards


def guarded_calls(steps: Iterable[s.Step], guards: Guards = ()) -> Iterator[GuardedCall]:
    """Yield every event done in steps, with its guards from the outermost in."""
    for step in steps:
        if isinstance(step, s.DoEvent):
            each = () if step.each is None else (step.arguments[step.each],)
            yield GuardedCall(step, (*guards, *each))
        conditions = tuple(condition for condition, _ in getattr(step, "branches", ()))
        around: Guards = (None,) if isinstance(step, s.Asks) else tuple(operands(step))
        for number, way in enumerate(s.ways(step), start=1):
            yield from guarded_calls(way, (*guards, *(conditions[:number] or around)))
        guards = (*guards, *_leaves(step))


def _leaves(step: s.Step) -> Guards:
    """Return what a step adds for all steps after it: an `if` that stops guards the rest."""
    if isinstance(step, s.If) and any(_stops(body) for _, body in step.branches):
        return tuple(condition for condition, body in step.branches if _stops(body))
    return (NEVER,) if _stops((step,)) else ()


def _stops(steps: tuple[s.Step, ...]) -> bool:
    """Return whether steps end their body for sure."""
    return any(isinstance(step, s.Ends) for step in steps)


UNBOUND = frozenset({direct.KNOWLEDGE, direct.PLAYERS, direct.START_PLAYER})


class Loop(Record):
    """One loop without an end.

    Attributes:
        nodes: Owners on it, in order of their ids; one for a loop inside a body.
        form: `while`, `always`, `phase`, `rounds` or `events`.
    """

    nodes: tuple[str, ...]
    form: str
    span: Span


def unbounded_loops(survey: Graph) -> tuple[Loop, ...]:
    """Return every loop that nothing ends."""
    all_effects = AllEffects(survey.flow)
    return (
        *_whiles(survey, all_effects),
        *_checks(survey, all_effects),
        *_phases(survey, all_effects),
        *_rounds(survey, all_effects),
        *_cycles(survey, all_effects),
    )


def _whiles(survey: Graph, all_effects: AllEffects) -> Iterator[Loop]:
    """Yield each `while` whose body changes nothing of its condition and does not leave it."""
    for owner in survey.owners.values():
        for _, body in owner.bodies:
            for step in walk(body.steps):
                if isinstance(step, s.While) and not _ends(step, survey, all_effects):
                    yield Loop((owner.node,), "while", step.span)


def _ends(step: s.While, survey: Graph, all_effects: AllEffects) -> bool:
    """Return whether something in a `while` can end it."""
    inside = tuple(walk(step.body))
    if any(isinstance(each, s.Ends) for each in inside):
        return True
    if _never(step.condition):
        return True
    bound: set[int | None] = set()
    bound |= {each.slot for each in inside if isinstance(each, s.Let | s.Choose | s.Order)}
    bound |= {each.result for each in inside if isinstance(each, s.DoEvent)} - {None}
    if any(isinstance(each, Local) and each.slot in bound for each in walk(step.condition)):
        return True
    written = _written_by(step.body, survey, all_effects)
    return bool(written & _read(step.condition, survey, all_effects)) or "end" in written


def _written_by(
    steps: tuple[s.Step, ...], survey: Graph, all_effects: AllEffects
) -> frozenset[str]:
    """Return what steps write with the events they do; `end` where one ends the game."""
    found = set[str]()
    bindings = direct.bindings_of(s.Body((), 0, steps))
    for each in walk(steps):
        if isinstance(each, s.Change):
            found.add(direct.state_node(each.state))
        if isinstance(each, s.DoEvent):
            if each.event in direct.NATIVE_WRITES:
                found |= set(direct.NATIVE_WRITES[each.event](each, survey.places, bindings))
            for node in survey.events.get(each.event, ()):
                found |= {key for key, _ in all_effects.of(node).writes}
                found |= {"end"} if all_effects.of(node).ends else set()
    return frozenset(found)


def _read(node: object, survey: Graph, all_effects: AllEffects) -> frozenset[str]:
    """Return what an expression reads, values followed."""
    found = set(direct.reads_of(node, survey.places, {}))
    for key in tuple(found):
        if key in survey.owners:
            found |= all_effects.of(key).reads
    return frozenset(found)


def _never(node: object) -> bool:
    """Return whether a condition or list is empty by its text."""
    return isinstance(node, Constant) and not node.value


def _checks(survey: Graph, all_effects: AllEffects) -> Iterator[Loop]:
    """Yield each check of `always` that leaves its own condition as it was."""
    for owner in survey.owners.values():
        if isinstance(owner.entry, rules.Always) and owner.span is not None:
            reads = _read(owner.formulas, survey, all_effects)
            written = {key for key, _ in all_effects.of(owner.node).writes}
            if not reads & written and not all_effects.of(owner.node).ends:
                yield Loop((owner.node,), "always", owner.span)


def _phases(survey: Graph, all_effects: AllEffects) -> Iterator[Loop]:
    """Yield each phase with `while` inside which nothing changes the condition, and where nobody
    passes or leaves a phase."""
    inside = _inside(survey)
    for owner in survey.owners.values():
        phase = owner.entry
        if not isinstance(phase, Phase) or owner.span is None:
            continue
        condition = phase.source if phase.loop == "while" else phase.while_condition
        if condition is None or _never(condition.expression):
            continue
        below = [all_effects.of(node) for node in inside[owner.node]]
        written = {key for each in below for key, _ in each.writes}
        ended = direct.TURNS in written or any(each.ends for each in below)
        if not ended and not written & _read(condition, survey, all_effects):
            yield Loop((owner.node,), "phase", owner.span)


def _inside(survey: Graph) -> dict[str, frozenset[str]]:
    """Return the owners that run inside each phase: itself, the phases in it and their actions."""
    found: dict[str, frozenset[str]] = {}

    def visit(phase: Phase) -> frozenset[str]:
        node = f"phase:{phase.id}"
        own = {node}
        for action in phase.offer or ():
            own.update(survey.events.get(f"act:{action}", ()))
        found[node] = frozenset(own).union(*(visit(each) for each in phase.phases or ()))
        return found[node]

    for phase in (*survey.game.setup, *survey.game.phases):
        visit(phase)
    return found


def _rounds(survey: Graph, all_effects: AllEffects) -> Iterator[Loop]:
    """Yield the rounds of a match where nothing can end it."""
    end = survey.game.end
    if not survey.game.phases or any(each.ends for each in survey.effects.values()):
        return
    written = {key for each in survey.effects.values() for key, _ in each.writes}
    # rounds change by themselves
    if end.when is not None and (
        _read(end.when, survey, all_effects) & written
        or any(getattr(each, "name", None) == "round" for each in walk(end.when))
    ):
        return
    first = survey.game.phases[0]
    yield Loop((f"phase:{first.id}",), "rounds", first.span)


def _cycles(survey: Graph, all_effects: AllEffects) -> Iterator[Loop]:
    """Yield each circle of events and triggers without a guard that can end it."""
    for group in circles(survey.does):
        of_group = [survey.effects[node] for node in group if node in survey.effects]
        written = frozenset(key for each in of_group for key, _ in each.writes)
        rest: dict[str, dict[str, None]] = {}
        spans: dict[str, Span] = {}
        for one, other, guards, span in _edges(survey, group):
            if not any(_can_end(guard, written, survey, all_effects) for guard in guards):
                rest.setdefault(one, {})[other] = None
                rest.setdefault(other, {})
                spans.setdefault(one, span)
        if any(circles(rest)):
            import networkx as nx  # few games have such a circle

            graph: nx.DiGraph[str] = nx.DiGraph()
            graph.add_edges_from((one, other) for one, after in rest.items() for other in after)
            nodes = tuple(sorted(next(iter(nx.simple_cycles(graph)))))
            yield Loop(nodes, "events", spans[nodes[0]])


Edge = tuple[str, str, Guards, Span]
"""(from, to, guards between them, where it is written)."""


def _edges(survey: Graph, group: Set[str]) -> Iterator[Edge]:
    """Yield all that leads from one node of a group to another."""
    for node in sorted(group):
        yield from _calls(survey, group, node)
        for rule in survey.does[node]:
            listener = survey.owners.get(rule)
            if rule not in group or listener is None or listener.span is None:
                continue
            if listener.sort in ("trigger", "replacement"):
                entry = listener.entry
                assert isinstance(entry, rules.Trigger | rules.Replacement)
                asked = entry.limit is not None or entry.optional or entry.cost is not None
                guards = (*pattern_expressions(entry.pattern), *((None,) if asked else ()))
                yield node, rule, guards, listener.span


def _calls(survey: Graph, group: Set[str], node: str) -> Iterator[Edge]:
    """Yield the events of a group that a node does itself."""
    bodies = survey.owners[node].bodies if node in survey.owners else ()
    for call in (each for _, body in bodies for each in guarded_calls(body.steps)):
        event = call.step.event
        for target in survey.events.get(event, (f"event:{event}",)):
            if target in group and not call.step.continues:
                entry = survey.owners[target].entry if target in survey.owners else None
                when = entry.when if isinstance(entry, rules.Event) else None
                guards = call.guards + (() if when is None else (when.expression,))
                yield node, target, guards, call.step.span


def _can_end(
    guard: object, written: frozenset[str], survey: Graph, all_effects: AllEffects
) -> bool:
    """Return whether a guard can keep a circle from going round again."""
    if guard is None or _never(guard):
        return True
    nodes = tuple(walk(guard))
    if any(isinstance(each, Local) for each in nodes):
        return True
    return bool(_read(guard, survey, all_effects) & written - UNBOUND)


Leads = Mapping[str, Collection[str]]
"""By node, the nodes that it leads to, all of which are keys too."""


def circles(leads: Leads) -> Iterator[Set[str]]:
    """Yield the groups of nodes that all lead to each other, a node that leads to itself included.

    It is Tarjan's algorithm, with a list in the place of recursion. Lint asks this of every game:
    it shall not need a library that takes a tenth of a second to load.
    """
    number, lowest = dict[str, int](), dict[str, int]()
    left: dict[str, Iterator[str]] = {node: iter(after) for node, after in leads.items()}
    open_, is_open = list[str](), set[str]()
    for first in leads:
        road = [] if first in number else [first]
        while road:
            node = road[-1]
            if node not in number:
                number[node] = lowest[node] = len(number)
                open_.append(node)
                is_open.add(node)
            new = next((each for each in left[node] if each not in number), None)
            if new is not None:
                road.append(new)
                continue
            road.pop()
            lowest[node] = min([lowest[node], *(lowest[each] for each in leads[node]
                                                if each in is_open)])  # fmt: skip
            if lowest[node] == number[node]:
                group = {open_.pop()}
                while node not in group:
                    group.add(open_.pop())
                is_open -= group
                if len(group) > 1 or node in leads[node]:
                    yield group
