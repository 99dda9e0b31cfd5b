"""Find what people read by its id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, is_shared, manual, texts, untold
from dsl.model.expressions import Arithmetic, Constant, ListOfItems, StateKey, StateRead, ValueCall
from dsl.model.game import Game
from dsl.model.nouns import Attribute, Definition, with_bases
from dsl.model.rules import Action, Group
from dsl.model.steps import DoEvent
from dsl.model.traits import HAS
from dsl.model.types import is_effect
from dsl.model.walk import WORKS, walk
from dsl.records import Span


@manual("""An action that menus show by its id.

What it finds: an action without text, of a game that has words for at least half of its actions.

Why it matters: people read an id among sentences, and in one language only.

Bad:

    actions:
      draw-two: {in: act, do: draw 2}
      pass-on: {in: act, do: pass, text: pass the lamp on}

Good:

    actions:
      draw-two: {in: act, do: draw 2, text: draw two cards}
      pass-on: {in: act, do: pass, text: pass the lamp on}

Exceptions: actions of a card, which its name stands for; games without any words for actions.
""")
def unnamed_action(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each action without words among others that have some."""
    for read in untold(facts, "action"):
        yield finding("unnamed-action", read.span, name=read.name)


@manual("""A phase that people know by its id.

What it finds: a phase without text, of a game that has words for at least half of its phases.

Why it matters: the head of every screen and the rules in text say the id of the phase, in one
language only.

Bad:

    phases:
    - {id: planting, turns: players, offer: [sow], text: Planting}
    - {id: reap-all, turns: players, offer: [reap]}

Good:

    phases:
    - {id: planting, turns: players, offer: [sow], text: Planting}
    - {id: reap-all, turns: players, offer: [reap], text: Harvest}

Exceptions: none.
""")
def unnamed_phase(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each phase without words among others that have some."""
    for read in untold(facts, "phase"):
        yield finding("unnamed-phase", read.span, name=read.name)


@manual("""A member of an enum that people know by its id.

What it finds: a member of an enum without text, in a game where at least half of all members have
one. Where none has, the first member of each enum that is longer than a letter, if the game has
another language than English and words for at least half of its attributes, zones and state.

Why it matters: cards, questions and rules texts show members by their names, and this one by its
id, in one language only.

Bad:

    enums:
      season: {spring: spring, autumn: autumn}
      weather: [dry, wet]

Good:

    enums:
      season: {spring: spring, autumn: autumn}
      weather: {dry: dry, wet: wet}

Exceptions: none.
""")
def unnamed_member(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each member without words among others that have some."""
    for read in untold(facts, "member"):
        yield finding("unnamed-member", read.span, name=read.name)
    enums = [enum for enum in facts.game.enums.values() if not is_shared(enum.span)]
    if _names_nouns(facts) and not any(any(enum.texts) for enum in enums):
        for enum in enums:
            first = enum.members[0]
            if len(first) > 1:
                yield finding("unnamed-member", enum.member_spans()[first], name=first)


@manual("""A card that people know by its id.

What it finds: a card without a name, of a kind of which at least half of the cards have one. Where
none has, the first card of each kind that lies in zones, if the game has another language than
English and words for at least half of its attributes, zones and state.

Why it matters: its id stands on the screen, in logs and in print, in every language.

Bad:

    cards:
    - {id: copper, kind: coin, name: Copper}
    - {id: silver, kind: coin}

Good:

    cards:
    - {id: copper, kind: coin, name: Copper}
    - {id: silver, kind: coin, name: Silver}

Exceptions: kinds of which most cards have no names.
""")
def unnamed_card(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each card without a name among others that have one."""
    cards = [card for card in facts.game.cards if not is_shared(card.span)]
    every = Counter(card.kind for card in cards)
    named = Counter(card.kind for card in cards if card.name)
    for card in cards:
        if not card.name and 2 * named[card.kind] >= every[card.kind]:
            yield finding("unnamed-card.one", card.span, card=card.id, kind=card.kind)
    if _names_nouns(facts) and not named:
        firsts = {card.kind: card for card in reversed(cards)}
        for kind, card in firsts.items():
            if _lies_in_zones(facts.game, kind):
                yield finding("unnamed-card.all", card.span, card=card.id, kind=kind)


_ENGLISH: Final = "en"


@manual("""An event that people read by its id.

What it finds: an event without text that steps of the game's rules cause. The game has another
language than English, and words for at least half of these events.

Why it matters: generated rules texts describe the effects of a phase, an action or a card. They
show an event without words by its id, in every language, and the log leaves it out.

Bad:

    events:
      harvest: {do: draw 2, text: "{me} harvests"}
      eat: {do: draw 1}
    phases:
    - {id: evening, for: p in players, do: harvest by p; eat by p}

Good:

    events:
      harvest: {do: draw 2, text: "{me} harvests"}
      eat: {do: draw 1, text: "{me} eats"}
    phases:
    - {id: evening, for: p in players, do: harvest by p; eat by p}

Exceptions: events without any steps, and games in English alone: an id is a word there.
""")
def unnamed_event(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each event without words that rules cause, among others that have some."""
    if {*facts.game.manifest.languages} <= {_ENGLISH}:
        return
    caused = dict.fromkeys(step.event for step in facts.rule_nodes(DoEvent))
    events = [each for id_ in caused for each in facts.game.events.get(id_, ())]
    found = [e for e in events if not e.native and not is_shared(e.span) and e.body.steps]
    untold = [each for each in found if not each.text]
    if 2 * len(untold) > len(found):
        return
    for each in untold:
        yield finding("unnamed-event", each.span, name=each.id)


_OF_RULES: Final = ("state", "value", "action", "phase")


@manual("""A value that players are ranked by, and that has no name.

What it finds: a value that `end: rank` reads, without text, of a game that has words for anything
else of its rules.

Why it matters: the screen at the end shows the deciding number of each player. Without a name it
spells out the formula.

Bad:

    values:
      worth(player p) -> int: sum(p.garden, size) + 3 * count(p.prizes)
    end: {when: round > 5, rank: [worth]}

Good:

    values:
      worth(player p) -> int:
        is: sum(p.garden, size) + 3 * count(p.prizes)
        text: points
    end: {when: round > 5, rank: [worth]}

Exceptions: games without any words.
""")
def unnamed_value(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each value without words by which players are ranked."""
    end = facts.game.end
    if end is None or not any(read.text for read in texts(facts) if read.sort in _OF_RULES):
        return
    for root in (formula.expression for formula in end.rank):
        if isinstance(root, Arithmetic) and root.operator == "neg":
            root = root.left  # the fewest come first
        if not isinstance(root, ValueCall):
            continue
        for value in facts.game.values.get(root.value, ())[:1]:
            if value.text or is_shared(value.span):
                continue
            yield finding("unnamed-value", value.span, name=value.id)


@manual("""A parameter that is asked for without saying what for.

What it finds: a parameter of an action without text, of a game that has words for at least half of
its parameters.

Why it matters: the player sees cards to choose, and must guess the fate of the chosen one.

Bad:

    actions:
      trade:
        choose:
          mine: me.hand
          yours: {from: row, text: the card to take}

Good:

    actions:
      trade:
        choose:
          mine: {from: me.hand, text: the card to give}
          yours: {from: row, text: the card to take}

Exceptions: a parameter that the action's text shows (`give {mine}`).
""")
def unnamed_parameter(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each parameter without words among others that have some."""
    told: dict[Span, bool] = {}
    names: dict[Span, str] = {}
    entries: tuple[Action | Group, ...] = (*facts.game.actions, *facts.game.groups)
    for entry in entries:
        for parameter in entry.parameters:
            if not is_shared(parameter.span):
                shown = f"{{{parameter.name}"
                is_told = bool(parameter.text) or any(shown in t for t in entry.text.values())
                names[parameter.span] = parameter.name
                told[parameter.span] = told.get(parameter.span) or is_told
    if 2 * sum(told.values()) < len(told):
        return
    for span in (each for each in told if not told[each]):
        yield finding("unnamed-parameter", span, name=names[span])


_MADE: Final = ":"


@manual("""A state that players are never shown.

What it finds: a state without text, of a game that has words for at least half of its state. In any
game, also a state of places on a drawn board that decides the offers.

Why it matters: state without words is never on the screen, so players miss it.

Bad:

    state:
      dealer: player
      promise: {is: maybe color, text: promise}

Good:

    state:
      dealer: {is: player, text: dealer}
      promise: {is: maybe color, text: promise}

Exceptions: state that says `show: false`, that nobody sees, and the counters of `limit:`.
""")
def unnamed_state(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each state that has no words among others that have."""
    fields = [
        (key, field)
        for key, field in facts.game.state.items()
        if field.is_shown
        and field.seen_by != "nobody"
        and _MADE not in key.name
        and not key.is_definition
    ]
    is_usual = 2 * sum(bool(field.text) for _, field in fields) >= len(fields)
    asked = frozenset() if is_usual else _asked_on_boards(facts.game)
    for key, field in fields:
        if not field.text and not is_shared(field.span) and (is_usual or key in asked):
            yield finding("unnamed-state", field.span, name=key.dotted)


def _asked_on_boards(game: Game) -> frozenset[StateKey]:
    """Return the state of places of drawn boards that what is offered depends on."""
    laid_out = {place for layout in game.layouts if layout.is_drawn
                for row in layout.rows for place in row}  # fmt: skip
    of_places = (card.kind for card in game.definitions if card.id in laid_out)
    kinds = {base.name for kind in {*of_places} for base in with_bases(game.kinds, kind)}
    offered = tuple((action.when, action.parameters) for action in game.actions)
    read = {node.state for node in walk(offered) if isinstance(node, StateRead)}
    return frozenset(key for key in read if key.owner in kinds)


_NOUNS: Final = ("attribute", "zone", "state")


@manual("""An attribute that people read by its id.

What it finds: an attribute without text, of a kind whose cards lie in zones, or with parameters.
The game has another language than English, and words for at least half of its attributes, zones and
state.

Why it matters: screens show attributes with their values beside a card; rules and cards show those
with parameters. Without words they show the id in every language.

Bad:

    kinds:
      sailor:
        attributes: {rank: int}

Good:

    kinds:
      sailor:
        attributes:
          rank: {is: int, text: rank}

Exceptions: attributes that hold steps, and those that are no, none, 0 or empty on every card. Games
in English alone: an id is a word there.
""")
def unnamed_attribute(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each attribute of cards in zones that has no words."""
    if not _names_nouns(facts):
        return
    found = {each.span: each for card in facts.game.cards for each in _said(facts.game, card)}
    for span, each in found.items():
        yield finding("unnamed-attribute", span, name=each.name)


def _names_nouns(facts: Facts) -> bool:
    """Return whether a game of another language than English has words for most of its nouns."""
    nouns = [read for read in texts(facts) if read.sort in _NOUNS]
    is_told = 2 * sum(bool(read.text) for read in nouns) >= len(nouns)
    return is_told and not {*facts.game.manifest.languages} <= {_ENGLISH}


def _lies_in_zones(game: Game, kind: str) -> bool:
    """Return whether cards of a kind lie in zones."""
    kinds = {base.name for base in with_bases(game.kinds, kind)}
    return any(zone.of in kinds for zone in game.zones.values())


def _said(game: Game, card: Definition) -> Iterator[Attribute]:
    """Yield the attributes without words that stand beside a card where it lies."""
    kinds = [*with_bases(game.kinds, card.kind)]
    for attribute in (each for kind in kinds for each in kind.attributes if each.is_value):
        is_said = f"{card.id}.{attribute.name}" in game.values and attribute.name != WORKS
        if is_said and not attribute.text and not is_shared(attribute.span):
            yield attribute
    if not _lies_in_zones(game, card.kind):
        return
    for attribute in (each for kind in kinds for each in kind.attributes):
        is_made = attribute.name in (WORKS, HAS) or attribute.lists_faces
        is_told = not is_made and not is_effect(attribute.type)
        if is_told and not attribute.text and not is_shared(attribute.span):
            formula = card.attributes.get(attribute.name)
            if formula is not None and not _is_nothing(formula.expression):
                yield attribute


def _is_nothing(said: object) -> bool:
    """Return whether nothing stands beside a card that says so: no, none, 0 or empty."""
    if isinstance(said, ListOfItems):
        return not said.items
    return isinstance(said, Constant) and said.value in (None, False, 0, ())
