"""Find declared names that nothing uses, and conditions that never hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.diagnostics.wording import Said, nearest
from dsl.lint.facts import Facts, is_shared, manual
from dsl.model.amounts import COMPARISONS
from dsl.model.expressions import Compare, Constant, Expression, Members, Role, StateRead
from dsl.model.game import Game
from dsl.model.steps import Change
from dsl.model.traits import LEAVE, StateKey
from dsl.model.types import EnumType, Type
from dsl.model.walk import known_number, walk
from dsl.records import Span


def unused(sort: str, declared: Mapping[str, Span], facts: Facts) -> Iterator[Diagnostic]:
    """Yield a finding for each declared name of a sort that nothing uses.

    Args:
        declared: Span by name, written as in `World.used`.
    """
    used = [name for name in declared if (sort, name) in facts.used]
    for name, span in declared.items():
        if (sort, name) in facts.used or is_shared(span):
            continue
        near = nearest(name, used)
        helps = () if near is None else (Said("unused.near", near=near),)
        yield finding(f"unused-{sort}", span, *helps, name=name)


@manual("""An attribute that nothing reads.

What it finds: an attribute of a kind that no rule, script or example reads.

Why it matters: it stands on cards and changes nothing; often it is the misspelt half of a pair.

Bad:

    kinds:
      card: {attributes: {rank: int, rnak: int = 0}}      # and nothing reads `rnak`

Good:

    kinds:
      card: {attributes: {rank: int}}

Exceptions: none; for words to people, use the card's `text:`.
""")
def unused_attribute(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each attribute that nothing reads."""
    declared = {
        f"{kind.name}.{attribute.name}": attribute.span
        for kind in facts.game.kinds.values()
        for attribute in kind.attributes
    }
    yield from unused("attribute", declared, facts)


