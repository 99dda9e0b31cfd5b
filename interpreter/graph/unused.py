"""Find what a match can come to, what nothing uses, and rules that nothing triggers or orders.

- The search begins at the phases of set-up and of a round, at `always` and `becomes`, at the end,
  and at the statements of scripts and examples.
- A rule cannot match when nothing in the game does its event, or when each place that does it gives
  a slot something else for sure: another constant, another zone, a card of another kind.
- Of rules without a trigger or an order only those of the game itself count. A card's coming and
  going wakes its rules, and its controller puts several in order. Rules of the game for whom nobody
  acts are taken as they are written; between two files nothing says which is the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from dsl.model import expressions as e
from dsl.model import rules
from dsl.model import steps as s
from dsl.model.expressions import Constant, Expression, Role, StateKey, ZoneKey
from dsl.model.game import Game, Phase
from dsl.model.scripts import DoSteps, Happened, Piece, Rearrange
from dsl.model.steps import Change, DoEvent
from dsl.model.traits import LEAVE
from dsl.model.walk import walk
from interpreter.effects import direct
from interpreter.effects.transitive import AllEffects, Conflicts
from interpreter.graph.graph import Graph

Site = tuple[tuple[Expression, ...], direct.Bindings]
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
        bindings = direct.bindings_of(body)
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


def entered_phases(game: Game) -> frozenset[str]:
    """Return the nodes of the phases that a match can enter."""
    return frozenset(f"phase:{phase.id}" for phase in _entered((*game.setup, *game.phases)))


def _entered(phases: Iterable[Phase]) -> Iterator[Phase]:
    """Yield phases with those inside, none after one that ends the game for sure."""
    for phase in phases:
        only_if, source = phase.only_if, phase.source and phase.source.expression
        is_off = isinstance(only_if, Constant) and only_if.value is False
        if is_off or (isinstance(source, Constant) and not source.value):  # nobody to turn to
            continue
        yield phase
        yield from _entered(phase.phases or ())
        if phase.body is not None and any(isinstance(e, s.EndGame) for e in phase.body.steps):
            return


def reached(survey: Graph) -> frozenset[str]:
    """Return the nodes of everything that can happen or listen."""
    dead = {node for node, matches in rules_that_match(survey).items() if not matches}
    offered: dict[str, list[str]] = {}
    for phase, action in survey.offers:
        offered.setdefault(phase, []).append(action)
    starts = [*entered_phases(survey.game)]
    for node, owner in survey.owners.items():
        if owner.sort in ("always", "end") or isinstance(owner.entry, rules.Becomes):
            starts.append(node)
    for event in (*events_of_scripts(survey.game), *direct.events_supposed(survey.game)):
        starts += survey.events.get(event, (f"event:{event}",))
    found = {node for node in starts if node in survey.does} - dead
    waiting = [*found]
    while waiting:
        node = waiting.pop()
        is_phase = node.startswith("phase:")
        for other in (*survey.does[node], *offered.get(node, ())):
            is_later = is_phase and other.startswith("phase:")
            if not is_later and other not in found and other not in dead:
                found.add(other)
                waiting.append(other)
    return frozenset(found)


def events_of_scripts(game: Game) -> frozenset[str]:
    """Return the events that scripts and examples do or name."""
    found: set[str] = set()
    for script in (*game.scripts, *game.examples):
        for step in script.steps:
            if isinstance(step, Happened):
                found.add(step.event)
            elif isinstance(step, DoSteps):
                for each in walk(step.body):
                    found.update(direct.done_by(each))
    return frozenset(found)


SHOWN = ("everyone", "owner", "others")
"""Words of `seen-by` that show something to somebody."""


def own_nodes(survey: Graph, sort: str) -> tuple[str, ...]:
    """Return the nodes of a sort that the game's own texts declare."""
    return tuple(
        node
        for node, owner in survey.owners.items()
        if owner.sort == sort and not owner.is_shared and not owner.is_native
    )


def unused_events(survey: Graph) -> tuple[str, ...]:
    """Return the events that nothing in a match can come to do."""
    known = reached(survey)
    return tuple(node for node in own_nodes(survey, "event") if node not in known)


def dead_rules(survey: Graph) -> tuple[str, ...]:
    """Return the rules that match nothing, or whose event never comes."""
    matching, known = rules_that_match(survey), reached(survey)
    return tuple(
        node
        for sort in ("trigger", "replacement", "forbid")
        for node in own_nodes(survey, sort)
        if node in matching and (not matching[node] or node not in known)
    )


