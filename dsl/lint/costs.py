"""Check costs and choices."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, is_never, is_shared, manual, most, most_cards
from dsl.model import expressions as e
from dsl.model import steps as s
from dsl.model.expressions import StateKey
from dsl.model.game import Game
from dsl.model.rules import Action, Parameter, Reaction
from dsl.model.steps import Alternative, Body, Change, Choose, ChooseOne, DoEvent, If, May, Step
from dsl.model.types import INT, AmountOf, BagOf, plain_type
from dsl.model.walk import is_nothing, known_number, walk
from dsl.records import Span
from dsl.words.vocabulary import AS_ONE


def costs(facts: Facts) -> Iterator[tuple[tuple[Step, ...], Span]]:
    """Yield the steps of each cost that the game's own files say, once, and where they begin."""
    game = facts.game
    bodies: list[Body | None] = [each.body for each in game.effects if each.is_cost]
    rules: tuple[Action | Reaction, ...] = (
        *game.actions, *game.triggers, *game.replacements, *game.becomes,
    )  # fmt: skip
    bodies += [rule.cost for rule in rules]
    found = [body.steps for body in bodies if body is not None and body.steps]
    optional: Iterator[May | Alternative] = facts.rule_nodes(May, Alternative)
    found += [node.cost for node in optional if node.cost]
    known: set[Span] = set()
    for steps in found:
        span = steps[0].span
        if span not in known and not is_shared(span):
            known.add(span)
            yield steps, span


