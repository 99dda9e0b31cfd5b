"""Find secrets that the course of a match tells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, is_shared, manual
from dsl.model import steps as s
from dsl.model.expressions import Local, Property, StateRead, ValueCall, ZoneKey
from dsl.model.game import Game
from dsl.model.traits import OfAttribute
from dsl.model.walk import walk

TELLING: Final = frozenset({"definition", "kind"})


@manual("""A secret that is kept for the next match.

What it finds: `keeps` that reads attributes or definitions of cards in a hidden zone, if no step of
the game reveals that zone.

Why it matters: the kept value becomes an option of the next match, which all can read. So all learn
the hidden cards.

Bad:

    options:
      best: list of def of card
    zones:
      deck: {of: card, order: stack, seen-by: nobody}
    end:
      when: round > 2
      keeps: {best: "each(deck, it.definition)"}

Good:

    options:
      best: list of def of card
    zones:
      deck: {of: card, order: stack, seen-by: nobody}
      table: {of: card, order: row, seen-by: everyone}
    end:
      when: round > 2
      keeps: {best: "each(table, it.definition)"}

Exceptions: cards that all have seen on the way to their zone.
""")
def kept_secret(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each option that keeps what is hidden."""
    game = facts.game
    if game.end is None or game.end.span is None or game.players.high == 1:
        return
    shown = shown_zones(facts)
    for option, formula in game.end.keeps.items():
        nodes = [*walk(formula.expression)]
        if not any(map(tells_card, nodes)):
            continue
        for key in dict.fromkeys(zones_in(game, nodes)):
            if key not in shown and not any(
                "everyone" in (a.cards, a.contents) for _, a in game.zones[key].audiences
            ):
                yield finding("kept-secret", game.end.span, option=option, zone=key.name)


def shown_zones(facts: Facts) -> frozenset[ZoneKey]:
    """Return the zones of which some step of the game reveals cards."""
    return frozenset(
        key
        for step in facts.rule_nodes(s.DoEvent)
        if step.event == "reveal"
        for key in zones_in(facts.game, walk(step))
    )


def zones_in(game: Game, nodes: Iterable[object]) -> Iterator[ZoneKey]:
    """Yield the zones that parts of an expression or step name."""
    keys = (getattr(node, "zone", None) for node in nodes)
    yield from (key for key in keys if key is not None and key in game.zones)


def tells_card(node: object) -> bool:
    """Return whether a part of an expression reads which card one is."""
    if isinstance(node, Property):
        return node.name in TELLING
    return isinstance(node, OfAttribute)


Name: TypeAlias = tuple[str, str]
"""`event` or `value`, and its name."""


