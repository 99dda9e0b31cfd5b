"""Find what to write instead of an unknown name: words of other languages, numbers, slips.

A zone has a name alone: for `slot[1..4]`, `zone(n)` and `slot-n` the help is a thing with a zone
of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from dsl.check.expressions.dots import PROPERTIES, field_names, has_field
from dsl.check.expressions.expressions import guess, test_help
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.world import World
from dsl.diagnostics.wording import Said
from dsl.model import types as t
from dsl.syntax import trees
from dsl.syntax.scan import NUMBER_WORDS
from dsl.words.vocabulary import WRITTEN


def _by_word(words: Mapping[str, str]) -> Mapping[str, str]:
    """Return by word the key of the help for it."""
    return MappingProxyType({word: key for key, row in words.items() for word in row.split()})


FUNCTION_HELPS: Final = _by_word(
    {
        "help.count-form": "len length size",
        "help.chance-in-step": "random rand randint roll dice",
        "help.beside-form": "neighbours neighbors neighbour neighbor adjacent next-to",
        "help.within-form": "distance near nearby",
        "help.connected-form": "group cluster region",
        "help.where-form": "filter",
        "help.each-form": "map",
        "help.sort-form": "sorted",
        "help.range-form": "range",
        "help.in-form": "contains",
        "help.event-text": "print",
    }
)
"""What to write instead of a function."""

STEP_HELPS: Final = _by_word(
    {
        "help.event-text": "print log say show write",
        "help.move-form": "put place insert play",
        "help.chance-form": "random roll",
        "help.retire-form": "delete destroy",
        "help.reveal-form": "flip expose unveil uncover peek",
        "help.move-or-add": "give take gain get earn receive collect score",
        "help.add-form": "increase inc increment raise",
        "help.subtract-form": "decrease dec decrement lower lose",
        "help.subtract-or-retire": "remove",
        "help.declare-or-subtract": "pay spend",
        "help.end-form": "game win finish",
        "help.no-step": "nothing skip noop continue",
    }
)
"""What to write instead of a step."""

MOST_WORDS: Final = ("most", "highest", "largest", "greatest")
FEWEST_WORDS: Final = ("fewest", "least", "lowest", "smallest")
"""What people call an end of some numbers."""

OTHER_NAMES: Final = _by_word(
    {
        "help.none-form": "null nil None undefined nothing",
        "help.max-form": " ".join(MOST_WORDS),
        "help.min-form": " ".join(FEWEST_WORDS),
        "help.winners-form": "winner winners",
        "help.write-self": "this this-card",
        "help.write-true": "True yes on",
        "help.write-false": "False no off",
        "help.by-chance": "random randomly",
    }
)
"""What to write instead of a name."""

LENGTHS: Final = frozenset({"count", "len", "length", "size"})
"""What other languages ask of a list after a dot."""


DECLARED: Final = re.compile(
    r"(?:(?P<owner>[A-Za-z][\w-]*)\.)?(?P<stem>[A-Za-z][A-Za-z-]*?)s?-?"
    r"(?:[\[({#<*].*|\d+ ?(?:\.\.|[-–,]|to ).*)"
)
"""How people declare several zones at once: `slot[1..4]`, `slot-{n}`, `slot-1..4`, `slot(n)`."""
MEMBER: Final = re.compile(r"(?P<stem>.*?[A-Za-z])-?\d+")


def declared_help(key: str) -> tuple[str, ...]:
    """Return the help for several zones that are declared at once, or nothing."""
    found = DECLARED.fullmatch(key)
    return () if found is None else (_help(found["owner"], found["stem"]),)


def used_help(owner: str | None, name: str, world: World) -> tuple[str, ...]:
    """Return the help for a name that several zones of an owner have with a number each: `slot`,
    `slots` or `slot-n` where there are `slot-1` and `slot-2`."""
    stems = {name, name.removesuffix("s"), name.rpartition("-")[0]}
    stem = next((each for each in _families(owner, world) if each in stems), None)
    return () if stem is None else (_help(owner, stem),)


def any_help(world: World) -> tuple[str, ...]:
    """Return the help for `zone(n)`."""
    return (_help(None, next(iter(_families(None, world)), "place")),)


def _families(owner: str | None, world: World) -> list[str]:
    """Return the names that at least two zones of an owner share but for a number."""
    found = [MEMBER.fullmatch(key.name) for key in world.zones if key.owner == owner]
    stems = [each["stem"] for each in found if each is not None]
    return [stem for stem in dict.fromkeys(stems) if stems.count(stem) > 1]


def _help(owner: str | None, stem: str) -> str:
    key = "help.places-of-players" if owner == "player" else "help.places-of-table"
    return Said(key, stem=stem)


ALL_PLAYERS: Final = frozenset({"player", "everyone", "everybody", "all"})
SOMETHING: Final = frozenset(
    ["some", "something", "someone", "somebody", "anything", "known", "given", "defined",
     "present", "there", "taken"]
)  # fmt: skip
"""What people call that which is not none."""
FULL: Final = frozenset({"full", "complete"})
"""What people ask of a zone with so many places: how many cards lie there."""
ARTICLES: Final = frozenset({"a", "an", "the"})


def name_helps(
    text: str, scope: Scope, fields: Sequence[str], knows: Callable[[str], bool]
) -> tuple[str, ...]:
    """Return the help for a name that is plainly something else; nothing where none is.

    Args:
        fields: What belongs to the elements around.
        knows: Whether a name means something here.
    """
    world = scope.world
    if text == "actor":
        return (Said("help.name-player-events-actor"),)
    if text == "it":
        return (Said("help.name-element-known-after"),)
    if text == "p" and scope.has_actor:
        return (Said("help.say-does-player"),)
    if text in ALL_PLAYERS and text not in world.kinds:
        of_cards = (Said("help.all-of-zone"),) if text == "all" else ()
        return (Said("help.write-players"), *of_cards)
    if text in NUMBER_WORDS:
        return (Said("help.write-name", name=NUMBER_WORDS.index(text)),)
    if text in OTHER_NAMES:
        return (Said(OTHER_NAMES[text]),)
    if scope.element is not None and (text == "card" or len(text) == 1):
        return (Said("help.write-element"),)
    if text in ARTICLES:
        return (Said("help.leave-out", name=text),)
    if scope.place == "option":
        return _option_help(text, scope, fields)
    if text in world.enums or text in world.kinds:
        return owned_help(text, scope) or (Said("help.write-every-name-all", name=text),)
    if text in world.values:
        slots = ", ".join(f"{slot.type} {slot.name}" for slot in world.values[text].parameters)
        return (Said("help.write-name-takes", name=text, slots=slots),)
    if scope.element is not None and text in (*PROPERTIES, "seat"):
        return (Said("help.write-name-of-it", name=text),)
    if text in WRITTEN:
        return (Said("help.write-call", name=text),)
    if text == "controller" and scope.self_kind is not None and scope.has_me != "no":
        return (Said("help.write-me-controls-card"),)
    numbered = used_help(None, text, world)
    if numbered:
        return numbered
    if text in PROPERTIES:
        return (_property_help(text, scope),)
    owned = owned_help(text, scope)
    if owned:
        return owned
    parts = text.split("-")
    for i in range(1, len(parts)):
        left, right = "-".join(parts[:i]), "-".join(parts[i:])
        if knows(left) and knows(right):
            return (Said("help.write-left-right-blanks", left=left, right=right),)
    return ()


def _property_help(text: str, scope: Scope) -> str:
    """Return the help for what each card has, written without a card."""
    cards = ["self"] if scope.self_kind is not None else []
    cards += [
        name
        for name, (_, type_) in scope.visible.items()
        if isinstance(t.plain_type(type_), t.EntityType)
    ]
    card = cards[-1] if cards else ""
    return Said("help.write-card-name" if card else "help.say-card", card=card, name=text)


def _option_help(text: str, scope: Scope, fields: Sequence[str]) -> tuple[str, ...]:
    """Return the help where nothing but options is known yet."""
    options = scope.world.options
    near = guess(text, [*scope.visible, *fields, *options])
    return near or (Said("help.options-alone", known=tuple(options)),)


def owned_help(text: str, scope: Scope) -> tuple[str, ...]:
    """Return the help for a zone or state written without its owner."""
    world = scope.world
    if world.zone_of("player", text) is not None or world.state_of("player", text) is not None:
        owner = "me" if scope.has_me != "no" else "p"
        return (Said("help.write-owner-name-every", owner=owner, name=text),)
    kind = scope.self_kind
    if kind and (world.zone_of(kind, text) or world.state_of(kind, text)
                 or world.attribute(kind, text)):  # fmt: skip
        return (Said("help.write-self-name-every", name=text, kind=kind),)
    return ()


def field_helps(type_: t.Type, name: str, words: str, scope: Scope) -> tuple[str, ...]:
    """Return the helps for a name after a dot that the value before it does not have.

    Args:
        words: What stands before the dot.
    """
    if isinstance(type_, t.ListOf | t.SetOf):
        if name in LENGTHS:
            return (Said("help.write-count-words", words=words),)
        if name in WRITTEN:
            return (Said("help.write-name-words", name=name, words=words),)
        return (Said("help.write-each-name-every", name=name),)
    if isinstance(type_, t.TargetType):
        card = type_.kind or f"not {t.PLAYER.name}"
        ways = ((t.PLAYER.name, t.PLAYER), (card, t.EntityType(type_.kind)))
        fitting = [kind for kind, of in ways if has_field(of, name, scope.world)]
        fitting += [card] if name in PROPERTIES else []
        return tuple(test_help(words, kind, scope.world) for kind in fitting)
    if type_ == t.EntityType(""):
        return (Said("help.ask-first-nothing-says"),)
    if isinstance(type_, t.DefinitionType) and (
        scope.world.zone_of(type_.kind, name) is not None
        or scope.world.state_of(type_.kind, name) is not None
    ):
        self_help = Said("help.copies-write-own-rules", name=name)
        return (self_help, Said("help.let-if-one-each", kind=type_.kind))
    owner = "player" if type_ == t.PLAYER else getattr(t.plain_type(type_), "kind", "")
    return used_help(owner, name, scope.world) or guess(name, field_names(type_, scope.world))


def known_names(scope: Scope) -> list[str]:
    """Return the names of the game that a misspelt one may have meant."""
    world = scope.world
    owned = [key.name for key in world.state if key.owner is None]
    owned += [key.name for key in world.zones if key.owner is None]
    members = [member for enum in world.enums.values() for member in enum.members]
    owners = [key.owner for key in world.zones if key.owner is not None]
    element = () if scope.element is None else ("it",)
    return [*element, *owned, *world.values, *world.options, *members, *world.definitions,
            *world.seats, "true", "false", *owners]  # fmt: skip


def quality_helps(tree: trees.Is, plain: t.Type, scope: Scope) -> tuple[str, ...]:
    """Return how to ask whether a card has what stands behind `is`: a member of an enum, alone or
    in a list, or a state or attribute that is true or false."""
    world, word, card = scope.world, tree.what.text, tree.operand.span.text
    there = (
        (Said("help.write-card-value-none", card=card, value="" if tree.negated else "not "),)
        if word in SOMETHING
        else ()
    )
    if word in world.seats:
        return (Said("help.write-equals", word=word),)
    if isinstance(plain, t.ListOf | t.SetOf | t.ZoneType) and word in FULL:
        return (Said("help.write-count-words-how", words=card),)
    if not isinstance(plain, t.EntityType | t.DefinitionType):
        members = [m for enum in world.enums.values() for m in enum.members]
        return (Said("help.write-equals", word=word),) if word in members else there
    no = "not " if tree.negated else ""
    for name in field_names(plain, world):
        found = world.attribute(plain.kind, name)
        type_ = None if found is None else t.plain_type(found[1].type)
        inner = type_.of if isinstance(type_, t.ListOf | t.SetOf) else type_
        if not isinstance(inner, t.EnumType) or word not in world.enums[inner.name].members:
            continue
        if inner is not type_:
            return (Said("help.write-word-no-card", word=word, no=no, card=card, name=name),)
        return (
            Said(
                "help.write-card-name-value",
                card=card,
                name=name,
                value="!=" if no else "==",
                word=word,
            ),
        )
    return (
        (Said("help.write-no-card-word", no=no, card=card, word=word),)
        if word in field_names(plain, world)
        else there
    )


def helps_of_kinds(text: str, world: World) -> tuple[str, ...]:
    """Return how to reach what each card of a kind has; nothing where no kind has it."""
    is_everywhere = text in PROPERTIES
    kinds = [
        kind for kind in world.kinds if is_everywhere or has_field(t.EntityType(kind), text, world)
    ]
    if not kinds:
        return ()
    return (Said("help.each-of-kinds", kinds=tuple(kinds), name=text),)
