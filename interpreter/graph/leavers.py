"""Find triggers that are raised and then lost, and events of a batch that ask a player.

A trigger is lost when its own card leaves before its turn. Two ways are checked: a loop that does
the event for one card of a zone after the other, and `always` on cards that the event has changed.

After the first question in a batch, rules no longer see its events from the position before it.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model import expressions as e
from dsl.model import rules
from dsl.model import steps as s
from dsl.model.expressions import ZoneKey
from dsl.model.nouns import active_in
from dsl.model.types import kind_of
from dsl.model.walk import conjuncts, walk
from dsl.records import Span
from dsl.words.vocabulary import AS_ONE
from interpreter.effects.direct import reads_of, state_node
from interpreter.graph.graph import Graph
from interpreter.lower.owners import Owner


def asking_members(survey: Graph) -> Iterator[tuple[s.DoEvent, str]]:
    """Yield each event of a batch that asks while it is done, with the event in which it asks,
    where a rule listens to what happens inside the batch."""
    game = survey.game
    heard = frozenset(rule.pattern.event for rule in game.triggers)
    heard |= {rule.pattern.event for rule in game.replacements}
    heard |= {rule.pattern.event for rule in game.forbids}
    for owner in survey.owners.values():
        for member in _members(owner):
            asking = [
                event
                for event in inside(survey, member.event)
                for node in survey.events.get(event, ())
                if node in survey.effects and survey.effects[node].asks
            ]
            nodes = [n for n in survey.events.get(member.event, ()) if n in survey.effects]
            does = {each for node in nodes for each in survey.effects[node].does}
            below = {event for each in does for event in inside(survey, each)}
            if asking and not heard.isdisjoint(below):
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


def inside(survey: Graph, event: str) -> list[str]:
    """Return an event and all that it does, rules left out; itself first."""
    found = [event]
    for each in found:
        does = sorted(
            other
            for node in survey.events.get(each, ())
            if node in survey.effects
            for other in survey.effects[node].does
        )
        found += [other for other in dict.fromkeys(does) if other not in found]
    return found


def lost_triggers(survey: Graph) -> Iterator[tuple[rules.Trigger, Span]]:
    """Yield triggers of cards that can be lost, with what takes their cards away."""
    policy = survey.game.policy
    if policy.leavers == "act" or policy.triggers == "immediate":
        return
    loops, always = tuple(_loops(survey)), tuple(_always(survey))
    kinds = {each.id: each.kind for each in survey.game.definitions}
    for rule in survey.game.triggers:
        if rule.timing == "after" and not rule.at_once:
            kind = rule.kind or kinds.get(rule.card or "", "")
            places = rule.active_in
            if places is None:
                places = active_in(survey.game.kinds, kind) if kind else ()
            taken = places and _taken_away(rule, kind, places, loops, always, survey)
            if taken:
                yield rule, taken


Loop = tuple[frozenset[ZoneKey], s.DoEvent]
"""The zones whose cards a loop goes through, and an event that it does to each."""
Check = tuple[frozenset[str], str | None, tuple[s.DoEvent, ...]]
"""The state that an `always` reads, the card on which it stands, and what it does."""


def _loops(survey: Graph) -> Iterator[Loop]:
    for owner in survey.owners.values():
        for _, body in owner.bodies:
            together = {id(x) for step in walk(body.steps) if isinstance(step, s.Together)
                        for x in walk(step.body)}  # fmt: skip
            for step in walk(body.steps):
                if id(step) in together:
                    continue
                if isinstance(step, s.ForEach):
                    done = (x for x in walk(step.body) if isinstance(x, s.DoEvent))
                    yield from (
                        (_zones(step.source), x)
                        for x in done
                        if any(isinstance(a, e.Local) and a.slot == step.slot for a in x.arguments)
                    )
                elif isinstance(step, s.DoEvent) and step.each is not None:
                    yield _zones(step.arguments[step.each]), step


def _always(survey: Graph) -> Iterator[Check]:
    for rule in survey.game.always:
        asked = [each for each in (rule.source, rule.condition) if each is not None]
        reads = {key for each in asked for key in reads_of(each, survey.places, {})}
        for key in tuple(reads):
            if key in survey.effects:
                reads |= survey.effects[key].reads
        done = tuple(step for step in walk(rule.body.steps) if isinstance(step, s.DoEvent))
        yield frozenset(key for key in reads if key.startswith("state:")), rule.card, done


def _zones(source: object) -> frozenset[ZoneKey]:
    return frozenset(node.zone for node in walk(source) if isinstance(node, e.ZoneCards))


def _taken_away(
    rule: rules.Trigger, kind: str, places: tuple[ZoneKey, ...], loops: tuple[Loop, ...],
    always: tuple[Check, ...], survey: Graph,
) -> Span | None:  # fmt: skip
    """Return what takes the card of a rule away once it is raised; None for nothing."""
    event = rule.pattern.event
    # a rule that hears only of its own card is not taken away by what happens to others
    equal = [value for _, value in rule.pattern.equals]
    for part in conjuncts(rule.pattern.condition):
        if isinstance(part, e.Compare) and part.operator == "==":
            equal += (part.left, part.right)
    if not any(isinstance(each, e.Role) and each.name == "self" for each in equal):
        for zones, step in loops:
            happens = event in inside(survey, step.event)
            if happens and zones & {*places} and _puts_out(step, kind, places, survey):
                return step.span
    nodes = (node for each in inside(survey, event) for node in survey.events.get(each, ()))
    changes = (survey.effects[node] for node in nodes if node in survey.effects)
    of_cards = {state_node(key) for key in survey.game.state if key.owner not in (None, "player")}
    changed = of_cards.intersection(key for each in changes for key, _ in each.writes)
    for read, card, done in always:
        for step in done if read & changed else ():
            only = step.arguments[0] if step.arguments else None
            is_itself = card is not None and isinstance(only, e.Role) and only.name == "self"
            if is_itself and card != rule.card:
                continue  # only the card on which it stands goes
            if event not in inside(survey, step.event) and _puts_out(step, kind, places, survey):
                return step.span
    return None


def _puts_out(step: s.DoEvent, kind: str, places: tuple[ZoneKey, ...], survey: Graph) -> bool:
    """Return whether an event moves a card of a kind, which it is given, out of some zones."""
    bodies = [
        body
        for each in inside(survey, step.event)
        for node in survey.events.get(each, ())
        if node in survey.owners
        for _, body in survey.owners[node].bodies
    ]
    moves = [x for body in bodies for x in walk(body.steps) if isinstance(x, s.DoEvent)]
    return any(_leads_out(x, kind, places, survey) for x in (step, *moves))


def _leads_out(step: s.DoEvent, kind: str, places: tuple[ZoneKey, ...], survey: Graph) -> bool:
    if step.event == "retire":
        return survey.places.meet(kind, kind_of(step.arguments[0].type))
    if step.event not in AS_ONE or not isinstance(step.arguments[1], e.ZoneRef):
        return False
    is_of_kind = survey.places.meet(kind, kind_of(step.arguments[0].type))
    return is_of_kind and step.arguments[1].zone not in places