@manual("""A cost that takes nothing.

What it finds: a cost whose steps surely do nothing: they subtract 0, pay an empty bag, do an event
for none, or only choose and name things.

Why it matters: the rule is free in spite of its cost. Nobody notices a wrong number, since no step
fails.

Bad:

    actions:
      shop: {in: market, cost: subtract 0 from me.coins, do: draw 1}

Good:

    actions:
      shop: {in: market, cost: subtract 1 from me.coins, do: draw 1}

Exceptions: costs that depend on the match, such as `pay price(c)`, which may be 0; a choice in a
cost if the steps behind it use the card.
""")
def free_cost(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each cost that takes nothing."""
    for steps, span in costs(facts):
        if not _takes(steps, facts.game):
            yield finding("free-cost", span)


def _takes(steps: tuple[s.Step, ...], game: Game) -> bool:
    """Return whether some step may take something."""
    return any(_step_takes(step, game) for step in steps)


def _step_takes(step: s.Step, game: Game) -> bool:
    """Return whether a step may take something."""
    if isinstance(step, s.DoEvent):
        typed = [(each, plain_type(each.type)) for each in step.arguments]
        amounts = [each for each, t in typed if t == INT or isinstance(t, BagOf | AmountOf)]
        return not amounts or not all(map(is_nothing, amounts))
    if isinstance(step, s.Change):
        return step.operator == "set" or not is_nothing(step.value)
    if isinstance(step, s.Repeat):
        return known_number(step.times) != 0 and _takes(step.body, game)
    if isinstance(step, s.ForEach):
        return most(step.source, game) != 0 and _takes(step.body, game)
    return not isinstance(step, s.Let)


@manual("""A cost that nobody can ever pay.

What it finds: a cost with a condition that is never true, a choice of too many things, or a
subtraction from a state that begins lower and never grows.

Why it matters: the engine does not offer an action with an unpayable cost, without a word. The card
or action might as well not exist.

Bad:

    state: {charges: int = 0}            # and nothing adds to it
    actions:
    - {in: act, cost: subtract 2 from self.charges, do: draw 1}

Good:

    state: {charges: int = 3}
    actions:
    - {in: act, cost: subtract 2 from self.charges, do: draw 1}

Exceptions: costs that depend on the match.
""")
def unpayable_cost(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each step of a cost that can never be done."""
    game = facts.game
    ceilings = _ceilings(facts)
    for steps, _ in costs(facts):
        for step in steps:
            yield from _impossible(step, (), game, ceilings)


def _impossible(
    step: s.Step,
    given: tuple[e.Expression, ...],
    game: Game,
    ceilings: dict[StateKey, int],
    is_own: bool = True,
) -> Iterator[Diagnostic]:
    """Yield why a step that is always done cannot be."""
    if isinstance(step, s.Require) and is_never(step.condition):
        yield finding("unpayable-cost.requires", step.span)
    elif isinstance(step, s.Choose):
        there = most_cards(step.source, game)
        number = known_number(step.number) if step.mode == "exactly" else None
        wanted = 1 if step.mode == "one" else number
        if wanted is not None and there is not None and there < wanted:
            yield finding("unpayable-cost.chooses", step.span, wanted=wanted, there=there)
    elif isinstance(step, s.Change) and step.operator == "subtract":
        number = known_number(
            given[step.value.slot]
            if isinstance(step.value, e.Local) and step.value.slot < len(given)
            else step.value
        )
        ceiling = ceilings.get(step.state)
        if number is not None and ceiling is not None and ceiling < number:
            slots = {"most": ceiling, "number": number}
            key, name = "unpayable-cost.takes", step.state.dotted
            yield finding(key, step.span, labels=(), name=name, **slots)
    elif isinstance(step, s.DoEvent) and is_own and step.each is None:
        for event in game.events.get(step.event, ())[:1]:
            for inner in event.body.steps:
                found = _impossible(inner, step.arguments, game, ceilings, is_own=False)
                yield from (Diagnostic(f.name, f.message, step.span, f.helps) for f in found)


def _ceilings(facts: Facts) -> dict[StateKey, int]:
    """Return the most that each number of the state can be, where the text alone tells."""
    found = {
        key: field.default
        for key, field in facts.game.state.items()
        if isinstance(field.default, int) and not isinstance(field.default, bool)
    }
    for node in facts.nodes(s.Change):
        if node.state in found:
            number = known_number(node.value)
            if node.operator == "set" and number is not None:
                found[node.state] = max(found[node.state], number)
            elif node.operator != "subtract" or (number or 0) < 0:
                del found[node.state]
    return found


@manual("""A price that is taken without asking whether it is there.

What it finds: an action whose `do:` subtracts an attribute or a value from a number of the player
without a test. Neither its `cost:`, `when:` and choices nor a step around or before it read that
number.

Why it matters: numbers go below 0. A player with 1 buys for 5, and owns -4.

Bad:

    actions:
      buy:
        choose: {c: supply}
        do: |
          subtract c.price from me.gold
          move c to me.hand

Good:

    actions:
      buy:
        choose: {c: supply}
        cost: subtract c.price from me.gold
        do: move c to me.hand

Exceptions: literal numbers, and losses of others: damage may go below 0. This is advice, and no
warning.
""")
def unguarded_payment(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each step that takes what may not be there."""
    for action in facts.game.actions:
        looked_at = _read((action.when, action.cost, action.parameters))
        for step, read in _payments(action.body.steps, looked_at):
            is_mine = isinstance(step.of, e.Role) and step.of.name == "me"
            is_price = (
                is_mine
                and step.value.type == INT
                and any(
                    isinstance(each, e.AttributeRead | e.PrintedRead | e.ValueCall)
                    for each in walk(step.value)
                )
            )
            if not is_price or is_shared(step.span) or step.state in read:
                continue
            if not _reads_all(action, facts, step):
                yield finding("unguarded-payment", step.span, state=step.state.dotted)


def _read(node: object) -> frozenset[e.StateKey]:
    """Return the state that something looks at, or takes as a cost."""
    nodes = [*walk(node)]
    read = {each.state for each in nodes if isinstance(each, e.StateRead)}
    return frozenset(read | {each.state for each in nodes if isinstance(each, Change)})


def _payments(
    steps: tuple[Step, ...], read: frozenset[e.StateKey]
) -> Iterator[tuple[Change, frozenset[e.StateKey]]]:
    """Yield the steps that subtract from a number, with what was looked at before."""
    for step in steps:
        if isinstance(step, Change) and step.operator == "subtract":
            yield step, read
        elif isinstance(step, If):
            asked = _read(tuple(condition for condition, _ in step.branches))
            for body in (*(body for _, body in step.branches), step.otherwise):
                yield from _payments(body, read | asked)
        read |= frozenset(each.state for each in walk(step) if isinstance(each, e.StateRead))


def _reads_all(action: Action, facts: Facts, step: Change) -> bool:
    """Return whether a value that the action asks reads the number."""
    asked = (action.when, action.cost, action.parameters)
    called = {each.value for each in walk(asked) if isinstance(each, e.ValueCall)}
    values = facts.game.values
    seen: set[str] = set()
    while called - seen:
        name = (called - seen).pop()
        seen.add(name)
        bodies = tuple(each.body for each in values.get(name, ()))
        if step.state in _read(bodies):
            return True
        called |= {each.value for each in walk(bodies) if isinstance(each, e.ValueCall)}
    return False


TRIED: Final = 65_536
"""Sets that are tried before a choice is given up; see docs/language/steps.md, Budgets."""

HAND: Final = e.ZoneKey("player", "hand")
DEALS: Final = ("deal", "draw")
"""Events of the prelude that put so many cards into a player's hand."""


@manual("""A choice of cards that fit together, out of more than can be tried.

What it finds: a choice with `so-that` (`so that`) among all cards of a zone, if the rules put too
many cards there at once. Their sets exceed the bound of `choice-too-large`. The rule reads plain
numbers: `deal 26`, `draw n` and `move top(deck, 26) to p.hand` with a number or an option, of which
the largest value counts.

Why it matters: the engine finds fitting sets by trying them, and each further card doubles them. 16
cards have 65,536 sets, the bound. The game lints clean and plays with small hands, but its first
decision with a large hand is a fault.

Bad:

    setup: deal 26
    actions:
      play:
        choose: {cs: {from: any number of me.hand, so-that: beats(cs)}}

Good:

    setup: deal 26
    actions:
      play:
        choose:
          cs: {from: any number of me.hand, so-that: beats(cs), so-far: are-alike(cs)}

Exceptions: a choice that is asked only when the zone has become small.
""")
def too_many_sets(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each choice out of a zone whose sets are too many."""
    game = facts.game
    sizes: dict[e.ZoneKey, int] = {}
    for step in facts.rule_nodes(DoEvent):
        filled, number = _put(game, step)
        if filled is not None and not is_shared(step.span):
            sizes[filled] = max(number, sizes.get(filled, 0))
    found: dict[object, Diagnostic] = {}
    choices: Iterator[Parameter | Choose] = facts.rule_nodes(Parameter, Choose)
    for node in choices if sizes else ():
        if node.condition is None or node.so_far is not None or is_shared(node.span):
            continue
        if not isinstance(node.source, e.ZoneCards):
            continue
        zone = node.source.zone
        size = sizes.get(zone, 0)
        most = size if node.mode == "any number" else min(size, _most(game, node.number))
        if sum(comb(size, n) for n in range(most + 1)) > TRIED:
            found[node.span] = finding("too-many-sets", node.span, size=size, zone=zone.name)
    yield from found.values()


def _put(game: Game, step: DoEvent) -> tuple[e.ZoneKey | None, int]:
    """Return the zone that a step fills, and with how many cards."""
    if step.event in DEALS and step.arguments:
        return HAND, _most(game, step.arguments[0])
    match step.event in AS_ONE, step.arguments:
        case True, (e.Primitive("top" | "bottom", (_, number)), e.ZoneRef(zone), *_):
            return zone, _most(game, number)
        case _:
            return None, 0


def _most(game: Game, number: e.Expression | None) -> int:
    """Return the largest value of a number or an option; 0 for what is not plain."""
    if isinstance(number, e.Constant) and isinstance(number.value, int):
        return number.value
    if isinstance(number, e.OptionValue):
        option = game.options[number.option]
        values = (option.default, option.high, *option.choices)
        return max((value for value in values if isinstance(value, int)), default=0)
    return 0


@manual("""A way to do nothing that passes.

What it finds: a body of `choose one`, of `may` or of its `else` that contains only `pass`.

Why it matters: `pass` means that I want no more turns in the phase: it takes me out of it. Even if
somebody else decides, it is me who passes.

Bad:

    do: |
      choose one by p:
        pay 2 by p, pass
        draw 1

Good:

    do: |
      choose one by p:
        pay 2 by p
        draw 1

`may by p pay 2` needs no steps of its own before an `else`:

    do: |
      may by p pay 2
      else, draw 1

Exceptions: none. If you mean passing, write `# cardwright: allow lone-pass`.
""")
def lone_pass(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each `pass` that is all of a way."""
    bodies = [
        *(body for each in facts.rule_nodes(May) for body in (each.body, each.otherwise)),
        *(way.body for each in facts.rule_nodes(ChooseOne) for way in each.alternatives),
    ]
    found = dict.fromkeys(
        body[0].span
        for body in bodies
        if len(body) == 1 and isinstance(body[0], DoEvent) and body[0].event == "pass"
    )
    for span in found:
        if not is_shared(span):
            yield finding("lone-pass", span)
