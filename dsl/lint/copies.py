"""Compare cards, and count their copies."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic, Label, finding
from dsl.diagnostics.wording import Said
from dsl.lint.facts import Facts, is_shared, manual, most
from dsl.lint.likeness import likeness
from dsl.model.expressions import Constant, Definitions
from dsl.model.game import Game
from dsl.model.nouns import Definition, is_kind_of, with_bases
from dsl.model.rules import Parameter
from dsl.model.steps import Choose, ChooseOne, DoEvent
from dsl.model.traits import Counted
from dsl.model.types import DefinitionType, Type, innermost, plain_type
from dsl.model.walk import known_number, walk
from dsl.records import Span


@manual("""A card that is another one under a second id.

What it finds: two cards of a kind with equal attributes, texts and rules, neither of which is named
by its id. Names count only for cards without rules. A card without a name is called by its id.

Why it matters: the author copied one and forgot to change it. Or copies were meant, and people see
two cards instead of one.

Bad:

    cards:
    - {id: plum, kind: fruit, taste: sweet, size: 1, name: {en: Plum}}
    - {id: plum-two, kind: fruit, taste: sweet, size: 1, name: {en: Plum}}

Good:

    cards:
    - {id: plum, kind: fruit, taste: sweet, size: 1, copies: 2, name: {en: Plum}}

Exceptions: cards of a unique kind, cards without rules that have other names, and cards that only
some options bring.
""")
def equal_card(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each card that another one is already."""
    game = facts.game
    if not facts.equal:
        return
    scripted = walk((tuple(game.scripts), tuple(game.examples)))
    named = {
        game.definitions[node.value].id
        for node in (*facts.nodes(Constant), *scripted)
        if isinstance(node, Constant)
        and isinstance(plain_type(node.type), DefinitionType)
        and isinstance(node.value, int)
    }
    for first, card in facts.equal:
        if not {first.id, card.id} & named:
            labels = (Label(first.span, Said("equal-card.other")),)
            yield finding("equal-card", card.span, labels=labels, card=card.id, first=first.id)