@manual("""An enum that no text names.

What it finds: an enum that is nobody's type.

Why it matters: it is either left over or the misspelt half of a pair.

Bad:

    enums:
      flavour: [sweet, sour]      # and no attribute, state or slot is a `flavour`

Good:

    enums:
      flavour: [sweet, sour]
    kinds:
      fruit: {attributes: {flavour: flavour}}

Exceptions: none.
""")
def unused_enum(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each enum that nothing names."""
    yield from unused("enum", {n: enum.span for n, enum in facts.game.enums.items()}, facts)


@manual("""A kind that nothing is of.

What it finds: a kind without cards that nothing names, not even a kind that extends it.

Why it matters: it is either left over or the misspelt half of a pair.

Bad:

    kinds:
      card: {}
      crad: {}       # and no card is a `crad`

Good:

    kinds:
      card: {}

Exceptions: none.
""")
def unused_kind(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each kind that nothing is of and nothing names."""
    kinds = facts.game.kinds
    known = {card.kind for card in facts.game.cards}
    known |= {kind.extends for kind in kinds.values() if kind.extends is not None}
    declared = {name: kind.span for name, kind in kinds.items() if name not in known}
    yield from unused("kind", declared, facts)


@manual("""A member of an enum that no text names.

What it finds: a member that no card, rule, script or example names, if they name other members of
its enum and nothing takes all of them by `every`.

Why it matters: a member without uses never occurs; often it is the misspelt one.

Bad:

    enums:
      flavour: [sweet, sour, bittre]

Good:

    enums:
      flavour: [sweet, sour]

Exceptions: members of an option's type (people choose them), and enums taken by `every`.
""")
def unused_member(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each member that nothing names."""
    # enums whose members are all taken together, or chosen by people
    whole = {node.enum for node in facts.nodes(Members)}
    whole.update(enum for each in facts.game.options.values() for enum in _enums_in(each.type))
    said = (tuple(card.attributes.values()) for card in facts.game.definitions)
    constants = (node for each in said for node in walk(each) if isinstance(node, Constant))
    on_cards = {
        (type_.name, node.value)
        for node in constants
        for type_ in (node.type, getattr(node.type, "of", None))
        if isinstance(type_, EnumType)
    }
    for enum in facts.game.enums.values():
        is_used = ("enum", enum.name) in facts.used
        if enum.name in whole or is_shared(enum.span) or not is_used:
            continue
        spans = enum.member_spans()
        for number, member in enumerate(enum.members):
            if ("member", f"{enum.name}.{member}") in facts.used:
                continue
            if (enum.name, number) not in on_cards:
                yield finding("unused-member", spans[member], member=member, enum=enum.name)


def _enums_in(type_: Type) -> Iterator[str]:
    """Yield the enum in a type."""
    if isinstance(type_, EnumType):
        yield type_.name
    inner = getattr(type_, "of", None)
    if inner is not None:
        yield from _enums_in(inner)


BUILT_IN = "player-count"


@manual("""An option that nothing reads.

What it finds: an option that no rule, zone or `only-if` names.

Why it matters: people set it and nothing changes.

Bad:

    options:
      hard: {type: bool, default: false}      # and nothing says `hard`

Good:

    values:
      goal -> int: 14 if hard else 12

Exceptions: none.
""")
def unused_option(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each option that nothing reads."""
    options = facts.game.options.items()
    declared = {name: option.span for name, option in options if name != BUILT_IN}
    yield from unused("option", declared, facts)


@manual("""A state that no text names.

What it finds: a state of the game, of players or of a kind that nothing reads or changes. One that
is only changed is `unread-state`.

Why it matters: it is either left over or the misspelt half of a pair.

Bad:

    state:
      round-leader: maybe player      # and nothing says `round-leader`

Good:

    state:
      leader: maybe player            # set by an event, read by a value

Exceptions: the hidden counters of `limit:`, and the internal note that a phase is over.
""")
def unused_state(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each state that nothing names."""
    game, hidden = facts.game, hidden_state(facts.game)
    declared = {k.dotted: field.span for k, field in game.state.items() if k not in hidden}
    yield from unused("state", declared, facts)


def hidden_state(game: Game) -> set[StateKey]:
    """Return the state that no author declared: limits and the like are counted in it."""
    limits = [trigger.limit for trigger in game.triggers]
    limits += [replacement.limit for replacement in game.replacements]
    limits += [action.limit for action in game.actions]
    limits += [group.limit for group in game.groups]
    limits += [rule.limit for rule in game.becomes]
    hidden = {limit.state for limit in limits if limit is not None}
    hidden |= {rule.state for rule in game.becomes}
    hidden |= {key for key in game.state if key.name.startswith(LEAVE)}
    return hidden


@manual("""A value that no text reads.

What it finds: a value of the game's own that no rule, script or example names.

Why it matters: it is either left over or the misspelt half of a pair.

Bad:

    values:
      goal -> int: 12
      gaol -> int: 10       # and nothing says `gaol`

Good:

    values:
      goal -> int: 12

Exceptions: values of the prelude.
""")
def unused_value(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each value that nothing names."""
    declared = {name: variants[0].span for name, variants in facts.game.values.items()}
    yield from unused("value", declared, facts)


@manual("""A layer that no modifier is in.

What it finds: a name under `layers` of the policy that no modifier says.

Why it matters: it is either left over or the misspelt half of a pair.

Bad:

    policy: {layers: [tribes, power]}      # and no modifier says `layer: tribes`

Good:

    policy: {layers: [power]}

Exceptions: none.
""")
def unused_layer(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each layer that no modifier is in."""
    yield from unused("layer", facts.game.policy.layers, facts)


@manual("""A zone that no text names.

What it finds: a zone that no rule, kind, card, script or example names.

Why it matters: it is either left over or the misspelt half of a pair.

Bad:

    zones:
      deck: {of: card}
      grave: {of: card}      # and nothing says `grave`

Good:

    zones:
      deck: {of: card}

Exceptions: none.
""")
def unused_zone(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each zone that nothing names."""
    declared = {key.dotted: zone.span for key, zone in facts.game.zones.items()}
    yield from unused("zone", declared, facts)


FIRST: Final = 1
"""The number of the first round."""
BACKWARDS: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
WRITTEN: Final = re.compile(
    r"\bround\s*(?P<op>[=<>]=?)\s*(?P<number>\d+)|(?P<before>\d+)\s*(?P<po>[=<>]=?)\s*round\b"
)


@manual("""A condition on a number that can never hold.

What it finds: a comparison of `round` with an impossible number: rounds begin at 1. And a
comparison of state that nothing changes, where it does not hold for the default.

Why it matters: the steps under the condition never run. If they end the game, no match ends.

Bad:

    do: if round == 0, end game

Good:

    do: if round == 10, end game

Exceptions: numbers that are worked out, and state that something changes, whether or not the number
can be reached.
""")
def never_true(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each comparison of the round or of fixed state that never holds."""
    compared = {_of_round(each) for each in facts.nodes(Compare)}
    never = {
        (operator, number)
        for operator, number in filter(None, compared)
        if operator in ("==", "<=", "<") and number - (operator == "<") < FIRST
    }
    for source in facts.sources if never else ():
        for match in WRITTEN.finditer(source.text):
            operator = match["op"] or BACKWARDS[match["po"]]
            pair = operator, int(match["number"] or match["before"])
            span = Span(source, *match.span())
            line, column = source.position(span.start)
            is_comment = "#" in source.line(line)[: column - 1]
            if pair in never and not is_comment and not is_shared(span):
                yield finding("never-true.round", span, written=match[0], first=FIRST)
    yield from _of_fixed(facts)


def _of_fixed(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each state that nothing changes and that is compared with what it never is."""
    changed = {each.state for each in facts.nodes(Change)} | hidden_state(facts.game)
    told: set[StateKey] = set()
    for each in facts.nodes(Compare):
        for one, other, operator in _both_ways(each):
            number = known_number(other)
            if not isinstance(one, StateRead) or number is None or one.state in changed:
                continue
            field = facts.game.state.get(one.state)
            if field is None or field.is_set_up or type(field.default) is not int:
                continue
            holds = COMPARISONS[operator](field.default, number)
            if not holds and field.key not in told and not is_shared(field.span):
                told.add(field.key)
                yield finding(
                    "never-true.fixed",
                    field.span,
                    name=field.key.dotted,
                    value=field.default,
                    operator=operator,
                    number=number,
                )


def _of_round(node: Compare) -> tuple[str, int] | None:
    """Return how the round is compared, and with which number."""
    for one, other, operator in _both_ways(node):
        number = known_number(other)
        if isinstance(one, Role) and one.name == "round" and number is not None:
            return operator, number
    return None


def _both_ways(node: Compare) -> Iterator[tuple[Expression, Expression, str]]:
    """Yield the sides of a comparison with its operator, then turned around."""
    yield node.left, node.right, node.operator
    yield node.right, node.left, BACKWARDS[node.operator]