def unoffered_actions(survey: Graph) -> tuple[str, ...]:
    """Return the actions that no phase offers."""
    offered = {node for _, node in survey.offers}
    return tuple(node for node in own_nodes(survey, "action") if node not in offered)


def unreachable_phases(survey: Graph) -> tuple[str, ...]:
    """Return the phases that a match never enters."""
    known = entered_phases(survey.game)
    return tuple(node for node in own_nodes(survey, "phase") if node not in known)


def written_states(survey: Graph) -> frozenset[StateKey]:
    """Return the state that some step, a scope or a script's position changes."""
    found = {key for key, field in survey.game.state.items() if field.until is not None}
    for owner in survey.owners.values():
        found |= {each.state for each in walk(owner.bodies) if isinstance(each, Change)}
    return frozenset(found)


def unread_states(survey: Graph) -> tuple[StateKey, ...]:
    """Return the state that is written and never read, by rules or by people.

    A field that says who sees it is there to be seen.
    """
    read, written = survey.reads, written_states(survey)
    shown = {key for key, field in survey.game.state.items() if field.seen_by in SHOWN}
    unread = (k for k in _own_states(survey) if k in written and direct.state_node(k) not in read)
    return tuple(key for key in unread if key not in shown)


def unwritten_states(survey: Graph) -> tuple[StateKey, ...]:
    """Return the state that is read and never changes."""
    read, written = survey.reads, written_states(survey)
    return tuple(
        k for k in _own_states(survey) if k not in written and direct.state_node(k) in read
    )


def _own_states(survey: Graph) -> Iterator[StateKey]:
    """Yield the state that the game's own texts declare."""
    limits = {
        owner.entry.limit.state
        for owner in survey.owners.values()
        if isinstance(owner.entry, rules.Trigger | rules.Replacement | rules.Action | rules.Becomes)
        and owner.entry.limit is not None
    }
    limits |= {group.limit.state for group in survey.game.groups if group.limit is not None}
    limits |= {rule.state for rule in survey.game.becomes}
    own = (key for key in survey.game.state if key not in limits and not key.is_definition)
    yield from (key for key in own if key.owner or not key.name.startswith(LEAVE))


def unentered_zones(survey: Graph) -> tuple[ZoneKey, ...]:
    """Return the zones that are read, and into which no card ever comes."""
    found = {card.start for card in survey.game.definitions}
    for body in survey.bodies:
        bindings = direct.bindings_of(body)
        for step in walk(body.steps):
            if isinstance(step, DoEvent):
                found |= direct.entered(step, survey.places, bindings)
    for script in (*survey.game.scripts, *survey.game.examples):
        moved = (step.position for step in script.steps if isinstance(step, Rearrange))
        positions = (*script.positions, *moved)
        names = {name for position in positions for _, name in position.zones}
        pieces = [p for each in positions for found in each.zones.values() for p in _pieces(found)]
        names |= {name for piece in pieces for name in piece.zones}
        found |= {key for key in survey.game.zones if key.name in names}
    read = survey.reads
    return tuple(k for k in survey.game.zones if k not in found and direct.zone_node(k) in read)


def _pieces(found: tuple[Piece, ...] | int) -> Iterator[Piece]:
    """Yield pieces with those that lie in their zones."""
    for piece in () if isinstance(found, int) else found:
        yield piece
        for inner in piece.zones.values():
            yield from _pieces(inner)


Waiting = rules.Trigger | rules.Becomes
CHANGING = frozenset({"active", "round", "start-player"})
"""Roles that mean something else as a match goes on."""


def unwakeable(survey: Graph) -> Iterator[rules.Becomes]:
    """Yield the rules of the game that wait for what nothing ever changes."""
    waiting = [each for each in survey.game.becomes if each.card is None and each.kind is None]
    if not waiting:
        return
    written = {key for each in survey.effects.values() for key, _ in each.writes}
    written |= {direct.state_node(key) for key in written_states(survey)}
    effects = AllEffects(survey.flow)
    for rule in waiting:
        asked = [each for each in (rule.becomes, rule.source, rule.condition) if each is not None]
        own = {key for each in asked for key in direct.reads_of(each, survey.places, {})}
        read = own.union(*(effects.of(key).reads for key in own))
        behind = [survey.owners[key] for key in read & survey.owners.keys()]
        bodies = [(each.formulas, tuple(body for _, body in each.bodies)) for each in behind]
        if not read & written and not any(map(_is_changing, walk((*asked, *bodies)))):
            yield rule


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


def _open_phases(phases: tuple[Phase, ...]) -> Iterator[Phase]:
    """Yield the phases that are no player's turn."""
    for phase in phases:
        if phase.loop != "turns":
            yield phase
            yield from _open_phases(phase.phases or ())