@manual("""Two cards that people cannot tell apart by name.

What it finds: two cards of one kind with the same name in every language.

Why it matters: in a log, on a button and in print the name is ambiguous.

Bad:

    cards:
    - {id: fog, kind: weather, name: Fog, strength: 1}
    - {id: mist, kind: weather, name: Fog, strength: 2}

Good:

    cards:
    - {id: fog, kind: weather, name: Fog, strength: 1}
    - {id: mist, kind: weather, name: Mist, strength: 2}

Exceptions: cards from one entry of a table; cards that each have an `only-if`; a fully equal card,
which `equal-card` reports. This is advice, and no warning.
""")
def same_name(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each card that has the name of an earlier one."""
    known: dict[tuple[object, ...], Definition] = {}
    equal = {card.id for _, card in facts.equal}
    for card in facts.game.cards:
        if not card.name or card.id in equal or is_shared(card.span):
            continue
        first = known.setdefault((card.kind, *sorted(card.name.items())), card)
        is_optional = first.only_if is not None and card.only_if is not None
        if first is not card and first.span != card.span and not is_optional:
            labels = (Label(first.span, Said("same-name.other")),)
            yield finding("same-name", card.span, labels=labels, card=card.id, first=first.id)


@manual("""A choice that leaves nothing to choose.

What it finds: a choice or a parameter from a list that always has one element, or from which a
player may take none; `choose one` with one alternative, or with two equal ones.

Why it matters: a question with one answer is never asked. An alternative was forgotten, or a step
was copied and not changed.

Bad:

    do: |
      choose one:
        draw 2
        draw 2

Good:

    do: |
      choose one:
        draw 2
        gain 2

Exceptions: lists that depend on the match or on its options.
""")
def lone_choice(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each choice without alternatives."""
    found: dict[Span, str] = {}
    steps: Iterator[object] = facts.rule_nodes(Choose, Parameter, ChooseOne)
    for node in (*steps, *walk(facts.game.groups)):
        if isinstance(node, Choose | Parameter):
            key = _of_list(node, facts)
        elif not isinstance(node, ChooseOne):
            continue
        elif len(node.alternatives) == 1:
            key = "lone-choice.one"
        else:
            said = {repr(likeness(each)) for each in node.alternatives}
            is_equal = len(said) < len(node.alternatives)
            key = "lone-choice.equal" if is_equal else ""
        if key and not is_shared(node.span):
            found[node.span] = key
    for span, key in found.items():
        yield finding(key, span)


def _of_list(node: Choose | Parameter, facts: Facts) -> str:
    """Return the key of what is wrong with a choice from a list, or nothing."""
    if node.mode == "amount":
        return ""
    if node.number is not None and known_number(node.number) == 0:
        return "lone-choice.nothing"
    if most(node.source, facts.game) == 1 and node.mode in ("one", "exactly"):
        return "lone-choice.one"
    return ""


@manual("""A card of which a match has no copy.

What it finds: `copies: 0` of a card or kind that nothing refers to. `create` makes none of them.

Why it matters: the card stands in lists, in print and on pages, and in no match.

Bad:

    cards:
    - {id: silver, kind: coin, copies: 0}

Good:

    cards:
    - {id: silver, kind: coin, copies: 20}

Exceptions: cards that rules name, and kinds in the type of an attribute, a state or a list (`def of
coin`, `definitions(coin)`): they are data.
""")
def no_copies(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each card of which there is no copy."""
    game = facts.game
    named = {
        game.definitions[int(str(node.value))].id
        for node in facts.nodes(Constant)
        if isinstance(node.type, DefinitionType) and node.value is not None
    }
    types: list[Type] = [field.type for field in game.state.values()]
    types += [each.type for kind in game.kinds.values() for each in kind.attributes]
    kinds = {each.kind for each in map(innermost, types) if isinstance(each, DefinitionType)}
    kinds |= {node.kind for node in facts.nodes(Definitions)}
    for card in game.cards:
        if card.copies or card.is_unlimited or card.id in named or is_shared(card.span):
            continue
        if not any(is_kind_of(game.kinds, card.kind, kind) for kind in kinds):
            yield finding("no-copies", card.span, card=card.id)


@manual("""A kind whose cards begin somewhere, and that has no card.

What it finds: a kind with `start`, its own or that of a kind it extends, where no card is of it or
of a kind that extends it.

Why it matters: `copies` counts the copies of each card. Without a card there are none, and the zone
in which they were to begin stays empty.

Bad:

    kinds: {worker: {start: player.house, copies: 3}}      # and no card is a `worker`

Good:

    kinds: {worker: {start: player.house, copies: 3}}
    cards: [{kind: worker, id: farmer}]

Exceptions: effects that wait; games with expansions, which may bring the cards; kinds that nothing
names, which `unused-kind` reports.
""")
def cardless_kind(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each kind with a place to begin and without cards, before those that extend it."""
    kinds = facts.game.kinds
    filled = {base.name for card in facts.game.definitions for base in with_bases(kinds, card.kind)}
    filled |= {base.name for kind in kinds.values() if kind.waits
               for base in with_bases(kinds, kind.name)}  # fmt: skip
    bases = {kind.extends for kind in kinds.values()}
    empty = {name: kind.start for name, kind in kinds.items() if kind.start and name not in filled}
    for name, start in empty.items() if not facts.is_expanded else ():
        is_named = name in bases or ("kind", name) in facts.used
        if is_named and kinds[name].extends not in empty and not is_shared(kinds[name].span):
            yield finding("cardless-kind", kinds[name].span, kind=name, zone=start.dotted)


@manual("""More copies are made at once than there are of a card.

What it finds: a `create` with a card and a number larger than the card's copies. A card without
`copies` has one. Also a `create` with cards of a kind that all have 0 copies, and one with another
face of a card: faces have no copies.

Why it matters: the missing cards never come. The event happens all the same, with fewer cards.

Bad:

    cards: [{id: sprite, kind: beast}]
    events: {swarm: {do: create 2 sprite into me.field}}

Good:

    cards: [{id: sprite, kind: beast, copies: any}]
    events: {swarm: {do: create 2 sprite into me.field}}

Exceptions: numbers that depend on the match. The log and the result of `create` give the number of
cards that came.
""")
def short_supply(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each `create` of more copies than there are."""
    for step in facts.rule_nodes(DoEvent):
        if step.event == "create":
            for part in walk(step.arguments[0]):
                if isinstance(part, Counted):
                    yield from _of_part(facts.game, part, step.span)


def _of_part(game: Game, part: Counted, span: Span) -> Iterator[Diagnostic]:
    if not isinstance(part.key, Constant):
        type_ = innermost(part.key.type)
        if isinstance(type_, DefinitionType):  # whichever card of a kind it is
            cards = [card for card in game.cards if is_kind_of(game.kinds, card.kind, type_.kind)]
            if cards and not any(each.copies or each.is_unlimited for each in cards):
                yield finding("short-supply.kind", span, kind=type_.kind)
        return
    card, number = game.definitions[int(str(part.key.value))], part.count
    asked = number.value if isinstance(number, Constant) else 0
    if card.is_veil:
        yield finding("short-supply.veil", span, face=card.id)
    elif card.face_of:
        yield finding("short-supply.face", span, face=card.id, card=card.face_of)
    elif isinstance(asked, int) and asked > card.copies and not card.is_unlimited:
        yield finding("short-supply.card", span, card=card.id, asked=asked, there=card.copies)


@manual("""Rules of cards that never work.

What it finds: a kind whose cards have actions, triggers or other rules, but no `active-in` and no
`unique`. These rules work nowhere.

Why it matters: the rules look right, but nothing ever happens, and nobody sees why.

Bad:

    kinds:
      lamp: {start: player.hand}
    cards:
    - {kind: lamp, id: storm-lamp, triggers: [{after: draw, do: draw 1}]}

Good:

    kinds:
      lamp: {start: player.hand, active-in: player.hand}
    cards:
    - {kind: lamp, id: storm-lamp, triggers: [{after: draw, do: draw 1}]}

Exceptions: rules with an `active-in` of their own; kinds that are `unique`.
""")
def never_active(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each kind with rules that work nowhere, at the first of them."""
    game = facts.game
    kinds = {card.id: card.kind for card in game.definitions}
    first: dict[str, Span] = {}
    for rule in (*game.actions, *game.rules):
        kind = rule.kind or kinds.get(rule.card or "", "")
        if not kind or rule.active_in is not None or is_shared(rule.span):
            continue
        if not any(base.active_in or base.is_unique for base in with_bases(game.kinds, kind)):
            first.setdefault(kind, rule.span)
    for kind, span in first.items():
        meant = (str(key) for key, zone in game.zones.items() if zone.of == kind)
        yield finding("never-active", span, kind=kind, zone=next(meant, "ZONE"))