@manual("""Chance that only decides where a secret says so.

What it finds: steps with chance in one branch of an `if`, or in a `while`, whose condition reads
state or cards that nobody sees, if no step of the game reveals them.

Why it matters: an answer cannot be taken back once chance has decided. So all learn the secret: the
answer can be taken back, or it cannot.

Bad:

    zones:
      deck: {of: card, order: stack, seen-by: nobody}
    actions:
      dig:
        do: |
          if any(top(deck, 1), rank > 4):
            choose k from 1..6 by chance
            add k to me.coins

Good:

    zones:
      deck: {of: card, order: stack, seen-by: nobody}
    actions:
      dig:
        do: |
          choose k from 1..6 by chance
          if any(top(deck, 1), rank > 4):
            add k to me.coins

Exceptions: chance that decides in every branch, or in any case before the condition; cards that the
step moves or shows.
""")
def secret_chance(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each condition on a secret that says whether chance decides."""
    game, shown, random = facts.game, shown_zones(facts), _random(facts.game)
    steps = dict.fromkeys(
        step
        for body in facts.rule_nodes(s.Body)
        for step in _first(random, body.steps)
        if not is_shared(step.span) and _decides(random, step)
    )
    for step in steps:
        conditions = (
            [step.condition] if isinstance(step, s.While) else [c for c, _ in step.branches]
        )
        read = [*_reached(game, [*conditions])]
        # the zones of which the step moves cards, or shows them in another way
        does = [each for each in walk(step) if isinstance(each, s.DoEvent)]
        handled = {
            k for each in does if each.event != "shuffle" for k in zones_in(game, walk(each))
        }
        secret = next(_secrets(game, read, shown | handled), None)
        if secret is not None:
            yield finding("secret-chance", step.span, secret=secret)


def _first(random: Collection[Name], steps: Sequence[object]) -> Iterator[s.If | s.While]:
    """Yield the conditional steps that come before chance has decided in any case."""
    for step in steps:
        if isinstance(step, s.Choose | s.DoEvent) and _has_chance(random, step):
            return
        if isinstance(step, s.If | s.While):
            yield step
        for part in s.ways(step):
            yield from _first(random, part)


def _decides(random: Collection[Name], step: s.If | s.While) -> bool:
    """Return whether chance decides in some cases of a step and not in others."""
    if isinstance(step, s.While):
        return _has_chance(random, step.body)
    cases = {_has_chance(random, body) for body in (*(b for _, b in step.branches), step.otherwise)}
    return len(cases) > 1


def _has_chance(random: Collection[Name], steps: object) -> bool:
    """Return whether chance decides something in steps, or in an event that they do."""
    return any(_is_chance(node) or _called(node) in random for node in walk(steps))


def _is_chance(node: object) -> bool:
    if isinstance(node, s.Choose):
        return node.by_chance
    return isinstance(node, s.DoEvent) and node.event == "shuffle"


def _called(node: object) -> Name | None:
    """Return the event or value that a node names."""
    if isinstance(node, s.DoEvent):
        return "event", node.event
    return ("value", node.value) if isinstance(node, ValueCall) else None


def _random(game: Game) -> frozenset[Name]:
    """Return the events and values in which chance decides, in them or in others that they name."""
    found: set[Name] = set()
    callers: dict[Name, set[Name]] = defaultdict(set)
    bodies = {
        **{("event", name): each for name, each in game.events.items()},
        **{("value", name): each for name, each in game.values.items()},
    }
    for name, body in bodies.items():
        for node in walk(body):
            if _is_chance(node):
                found.add(name)
            if (called := _called(node)) is not None:
                callers[called].add(name)
    waiting = [*found]
    while waiting:
        new = callers[waiting.pop()] - found
        found |= new
        waiting += new
    return frozenset(found)


def _reached(game: Game, waiting: list[object]) -> Iterator[object]:
    """Yield the parts of some texts, and of the values and events that they name."""
    met = set[object]()
    while waiting:
        for node in walk(waiting.pop()):
            yield node
            if isinstance(node, ValueCall) and node.value not in met:
                met.add(node.value)
                waiting.append(game.values.get(node.value))
            elif isinstance(node, s.DoEvent) and ("event", node.event) not in met:
                met.add(("event", node.event))
                waiting.append(game.events.get(node.event))


def _secrets(game: Game, nodes: list[object], told: Collection[ZoneKey]) -> Iterator[str]:
    """Yield the zones and state that some parts of conditions read and nobody sees."""
    if any(map(tells_card, nodes)):
        for key in zones_in(game, nodes):
            if key not in told and {
                who for _, a in game.zones[key].audiences for who in (a.cards, a.top, a.contents)
            } == {"nobody"}:
                yield key.name
    for node in nodes:
        if isinstance(node, StateRead):
            field = game.state.get(node.state)
            if field is not None and field.seen_by == "nobody":
                yield node.state.dotted


@manual("""A secret that the choice before it tells.

What it finds: an action with a parameter that it puts into hidden state.

Why it matters: all players see the parameters of an action, so all know the new state. Nobody else
sees choices in the steps of `do`, or under `at once`.

Bad:

    players:
      state:
        lair: {is: maybe place, seen-by: owner}
    actions:
      hide:
        choose: {p: every place}
        do: set me.lair to p

Good:

    players:
      state:
        lair: {is: maybe place, seen-by: owner}
    actions:
      hide:
        do: |
          choose p from every place
          set me.lair to p

Exceptions: none.
""")
def told_secret(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each parameter that shows what is to be hidden."""
    for action in facts.game.actions:
        for step in walk(action.body.steps):
            if not isinstance(step, s.Change) or is_shared(step.span):
                continue
            field, value = facts.game.state.get(step.state), step.value
            is_hidden = field is not None and field.seen_by in ("owner", "nobody")
            if is_hidden and isinstance(value, Local) and value.slot < len(action.parameters):
                name = action.parameters[value.slot].name
                yield finding("told-secret", step.span, name=name, state=step.state.dotted)
